"""What one player decides in secret reaches no client before everybody has decided."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.play.record import SetUp, open_record
from api.settings import Settings
from api.tables import load_table, table_text
from api.web.app import create_app
from tests.api.drawn import Scenes, SquareReader
from tests.api.in_secret import SPECIAL, secret_table

CHIYO_SPLIT = "1+3"


@pytest.fixture
def services(tmp_path: Path) -> Services:
    """Return a table on which Chiyo is to decide on a special, with its store."""
    file = secret_table(tmp_path)
    setup = SetUp(file, table_text(file), load_table(file))
    record = open_record(Settings(), setup, tmp_path / "matches.db", fresh=True)
    return compose(Settings(), setup.table, Scenes(), SquareReader(), record=record)


@pytest.fixture
def client(services: Services) -> Iterator[TestClient]:
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        yield client


def heard(client: TestClient, services: Services) -> str:
    """Return all that a follower has been sent so far, and what else can be asked."""
    with client.websocket_connect("ws://127.0.0.1/api/events") as socket:
        messages = [socket.receive_text() for _ in range(services.hub.last_seq())]
    asked = ("/api/state", "/api/answers", "/api/odds", f"/api/matches/{services.hub.table}/messages")
    return "\n".join([*messages, *(client.get(path).text for path in asked)])


def test_a_special_is_told_when_it_is_revealed(client: TestClient, services: Services) -> None:
    client.post("/api/answers", json={"choice": SPECIAL, "by": "Chiyo"})
    assert SPECIAL not in heard(client, services)
    for split in ("1+2", "2+1"):
        client.post("/api/answers", json={"choice": split})

    assert f"Chiyo declares {SPECIAL}" in heard(client, services)


def test_what_there_is_to_choose_from_is_told_to_nobody(client: TestClient, services: Services) -> None:
    """Dice that a special costs are missing among the allocations offered."""
    client.post("/api/answers", json={"choice": SPECIAL})

    assert '"3+0"' not in heard(client, services)
    assert client.get("/api/state").json()["waiting_for"]["options"] == []


def test_an_allocation_is_told_to_nobody_before_both_are_in(client: TestClient, services: Services) -> None:
    client.post("/api/answers", json={"choice": "none", "by": "Chiyo"})
    state = client.post("/api/answers", json={"choice": CHIYO_SPLIT, "by": "Chiyo"}).json()

    assert (state["waiting_for"]["player"], state["waiting_for"]["purpose"]) == ("Aya", "allocation")
    accepted = [json.loads(line) for line in heard(client, services).splitlines()[: services.hub.last_seq()]]
    told = [one["data"]["choice"] for one in accepted if one["type"] == "accepted"]
    assert told == [None, None]
    assert [one["choice"] for one in client.get("/api/answers").json()] == [None, None]
    assert client.get("/api/odds").json()["odds"] == []


def test_once_both_are_in_the_answers_name_them(client: TestClient, services: Services) -> None:
    for choice in ("none", CHIYO_SPLIT, "2+1"):
        client.post("/api/answers", json={"choice": choice})

    assert services.referee.awaits_throw()
    assert [one["choice"] for one in client.get("/api/answers").json()] == ["none", CHIYO_SPLIT, "2+1"]
    assert client.get("/api/odds").json()["odds"] != []


def test_a_decision_taken_back_stays_secret(client: TestClient, services: Services) -> None:
    client.post("/api/answers", json={"choice": "none"})
    client.post("/api/answers", json={"choice": CHIYO_SPLIT})
    client.delete("/api/answers/1")

    voided = [one for one in heard(client, services).splitlines() if '"voided"' in one]
    assert json.loads(voided[0])["data"]["was"][0]["choice"] is None
    assert CHIYO_SPLIT not in json.loads(voided[0])["data"]["text"]


def test_passing_over_a_secret_decision_does_not_tell_it(client: TestClient, services: Services) -> None:
    client.post("/api/skip", json={"by": "Chiyo"})
    with client.websocket_connect("ws://127.0.0.1/api/events") as socket:
        messages = [socket.receive_json() for _ in range(services.hub.last_seq())]

    (accepted,) = (one["data"] for one in messages if one["type"] == "accepted")
    assert (accepted["choice"], accepted["skipped"]) == (None, False)


def test_the_store_keeps_what_was_decided(client: TestClient, services: Services) -> None:
    client.post("/api/answers", json={"choice": "none"})
    client.post("/api/answers", json={"choice": CHIYO_SPLIT})

    assert services.record is not None
    kept = services.record.store.all_messages(services.hub.table)
    assert [one.data["choice"] for one in kept if one.type == "accepted"] == ["none", CHIYO_SPLIT]
