"""Who is unsure looks again, in a mirror or with other eyes."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.second_look import look_again, mirrored


def crops_with_left_edges(*levels: int) -> NDArray[np.uint8]:
    crops = np.zeros((len(levels), 4, 4, 3), np.uint8)
    crops[:, :, 0] = np.array(levels)[:, None, None]
    return crops


Look = Callable[[NDArray[np.uint8]], NDArray[np.float32]]


class ByLeftEdge:
    """Says label 0 as surely as the left edge is bright, and remembers how many crops it was shown."""

    def __init__(self) -> None:
        self.shown: list[int] = []

    def __call__(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.shown.append(len(crops))
        first = 0.2 + crops[:, 0, 0, 0] / 255 * 0.7
        return np.stack([first, 1 - first], axis=1).astype(np.float32)


def looked_twice(look: ByLeftEdge, crops: NDArray[np.uint8], sure: float, left: int) -> NDArray[np.float32]:
    return look_again(look(crops), [lambda shown: look(mirrored(shown))], crops, sure, left)


def test_sure_crops_are_looked_at_once() -> None:
    look = ByLeftEdge()

    probabilities = looked_twice(look, crops_with_left_edges(255, 255), sure=0.85, left=9)

    assert look.shown == [2]
    assert probabilities[:, 0] == pytest.approx([0.9, 0.9])


def test_unsure_crops_get_the_geometric_mean_of_both_looks() -> None:
    look = ByLeftEdge()

    probabilities = looked_twice(look, crops_with_left_edges(255, 128), sure=0.85, left=9)

    assert look.shown == [2, 1]
    assert probabilities[0, 0] == pytest.approx(0.9)
    # Mirrored, the dark edge lies left: 0.2 for label 0 against 0.55 at the first look.
    one, other = np.sqrt(0.5514 * 0.2), np.sqrt(0.4486 * 0.8)
    assert probabilities[1, 0] == pytest.approx(one / (one + other), abs=1e-3)
    assert probabilities.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_what_is_left_to_another_reader_is_looked_at_once() -> None:
    look = ByLeftEdge()

    looked_twice(look, crops_with_left_edges(255, 128, 0), sure=0.85, left=0)

    # Of the two unsure ones the darker is likeliest of label 1.
    assert look.shown == [3, 1]


def test_of_several_looks_each_counts_as_much() -> None:
    def always(chance: float) -> Look:
        return lambda crops: np.array([[chance, 1 - chance]] * len(crops), np.float32)

    crops = crops_with_left_edges(0)
    joined = look_again(always(0.8)(crops), [always(0.4), always(0.5)], crops, sure=0.9, left=9)

    one, other = (0.8 * 0.4 * 0.5) ** (1 / 3), (0.2 * 0.6 * 0.5) ** (1 / 3)
    assert joined[0] == pytest.approx([one / (one + other), other / (one + other)], abs=1e-5)
