"""What the service tells of matches of earlier versions, whose names hold what is refused now."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from api.compose import compose
from api.play.record import SetUp, open_record
from api.settings import Settings
from api.tables import load_table, table_text
from api.web.app import create_app
from tests.api.drawn import PRESET, Scenes, SquareReader
from tests.api.earlier_match import PLAIN_NAME, earlier_store

STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
TITLE = "The�[2J mill yard"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return earlier_store(tmp_path_factory.mktemp("earlier"))


@pytest.fixture
def client(store: Path) -> Iterator[TestClient]:
    """Return a client of a new match in the store of an earlier one."""
    setup = SetUp(PRESET, table_text(PRESET), load_table(PRESET))
    record = open_record(Settings(), setup, store, fresh=True)
    services = compose(Settings(), setup.table, Scenes(), SquareReader(), record=record)
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        yield client
    record.close(over=True)


def plain_answer(client: TestClient, address: str) -> Response:
    """Return what the service answers, of which no text steers anything or is cut in half."""
    answer = client.get(address)
    assert answer.status_code == 200
    told = answer.json()
    assert STEERING.search(json.dumps(told, ensure_ascii=False)) is None
    assert re.search(r"\\u(00[01789]|d[89a-f])", json.dumps(told)) is None
    return answer


def test_matches_and_their_messages_are_told_in_plain_texts(client: TestClient) -> None:
    (earlier,) = [one for one in plain_answer(client, "/api/matches").json() if one["title"] == TITLE]
    messages = plain_answer(client, f"/api/matches/{earlier['id']}/messages").json()

    assert len(messages) == earlier["messages"]
    assert any(PLAIN_NAME in str(one["data"]) for one in messages)


def test_evenings_name_matches_in_plain_texts(client: TestClient, store: Path) -> None:
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("UPDATE matches SET table_text = '' WHERE system LIKE 'blightmeer%'")
        connection.commit()
    evenings = plain_answer(client, "/api/statistics/evenings").json()
    named = [title for one in evenings for title in one["matches"]]
    told = [client.get(f"/api/statistics?evening={one['evening']}").json() for one in evenings]

    assert TITLE in named
    assert [title for one in told for title in one["left_out"]] == [TITLE]
