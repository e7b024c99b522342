"""`meleecam resolve` and the table file: the protocol, refusals, and messages for files that are wrong."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from api.commands.resolve import AnswerUnreadable, answer_in, resolve, typed_answer
from api.tables import DiceGroup, TableFileError, load_table
from api.wire.game import event_out, outcome_out, question_out
from resolver.bushido.events import EndReason
from resolver.dice import Dice, Roll
from resolver.procedure import Choice, Throw, replay
from tests.resolver.exchanges import any_roll, run_through
from tests.resolver.exchanges import start as begin
from tests.resolver.test_bushido_random import some_exchange

PRESET = Path(__file__).parents[2] / "api" / "presets" / "bushido_aya_chiyo.toml"

app = typer.Typer()
app.command()(resolve)

AYA = {"faces": {"attack": [4, 2], "defence": [5]}}
CHIYO = {"faces": {"attack": [5, 3], "defence": [4]}}
DAMAGE = [{"faces": {"damage": [3, 4]}}, {"faces": {"damage": [6, 6]}}]


def run(*lines: object, path: Path = PRESET) -> tuple[int, list[dict[str, Any]], str]:
    """Return exit status, messages and stderr of `resolve --json`; what is no text is sent as JSON."""
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    result = CliRunner().invoke(app, [str(path), "--json"], input=text)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def test_the_example_of_the_rules_runs_through_as_json() -> None:
    status, messages, errors = run(AYA, CHIYO, *DAMAGE)

    assert (status, errors) == (0, "")
    kinds = [message["type"] for message in messages]
    assert kinds[0] == "exchange_began"
    assert [kind for kind in kinds if kind in ("throw", "choice")] == ["throw"] * 4
    compared = [message for message in messages if message["type"] == "compared"]
    assert [(message["attacker"], message["success_level"]) for message in compared] == [
        ("Aya", 1),
        ("Chiyo", 1),
    ]
    outcome = messages[-1]
    assert outcome["type"] == "outcome"
    assert [(side["name"], side["wounds"]) for side in outcome["sides"]] == [("Aya", 4), ("Chiyo", 1)]


def test_a_throw_says_what_is_awaited() -> None:
    _, messages, _ = run(AYA)

    throw = next(message for message in messages if message["type"] == "throw")
    assert throw == {
        "type": "throw",
        "purpose": "melee",
        "player": "Aya",
        "dice": [
            {"group": "attack", "least": 0, "most": 3, "sides": 6},
            {"group": "defence", "least": 0, "most": 3, "sides": 6},
        ],
        "total": 3,
        "reason": "Aya: throw 3 melee dice, attack and defence",
        "before": None,
        "may_change": 0,
        "goes_on": False,
        "which": None,
    }


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            {"faces": {"attack": [4, 2], "defence": [5, 1]}},
            "Aya: expected 3 dice (attack and defence), saw 4",
        ),
        ({"faces": {"attack": [4, 2, 9]}}, "Aya: expected attack faces from 1 to 6, saw 9"),
        ({"choice": "none"}, "Aya: expected 3 dice, saw the choice 'none'"),
        ("{", "found no JSON"),
        ("[1]", "found [1]"),
        ('"x"', 'found "x"'),
        ({"faces": {"attack": ["4"]}}, "expected {"),
        ({"faces": {"attack": [True, 2, 3]}}, "expected {"),
        ({"faces": {"attack": 4}}, "expected {"),
        ({"faces": [4]}, "expected {"),
        ({"face": {}}, "expected {"),
        ({"choice": 1}, "expected {"),
        ({"faces": {"attack": [4]}, "choice": "x"}, "expected {"),
        ("[" * 100_000, "expected {"),
        ('{"faces": {"\\ud800": [1]}}', "Aya: expected attack and defence dice only, saw \ud800"),
        ('{"choice": "\\ud800"}', "saw the choice"),
        ("9" * 5000, "expected {"),
    ],
)
def test_a_refused_answer_leaves_the_question_open(line: object, reason: str) -> None:
    status, messages, _ = run(line, AYA, CHIYO, *DAMAGE)

    refused = [message for message in messages if message["type"] == "refused"]
    assert len(refused) == 1
    assert reason in refused[0]["reason"]
    assert status == 0
    # Apart from the refusal everything is as if the line had not been sent.
    assert [message for message in messages if message["type"] != "refused"] == run(AYA, CHIYO, *DAMAGE)[1]


def test_blank_lines_are_no_answers() -> None:
    assert run("", AYA, "  ", CHIYO, *DAMAGE) == run(AYA, CHIYO, *DAMAGE)


def test_answers_that_end_early_are_told_with_exit_status_1() -> None:
    status, messages, errors = run(AYA)

    assert status == 1
    assert messages[-1]["type"] == "throw"
    assert "ended before the outcome" in errors


def test_a_choice_is_asked_and_answered(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(PRESET.read_text().replace('special = "Sidestep Defence"\n', ""))

    status, messages, _ = run({"choice": "Push"}, {"choice": "none"}, AYA, path=path)

    choice = next(message for message in messages if message["type"] == "choice")
    assert (choice["player"], choice["options"], choice["hidden"]) == (
        "Chiyo",
        ["none", "Sidestep Defence"],
        True,
    )
    refused = next(message for message in messages if message["type"] == "refused")
    assert refused["reason"] == "Chiyo: expected an option of a secret decision, saw another answer"
    assert status == 1
    assert messages[-1]["total"] == 4


def test_a_person_types_the_dice() -> None:
    lines = "attack 4 2 defence 5\nattack 5 3 1 defence 4\nattack 5,3 defence 4\n2 x\n3 4\n6 6\n"

    result = CliRunner().invoke(app, [str(PRESET)], input=lines)

    assert result.exit_code == 0
    assert "Chiyo: expected 3 dice (attack and defence), saw 4" in result.stdout
    assert "expected 2 faces, such as 4 2, found 'x'" in result.stdout
    assert "10. Aya's attack 5 against Chiyo's defence 4 succeeds: success level 1 for Aya." in result.stdout
    assert "Aya: 4 suffered, 2 wounds left." in result.stdout


MELEE = Throw("melee", "Aya", (Dice("attack", 0, 3), Dice("defence", 0, 3)), 3, "throw")
REROLL = Throw("reroll", "Aya", (Dice("attack", 2, 2),), 2, "again", Roll.of({"attack": [5, 1]}), 1)
CHOICE = Choice("special", "Aya", ("none", "Sweep Attack"), "a special?")
NAMESAKES = Choice("target", "Aya", ("Hild", "Grok", "grok"), "which?")


@pytest.mark.parametrize(
    ("line", "question", "answer"),
    [
        ("attack 4 2 defence 5", MELEE, Roll.of({"attack": [4, 2], "defence": [5]})),
        ("Defence: 5, Attack: 4 2", MELEE, Roll.of({"attack": [4, 2], "defence": [5]})),
        ("sweep attack\n", CHOICE, "Sweep Attack"),
        ("2", CHOICE, "Sweep Attack"),
        ("3", CHOICE, "3"),
        ("None", REROLL, Roll.of({"attack": [5, 1]})),
        ("6 1", REROLL, Roll.of({"attack": [6, 1]})),
        ("1", Choice("boosts", "Aya", ("0", "1"), "boosts?"), "1"),
        ("Grok", NAMESAKES, "Grok"),
        ("grok", NAMESAKES, "grok"),
        # Which of the two is meant nobody knows, so the rules refuse it.
        ("GROK", NAMESAKES, "GROK"),
        ("2", NAMESAKES, "Grok"),
        ("hild", NAMESAKES, "Hild"),
    ],
)
def test_typed_answers(line: str, question: Throw | Choice, answer: object) -> None:
    assert typed_answer(line, question) == answer


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (MELEE, "3 faces by group, such as attack 4 2 defence 4"),
        (Throw("melee", "Aya", MELEE.dice, 1, "throw"), "1 face by group, such as attack 4"),
        (Throw("damage", "Aya", (Dice("damage", 5, 5),), 5, "throw"), "5 faces, such as 4 2 5 3 4"),
        (Throw("test", "Aya", (Dice("test", 1, 1),), 1, "throw"), "1 face, such as 4"),
    ],
)
def test_the_example_of_how_to_answer_is_an_answer(question: Throw, asked: str) -> None:
    with pytest.raises(AnswerUnreadable, match=f"expected {asked}, found"):
        typed_answer("?", question)

    answer = typed_answer(asked.partition("such as ")[2], question)
    assert isinstance(answer, Roll)
    question.check(answer)


@pytest.mark.parametrize("line", ["4 2 5", "attack four", "attack -1", "attack 4.5"])
def test_typed_dice_that_name_no_group_or_face_are_unreadable(line: str) -> None:
    with pytest.raises(
        AnswerUnreadable, match="expected 3 faces by group, such as attack 4 2 defence 4, found"
    ):
        typed_answer(line, MELEE)


def test_a_reroll_shows_the_dice_and_that_none_will_do(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(PRESET.read_text().replace("melee_pool = 4", "melee_pool = 4\ntraits = {dodge = 1}"))
    lines = "attack 4 2 defence 5\nattack 5 3 defence 4\nnone\n3 4\n6 6\n"

    result = CliRunner().invoke(app, [str(path)], input=lines)

    assert result.exit_code == 0
    assert "none for no re-roll; attack 2 4 lie there now" in result.stdout
    assert "7. Chiyo's Dodge changes no attack die of Aya." in result.stdout


def test_an_answer_line_is_a_roll_or_a_choice() -> None:
    assert answer_in('{"faces": {"attack": [4, 2], "defence": []}}') == Roll.of(
        {"attack": [4, 2], "defence": []}
    )
    assert answer_in('{"choice": "none"}') == "none"


def test_bytes_that_are_no_text_are_refused_and_the_question_stays() -> None:
    lines = b"\xff\xfe\n" + b"".join(json.dumps(line).encode() + b"\n" for line in (AYA, CHIYO, *DAMAGE))

    result = CliRunner().invoke(app, [str(PRESET), "--json"], input=lines)

    assert result.exit_code == 0
    assert '"refused"' in result.stdout


BROKEN = """
system = "bushido-vault"
active = "Aya"
[players.Aya]
melee_pool = 3
wounds = 6
[players.Chiyo]
melee_pool = 4
wounds = 6
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "melee_pool = 3",
            'melee_pool = "three"',
            "players.Aya.melee_pool: expected a valid integer or '-', found 'three'",
        ),
        (
            "melee_pool = 3",
            "melee_pool = -1",
            "players.Aya.melee_pool: expected greater than or equal to 0 or '-', found -1",
        ),
        ("melee_pool = 3", "melee_pool = true", "players.Aya.melee_pool: expected"),
        ("melee_pool = 3\n", "", "players.Aya.melee_pool: expected a value, found nothing"),
        ("wounds = 6", "wounds = 0", "players.Aya.wounds: expected greater than or equal to 1, found 0"),
        ("wounds = 6", "wounds = 6\nkii = 2", "players.Aya.kii: unknown key"),
        ("wounds = 6", "wounds = 6\ntraits = {brutl = 1}", "players.Aya.traits.brutl: unknown key"),
        ("wounds = 6", "wounds = 6\nstates = ['sleepy']", "players.Aya.states.0: expected 'exhausted', "),
        (
            "wounds = 6",
            "wounds = 2026-01-01",
            "players.Aya.wounds: expected a valid integer, found '2026-01-01'",
        ),
        ("bushido-vault", "chess", "system: expected one of bushido-vault, bushido-wiki, "),
        ('active = "Aya"', 'active = "Ayo"', "active: expected one of Aya, Chiyo, found 'Ayo'"),
        ('active = "Aya"', 'active = "Aya"\nwound_table = [[1]]', "wound_table: expected 11 rows"),
        ("[players.Aya]", "[settings]\nnope = true\n[players.Aya]", "settings.nope: unknown key"),
        (
            "[players.Aya]",
            "[settings]\nzero_attack_can_hit = 'non_active'\n[players.Aya]",
            "settings.zero_attack_can_hit: expected true or false, found",
        ),
        (
            "[players.Aya]",
            "[players.Third]\nmelee_pool = 1\nwounds = 1\n[players.Aya]",
            "players: expected 2, found 3",
        ),
        (
            "wounds = 6",
            "wounds = 6\nweapon = 'yari'",
            "players.Aya.weapon: expected one of unarmed, found 'yari'",
        ),
        ("wounds = 6", "wounds = 6\nuse_feats = ['x']", "players.Aya.use_feats: expected names out of"),
        (
            "wounds = 6",
            "wounds = 6\n[players.Aya.weapons.fan.specials.ivory_fan]\ncost = 1",
            'players.Aya.weapons.fan.specials.ivory_fan.kind: expected "attack" or "defence", found nothing',
        ),
        (
            "wounds = 6",
            "wounds = 6\nspecial = 'Sidestep Defence'",
            "players.Aya.weapons.unarmed.specials.sidestep_defence.cost: expected the dice that "
            "Sidestep Defence costs, found nothing",
        ),
        (
            "wounds = 6",
            "wounds = 6\n[players.Aya.weapons.fan.specials.fan]\nname = 'Fan Attack'",
            "players.Aya.weapons.fan.specials.fan.cost: expected the dice that Fan Attack costs",
        ),
        (
            "wounds = 6",
            "wounds = 6\n[players.Aya.models.Oni]\nmelee_pool = 2\nwounds = 3\nspecial = 'Slam Attack'",
            "players.Aya.models.Oni.weapons.unarmed.specials.slam_attack.cost: expected the dice that",
        ),
        (
            "wounds = 6",
            "wounds = 6\nattack_dice = 4\n[players.Aya.weapons.fan]\n[players.Aya.weapons.sword]",
            "players.Aya.attack_dice: expected 0 to 3 of 3 dice, found 4",
        ),
        (
            "wounds = 6",
            "wounds = 6\n[players.Aya.dice]\nattack = {body='red', marks='white'}\n"
            "defence = {body='red', marks='white'}",
            "players.Aya.dice.defence: expected colours of its own, found red with white marks "
            "as in players.Aya.dice.attack",
        ),
        ("[players.Aya]", "[players.Aya", "not TOML: "),
        (
            "wounds = 6",
            "wounds = 6\ntraits = {dodge = -1}",
            "players.Aya.traits.dodge: expected 0 to 99, found -1",
        ),
        (
            "wounds = 6",
            "wounds = 6\ntraits = {immune_to = ['fear']}",
            "players.Aya.traits.immune_to: expected out of moved, prone, held, stunned, found 'fear'",
        ),
        (
            "wounds = 6",
            "wounds = 6\n[players.Aya.feats.focus]\nstep = 11\ndice = 1",
            "players.Aya.feats.focus.dice: expected a step up to 4, found 11",
        ),
        (
            "wounds = 6",
            "wounds = 6\n[players.Aya.feats.focus]\nstep = 5\n"
            "special = {name = 'Sweep Attack', kind = 'defence', cost = 1}",
            "players.Aya.feats.focus.special.kind: expected attack, as Sweep Attack says, found defence",
        ),
        (
            "wounds = 6",
            "wounds = 6\n[players.Aya.feats.focus]\nstep = 5\n"
            "special = {name = 'Sweep Attack', kind = 'attack', cost = -1}",
            "players.Aya.feats.focus.special.cost: expected greater than or equal to 0, found -1",
        ),
        (
            "wounds = 6",
            "wounds = 6\nuse_feats = ['stab']\n[players.Aya.feats.stab]\nstep = 11\nki = 1",
            "players.Aya.use_feats: expected feats that can be used, found 'stab': "
            "it costs 1 Ki and 0 are left",
        ),
        (
            "melee_pool = 3",
            "melee_pool = 100000000",
            "expected less than or equal to 99 or '-', found 100000000",
        ),
        ("wounds = 6", "wounds = 6\nweapon = " + "[" * 5000, "not TOML: "),
    ],
)
def test_a_wrong_table_file_is_told_with_file_key_expected_and_found(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.toml"
    assert old in BROKEN
    path.write_text(BROKEN.replace(old, new, 1))

    status, messages, errors = run(path=path)

    assert (status, messages) == (2, [])
    assert errors.startswith(f"{path}: ")
    assert message in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_named(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(TableFileError, match=r"table\.toml: "):
        load_table(path)
    with pytest.raises(TableFileError):
        load_table(tmp_path)


def test_the_preset_gives_five_colour_groups_and_damage_with_the_attack_dice() -> None:
    table = load_table(PRESET)

    assert table.title == "Masaema Aya and Chiyo"
    assert table.players == ("Aya", "Chiyo")
    assert table.groups == (
        DiceGroup("Aya", "attack", "red", "white"),
        DiceGroup("Aya", "defence", "black", "red"),
        DiceGroup("Aya", "damage", "red", "white"),
        DiceGroup("Chiyo", "attack", "green", "white"),
        DiceGroup("Chiyo", "defence", "black", "green"),
        DiceGroup("Chiyo", "damage", "green", "white"),
    )


def test_everything_a_table_file_can_say_reaches_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(FULL)

    table = load_table(path)
    progress = replay(table.start, ())

    sentences = [event_out(event)["text"] for event in progress.events]
    assert (
        sentences
        == [
            "Hiro charges Oni (Bushido: Risen Sun, wiki edition).",
            "Oni fights with club.",
            "Hiro fights with katana.",
            "Oni has the initiative: set by the players.",
            "Oni is the Attacker, Hiro the Defender.",
            "Hiro uses focus for 1 Ki.",
            "Hiro boosts the melee pool by 1 for 3 Ki.",
            "Hiro's pool is 7 dice (statistic 5, +1 Co-ordinated Attack, +1 focus, -1 Prone, "
            "+1 as a pool was below one).",
            "Oni's pool is 1 die (statistic 0, +1 as a pool was below one).",
        ]
        or sentences
    )
    assert isinstance(progress.waiting_for, Throw)
    assert progress.waiting_for.total == 7
    assert (progress.waiting_for.dice[0].least, progress.waiting_for.dice[0].most) == (2, 2)


FULL = """
title = "Hiro and the Oni"
system = "bushido-wiki"
active = "Hiro"
charge = true
initiative = "Oni"
wound_table = "none"
ask_wounds = true

[settings]
declare_first = "non_active"
zero_attack_can_hit = false

[players.Hiro]
melee_pool = 4
wounds = 5
ki = 4
melee_boost_cost = 3
states = ["prone"]
weapon = "katana"
boosts = 1
special = "none"
use_feats = ["focus"]
attack_dice = 2
traits = { coordinated_attack = true, immune_to = ["moved"] }
charging = { brutal = 1 }

[players.Hiro.weapons.katana]
strength = 1
traits = { sharp = 1 }
specials.combo_attack.cost = 2
specials.ivory_fan = { name = "Ivory Fan", kind = "defence", cost = 1, damage_roll = false }

[players.Hiro.weapons.bow]
strength = "Sp"

[players.Hiro.feats.focus]
step = 4
ki = 1
dice = 1
gains = { parry = 1 }

[players.Oni]
melee_pool = "-"
wounds = 9
special = "none"

[players.Oni.weapons.club]
strength = 2
"""


@settings(max_examples=60, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_everything_that_happens_or_is_asked_is_json(chance: Random) -> None:
    setup = some_exchange(chance)
    asked: list[Throw | Choice] = []

    def answer(question: Throw | Choice) -> Roll | str:
        asked.append(question)
        if isinstance(question, Choice):
            return str(chance.choice(question.options))
        return any_roll(question, chance)

    progress = replay(begin(setup), run_through(begin(setup), answer))

    for event in progress.events:
        out = event_out(event)
        assert json.loads(json.dumps(out)) == out
        assert isinstance(out["type"], str)
        assert isinstance(out["text"], str)
    for question in asked:
        out = question_out(question)
        assert json.loads(json.dumps(out)) == out
        assert out["type"] == ("throw" if isinstance(question, Throw) else "choice")
    assert progress.outcome is not None
    out = outcome_out(progress.outcome)
    assert json.loads(json.dumps(out)) == out
    assert out["type"] == "outcome"
    assert out["reason"] in {reason.value for reason in EndReason}
