"""What is taught alone leaves the rest of the reader as it was."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

from models.numerals.net import NumeralsNet
from models.numerals.train import parts_left


def names(net: NumeralsNet, parts: list[object]) -> set[str]:
    return {name for name, module in net.named_children() if any(module is part for part in parts)}


def test_where_the_die_is_taught_alone_what_reads_its_number_stays() -> None:
    net = NumeralsNet()

    assert names(net, list(parts_left(net, "die"))) == {"turn", "ways", "nearer", "number", "numbers"}
    assert names(net, list(parts_left(net, "numbers"))) == {"near", "far", "here", "top"}
    assert parts_left(net, None) == []
