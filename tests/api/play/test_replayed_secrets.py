"""A match with secrets, corrections and rolls taken back, played again: what happened, no more than then."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.play.kept_match import kept_messages, kept_table
from api.play.record import SetUp, open_record
from api.play.referee import Referee
from api.play.replaying import NoFrames, play, shown_again
from api.settings import Settings
from api.store import Store
from api.tables import load_table, table_text
from api.web.app import create_app
from resolver.dice import Roll
from tests.api.drawn import Scenes, SquareReader
from tests.api.in_secret import secret_table

TAKEN_BACK, DECIDED = "1+3", "2+2"
AYA, CHIYO = Roll.of({"attack": [4, 2], "defence": [5]}), Roll.of({"attack": [5, 3], "defence": [4, 1]})


def decide_in_secret(referee: Referee) -> None:
    """Let Chiyo decide, take that back before it is revealed, and decide otherwise."""
    referee.answer("none", "Chiyo")
    referee.answer(TAKEN_BACK, "Chiyo")
    referee.undo(1, "Chiyo")
    referee.answer(DECIDED, "Chiyo")


def roll_and_correct(referee: Referee) -> None:
    """Let Aya decide, which reveals both decisions; correct a roll and take one back."""
    referee.answer("2+1", "Aya")
    referee.answer(AYA, "Aya")
    referee.answer(CHIYO, "Chiyo")
    referee.correct(3, Roll.of({"attack": [6, 2], "defence": [5]}), "Aya")
    referee.undo(4, "Chiyo")
    referee.answer(CHIYO, "Chiyo")


def kept(folder: Path, *, revealed: bool) -> Store:
    """Return a store with a match in which decisions were made in secret."""
    file = secret_table(folder)
    setup = SetUp(file, table_text(file), load_table(file))
    record = open_record(Settings(), setup, folder / "matches.db", fresh=True)
    referee = compose(Settings(), setup.table, Scenes(), SquareReader(), record=record).referee
    decide_in_secret(referee)
    if revealed:
        roll_and_correct(referee)
    record.close(over=False)
    return Store(folder / "matches.db")


def replayed(store: Store) -> Services:
    (match,) = store.matches()
    setup = kept_table(match)
    services = shown_again(compose(Settings(), setup, NoFrames(), SquareReader()), store, match.id)
    services.hub.followed.set()
    play(services, setup, kept_messages(store, match), fast=True)
    return services


def heard(services: Services) -> list[str]:
    """Return all messages as a follower of the replay gets them, and what else can be asked."""
    client = TestClient(create_app(services), base_url="http://127.0.0.1")
    with client.websocket_connect("ws://127.0.0.1/api/events") as socket:
        messages = [socket.receive_text() for _ in range(services.hub.last_seq())]
    asked = ("/api/state", "/api/answers", "/api/odds", "/api/statistics")
    return [*messages, *(client.get(path).text for path in asked)]


def test_a_secret_that_was_never_revealed_is_not_told(tmp_path: Path) -> None:
    with closing(kept(tmp_path, revealed=False)) as store:
        told = "\n".join(heard(replayed(store)))

    assert "Chiyo's allocation" in told
    assert TAKEN_BACK not in told
    assert DECIDED not in told


def test_what_was_revealed_corrected_and_taken_back_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(kept(tmp_path, revealed=True)) as store:
        services = replayed(store)
        told = heard(services)
    types = [json.loads(one)["type"] for one in told[: services.hub.last_seq()]]

    assert caplog.text == ""
    assert (types.count("voided"), types.count("corrected")) == (2, 1)
    assert any("Corrected by Aya: Aya's melee, attack 2 6 and defence 5" in one for one in told)
    assert any("Taken back by Chiyo: Chiyo's melee, attack 3 5 and defence 1 4" in one for one in told)
    assert any(DECIDED in one for one in told)
    assert not any(TAKEN_BACK in one for one in told)
