"""Table files: their reference, the presets, and what every form has in common."""

from pathlib import Path
from random import Random

import pytest
from pydantic import BaseModel

from api.tables import load_table
from api.tables.form import Form
from api.tables.forms import ALL, FORMS
from api.tables.reference import reference
from resolver import SYSTEMS
from resolver.procedure import Answer, Choice, Throw
from tests.resolver.exchanges import any_roll, run_through

API = Path(__file__).parents[2] / "api"
PRESETS = sorted((API / "presets").glob("*.toml"))

forms = pytest.mark.parametrize("form", ALL, ids=lambda form: form.__name__)


def test_the_reference_says_what_the_forms_say() -> None:
    written = (API / "tables" / "TABLES.md").read_text(encoding="utf-8")

    assert written == reference(), "write it anew: python -m api.tables.reference > api/tables/TABLES.md"


@forms
def test_every_key_has_a_meaning_in_the_reference(form: type[Form]) -> None:
    models: list[type[BaseModel]] = [form]
    for model in models:
        for key, field in model.model_fields.items():
            assert field.description, f"{model.__name__}.{key}"
        models += [other for other in _within(model) if other not in models]


def _within(model: type[BaseModel]) -> list[type[BaseModel]]:
    """Return the forms that stand within a form, however deep in lists and alternatives."""
    found: list[type[BaseModel]] = []
    waiting: list[object] = [field.annotation for field in model.model_fields.values()]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            found.append(kind)
        else:
            waiting += getattr(kind, "__args__", ())
    return found


@forms
def test_every_switch_of_an_edition_has_its_reason_in_the_reference(form: type[Form]) -> None:
    section = reference().partition(f"`{next(iter(form.editions))}`")[2].partition("\n## ")[0]
    switches = section.partition("### `[settings]`")[2].splitlines()

    for line in switches:
        assert not line.endswith("|  |"), line


def test_every_system_has_a_form_and_every_form_a_preset() -> None:
    assert set(FORMS) == {system.id for system in SYSTEMS}
    for form in ALL:
        assert load_table(API / "presets" / form.preset).system in form.editions


@pytest.mark.parametrize("preset", PRESETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(5))
def test_a_preset_runs_to_its_outcome(preset: Path, seed: int) -> None:
    table = load_table(preset)
    chance = Random(seed)
    asked: list[Throw | Choice] = []

    def answer(question: Throw | Choice) -> Answer:
        asked.append(question)
        return chance.choice(question.options) if isinstance(question, Choice) else any_roll(question, chance)

    run_through(table.start, answer)

    colours = {(group.player, group.group): (group.body, group.marks) for group in table.groups}
    for question in asked:
        assert question.player in table.players
        if isinstance(question, Throw):
            # Every die asked for can be told by its colours from the other dice of the same throw.
            thrown = [colours[question.player, dice.group] for dice in question.dice]
            assert len(set(thrown)) == len(thrown)
