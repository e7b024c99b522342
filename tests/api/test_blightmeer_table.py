"""The table file of Blightmeer: what it becomes, what runs, and messages for what is wrong in it."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from api.commands.resolve import resolve
from api.tables import DiceGroup, TableFileError, load_table
from resolver.blightmeer.armoury import WEAPONS
from resolver.blightmeer.editions import AgilityOrder
from resolver.blightmeer.fighter import Phase, Status

PRESET = Path(__file__).parents[2] / "api" / "presets" / "blightmeer_mill_yard.toml"

app = typer.Typer()
app.command()(resolve)

# Bryn's 19 counts as two 20s; Husk has no Defence and two wounds, so one of the two is drawn.
BRYN_AND_HUSK: tuple[object, ...] = (
    {"choice": "Bryn"},
    {"faces": {"attack": [9, 12]}},
    {"faces": {"attack": [19]}},
    {"faces": {"random": [20]}},
)
# Odda and Skeld are tied; Runa's 15 is saved; Skeld dazes Odda, who drops out, and misses Runa.
CHAIN_OF_FOUR: tuple[object, ...] = (
    {"faces": {"order": [7]}},
    {"faces": {"order": [12]}},
    {"choice": "2 Sword + 1 Hammer"},
    {"faces": {"attack": [15, 3], "second": [12]}},
    {"faces": {"defence": [19]}},
    {"choice": "Runa"},
    {"choice": "Odda"},
    {"choice": "Odda"},
    {"faces": {"attack": [10]}},
    {"faces": {"defence": [5]}},
    {"faces": {"attack": [7]}},
)


def run(*lines: object, path: Path = PRESET) -> tuple[int, list[dict[str, Any]], str]:
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    result = CliRunner().invoke(app, [str(path), "--json"], input=text)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def test_the_preset_is_what_it_says() -> None:
    table = load_table(PRESET)

    setup = table.setup
    assert isinstance(setup, Phase)
    units = {unit.name: unit for unit in setup.units}
    assert table.players == ("Marit", "Tove")
    assert [weapon.name for weapon in units["Runa"].weapons] == ["Sword", "Hammer"]
    assert units["Husk"].defence is None
    assert units["Varg"].status is Status.DAZED
    assert (units["Bryn"].weapons[0].injury, units["Bryn"].weapons[0].slots) == (2, 2)
    assert DiceGroup("Tove", "defence", "blue", "white") in table.groups
    assert DiceGroup("Marit", "defence", "red", "white") in table.groups
    assert DiceGroup("Tove", "order", "black", "white") in table.groups


def edited(tmp_path: Path, old: str, new: str) -> Path:
    text = PRESET.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "table.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'weapons = ["spear"]',
            'weapons = ["trident"]',
            "players.Marit.units.Odda.weapons: expected one of the armoury or the file, found 'trident'; "
            "add weapons.trident with melee, injury and pierce",
        ),
        (
            'armour = ["shield"]',
            'armour = ["bone plate"]',
            "players.Marit.units.Odda.armour: expected one of the armoury or the file, found 'bone plate'; "
            "add armour.bone_plate with defence",
        ),
        (
            'weapons = ["sword", "hammer"]',
            'weapons = ["sword", "great_axe"]',
            "players.Marit.units.Runa.weapons: expected at most 2 weapon slots, found 3 (Sword, Great Axe)",
        ),
        (
            'weapons = ["sword", "hammer"]',
            'weapons = ["sword", "spear"]',
            "players.Marit.units.Runa.weapons: expected those for dual wielding, found 'Spear'",
        ),
        ("melee = 13", "melee = -3", "players.Marit.units.Runa.melee: expected greater than or equal to 1"),
        (
            "attacks = 2",
            "attacks = 200",
            "players.Marit.units.Runa.attacks: expected less than or equal to 10",
        ),
        (
            "attacks = 2",
            "attacks = 10",
            "players.Marit.units.Runa.attacks: expected at most 10 with all bonuses, found",
        ),
        ("agility = 9", "", "players.Marit.units.Runa.agility: expected a value, found nothing"),
        ('defence = "-"', 'defence = "none"', "players.Tove.units.Husk.defence"),
        ("injury = 2", "", "weapons.billhook.injury: expected a value, found nothing"),
        ('current = "Marit"', 'current = "Nobody"', "current: expected one of Marit, Tove, found 'Nobody'"),
        (
            '["Runa", "Skeld"]',
            '["Runa", "Runa"]',
            "contacts: expected two enemies, found Runa touching itself",
        ),
        ('["Runa", "Skeld"]', '["Runa", "Odda"]', "found Runa and Odda, both units of Marit"),
        ('["Runa", "Skeld"]', '["Runa", "Ghost"]', "found 'Ghost'"),
        ('["Runa", "Skeld"]', '["Runa"]', "contacts: expected pairs of names, found 1 names together"),
        ('["Runa", "Skeld"]', '["Varg", "Odda"]', "found Odda and Varg twice"),
        (
            'second = { body = "white", marks = "black" }',
            "",
            "players.Marit.dice.second: expected colours, as Runa has two weapons, found nothing",
        ),
        (
            'second = { body = "white", marks = "black" }',
            'second = { body = "red", marks = "white" }',
            "players.Marit.dice.second: expected colours of its own",
        ),
        (
            "[players.Tove.units.Skeld]",
            "[players.Tove.units.Runa]",
            "players.Tove.units.Runa: expected a name of its own, found one of Marit's",
        ),
        ('status = "dazed"', 'status = "incapacitated"', "who is incapacitated"),
        ("critical_on = 19", "critical_on = 1", "critical_on: expected greater than or equal to 2"),
        (
            "[weapons.billhook]",
            "[settings]\nalways_fails_up_to = 20\n[weapons.billhook]",
            "settings.always_fails_up_to: expected 0 to 19, found 20",
        ),
        (
            "[weapons.billhook]",
            '[settings]\nagility_order = "lowest"\n[weapons.billhook]',
            "settings.agility_order: expected one of highest_number, best, found 'lowest'",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = edited(tmp_path, old, new)

    with pytest.raises(TableFileError) as wrong:
        load_table(path)

    assert str(wrong.value).startswith(str(path))
    assert message in str(wrong.value)


def test_settings_and_the_revision_reach_the_phase(tmp_path: Path) -> None:
    settings = '[settings]\nagility_order = "best"\nown_ties_are_rolled = false\n[weapons.billhook]'
    path = edited(tmp_path, "[weapons.billhook]", settings)
    path.write_text(path.read_text(encoding="utf-8").replace("2025-11", "2026-07"), encoding="utf-8")

    setup = load_table(path).setup

    assert isinstance(setup, Phase)
    assert setup.edition.agility_order is AgilityOrder.BEST
    assert not setup.edition.own_ties_are_rolled
    skeld = next(unit for unit in setup.units if unit.name == "Skeld")
    assert skeld.weapons == (WEAPONS["blightmeer-2026-07"]["great_axe"],)
    assert skeld.weapons[0].melee == 4


def test_weapons_of_the_file_come_before_the_armoury(tmp_path: Path) -> None:
    spear = "[weapons.spear]\nmelee = 3\ninjury = 0\npierce = 0\n"
    path = edited(tmp_path, "[weapons.billhook]", f"{spear}[weapons.billhook]")

    setup = load_table(path).setup

    assert isinstance(setup, Phase)
    odda = next(unit for unit in setup.units if unit.name == "Odda")
    assert odda.weapons[0].melee == 3


def test_the_preset_is_resolved_as_json_up_to_its_outcome() -> None:
    status, messages, errors = run(*BRYN_AND_HUSK, *CHAIN_OF_FOUR)

    assert (status, errors) == (0, "")
    kinds = [message["type"] for message in messages]
    assert kinds[0] == "phase_began"
    assert "refused" not in kinds
    assert [message["unit"] for message in messages if message["type"] == "dropped_from_order"] == ["Odda"]
    assert [message["unit"] for message in messages if message["type"] == "improvement_draw"] == ["Bryn"]
    assert [message["unit"] for message in messages if message["type"] == "removed"] == ["Husk"]
    outcome = messages[-1]
    assert outcome["type"] == "outcome"
    assert outcome["orders"] == [["Husk", "Bryn"], ["Runa", "Skeld", "Odda"]]
    assert {unit["name"]: (unit["status"], unit["wounds"]) for unit in outcome["units"]} == {
        "Runa": ("ok", 2),
        "Odda": ("dazed", 0),
        "Bryn": ("ok", 1),
        "Skeld": ("ok", 3),
        "Varg": ("dazed", 1),
        "Husk": ("incapacitated", 0),
    }
    saved = [attack for attack in outcome["attacks"] if attack["saved"]]
    assert saved == [
        {
            "attacker": "Runa",
            "target": "Skeld",
            "weapon": "Sword",
            "dice": [15],
            "kept": 15,
            "needed": 13,
            "passed": True,
            "critical": False,
            "injury_value": 15,
            "defence_dice": [19],
            "defence_needed": 18,
            "saved": True,
        }
    ]


def test_a_refused_answer_leaves_the_question_open() -> None:
    wrong = (
        {"faces": {"attack": [9]}},
        {"faces": {"attack": [9] * 200}},
        {"faces": {"attack": [9, 21]}},
        {"faces": {"second": [9, 12]}},
        {"choice": "Bryn"},
    )

    status, messages, _ = run(BRYN_AND_HUSK[0], *wrong, *BRYN_AND_HUSK[1:], *CHAIN_OF_FOUR)

    assert status == 0
    assert [message["reason"] for message in messages if message["type"] == "refused"] == [
        "Tove: expected 2 dice (attack), saw 1",
        "Tove: expected 2 dice (attack), saw 200",
        "Tove: expected attack faces from 1 to 20, saw 21",
        "Tove: expected attack dice only, saw second",
        "Tove: expected 2 dice, saw the choice 'Bryn'",
    ]
    assert [message for message in messages if message["type"] != "refused"] == run(
        *BRYN_AND_HUSK, *CHAIN_OF_FOUR
    )[1]


def test_the_phase_is_told_in_the_end() -> None:
    bryn_and_husk = ("Bryn", "9 12", "19", "20")
    runa = ("7", "12", "2 Sword + 1 Hammer", "attack 15 3 second 12", "19")
    skeld = ("Runa", "Odda", "Odda", "10", "5", "7")

    result = CliRunner().invoke(app, [str(PRESET)], input="\n".join((*bryn_and_husk, *runa, *skeld, "")))

    assert result.exit_code == 0
    assert "Odda drops out of the attack order." in result.stdout
    assert "Marit draws a card from the Improvement Deck for Bryn." in result.stdout
    assert result.stdout.splitlines()[-6:] == [
        "Runa: 2 wounds left.",
        "Odda: Dazed, 0 wounds left.",
        "Bryn: 1 wound left.",
        "Skeld: 3 wounds left.",
        "Varg: Dazed, 1 wound left.",
        "Husk has left the board.",
    ]
