"""Table files: their reference, the presets, and what every form has in common."""

import copy
import tomllib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from api.tables import TableFileError, WrongTable, load_table, table_of
from api.tables.errors import key_and_text
from api.tables.form import Form
from api.tables.forms import ALL, FORMS
from api.tables.reference import reference
from resolver import SYSTEMS
from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Choice, Throw, replay
from tests.api.mangled import as_toml, mangled
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


presets = pytest.mark.parametrize("preset", PRESETS, ids=lambda path: path.stem)


@presets
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


MOST_DICE = 100
"""More than this nobody throws at once."""


def is_key(system: str, key: str) -> bool:
    """Whether a key may stand in a table file of a system; one of a list is its place in it."""
    if key == "system":
        return True
    schema = FORMS[system].model_json_schema()
    places = [schema]
    for part in key.split("."):
        places = [inner for place in places for inner in _under(place, part, schema["$defs"])]
    return bool(places)


def _under(place: dict[str, Any], part: str, definitions: dict[str, Any]) -> list[dict[str, Any]]:
    kinds = [place, *place.get("anyOf", [])]
    kinds += [definitions[kind["$ref"].rpartition("/")[2]] for kind in kinds if "$ref" in kind]
    found = [kind["properties"][part] for kind in kinds if part in kind.get("properties", {})]
    found += [kind["additionalProperties"] for kind in kinds if kind.get("additionalProperties")]
    lists = [kind for kind in kinds if kind.get("type") == "array" and part.isdigit()]
    return found + [inner for kind in lists for inner in (kind.get("items") or kind["prefixItems"][0],)]


@presets
@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_file_with_something_wrong_is_told_or_plays(preset: Path, seed: int) -> None:
    """Absurd values anywhere, unknown keys, missing ones: a message or a table, nothing else."""
    chance = Random(seed)
    right = tomllib.loads(preset.read_text(encoding="utf-8"))
    wrong = mangled(right, chance, ("replace", "replace", "add", "drop"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.toml"
        path.write_text(as_toml(wrong), encoding="utf-8")
        try:
            table = load_table(path)
        except TableFileError as error:
            for line in str(error).splitlines():
                assert line.startswith(f"{path}: ")
                key, text = key_and_text(line.removeprefix(f"{path}: "))
                assert "unknown key" in text or is_key(str(wrong.get("system")), key), line
                assert len(line) < len(str(path)) + 400
            return
    waiting = replay(table.start, ()).waiting_for
    if isinstance(waiting, Throw):
        assert waiting.total <= MOST_DICE


@presets
@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1))
def test_an_unknown_key_is_named_wherever_it_stands(preset: Path, seed: int) -> None:
    right = tomllib.loads(preset.read_text(encoding="utf-8"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.toml"
        path.write_text(as_toml(mangled(right, Random(seed), ("add",))), encoding="utf-8")
        with pytest.raises(TableFileError, match="xyzzy"):
            load_table(path)


def changed(preset: str, old: str, new: str, folder: Path) -> Path:
    """Return a preset with one thing changed."""
    path = folder / "table.toml"
    text = (API / "presets" / preset).read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


BUSHIDO, BLIGHTMEER = "bushido_aya_chiyo.toml", "blightmeer_mill_yard.toml"
MORDHEIM, TACTIC = "mordheim_boarding.toml", "art_of_tactic_ford.toml"


@pytest.mark.parametrize(
    ("preset", "old", "new", "message"),
    [
        (BUSHIDO, "[players.Chiyo]", "[players.Aya]", "not TOML: Cannot declare ('players', 'Aya') twice"),
        (
            MORDHEIM,
            '["Tam", "Orrin"]',
            '["Tam", "Tam"]',
            "contacts: expected two models, found 'Tam'",
        ),
        (BUSHIDO, "melee_pool = 3", "melee_pool = 200", "melee_pool: expected less than or equal to 99"),
        (BUSHIDO, "[players.Aya.dice]", "[players.Aya.dcie]", "players.Aya.dcie: unknown key"),
        (MORDHEIM, "A = 2", "A = 200", "players.Ulf.models.Brannoc.A: expected less than or equal to 10"),
        (MORDHEIM, "S = 3", "S = -3", "players.Ulf.models.Brannoc.S: expected greater than or equal to 1"),
        (
            MORDHEIM,
            '"axe", "dagger"',
            '"axe", "excalibur"',
            "found 'excalibur', add weapons.excalibur",
        ),
        (BUSHIDO, 'system = "bushido-vault"', "system = 1", "system: expected one of bushido-vault, "),
        (BUSHIDO, 'system = "bushido-vault"', "", "system: expected one of bushido-vault, "),
        (BUSHIDO, "[players.Chiyo]", '[players."  "]', "expected a name of 1 to 40 characters in one line"),
        (BUSHIDO, 'title = "', 'title = "' + "x" * 200, "title: expected"),
        (
            BUSHIDO,
            'title = "',
            'title = "\\u001b[2J',
            "title: expected a text without control characters, found",
        ),
        (BUSHIDO, 'model = "Chiyo"', 'model = "\\u0000"', "players.Chiyo.model: expected a text without"),
        (MORDHEIM, '"axe", "dagger"', '"axe", "\\u009b"', "weapons.1: expected a text without"),
    ],
)
def test_bad_input_is_told_with_key_expected_and_found(
    preset: str, old: str, new: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(TableFileError) as refused:
        load_table(changed(preset, old, new, tmp_path))

    assert message in str(refused.value)


@presets
def test_no_unit_fights_itself_or_its_own(preset: Path, tmp_path: Path) -> None:
    """Contacts and enemies name somebody of another player."""
    given = tomllib.loads(preset.read_text(encoding="utf-8"))
    for own in ((0, 0), (0, 1)):
        wrong = _against_own(given, own)
        if wrong is None:
            continue
        path = tmp_path / "table.toml"
        path.write_text(as_toml(wrong), encoding="utf-8")
        with pytest.raises(TableFileError, match=r"expected .*enem|expected two"):
            load_table(path)


def _against_own(given: dict[str, Any], places: tuple[int, int]) -> dict[str, Any] | None:
    """Return a table where one unit of the first player with two meets itself or its neighbour."""
    made = copy.deepcopy(given)
    for player in made["players"].values():
        units = player.get("units") or player.get("models") or {}
        names = list(units)
        if len(names) < 2:
            continue
        one, other = names[places[0]], names[places[1]]
        if "contacts" in made:
            made["contacts"] = [[one, other]]
        else:
            units[one]["fights"] = other
        return made
    return None


@presets
def test_two_hundred_dice_are_refused_with_expected_and_seen(preset: Path) -> None:
    start = load_table(preset).start
    answers: list[Answer] = []
    while isinstance(waiting := replay(start, answers).waiting_for, Choice):
        answers.append(waiting.options[0])
    assert isinstance(waiting, Throw)

    with pytest.raises(RollRejected) as refused:
        replay(start, (*answers, Roll.of({waiting.dice[0].group: [1] * 200})))

    assert f"expected {waiting.total}" in str(refused.value)
    assert "saw 200" in str(refused.value)
    assert replay(start, answers).waiting_for == waiting


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        pytest.param(
            {"still_in_contact": "perhaps"},
            "still_in_contact: expected a valid boolean or 'ask', found 'perhaps'",
            id="of a kind that does not fit",
        ),
        pytest.param(
            {"wound_table": "mine"},
            "wound_table: expected 'printed' or 'none' or a valid array, found 'mine'",
            id="of three kinds",
        ),
        pytest.param(
            {"wound_table": [[0, "one"]]},
            "wound_table.0.1: expected a valid integer, found 'one'",
            id="wrong further inside",
        ),
        pytest.param(
            {"settings": {"bool": [1]}},
            "settings.bool: expected a valid boolean or a valid integer or a valid string, found [1]",
            id="under the name of a kind",
        ),
    ],
)
def test_a_value_that_may_be_of_several_kinds_is_told_once(
    changes: Mapping[str, object], problem: str
) -> None:
    right = tomllib.loads((API / "presets" / "bushido_aya_chiyo.toml").read_text(encoding="utf-8"))
    with pytest.raises(WrongTable) as told:
        table_of({**right, **changes})

    assert told.value.problems == (problem,)


KNIGHT = "players.Ulf.models.Brannoc"


@pytest.mark.parametrize(
    ("preset", "changes", "key"),
    [
        (BUSHIDO, {"players.Aya.boosts": 1}, "players.Aya.melee_boost_cost"),
        (BUSHIDO, {"players.Chiyo.states": ["prone"]}, "players.Chiyo.special"),
        (
            BUSHIDO,
            {"players.Aya.special": "Slam Attack"},
            "players.Aya.weapons.sword.specials.slam_attack.cost",
        ),
        (BUSHIDO, {f"players.Aya.weapons.{'x' * 101}": {}}, f"players.Aya.weapons.{'x' * 101}"),
        (BUSHIDO, {f"players.{'x' * 41}": {}}, f"players.{'x' * 41}"),
        (BUSHIDO, {"players.Aya.weapons.Oni: the great": 1}, "players.Aya.weapons.Oni: the great"),
        (BLIGHTMEER, {"players.Marit.units.Runa.weapons": ["laser"]}, "players.Marit.units.Runa.weapons"),
        (BLIGHTMEER, {"players.Marit.units.Runa.attacks": 10}, "players.Marit.units.Runa.attacks"),
        (MORDHEIM, {f"{KNIGHT}.status": "stunned"}, "charges.0.model"),
        (MORDHEIM, {f"{KNIGHT}.began_activation_engaged": True}, "charges.0.model"),
        (MORDHEIM, {f"{KNIGHT}.M": 3, "charges.0.target": "Brannoc"}, "charges.0.target"),
        (MORDHEIM, {"weapons": {"": {}}}, "weapons.''"),
        (TACTIC, {"players.Kaede.units.riders.order": "Assault"}, "players.Kaede.units.riders.order"),
    ],
)
def test_what_is_wrong_is_told_with_the_whole_key(
    preset: str, changes: Mapping[str, object], key: str
) -> None:
    given: Any = tomllib.loads((API / "presets" / preset).read_text(encoding="utf-8"))
    for path, value in changes.items():
        *outer, last = path.split(".")
        place = given
        for part in outer:
            place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
        place[last] = value
    with pytest.raises(WrongTable) as told:
        table_of(given)

    assert key in [key_and_text(problem)[0] for problem in told.value.problems]


def test_all_that_a_unit_lacks_is_told_problem_by_problem() -> None:
    given: Any = tomllib.loads((API / "presets" / TACTIC).read_text(encoding="utf-8"))
    riders = given["players"]["Kaede"]["units"]["riders"]
    del riders["attack_vs_infantry"]
    riders["order"] = "ambush"
    with pytest.raises(WrongTable) as told:
        table_of(given)

    where = "players.Kaede.units.riders"
    assert [key_and_text(problem)[0] for problem in told.value.problems] == [
        f"{where}.order",
        f"{where}.attack_vs_infantry",
    ]
