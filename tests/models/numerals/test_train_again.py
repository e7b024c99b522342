"""The second set is asked for what can be told: numbers of the die's kind, and any where none can be read."""

import math
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.found_numbers import FoundNumbers, drawn_from
from models.numerals.net import UPRIGHT_PX, NumeralsNet
from models.numerals.saved import save
from models.numerals.train_again import Again, asked, told_of, turns_of

D20, CUBE = torch.tensor([True]), torch.tensor([False])
CLEAR, UNREADABLE = torch.tensor([True]), torch.tensor([False])


def test_a_cube_has_no_number_above_six() -> None:
    told = told_of(torch.arange(20.0)[None], CUBE).exp()

    assert told[0, :6].sum() == pytest.approx(1)
    assert told_of(torch.arange(20.0)[None], D20).exp()[0].argmax() == 19


def test_a_clear_number_is_asked_for() -> None:
    assert asked(torch.tensor([4]), CUBE, CLEAR)[0, 4] > 0.98


def test_of_a_number_that_nobody_can_read_any_is_asked_for() -> None:
    assert torch.allclose(asked(torch.tensor([4]), D20, UNREADABLE)[0], torch.full((20,), 1 / 20))
    assert torch.allclose(asked(torch.tensor([4]), CUBE, UNREADABLE)[0, :6], torch.full((6,), 1 / 6))


def test_numbers_far_from_upright_are_turned_back() -> None:
    off = torch.full((200,), math.pi / 2)

    turns = turns_of(off, torch.Generator().manual_seed(2))

    assert (turns + off).abs().mean() < 0.15


def test_most_numbers_that_were_turned_well_are_shown_as_they_were_found() -> None:
    turns = turns_of(torch.full((400,), 0.2), torch.Generator().manual_seed(2))

    assert (turns == 0).float().mean() == pytest.approx(0.7, abs=0.08)


def test_packs_are_drawn_as_often_as_they_weigh_and_what_is_held_out_never() -> None:
    def pack(held_out: list[bool]) -> FoundNumbers:
        column = torch.zeros(len(held_out))
        return FoundNumbers(column, column, column, column, torch.tensor(held_out), column)

    chance = drawn_from([pack([False, True, False]), pack([False])], [3.0, 1.0])

    assert chance.tolist() == [1.5, 0.0, 1.5, 1.0]


def test_what_was_learned_is_written_and_nothing_else_changes(tmp_path: Path) -> None:
    torch.manual_seed(4)
    net, learned = NumeralsNet(), Again(NumeralsNet())

    save({"net": {}, "step": 7}, net, learned, tmp_path / "out.pt")

    saved, both = torch.load(tmp_path / "out.pt"), NumeralsNet()
    both.load_state_dict(saved["net"])
    shown = torch.rand((2, 3, UPRIGHT_PX, UPRIGHT_PX))
    for one in (net, learned, both):
        one.eval()
    with torch.no_grad():
        assert torch.equal(Again(both).eval()(shown), learned(shown))
        assert torch.equal(both.number_in(shown), net.number_in(shown))
    assert saved["step"] == 7
