"""A sort of dice is learned beside what a reader knows: their labels count, of others what it said before."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch
import typer

from models.faces.closer import CloserFacesNet
from models.faces.net import INPUT_PX, LABELS, WIDE, FacesNet, StandingFacesNet
from models.faces.train_beside import (
    EMBLEMS,
    KEPT_FACES,
    KEPT_ONE_PIP,
    KEPT_REST,
    NO_FACES,
    ONE_PIP,
    OTHER_FACES,
    OTHER_KINDS,
    Reader,
    drawn,
    loss_beside,
    reader_of,
    said_of,
)

CROPS = torch.rand(6, 3, INPUT_PX, INPUT_PX, generator=torch.Generator().manual_seed(3))
NONE = torch.zeros(6, dtype=torch.bool)
ONE, TWO = LABELS.index("1"), LABELS.index("2")
OTHER_KIND, NO_DIE = LABELS.index("unsupported"), LABELS.index("no die")
BOTH = pytest.mark.parametrize("of", [StandingFacesNet, CloserFacesNet])


def reader(of: type[Reader] = StandingFacesNet) -> Reader:
    torch.manual_seed(5)
    net = of()
    torch.nn.init.normal_(net.labels.weight, std=0.2)
    net.eval()
    return net


def cost(
    net: Reader,
    before: Reader,
    labels: torch.Tensor,
    is_taught: torch.Tensor = NONE,
    is_other: torch.Tensor = NONE,
) -> float:
    with torch.no_grad():
        return float(loss_beside(net, before, CROPS, labels, is_taught, is_other))


def surest(net: Reader) -> torch.Tensor:
    with torch.no_grad():
        return said_of(net, CROPS).labels.argmax(dim=1)


@BOTH
def test_to_say_something_else_of_what_was_right_before_costs(of: type[Reader]) -> None:
    net, right = reader(of), surest(reader(of))
    with torch.no_grad():
        net.labels.bias += torch.linspace(-1, 1, len(LABELS))

    assert cost(net, reader(of), right) > cost(net, net, right) + 0.01


@BOTH
def test_what_was_false_before_need_not_be_said_again(of: type[Reader]) -> None:
    net, false = reader(of), (surest(reader(of)) + 1) % len(LABELS)
    with torch.no_grad():
        net.labels.bias += torch.linspace(-1, 1, len(LABELS))

    assert cost(net, reader(of), false) == pytest.approx(cost(net, net, false))


def test_of_what_is_taught_the_labels_count() -> None:
    net = reader()
    with torch.no_grad():
        said = net(CROPS)
    likely, unlikely = said.argmax(dim=1), said.argmin(dim=1)

    assert cost(net, reader(), likely, ~NONE) < cost(net, reader(), unlikely, ~NONE)


def test_to_say_something_else_of_how_dice_stand_costs() -> None:
    net, labels = reader(), torch.tensor([ONE] * 6)
    assert isinstance(net, StandingFacesNet)
    as_before = cost(net, reader(), labels, ~NONE)
    with torch.no_grad():
        net.stance.tell[-1].bias += 1

    assert cost(net, reader(), labels, ~NONE) > as_before + 0.1


@pytest.mark.parametrize(("label", "counts"), [(ONE, True), (NO_DIE, False)])
def test_where_the_top_face_lies_counts_of_dice_that_show_one(label: int, counts: bool) -> None:
    net, labels = reader(CloserFacesNet), torch.tensor([label] * 6)
    assert isinstance(net, CloserFacesNet)
    with torch.no_grad():
        net.nearer.bias += 0.3

    assert (cost(net, reader(CloserFacesNet), labels, ~NONE) > cost(net, net, labels, ~NONE)) is counts


def test_that_dice_of_other_kinds_are_none_counts_more() -> None:
    labels = torch.tensor([OTHER_KIND] * 6)

    assert cost(reader(), reader(), labels, NONE, ~NONE) > cost(reader(), reader(), labels)


def test_sorts_have_their_shares_and_what_validates_is_not_drawn() -> None:
    labels = torch.tensor([ONE, TWO, TWO, NO_DIE, OTHER_KIND, OTHER_KIND, ONE, TWO, NO_DIE, ONE])
    taught = torch.tensor([True, True, True, True, False, False, False, False, False, True])
    other = torch.arange(10) == 5
    weights = torch.tensor([1.0, 1, 3, 2, 1, 1, 1, 1, 1, 0], dtype=torch.float64)

    chance = drawn(labels, taught, other, weights)

    shares = [ONE_PIP, OTHER_FACES / 4, OTHER_FACES * 3 / 4, NO_FACES, EMBLEMS, OTHER_KINDS, KEPT_ONE_PIP]
    assert chance.tolist() == pytest.approx([*shares, KEPT_FACES, KEPT_REST, 0.0])


def test_a_reader_that_neither_tells_how_dice_stand_nor_looks_closer_is_refused(tmp_path: Path) -> None:
    torch.save({"net": FacesNet(WIDE).state_dict()}, tmp_path / "wide.pt")

    with pytest.raises(typer.BadParameter, match="train_closer"):
        reader_of(tmp_path / "wide.pt")
