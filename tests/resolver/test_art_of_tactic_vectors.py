"""The worked examples of Art of Tactic, from vectors/art_of_tactic.json, through the whole procedure."""

import json
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from resolver.art_of_tactic.events import DamageDone
from tests.resolver.melees import of_type, one_turn, play, reports, unit

VECTORS = json.loads((Path(__file__).parent / "vectors" / "art_of_tactic.json").read_text())


def plain(value: object) -> object:
    """Return a value as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    return [plain(entry) for entry in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in VECTORS])
def test_a_worked_example_ends_as_written(case: dict[str, Any]) -> None:
    setup = one_turn(*(unit(name, **fields) for name, fields in case["units"].items()))

    progress = play(setup, *case["rolls"])

    assert progress.outcome is not None, progress.waiting_for
    found = reports(progress.outcome)
    for name, expected in case["expected"].items():
        for key, value in expected.items():
            assert plain(getattr(found[name], key)) == value, f"{name}.{key}"
    tests = [
        [report.name, test.reason.value, test.fortitude, test.face, test.passed]
        for report in found.values()
        for test in report.tests
    ]
    assert tests == case["tests"]
    lost = {damage.name: damage.lost for damage in of_type(progress, DamageDone) if damage.lost}
    assert lost == case.get("lost", {})


def test_every_example_of_the_specification_is_here() -> None:
    ids = {case["id"] for case in VECTORS}

    assert ids >= {"S1", "S2", "R1", *(f"D{number}" for number in range(1, 17))}
