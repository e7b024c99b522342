"""The table file of Art of Tactic: what it becomes, what runs, and messages for what is wrong in it."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from api.commands.resolve import resolve
from api.tables import DiceGroup, TableFileError, load_table
from resolver.art_of_tactic.fighter import Facing, Kind, Melee
from resolver.procedure import replay
from tests.resolver.exchanges import try_all_that_is_offered

PRESET = Path(__file__).parents[2] / "api" / "presets" / "art_of_tactic_ford.toml"

MOST_ANSWERS = 40
"""Of an evening played at random; its first melee takes about twenty."""

app = typer.Typer()
app.command()(resolve)

# The archers' flank attack fails to shake the footmen, nine dice of the riders come as six and three.
FORD: tuple[object, ...] = (
    {"faces": {"fortitude": [9]}},
    {"faces": {"attack": [2, 5, 10, 11, 14, 19]}},
    {"faces": {"attack": [1, 9, 20]}},
    {"faces": {"attack": [7, 8, 12, 15, 20]}},
    {"faces": {"attack": [3, 9, 10, 18]}},
    {"faces": {"attack": [6, 7, 11, 20]}},
    {"faces": {"fortitude": [20]}},
    {"faces": {"fortitude": [8]}},
)


def run(*lines: object, path: Path = PRESET) -> tuple[int, list[dict[str, Any]], str]:
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    result = CliRunner().invoke(app, [str(path), "--json"], input=text)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def edited(tmp_path: Path, old: str, new: str) -> Path:
    text = PRESET.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "table.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_the_preset_is_what_it_says() -> None:
    table = load_table(PRESET)

    setup = table.setup
    assert isinstance(setup, Melee)
    units = {unit.name: unit for unit in setup.units}
    assert table.players == ("Kaede", "Jorin")
    assert [army.dice for army in setup.armies] == [6, None]
    assert (units["riders"].kind, units["riders"].fights) == (Kind.CAVALRY, ("spearmen",))
    assert units["archers"].facing is Facing.FLANK
    assert units["guard"].general_staff
    assert setup.orders["defend"].verified
    assert not setup.orders["march"].verified
    assert DiceGroup("Kaede", "fortitude", "red", "white") in table.groups
    assert DiceGroup("Jorin", "fortitude", "white", "black") in table.groups


def test_the_preset_resolves_as_json_lines_to_its_outcome(tmp_path: Path) -> None:
    one_turn = edited(tmp_path, 'system = "art-of-tactic"', 'system = "art-of-tactic"\nturns = 1')

    status, said, stderr = run(*FORD, path=one_turn)

    assert (status, stderr) == (0, "")
    asked = [line["reason"] for line in said if line["type"] == "throw"]
    assert asked == [
        "fortitude before combat: 1D20 footmen, needs 9 or less (attacked by archers from the flank)",
        "attack: 6D20 riders, hits on 10 or less (0 of 9 read)",
        "attack: 3D20 riders, hits on 10 or less (6 of 9 read)",
        "attack: 5D20 footmen, hits on 7 or less",
        "attack: 4D20 spearmen, hits on 9 or less",
        "attack: 4D20 archers, hits on 6 or less",
        "fortitude: 1D20 spearmen, needs 13 or less (casualties)",
        "fortitude: 1D20 archers, needs 8 or less (casualties)",
    ]
    outcome = said[-1]
    assert outcome["type"] == "outcome"
    units = {unit["name"]: unit for unit in outcome["units"]}
    # Riders: five hits of nine, three absorbed; the spearmen test at 10 - 2 + 4 + 1.
    assert (units["spearmen"]["absorbed"], units["spearmen"]["casualties"]) == (3, 2)
    assert (units["spearmen"]["morale"], units["spearmen"]["put_to_flight"]) == ("hesitant", False)
    assert (units["riders"]["absorbed"], units["riders"]["models_left"]) == (2, 3)
    assert (units["archers"]["casualties"], units["footmen"]["absorbed"]) == (1, 1)


# Evenings in which units are attacked by several enemies and by nobody.
@pytest.mark.parametrize("seed", [4, 8, 9, 10])
def test_nothing_that_an_evening_at_the_ford_offers_is_refused(seed: int) -> None:
    try_all_that_is_offered(load_table(PRESET).begin_evening, Random(seed), MOST_ANSWERS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('order = "march"', 'order = "ambush"', "found 'ambush'; add orders.ambush with attack"),
        (
            "attack_vs_infantry = 8\n",
            "",
            "units.riders.attack_vs_infantry: expected the card's value",
        ),
        ("dice_per_model = 3 ", "# ", "players.Kaede.units.riders.dice_per_model: expected a value"),
        ("models = 3", "models = -3", "players.Kaede.units.riders.models: expected greater than or equal"),
        (
            "models = 3",
            "models = 200",
            "units.riders.models: expected less than or equal to 99",
        ),
        ("models = 3", "models = 99", "players.Kaede.units.riders.dice_per_model: expected at most 100 dice"),
        ('fights = "spearmen"', 'fights = "riders"', "riders.fights: expected enemies out of archers, guard"),
        (
            'fights = "spearmen"',
            'fights = "footmen"',
            "expected enemies out of archers, guard, spearmen",
        ),
        ('kind = "cavalry"', 'kind = "elephants"', "players.Kaede.units.riders.kind: expected 'infantry' or"),
        (
            'order = "assault"\nfights = "footmen"',
            'fights = "footmen"',
            "players.Jorin.units.archers.order: expected the order with which it attacks from the flank, or "
            '"continuing" where it fights face to face by now, found nothing',
        ),
        ("commander = true", "brave = true", "players.Kaede.units.riders.brave: unknown key"),
        ("count = 6", "count = 0", "players.Kaede.dice.count: expected greater than or equal to 1"),
        ("attack = 0", "", "orders.defend.attack: expected a value, found nothing"),
        (
            'order = "march"',
            'order = "march"\nhonor = 2',
            "guard.honor: expected less than or equal to 1",
        ),
        (
            "[players.Jorin.units.guard]",
            "[settings]\nhonour = true\n\n[players.Jorin.units.guard]",
            "settings.honour: unknown key",
        ),
        (
            '[players.Jorin.dice]\nattack = { body = "black"',
            '[players.Jorin.dice]\nattack = { body = "red"',
            "players.Jorin.dice.attack: expected colours of its own, found red with white marks",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = edited(tmp_path, old, new)

    with pytest.raises(TableFileError) as refused:
        load_table(path)

    assert message in str(refused.value)
    assert str(refused.value).startswith(str(path))


@pytest.mark.parametrize(
    ("order", "before", "prompt"),
    [
        ('order = "continuing"\n', "", "attack: 6D20 riders"),
        ("", "[settings]\nflank_counts_when_continuing = true\n\n", "fortitude before combat: 1D20 footmen"),
    ],
)
def test_a_flank_in_a_melee_that_goes_on_is_as_the_settings_say(
    tmp_path: Path, order: str, before: str, prompt: str
) -> None:
    text = PRESET.read_text(encoding="utf-8")
    text = text.replace('order = "assault"\nfights = "footmen"', f'{order}fights = "footmen"')
    path = tmp_path / "table.toml"
    path.write_text(text.replace("[players.Jorin.dice]", f"{before}[players.Jorin.dice]"), encoding="utf-8")

    asked = replay(load_table(path).start, ()).waiting_for

    assert asked is not None
    assert asked.reason.startswith(prompt)


def test_missing_card_data_ends_the_command_before_any_throw(tmp_path: Path) -> None:
    status, said, stderr = run(path=edited(tmp_path, 'order = "march"', 'order = "ambush"'))

    assert status == 2
    assert said == []
    assert "orders.ambush" in stderr


def test_numbers_of_the_table_replace_those_of_the_rules(tmp_path: Path) -> None:
    path = edited(
        tmp_path,
        "[orders.defend]",
        "[settings]\nflank_fortitude = -1\n\n[modifiers.honor]\nfortitude = 5\n\n[orders.defend]",
    )

    _, said, _ = run(path=path)

    assert [line["reason"] for line in said if line["type"] == "throw"] == [
        "fortitude before combat: 1D20 footmen, needs 14 or less (attacked by archers from the flank)"
    ]


def test_200_dice_are_refused_and_the_question_stays_open() -> None:
    _, said, _ = run({"faces": {"fortitude": [1] * 200}}, {"faces": {"fortitude": [21]}})

    assert [line["type"] for line in said if line["type"] in ("throw", "refused")] == [
        "throw",
        "refused",
        "refused",
    ]
    reasons = [line["reason"] for line in said if line["type"] == "refused"]
    assert reasons == [
        "Kaede: expected 1 die (fortitude), saw 200",
        "Kaede: expected fortitude faces from 1 to 20, saw 21",
    ]
