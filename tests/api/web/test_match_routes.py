"""What the service tells of matches that are kept."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.play.record import SetUp, open_record
from api.settings import Settings
from api.tables import load_table, table_text
from api.web.app import create_app
from tests.api.drawn import PRESET, Scenes, SquareReader, exchange
from vision.image import decode_image


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Services:
    """Return a table on which a whole exchange has been read."""
    setup = SetUp(PRESET, table_text(PRESET), load_table(PRESET))
    record = open_record(Settings(), setup, tmp_path_factory.mktemp("store") / "matches.db", fresh=True)
    services = compose(Settings(), setup.table, exchange(), SquareReader(), record=record)
    while services.watcher.step():
        pass
    return services


@pytest.fixture(scope="module")
def client(services: Services) -> Iterator[TestClient]:
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        yield client


def test_the_match_that_is_played_is_listed_without_a_path(client: TestClient, services: Services) -> None:
    answer = client.get("/api/matches")
    (match,) = answer.json()

    assert (match["id"], match["title"]) == (services.hub.table, "Masaema Aya and Chiyo")
    assert (match["messages"], match["ended"]) == (services.hub.last_seq(), None)
    assert ".toml" not in answer.text


def test_messages_are_those_of_the_socket(client: TestClient, services: Services) -> None:
    messages = client.get(f"/api/matches/{services.hub.table}/messages?after=3").json()

    assert messages == [one.as_json() for one in services.hub.after(3)]


def test_each_die_of_a_reading_has_its_crop(client: TestClient, services: Services) -> None:
    readings = [one.data for one in services.hub.after(0) if one.type == "reading"]
    assert services.record is not None
    services.record.play.crops.close()  # what waits is written
    for reading in readings:
        dice = reading["dice"]
        assert isinstance(dice, list)
        for number, _ in enumerate(dice):
            address = f"/api/matches/{services.hub.table}/pictures/{reading['picture']}/dice/{number}"
            answer = client.get(address)
            assert answer.headers["content-type"] == "image/jpeg"
            assert decode_image(answer.content).shape[0] > 40
    assert len(readings) == 3


@pytest.mark.parametrize(
    "address", ["/api/matches/00000000/messages", "/api/matches/00000000/pictures/1/dice/0"]
)
def test_what_is_not_kept_is_not_found(client: TestClient, address: str) -> None:
    answer = client.get(address)

    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_a_message_that_cannot_be_read_is_damage_and_no_fault_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    setup = SetUp(PRESET, table_text(PRESET), load_table(PRESET))
    record = open_record(Settings(), setup, path, fresh=True)
    services = compose(Settings(), setup.table, Scenes(), SquareReader(), record=record)
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE messages SET data = '{' WHERE seq = 1")
            connection.commit()
        answer = client.get(f"/api/matches/{services.hub.table}/messages")

    assert (answer.status_code, answer.json()["error"]) == (503, "not_kept")
    assert "damaged" in answer.json()["detail"]


def test_without_a_store_there_are_no_matches() -> None:
    services = compose(Settings(), load_table(PRESET), Scenes(), SquareReader())
    client = TestClient(create_app(services), base_url="http://127.0.0.1")

    assert client.get("/api/matches").json() == []
    assert client.get("/api/matches/00000000/messages").status_code == 404
