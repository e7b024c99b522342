"""A set is asked for what can be told: numbers of the die's kind, and any where none can be read."""

import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.crops import PACKED_PX
from models.numerals.found_numbers import KEPT_PX, FoundNumbers, drawn_from
from models.numerals.net import LABELS, UPRIGHT_PX, NumeralsNet
from models.numerals.saved import save
from models.numerals.train_numbers import KeepsKinds, Which, asked, set_of, told_of, turns_of

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


@pytest.mark.parametrize(("which", "other"), [("first", "second"), ("second", "first")])
def test_what_was_learned_is_written_and_nothing_else_changes(
    tmp_path: Path, which: Which, other: Which
) -> None:
    torch.manual_seed(4)
    net, learned = NumeralsNet(), set_of(NumeralsNet(), which)

    save({"net": {}, "step": 7}, net, learned, tmp_path / "out.pt")

    saved, both = torch.load(tmp_path / "out.pt"), NumeralsNet()
    both.load_state_dict(saved["net"])
    shown = torch.rand((2, 3, UPRIGHT_PX, UPRIGHT_PX))
    with torch.no_grad():
        assert torch.equal(set_of(both, which).eval()(shown), learned.eval()(shown))
        assert torch.equal(set_of(both, other).eval()(shown), set_of(net, other).eval()(shown))
    assert saved["step"] == 7


def test_what_a_number_says_of_its_kind_is_measured_against_how_it_was(tmp_path: Path) -> None:
    torch.manual_seed(4)
    net, random = NumeralsNet().eval(), torch.Generator().manual_seed(1)
    crops = packed_in(tmp_path / "crops.npz")
    shown = torch.rand((2, 3, UPRIGHT_PX, UPRIGHT_PX))
    kept = torch.randint(0, 255, (2, KEPT_PX, KEPT_PX, 3), dtype=torch.uint8)
    layers = set_of(net, "first")
    moved = KeepsKinds(net, [f"{crops}:2"], random)

    as_it_was = moved(layers, shown, kept, random)
    with torch.no_grad():
        for weight in net.number.parameters():
            weight += 0.05

    assert as_it_was == 0
    assert moved(layers, shown, kept, random) > 0.0001


def packed_in(path: Path) -> Path:
    """Write two packed crops without a number, of which one validates."""
    np.savez(
        path,
        names=np.array(["one"]),
        sources=np.zeros(2, int),
        crops=np.random.default_rng(3).integers(0, 255, (2, PACKED_PX, PACKED_PX, 3), np.uint8),
        labels=np.array([LABELS.index("d10"), LABELS.index("no die")]),
        held_out=np.array([False, True]),
        top_view=np.array([False, False]),
    )
    return path
