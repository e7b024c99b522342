"""Which crops are evened to learn from, and what is known of them afterwards."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

from models.faces.crops import PACKED_MARGIN, PACKED_PX
from models.faces.evened import evened, surest_chances
from models.faces.net import INPUT_PX, LABELS
from vision.dice.even_bodies import even_bodies
from vision.dice.faces import FacesSeen

WAYS = 6


def packed(count: int = 3) -> dict[str, Any]:
    random = np.random.default_rng(4)
    return {
        "crops": random.integers(0, 255, (count, PACKED_PX, PACKED_PX, 3), np.uint8),
        "labels": np.arange(count),
        "sources": np.zeros(count, np.int64),
        "names": np.array(["a"]),
        "weights": np.array([2.0]),
    }


def test_what_is_known_of_a_crop_is_known_of_it_in_all_ways() -> None:
    data = packed()

    shown = evened(data, np.array([True, False, True]), np.random.default_rng(1))

    assert shown["labels"].tolist() == [0] * WAYS + [1] + [2] * WAYS
    assert np.array_equal(shown["crops"][:WAYS], even_bodies(data["crops"][0], PACKED_MARGIN))
    assert any(
        np.array_equal(shown["crops"][WAYS], way) for way in even_bodies(data["crops"][1], PACKED_MARGIN)
    )
    assert len(shown["sources"]) == 2 * WAYS + 1
    assert shown["weights"].tolist() == [2.0]


class SureOfTwos:
    """Says of all crops that they are twos, and keeps how many it saw, and how large."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def look(self, crops: Any, _: Any) -> FacesSeen:
        self.shapes.append(crops.shape)
        said = np.full((len(crops), len(LABELS)), 0.01, np.float32)
        said[:, 1] = 0.9
        return FacesSeen(said, said[:, 0], said[:, 0])


def test_the_present_reader_sees_the_middle_of_packed_crops() -> None:
    reader: Any = SureOfTwos()

    assert surest_chances(packed(), reader) == pytest.approx([0.9, 0.9, 0.9])
    assert reader.shapes == [(3, INPUT_PX, INPUT_PX, 3)]
