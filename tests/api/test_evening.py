"""Further exchanges at one table: typed, as JSON lines, at the service, and in the table file."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from starlette.testclient import TestClient
from typer.testing import CliRunner

from api.commands.resolve import resolve
from api.compose import compose
from api.play.table import Table
from api.settings import Settings
from api.tables import TableFileError, load_table
from api.web.app import create_app
from resolver.dice import Roll
from resolver.procedure import Choice, ChoiceRejected, Throw
from tests.api.drawn import PRESET, Scenes, SquareReader

app = typer.Typer()
app.command()(resolve)

EXCHANGE = [
    {"faces": {"attack": [4, 2], "defence": [5]}},
    {"faces": {"attack": [5, 3], "defence": [4]}},
    {"faces": {"damage": [3, 4]}},
    {"faces": {"damage": [6, 6]}},
]
ROLLS = [Roll.of(line["faces"]) for line in EXCHANGE]


def run(*lines: object, path: Path = PRESET, evening: bool = True) -> tuple[int, list[dict[str, Any]]]:
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    options = ["--json", "--evening"] if evening else ["--json"]
    result = CliRunner().invoke(app, [str(path), *options], input=text)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def say(option: str) -> dict[str, str]:
    return {"choice": option}


def test_without_the_flag_the_outcome_is_last() -> None:
    status, messages = run(*EXCHANGE, evening=False)

    assert status == 0
    assert messages[-1]["type"] == "outcome"
    assert not [message for message in messages if message["type"] in ("exchange_resolved", "choice")]


def test_with_it_the_next_exchange_is_a_choice_and_the_end_an_outcome() -> None:
    status, messages = run(*EXCHANGE, say("next turn"), say("end"))

    assert status == 0
    kinds = [message["type"] for message in messages]
    assert kinds[-1] == "outcome"
    assert kinds.index("exchange_resolved") < kinds.index("choice")
    resolved = next(message for message in messages if message["type"] == "exchange_resolved")
    assert (resolved["turn"], resolved["exchange"]) == (1, 1)
    assert [side["wounds"] for side in resolved["outcome"]["sides"]] == [4, 1]
    choice = next(message for message in messages if message["type"] == "choice")
    assert choice["options"] == ["next exchange", "next turn", "change", "end"]
    assert (messages[-1]["turns"], messages[-1]["exchanges"]) == (2, 1)
    assert messages[-1]["standing"][0] == "Masaema Aya of Aya: wounds left 2, counters 2, Ki 0."


def test_the_second_exchange_begins_with_what_the_first_left() -> None:
    _, messages = run(*EXCHANGE, say("next exchange"), say("Chiyo"), say("none"))

    throw = messages[-1]
    # Chiyo declares no special now, so all four of her dice are thrown.
    assert (throw["type"], throw["player"], throw["total"]) == ("throw", "Chiyo", 4)


def test_a_person_types_an_evening() -> None:
    lines = "attack 4 2 defence 5\nattack 5 3 defence 4\n3 4\n6 6\nnext turn\n4\n"

    result = CliRunner().invoke(app, [str(PRESET), "--evening"], input=lines)

    assert result.exit_code == 0
    assert "Exchange 1, turn 1: Aya: 4 suffered, 2 wounds left." in result.stdout
    assert "Turn 2 begins." in result.stdout
    assert result.stdout.endswith("Chiyo: wounds left 5, counters 2, Ki 0.\n")


def played(*answers: Roll | str) -> Table:
    table = Table(load_table(PRESET))
    for answer in answers:
        table.answer(answer)
    return table


def test_a_table_that_is_over_goes_on_with_the_answers_it_has() -> None:
    table = played(*ROLLS)
    before = table.progress
    assert before.outcome is not None

    events = table.go_on()

    assert [type(event).__name__ for event in events] == ["ExchangeResolved", "Mustered"]
    assert table.progress.events[:-2] == before.events
    assert isinstance(table.progress.waiting_for, Choice)
    with pytest.raises(ChoiceRejected):
        table.answer("sleep")


def test_undo_and_correction_reach_back_across_exchanges() -> None:
    table = played(*ROLLS)
    table.go_on()
    answers = ("next turn", "next exchange", "Aya", "none")
    for answer in answers:
        table.answer(answer)
    whole = table.progress

    table.correct(3, Roll.of({"damage": [1, 1]}))
    unhurt = table.progress
    table.void(4)

    assert unhurt.events != whole.events
    assert isinstance(unhurt.waiting_for, Throw)
    assert isinstance(table.progress.waiting_for, Choice)
    table.void(3)
    assert isinstance(table.progress.waiting_for, Throw)
    fresh = played(*ROLLS[:3])
    assert table.progress == fresh.progress


def test_the_service_goes_on_when_it_is_told_to() -> None:
    services = compose(Settings(), load_table(PRESET), Scenes(), SquareReader())
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        for line in EXCHANGE:
            client.post("/api/answers", json=line)
        over = client.get("/api/state").json()

        state = client.post("/api/evening").json()

        assert over["outcome"] is not None
        assert state["outcome"] is None
        assert state["waiting_for"]["options"] == ["next exchange", "next turn", "change", "end"]
        assert state["answers"] == 4
        kinds = [message.type for message in services.hub.after(0)]
        assert kinds[-4:] == ["evening_began", "exchange_resolved", "mustered", "choice"]


EVENING = """
system = "bushido-vault"
active = "Aya"

[evening]
counters = 1
states_ending = ["blind"]

[players.Aya]
melee_pool = 3
wounds = 6
ki_each_turn = 2

[players.Chiyo]
melee_pool = 3
wounds = 1

[players.Chiyo.models.Oni]
melee_pool = 5
wounds = 9
"""


def test_a_table_file_names_further_models_and_what_a_turn_changes(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(EVENING)
    rolls = [{"faces": {"attack": [6, 5], "defence": [4]}}, {"faces": {"attack": [2], "defence": [2, 2]}}]

    status, messages = run(*rolls, {"faces": {"damage": [5, 5]}}, say("next turn"), say("end"), path=path)

    assert status == 0
    assert messages[-1]["standing"] == [
        "Aya: wounds left 6, counters 1, Ki 2.",
        "Oni of Chiyo: wounds left 9, counters 1, Ki 0.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "models.Oni",
            "models.Chiyo",
            "players.Chiyo.models: expected names of their own, found 'Chiyo' twice",
        ),
        ("counters = 1", "counters = 3", "evening.counters: expected less than or equal to 2, found 3"),
        ("wounds = 9", "wounds = 9\ndice = {}", "players.Chiyo.models.Oni.dice: unknown key"),
    ],
)
def test_a_wrong_evening_is_told(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    assert old in EVENING
    path.write_text(EVENING.replace(old, new))

    with pytest.raises(TableFileError) as refused:
        load_table(path)

    assert message in str(refused.value)
