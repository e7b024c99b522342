"""Surroundings speak against a face or not at all, and what a face loses goes to there being no die."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import FakeNetwork, seen_alone, surroundings_telling
from vision.dice.faces import FaceReader
from vision.dice.surroundings import LIKE_TABLE, Surroundings
from vision.image import Frame

FRAME: Frame = np.zeros((200, 300, 3), np.uint8)
BOX = (100.0, 80.0, 140.0, 120.0)


def with_square(lighter: int, left: int = 100, right: int = 140) -> Frame:
    frame = np.full_like(FRAME, 100)
    frame[80:120, left:right] += np.uint8(lighter)
    return frame


def test_surroundings_take_from_the_odds_of_a_face_and_add_nothing() -> None:
    odds = surroundings_telling(-4.0, 0.0, 6.0).odds(with_square(90), [BOX] * 3)

    assert odds.tolist() == [-2.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("frame", "odds"),
    [
        (with_square(0), LIKE_TABLE),
        (with_square(14), LIKE_TABLE),
        (with_square(18), 0.0),
        (with_square(90, left=132), LIKE_TABLE),  # less than a half of it, as a shadow is
    ],
)
def test_what_has_the_colour_of_the_table_may_be_printed(frame: Frame, odds: float) -> None:
    assert surroundings_telling().odds(frame, [BOX]) == pytest.approx([odds])


def test_a_number_of_the_tables_colour_is_no_tile_for_that() -> None:
    assert surroundings_telling(-1.0).printed(FRAME, [BOX]) == [False]
    assert surroundings_telling(-4.0).printed(FRAME, [BOX]) == [True]


def test_where_nothing_is_in_doubt_nothing_is_looked_at() -> None:
    def never(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        raise AssertionError(f"asked about {len(pictures)} finds")

    assert not len(Surroundings(FakeNetwork(never, 64, ("die",), {}, {"weight": 0.5})).odds(FRAME, []))


def test_a_view_shows_what_lies_around_the_find() -> None:
    views = []

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        views.append(pictures)
        return [np.zeros(len(pictures), np.float32)]

    frame = FRAME.copy()
    frame[80:120, 145:149] = 255  # a tenth of the find's side beside it

    Surroundings(FakeNetwork(answer, 64, ("die",), {}, {"weight": 0.5}, margin=2.5)).odds(frame, [BOX])

    (view,) = views[0]
    assert view.shape == (64, 64, 3)
    assert np.flatnonzero(view[32, :, 0] > 127) == pytest.approx([48, 49, 50], abs=3)


LABELS = ("1", "2", "cocked", "unsupported", "no die")


def test_what_faces_lose_goes_to_there_being_no_die() -> None:
    thresholds = {
        "accepted": 0.8, "stands": -0.5, "no_die": 0.5, "sure": 0.95, "settled": 0.99, "other_kind": 0.2,
        "may_lean": 0.0, "less_even": 2.0,
    }  # fmt: skip
    silent: dict[str, object] = {"company": {"bias": 0.0, "stands": 0.0, "unlike": 0.0}}
    network = FakeNetwork(lambda _: [], 8, LABELS, thresholds, silent)
    rows = np.array([[0, 0.9, 0.09, 0, 0.01], [0.0, 0.999, 0, 0, 0.001], [0.5, 0.3, 0, 0, 0.2]], np.float32)
    seen, faces = seen_alone(rows), FaceReader(network, network)

    told = faces.doubted(seen, [0], np.array([np.log(1 / 9)], np.float32)).probabilities

    assert faces.doubtful(seen) == [0]
    assert told[0] == pytest.approx([0, 0.5, 0.09, 0, 0.41], abs=1e-5)
    assert np.array_equal(told[1:], rows[1:])
