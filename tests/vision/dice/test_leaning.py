"""Dice that may lean are looked at closer, and told so where they do."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import FakeNetwork, faces_seen
from vision.dice.faces import FaceReader
from vision.dice.leaning import Standing, faces_alone
from vision.dice.places import places_of
from vision.reading import Box

STANDING = Standing(
    np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], np.float32),
    np.arange(9, dtype=np.float32).reshape(3, 3),
    np.arange(15, dtype=np.float32).reshape(3, 5),
    np.arange(6, dtype=np.float32).reshape(3, 2),
)
CROPS = np.arange(3, dtype=np.uint8)[:, None, None, None] * np.ones((1, 8, 8, 3), np.uint8)
STANDS = np.array([1.0, 1.5, np.nan], np.float32)
EVERY = np.ones(3, np.bool_)


class Asked:
    """A network that remembers what it was asked, and says that all finds stand so."""

    def __init__(self, stands: float = -3.0) -> None:
        self.shown: list[tuple[NDArray[np.uint8], dict[str, NDArray[np.float32]]]] = []
        self._stands = stands

    def __call__(self, crops: NDArray[np.uint8], **more: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        self.shown.append((crops, more))
        return [np.full((len(crops), 4), 0.25, np.float32), np.full(len(crops), self._stands, np.float32)]


def test_tops_are_as_they_are_seen_and_as_those_of_flat_dice_would_be() -> None:
    assert STANDING.tops[1] == pytest.approx(np.array([[3.0, 4.0], [2.0, 3.0]]))


def test_only_faces_that_may_lean_are_looked_at_closer() -> None:
    ask = Asked()

    told = STANDING.closer(ask, CROPS, STANDS, EVERY, may_lean=1.2)

    assert told == pytest.approx([-3.0, 1.5, np.nan], nan_ok=True)
    ((crops, more),) = ask.shown
    assert np.array_equal(crops, CROPS[:1])
    assert np.array_equal(more["centres"], STANDING.centres[:1])
    assert np.array_equal(more["stances"], STANDING.stances[:1])
    assert np.array_equal(more["cameras"], STANDING.cameras[:1])


@pytest.mark.parametrize(("shows", "may_lean"), [(~EVERY, 9.0), (EVERY, 1.0)])
def test_what_shows_no_face_or_stands_as_the_others_do_is_not(
    shows: NDArray[np.bool_], may_lean: float
) -> None:
    ask = Asked()

    assert STANDING.closer(ask, CROPS, STANDS, shows, may_lean) is STANDS
    assert not ask.shown


def test_faces_are_asked_for_without_where_their_dice_lie() -> None:
    ask = Asked()

    assert faces_alone(ask, CROPS[1:]).shape == (2, 4)
    ((_, more),) = ask.shown
    assert [one.shape for one in more.values()] == [(2, 2), (2, 3), (2, 96)]
    assert not any(one.any() for one in more.values())


@pytest.mark.parametrize(("closer", "face"), [(-2.0, None), (0.0, 2)])
def test_a_closer_look_decides_whether_a_die_leans(closer: float, face: int | None) -> None:
    labels = ("1", "2", "cocked", "unsupported", "no die")
    thresholds = {
        "accepted": 0.8, "stands": -1.0, "may_lean": 1.0, "no_die": 0.5, "sure": 0.5, "settled": 0.5,
        "other_kind": 0.2, "less_even": 2.0,
    }  # fmt: skip
    config: dict[str, object] = {"company": {"bias": 0.0, "stands": 0.0, "unlike": 0.0}}

    def first(shown: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return faces_seen([[0.1, 0.9, 0, 0, 0]] * len(shown), -1.5)

    def another(shown: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return faces_seen([[0.2] * 5] * len(shown), closer)

    boxes: list[Box] = [(0.0, 0.0, 8.0, 8.0), (20.0, 0.0, 28.0, 8.0)]
    reader = FaceReader(
        FakeNetwork(first, 8, labels, thresholds, config), FakeNetwork(another, 8, labels, {})
    )

    readings = reader.readings(reader.look(CROPS[:2], places_of(boxes, 40, 20)))

    assert [one.face for one in readings] == [face, face]
    assert [one.label for one in readings] == ["2" if face else "cocked"] * 2
