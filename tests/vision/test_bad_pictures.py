"""What no die can be read from gives few readings or none, each with its problem, and never a falsehood."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from numpy.random import Generator

from tests.vision.bad_pictures import NO_DICE, overexposed, photograph_of_a_photograph, screenshot, tiles
from vision.image import Frame
from vision.reader import TableReader, open_reader
from vision.reading import Problem

Draw = Callable[[Generator], tuple[Frame, list[int]]]


@pytest.fixture(scope="module")
def reader() -> TableReader:
    """Return the packaged reader."""
    return open_reader(threads=1)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", NO_DICE)
def test_nothing_is_read_where_no_die_can_be(reader: TableReader, name: str, seed: int) -> None:
    reading = reader.read(NO_DICE[name](np.random.default_rng(seed)))

    assert [die.face for die in reading.dice if die.face is not None] == []
    assert all(die.problem in list(Problem) for die in reading.dice)
    assert reading.dice or reading.problems == ("no dice found",)


@pytest.mark.parametrize("seed", [6, 13, 16, 30])
def test_numbers_on_game_pieces_are_no_dice(reader: TableReader, seed: int) -> None:
    reading = reader.read(tiles(np.random.default_rng(seed)))

    assert [die.face for die in reading.dice if die.face is not None] == []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("draw", [overexposed, screenshot, photograph_of_a_photograph])
def test_dice_hard_to_see_are_read_as_they_show_or_not_at_all(
    reader: TableReader, draw: Draw, seed: int
) -> None:
    frame, values = draw(np.random.default_rng(seed))

    reading = reader.read(frame)

    accepted = Counter(die.face for die in reading.dice if die.face is not None)
    assert accepted <= Counter(values)
    assert all(die.problem in list(Problem) for die in reading.dice if die.face is None)
