"""`meleecam odds`: what it prints for every preset, its JSON, the adviser, and what it refuses."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from api.commands.odds import odds
from api.odds.foresight import odds_at, system_of
from api.tables import load_table

PRESETS = sorted((Path(__file__).parents[2] / "api" / "presets").glob("*.toml"))
AYA_CHIYO = next(path for path in PRESETS if path.name == "bushido_aya_chiyo.toml")
AYA = {"faces": {"attack": [4, 2], "defence": [5]}}
CHIYO = {"faces": {"attack": [5, 3], "defence": [4]}}

app = typer.Typer()
app.command()(odds)


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "200"})
    return result.exit_code, result.stdout, result.stderr


def messages(*arguments: object) -> list[dict[str, Any]]:
    status, out, errors = run(*arguments, "--json")
    assert (status, errors) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def answers(folder: Path, *lines: object) -> Path:
    path = folder / "answers.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("preset", PRESETS, ids=lambda path: path.stem)
def test_every_preset_has_odds_that_add_up(preset: Path) -> None:
    asked, *told = messages(preset)

    assert asked["type"] in ("throw", "choice")
    assert told
    for one in told:
        assert one["type"] == "odds"
        assert sum(Fraction(outcome["exact"]) for outcome in one["outcomes"]) == 1
        for outcome in one["outcomes"]:
            assert outcome["share"] == pytest.approx(float(Fraction(outcome["exact"])))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda path: path.stem)
def test_every_preset_prints_its_odds(preset: Path) -> None:
    status, out, errors = run(preset)

    assert (status, errors) == (0, "")
    assert "%" in out


def test_each_split_is_a_row_and_one_alone_is_told_in_full() -> None:
    _, every, _ = run(AYA_CHIYO)
    _, one, _ = run(AYA_CHIYO, "--case", "Aya 2+1, Chiyo 1+2")

    assert every.count("Chiyo 1+2") == 4
    assert "wounds of Chiyo, mean" in every
    assert "Aya succeeds at level 0" in one
    assert "no second pass" in one


def test_later_throws_and_luck_follow_from_the_answers(tmp_path: Path) -> None:
    """At Chiyo's success level 1 and total 2 to 12: 10, 16, 7, 2, 1 of 36 throws give 0 to 4 wounds."""
    asked, luck, *told = messages(AYA_CHIYO, "--answers", answers(tmp_path, AYA, CHIYO))

    assert (asked["purpose"], asked["player"]) == ("damage", "Aya")
    assert (luck["type"], luck["player"]) == ("luck", "Chiyo")
    assert sum(Fraction(luck[part]["exact"]) for part in ("worse", "equal", "better")) == 1
    wounds = next(one for one in told if one["about"] == "wounds of Chiyo")
    assert [(one["outcome"], one["exact"]) for one in wounds["outcomes"]] == [
        (0, "5/18"),
        (1, "4/9"),
        (2, "7/36"),
        (3, "1/18"),
        (4, "1/36"),
    ]


def test_luck_is_told_to_people(tmp_path: Path) -> None:
    _, out, _ = run(AYA_CHIYO, "--answers", answers(tmp_path, AYA, CHIYO, {"faces": {"damage": [3, 4]}}))

    assert "The last throw of Aya: 41.7% of throws would have been worse, 16.7% as good" in out


def test_the_adviser_mixes_for_both_players() -> None:
    told = [one for one in messages(AYA_CHIYO, "--aim", "wounds") if one["type"] == "advice"]

    assert [one["player"] for one in told] == ["Aya", "Chiyo"]
    assert told[0]["value"] == pytest.approx(-told[1]["value"])
    for one in told:
        assert sum(option["share"] for option in one["mix"]) == pytest.approx(1)
    assert {option["special"] for option in told[1]["mix"]} == {"Sidestep Defence"}
    _, out, _ = run(AYA_CHIYO, "--aim", "survive")
    assert "Chiyo: attack+defence" in out


def test_the_adviser_is_for_bushido() -> None:
    other = next(path for path in PRESETS if path.name.startswith("mordheim"))

    status, out, errors = run(other, "--aim", "wounds")

    assert (status, out) == (2, "")
    assert errors == "--aim: expected a Bushido table, found one of mordheim\n"


def test_what_is_resolved_has_no_odds(tmp_path: Path) -> None:
    played = (AYA, CHIYO, {"faces": {"damage": [3, 4]}}, {"faces": {"damage": [6, 6]}})
    path = answers(tmp_path, *played)

    assert [one["type"] for one in messages(AYA_CHIYO, "--answers", path)] == ["luck"]
    assert "Everything is resolved" in run(AYA_CHIYO, "--answers", path)[1]


def test_open_decisions_are_looked_through(tmp_path: Path) -> None:
    asking = AYA_CHIYO.read_text(encoding="utf-8").replace('special = "Sidestep Defence"\n', "")
    path = tmp_path / "asking.toml"
    path.write_text(asking, encoding="utf-8")

    told = messages(path)

    assert told[0]["type"] == "choice"
    cases = {one["given"] for one in told[1:]}
    assert "Chiyo special none, Aya 3+0, Chiyo 4+0" in cases
    assert "Chiyo special Sidestep Defence, Aya 3+0, Chiyo 3+0" in cases


def test_too_many_open_decisions_are_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    table = load_table(next(path for path in PRESETS if path.name.startswith("mordheim")))
    assert len({one.given for one in odds_at(table, ())}) > 1

    monkeypatch.setattr("api.odds.foresight.MOST_BRANCHES", 1)

    assert odds_at(table, ()) == ()
    assert system_of(table).odds is not None


def test_what_cannot_be_used_is_refused_with_place_and_reason(tmp_path: Path) -> None:
    status, _, errors = run(tmp_path / "none.toml")
    assert status == 2
    assert "none.toml" in errors
    status, _, errors = run(AYA_CHIYO, "--answers", answers(tmp_path, AYA, {"face": 3}))
    assert status == 2
    assert "answers.jsonl, line 2: expected" in errors
    status, _, errors = run(AYA_CHIYO, "--answers", answers(tmp_path, {"faces": {"attack": [4]}}))
    assert status == 2
    assert errors == "Aya: expected 3 dice (attack and defence), saw 1\n"
    status, _, errors = run(AYA_CHIYO, "--answers", tmp_path)
    assert status == 2


def test_dice_beyond_counting_are_refused(tmp_path: Path) -> None:
    """Ninety dice with a right to throw again are more multisets than can be counted."""
    many = AYA_CHIYO.read_text(encoding="utf-8").replace(
        "melee_pool = 3", "melee_pool = 90\ntraits = { prowess_melee = 3 }"
    )
    path = tmp_path / "many.toml"
    path.write_text(many, encoding="utf-8")

    status, out, errors = run(path)

    assert (status, out) == (1, "")
    assert "expected at most 500000 combinations, found" in errors


def test_a_case_that_there_is_not_is_refused_with_those_there_are() -> None:
    for arguments in (("--case", "zzz"), ("--case", "zzz", "--json")):
        status, out, errors = run(AYA_CHIYO, *arguments)

        assert (status, out) == (2, "")
        assert errors.startswith("--case: expected a part of Aya ")
        assert " | Aya " in errors
        assert errors.endswith(" more, found 'zzz'\n")
