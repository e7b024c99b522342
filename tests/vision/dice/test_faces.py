"""One network looks at all finds, again at unsure ones, and another one at those that are left in doubt."""

from math import prod

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import FakeNetwork, faces_seen, seen_alone
from vision.dice.faces import MOST_EVENED, FaceReader, FacesSeen
from vision.dice.places import places_of

LABELS = ("1", "2", "cocked", "unsupported", "no die")
THRESHOLDS = {
    "accepted": 0.8, "stands": -0.5, "no_die": 0.5, "sure": 0.95, "settled": 0.9, "other_kind": 0.2,
    "may_lean": 0.0, "less_even": 1.0,
}  # fmt: skip
SILENT = {"bias": 0.0, "stands": 0.0, "unlike": 0.0}
BOXES = [(0.0, 0.0, 8.0, 8.0), (20.0, 0.0, 28.0, 8.0), (10.0, 9.0, 18.0, 17.0)]


def chances(one: float) -> list[float]:
    """Return the chances of a find that is a 1, or else no die."""
    return [one, 0, 0, 0, 1 - one]


def test_a_find_of_another_size_than_the_others_is_less_likely_a_die() -> None:
    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return faces_seen([chances(0.95)] * len(pictures), 1.0)

    boxes = [(10.0, 10.0, 50.0, 50.0), (100.0, 10.0, 140.0, 50.0), (200.0, 10.0, 270.0, 80.0)]
    company = {"bias": 0.0, "stands": 0.0, "unlike": -1.5}
    network = FakeNetwork(answer, 8, LABELS, THRESHOLDS, {"company": company})
    faces = FaceReader(network, network)

    seen = faces.look(np.zeros((3, 8, 8, 3), np.uint8), places_of(boxes, 300, 200))

    assert [one.face for one in faces.readings(seen)] == [1, 1, None]


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


def evening(ways: list[float], seen: list[list[float]], unread: list[int]) -> tuple[FacesSeen, list[int]]:
    """Return what is seen of finds once the ways to even their bodies show a 1 with these chances.

    A chance below 0 is that of a 2. Beside it how many crops were shown at once.
    """
    shown: list[int] = []

    def doubtful(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        shown.append(len(pictures))
        told = [ways[index % len(ways)] for index in range(len(pictures))]
        rows = [chances(one) if one > 0 else [0, -one, 0, 0, 1 + one] for one in told]
        return [np.array(rows, np.float32)]

    first = FakeNetwork(lambda _: [], 8, LABELS, THRESHOLDS, {"company": SILENT})
    before = seen_alone(np.array(seen, np.float32), company=0.5)
    crops = list(np.random.default_rng(5).integers(0, 256, (len(seen), 8, 8, 3)).astype(np.uint8))
    return FaceReader(first, FakeNetwork(doubtful, 8, LABELS, {})).evened(before, crops, unread), shown


def test_a_face_that_even_bodies_show_counts_by_the_surest_way_and_by_all_of_them() -> None:
    seen, shown = evening([0.6, 0.9, 0.6, 0.6, 0.6, 0.6], [[0.6, 0.4, 0, 0, 0], chances(0.3)], [0])

    mean = (6 * 0.6 + 0.9) / 7
    odds = 0.9 / 0.1 * mean / (1 - mean) / np.e
    assert shown == [6, 6], "as they are and in a mirror"
    assert seen.probabilities[0, 0] == pytest.approx(odds / (1 + odds), abs=1e-3)
    assert seen.probabilities[1].tolist() == pytest.approx(chances(0.3))
    assert seen.company.tolist() == [0.0, 0.5], "the others make no face surer that was hardly seen"


def test_what_even_bodies_show_less_surely_is_left_as_it_was() -> None:
    seen, _ = evening([0.5, 0.1, 0.1, 0.1, 0.1, 0.1], [chances(0.6)], [0])

    assert seen.probabilities[0].tolist() == pytest.approx(chances(0.6))
    assert seen.company.tolist() == [0.5]


def test_ways_that_contradict_each_other_tell_nothing() -> None:
    seen, _ = evening([0.99, 0.99, 0.99, 0.99, 0.99, -0.95], [[0.6, 0.4, 0, 0, 0]], [0])

    assert seen.probabilities[0].tolist() == pytest.approx([0.6, 0.4, 0, 0, 0])


def test_what_may_be_no_die_or_cocked_stays_so() -> None:
    seen, shown = evening([0.99] * 6, [[0.4, 0, 0.3, 0, 0.3], [0.4, 0, 0.1, 0, 0.5]], [0, 1])

    assert shown == [6, 6], "the cocked one is not asked about"
    assert seen.probabilities[0].tolist() == pytest.approx([0.4, 0, 0.3, 0, 0.3])
    assert seen.probabilities[1, 4] > 0.3
    assert seen.probabilities[1, 0] < THRESHOLDS["accepted"]


def test_a_page_of_unread_finds_is_not_asked_about_as_a_whole() -> None:
    _, shown = evening([0.5] * 6, [chances(0.6)] * 30, list(range(30)))

    assert shown == [6 * MOST_EVENED] * 2


def test_one_pip_has_to_be_surer_than_two() -> None:
    network = FakeNetwork(lambda _: [], 8, LABELS, THRESHOLDS, {"company": SILENT})
    rows = np.array([chances(0.86), [0, 0.86, 0, 0, 0.14], chances(0.92)], np.float32)

    readings = FaceReader(network, network).readings(seen_alone(rows))

    assert [one.face for one in readings] == [None, 2, 1]
    assert readings[0].confidence == pytest.approx(0.86)


def test_nothing_is_asked_where_all_is_read() -> None:
    _, shown = evening([0.5] * 6, [chances(0.9)], [])

    assert shown == []


def joined(*chances: float) -> float:
    """Return the geometric mean of chances, of what they leave likewise, and both 1 together."""
    mean, left = (prod(part) ** (1 / len(chances)) for part in (chances, [1 - one for one in chances]))
    return float(mean / (mean + left))
