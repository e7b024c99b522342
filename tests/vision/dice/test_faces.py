"""One network looks at all finds, again at unsure ones, and another one at those that are left in doubt."""

from math import prod

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import FakeNetwork, faces_seen
from vision.dice.faces import FaceReader
from vision.dice.places import places_of

LABELS = ("1", "2", "cocked", "unsupported", "no die")
THRESHOLDS = {
    "accepted": 0.8, "stands": -0.5, "no_die": 0.5, "sure": 0.95, "settled": 0.9, "other_kind": 0.2,
    "may_lean": 0.0,
}  # fmt: skip
SILENT = {"bias": 0.0, "stands": 0.0, "unlike": 0.0}
BOXES = [(0.0, 0.0, 8.0, 8.0), (20.0, 0.0, 28.0, 8.0), (10.0, 9.0, 18.0, 17.0)]


def chances(one: float) -> list[float]:
    """Return the chances of a find that is a 1, or else no die."""
    return [one, 0, 0, 0, 1 - one]


def test_what_a_mirror_leaves_in_doubt_is_shown_to_another_network_as_it_is_and_mirrored() -> None:
    shown, doubted = [], []

    def first(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        shown.append(pictures)
        rows = [chances(0.98), chances(0.92), chances(0.7)] if len(pictures) == 3 else [chances(0.94)] * 2
        return faces_seen(rows[: len(pictures)], 1.0)

    def another(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        doubted.append(pictures)
        return [np.array([chances(0.95 if len(doubted) == 1 else 0.85)] * len(pictures), np.float32)]

    faces = FaceReader(
        FakeNetwork(first, 8, LABELS, THRESHOLDS, {"company": SILENT}), FakeNetwork(another, 8, LABELS, {})
    )
    crops = np.random.default_rng(4).integers(0, 256, (3, 8, 8, 3)).astype(np.uint8)

    sure, unsure, doubtful = faces.readings(faces.look(crops, places_of(BOXES, 40, 20)))

    assert [len(one) for one in shown] == [3, 2]
    assert np.array_equal(shown[1], crops[1:, :, ::-1])
    assert len(doubted) == 2
    assert np.array_equal(doubted[0], crops[2:])
    assert np.array_equal(doubted[1], crops[2:, :, ::-1])
    assert sure.confidence == pytest.approx(0.98)
    assert unsure.confidence == pytest.approx(joined(0.92, 0.94), abs=1e-3)
    assert doubtful.confidence == pytest.approx(joined(joined(0.7, 0.94), 0.95, 0.85), abs=1e-3)


def joined(*chances: float) -> float:
    """Return the geometric mean of chances, of what they leave likewise, and both 1 together."""
    mean, left = (prod(part) ** (1 / len(chances)) for part in (chances, [1 - one for one in chances]))
    return float(mean / (mean + left))
