"""Decisions in secret over REST: who may see what there is to choose from, and who may choose."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import Scenes, SquareReader
from tests.api.in_secret import SPECIAL, secret_table

TOKEN = "a token of the tests"


@pytest.fixture
def services(tmp_path: Path) -> Services:
    """Return a table open to the network, on which Chiyo is to decide on a special."""
    settings = Settings.model_validate({"host": "0.0.0.0", "token": TOKEN})
    return compose(settings, load_table(secret_table(tmp_path)), Scenes(), SquareReader())


@pytest.fixture
def client(services: Services) -> Iterator[TestClient]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with TestClient(create_app(services), base_url="http://127.0.0.1", headers=headers) as client:
        yield client


def key_of(client: TestClient, player: str) -> str:
    link = client.post("/api/hands/code", json={"player": player}).json()["link"]
    return str(parse_qs(urlsplit(link).fragment)["key"][0])


def question(client: TestClient, player: str, key: str | None = None) -> tuple[int, dict[str, object]]:
    answer = client.post("/api/hands/question", json={"player": player, "key": key})
    return answer.status_code, answer.json()


def test_a_link_opens_the_page_of_one_player(client: TestClient) -> None:
    code = client.post("/api/hands/code", json={"player": "Chiyo"}).json()
    link = urlsplit(code["link"])

    assert (link.path, parse_qs(link.fragment)["player"]) == ("/hand", ["Chiyo"])
    assert TOKEN not in code["link"]
    assert len({len(row) for row in code["rows"]} | {len(code["rows"])}) == 1
    assert "frame-ancestors 'none'" in client.get("/hand").headers["content-security-policy"]


def test_a_player_is_told_what_there_is_to_choose_from(client: TestClient) -> None:
    key = key_of(client, "Chiyo")

    assert question(client, "Chiyo", key)[1]["options"] == ["none", SPECIAL]


def test_the_phone_that_used_its_key_decides_alone(client: TestClient) -> None:
    assert question(client, "Chiyo")[0] == 200  # behind the curtain, as long as no phone does
    key = key_of(client, "Chiyo")
    assert question(client, "Chiyo")[0] == 200
    assert question(client, "Chiyo", key)[0] == 200

    assert question(client, "Chiyo")[0] == 409
    assert client.post("/api/answers", json={"choice": "none"}).status_code == 409
    assert client.post("/api/skip").status_code == 409
    assert question(client, "Chiyo", "another")[0] == 409
    given = {"player": "Chiyo", "key": key, "answer": 0, "choice": SPECIAL}
    assert client.post("/api/hands/answer", json=given).status_code == 200


def test_a_new_code_lets_a_lost_phone_go(client: TestClient) -> None:
    lost = key_of(client, "Chiyo")
    question(client, "Chiyo", lost)
    key_of(client, "Chiyo")

    assert question(client, "Chiyo", lost)[0] == 409
    assert question(client, "Chiyo")[0] == 200


def test_a_decision_counts_once(client: TestClient, services: Services) -> None:
    given = {"player": "Chiyo", "answer": 0, "choice": "none"}
    assert client.post("/api/hands/answer", json=given).status_code == 200
    again = client.post("/api/hands/answer", json=given)

    assert (again.status_code, len(services.referee.table.played)) == (409, 1)


@pytest.mark.parametrize(("player", "status"), [("Aya", 409), ("Nobody", 404)])
def test_who_is_not_asked_is_told_so(client: TestClient, player: str, status: int) -> None:
    assert question(client, player)[0] == status
    assert client.post("/api/hands/code", json={"player": "Nobody"}).status_code == 404


def test_a_table_of_this_computer_alone_gives_no_link_to_phones(tmp_path: Path) -> None:
    services = compose(Settings(), load_table(secret_table(tmp_path)), Scenes(), SquareReader())
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        answer = client.post("/api/hands/code", json={"player": "Chiyo"})

    assert answer.status_code == 409
    assert "--host 0.0.0.0" in answer.json()["detail"]
