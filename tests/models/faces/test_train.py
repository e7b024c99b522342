"""What a training that goes on shows more often."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.faces.crops import PACKED_PX
from models.faces.net import LABELS
from models.faces.train import MISTAKEN_WEIGHT, mistaken


class SaysThree(torch.nn.Module):  # type: ignore[misc]  # torch has no types where they are checked
    """Gives the label 3 nine tenths of the chance."""

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        chances = torch.full((len(crops), len(LABELS)), 0.1 / (len(LABELS) - 1))
        chances[:, LABELS.index("3")] = 0.9
        return chances.log()


def test_what_is_read_wrongly_is_drawn_more_often_than_what_is_read_rightly() -> None:
    pictures = torch.zeros((3, PACKED_PX, PACKED_PX, 3), dtype=torch.uint8)
    labels = torch.tensor([LABELS.index(one) for one in ("3", "4", "no die")])

    right, wrong, none = mistaken(SaysThree(), pictures, labels).tolist()

    assert right == pytest.approx(1 + 0.1 * MISTAKEN_WEIGHT)
    assert wrong == none == pytest.approx(1 + MISTAKEN_WEIGHT * (1 - 0.1 / 9))
