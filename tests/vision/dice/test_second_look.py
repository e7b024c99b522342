"""Who is unsure looks again, in a mirror or with other eyes."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.second_look import Doubt, look_again, look_until_settled

Look = Callable[[NDArray[np.uint8]], NDArray[np.float32]]

DOUBT = Doubt(sure=0.9, settled=0.95, left=2, surely_left=0.8)


def crops_with_left_edges(*levels: int) -> NDArray[np.uint8]:
    crops = np.zeros((len(levels), 4, 4, 3), np.uint8)
    crops[:, :, 0] = np.array(levels)[:, None, None]
    return crops


class ByLeftEdge:
    """Says label 0 as surely as the left edge is bright, and remembers how many crops it was shown."""

    def __init__(self, dark: float = 0.2, bright: float = 0.92) -> None:
        self.shown: list[int] = []
        self._dark, self._bright = dark, bright

    def __call__(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.shown.append(len(crops))
        first = self._dark + crops[:, 0, 0, 0] / 255 * (self._bright - self._dark)
        return np.stack([first, 1 - first, 0 * first], axis=1).astype(np.float32)


def told(first: ByLeftEdge, other: ByLeftEdge, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    return look_until_settled(first(crops), first, other, crops, DOUBT)


def joined(*words: float) -> float:
    one, other = np.prod(words) ** (1 / len(words)), np.prod(1 - np.array(words)) ** (1 / len(words))
    return float(one / (one + other))


def test_settled_crops_are_looked_at_once() -> None:
    first, other = ByLeftEdge(bright=0.96), ByLeftEdge()

    probabilities = told(first, other, crops_with_left_edges(255, 255))

    assert (first.shown, other.shown) == ([2], [])
    assert probabilities[:, 0] == pytest.approx([0.96, 0.96])


def test_sure_crops_that_are_not_settled_are_shown_to_the_other_network_alone() -> None:
    first, other = ByLeftEdge(), ByLeftEdge(bright=0.96)

    probabilities = told(first, other, crops_with_left_edges(255, 255))

    assert (first.shown, other.shown) == ([2], [2])
    assert probabilities[:, 0] == pytest.approx([joined(0.92, 0.96)] * 2, abs=1e-4)
    assert probabilities.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_a_sure_mistake_is_told_by_the_other_network_and_its_look_in_a_mirror() -> None:
    first, other = ByLeftEdge(), ByLeftEdge(dark=0.3, bright=0.1)

    probabilities = told(first, other, crops_with_left_edges(255))

    assert (first.shown, other.shown) == ([1], [1, 1])
    assert probabilities[0, 0] == pytest.approx(joined(0.92, 0.1, 0.3), abs=1e-4)


def test_the_looks_of_one_network_at_an_unsure_crop_are_one_word() -> None:
    first, other = ByLeftEdge(dark=0.6, bright=0.8), ByLeftEdge(dark=0.5, bright=0.5)

    probabilities = told(first, other, crops_with_left_edges(255))

    assert (first.shown, other.shown) == ([1, 1], [1, 1])
    assert probabilities[0, 0] == pytest.approx(joined(joined(0.8, 0.6), 0.5, 0.5), abs=1e-4)


def test_what_is_surely_left_to_another_reader_is_looked_at_once() -> None:
    said = np.array([[0.1, 0.05, 0.85], [0.2, 0.05, 0.75]], np.float32)

    assert DOUBT.about(said, DOUBT.sure).tolist() == [False, True]


def test_nothing_is_asked_where_nothing_is_in_doubt() -> None:
    look, crops = ByLeftEdge(), crops_with_left_edges(0)
    said = look(crops)

    assert look_again(said, look, crops, np.array([False])) is said
    assert look.shown == [1]
