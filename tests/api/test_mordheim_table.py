"""The table file of the Mordheim-derived draft, and its preset from first throw to outcome."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from api.commands.resolve import resolve
from api.tables import TableFileError, load_table
from resolver.dice import Roll
from resolver.mordheim.charts import PRINTED_CRITICALS
from resolver.mordheim.events import Outcome
from resolver.mordheim.fighter import Melee
from resolver.procedure import Choice, Throw, replay
from tests.resolver.exchanges import any_roll, run_through, try_all_that_is_offered

PRESET = Path(__file__).parents[2] / "api" / "presets" / "mordheim_boarding.toml"

MOST_ANSWERS = 60
"""Of an evening played at random; its first phase takes about twenty."""

SMALL = """
system = "mordheim"
active = "Ulf"
contacts = [["Brannoc", "Sela"]]
[players.Ulf.models.Brannoc]
WS = 3
S = 3
T = 3
W = 1
I = 4
A = 1
weapons = ["axe"]
[players.Ina.models.Sela]
WS = 3
S = 3
T = 3
W = 1
I = 3
A = 1
"""


def setup_of(tmp_path: Path, text: str) -> Melee:
    path = tmp_path / "table.toml"
    path.write_text(text)
    setup = load_table(path).setup
    assert isinstance(setup, Melee)
    return setup


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(TableFileError) as refused:
        setup_of(tmp_path, text)
    return str(refused.value).removeprefix(f"{tmp_path / 'table.toml'}: ")


@pytest.mark.parametrize("seed", range(3))
def test_the_preset_resolves_to_its_outcome_as_json(seed: int) -> None:
    table = load_table(PRESET)
    chance = Random(seed)
    answers = run_through(
        table.start,
        lambda asked: chance.choice(asked.options) if isinstance(asked, Choice) else any_roll(asked, chance),
    )
    lines = [
        {"faces": dict(answer.groups)} if isinstance(answer, Roll) else {"choice": answer}
        for answer in answers
    ]
    app = typer.Typer()
    app.command()(resolve)

    result = CliRunner().invoke(
        app, [str(PRESET), "--json"], input="".join(f"{json.dumps(line)}\n" for line in lines)
    )

    assert result.exit_code == 0, result.stderr
    messages: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert messages[0]["type"] == "melee_began"
    assert messages[-1]["type"] == "outcome"
    expected = replay(table.start, answers).outcome
    assert isinstance(expected, Outcome)
    assert [(model["name"], model["status"]) for model in messages[-1]["models"]] == [
        (model.name, model.status.value) for model in expected.models
    ]


def test_the_preset_asks_for_the_bash_first_and_names_its_dice() -> None:
    table = load_table(PRESET)
    bash = replay(table.start, ()).waiting_for

    assert isinstance(bash, Choice)
    assert bash.purpose == "bash"
    asked = replay(table.start, ("yes",)).waiting_for
    assert isinstance(asked, Throw)
    colours = {(group.player, group.group): (group.body, group.marks) for group in table.groups}
    assert colours["Ulf", "second"] == ("white", "black")
    assert colours["Ulf", "other"] == colours["Ulf", "main"] == ("red", "white")


def test_profiles_differ_in_what_they_know(tmp_path: Path) -> None:
    assert setup_of(tmp_path, SMALL).profile.name == "mordheim"
    strict = SMALL.replace('"mordheim"', '"mordheim-strict"')
    found = refusal(tmp_path, strict)
    assert found == (
        "players.Ulf.models.Brannoc.weapons: expected one of no weapon, the profile knows none; "
        "found 'axe', add weapons.axe"
    )
    setup = setup_of(tmp_path, f"{strict}[weapons.axe]\nsave_mod = -1\n")
    assert [model.weapons[0].name for model in setup.models] == ["axe", "unarmed"]


def test_weapons_charts_falls_and_settings_are_taken(tmp_path: Path) -> None:
    row = "[4, 4, 4, 4, 4, 4, 4, 4, 4, 4]"
    six = ", ".join("{ wounds = 1 }" for _ in range(6))
    setup = setup_of(
        tmp_path,
        f"""{SMALL}
[weapons.axe]
strength = 1
strike_first = "always"
criticals = [{six}]
[charts]
to_hit = "none"
to_wound = [{", ".join([row] * 10)}]
[fall]
hits = 2
strength = 4
[settings]
multi_wound = "at_zero"
allow_parry = false
""",
    )

    axe = setup.models[0].weapons[0]
    assert (axe.strength, axe.save_mod) == (1, 0)
    assert axe.criticals is not None
    assert axe.criticals.rows[0].wounds == 1
    assert setup.criticals == PRINTED_CRITICALS
    charts = setup.profile.charts
    assert charts.to_hit is None
    assert charts.wound(1, 10) == 4
    assert charts.save_modifier(4) == 1
    assert setup.fall is not None
    assert setup.fall.hits == 2
    assert (setup.profile.multi_wound.value, setup.profile.allow_parry) == ("at_zero", False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            ("WS = 3\nS = 3\nT = 3\nW = 1\nI = 3", "WS = 3\nS = 3\nW = 1\nI = 3"),
            "players.Ina.models.Sela.T: expected a number for melee in profile 'mordheim', found nothing",
            id="missing card data",
        ),
        pytest.param(
            ('"axe"', '"axes"'),
            "players.Ulf.models.Brannoc.weapons: expected one of",
            id="a weapon nobody has",
        ),
        pytest.param(
            ('weapons = ["axe"]', "armour = 3"),
            "players.Ulf.models.Brannoc.armour: expected 4, 5 or 6, found 3",
            id="absurd armour",
        ),
        pytest.param(
            ('"Brannoc", "Sela"', '"Brannoc", "Brannoc"'),
            "contacts: expected two models, found 'Brannoc' against itself",
            id="fights itself",
        ),
        pytest.param(
            ('"Brannoc", "Sela"', '"Brannoc", "Tam"'),
            "contacts: expected one of Brannoc, Sela, found 'Tam'",
            id="nobody",
        ),
        pytest.param(
            ("A = 1\nweapons", "A = 200\nweapons"),
            "players.Ulf.models.Brannoc.A: expected less than or equal to 10, found 200",
            id="two hundred attacks",
        ),
        pytest.param(
            ('["axe"]', '["axe", "halberd"]'),
            "players.Ulf.models.Brannoc.weapons: expected what two hands can hold, found 3 hands' worth",
            id="three hands",
        ),
        pytest.param(
            ("[players.Ina.models.Sela]", "[players.Ina.models.Brannoc]"),
            "players.Ina.models.Brannoc: expected a name of its own, found one of Ulf's",
            id="one name twice",
        ),
        pytest.param(
            ('weapons = ["axe"]', 'nimble = true\nweapons = ["axe"]'),
            "players.Ulf.models.Brannoc.nimble: unknown key",
            id="unknown trait",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_key(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    assert change[0] in SMALL
    assert refusal(tmp_path, SMALL.replace(*change, 1)).startswith(message)


def test_a_second_weapon_needs_dice_of_its_own(tmp_path: Path) -> None:
    text = SMALL.replace('["axe"]', '["axe", "dagger"]')
    dice = '[players.Ulf.dice]\nmain = { body = "red", marks = "white" }\n'

    assert setup_of(tmp_path, text)
    assert refusal(tmp_path, text + dice).startswith("players.Ulf.dice.second: expected colours")


def test_charges_breaks_and_an_unknown_setting(tmp_path: Path) -> None:
    charge = '[[charges]]\nmodel = "Brannoc"\ntarget = "Sela"\ndistance = 4.9\nledge = "ask"\n'
    free = SMALL.replace('contacts = [["Brannoc", "Sela"]]\n', "")
    setup = setup_of(tmp_path, free.replace("WS = 3", "M = 4\nWS = 3", 1) + charge)

    assert str(setup.charges[0].distance) == "4.9"
    assert setup.charges[0].ledge is None
    assert "players.Ulf.models.Brannoc.M: expected a number for a charge" in refusal(tmp_path, free + charge)
    breaking = '[[breaking]]\nmodel = "Sela"\nafter_combat = true\n'
    assert setup_of(tmp_path, SMALL + breaking).breaking[0].after_combat
    assert refusal(tmp_path, f"{SMALL}[settings]\nparries = true\n").startswith(
        "settings.parries: unknown key; expected one of allow_parry, "
    )
    found = refusal(tmp_path, f"{SMALL}[charts]\nsave_modifiers = [0, 1]\n")
    assert found == "charts.save_modifiers: expected 10 numbers, found 2"


@pytest.mark.parametrize("seed", [0, 3, 4, 6])
def test_nothing_that_an_evening_of_boarding_offers_is_refused(seed: int) -> None:
    try_all_that_is_offered(load_table(PRESET).begin_evening, Random(seed), MOST_ANSWERS)
