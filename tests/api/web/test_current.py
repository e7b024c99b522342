"""Another table is set up while the program runs: a table file is written, and everybody comes over to it."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.opening import UnreadyError
from api.settings import Settings
from api.tables import load_table
from api.tables.written import latest_table
from api.web.app import create_app
from api.web.current import Current, Openings
from tests.api.drawn import PRESET, Scenes, SquareReader
from tests.api.in_secret import secret_table

TOKEN = "a token of the tests"


def opened(file: Path, *_: object) -> Services:
    table = load_table(file)
    if table.title == "unready":
        raise UnreadyError("no camera")
    return compose(Settings(), table, Scenes(), SquareReader())


def no_pictures(*_: object) -> Scenes:
    return Scenes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


def _application(services: Services, current: Current) -> Any:
    return create_app(services, current=current)


@pytest.fixture
def current(folder: Path) -> Current:
    return Current(opened(PRESET), Openings(PRESET, folder, opened, no_pictures), _application)


@pytest.fixture
def client(current: Current) -> Iterator[TestClient]:
    with TestClient(current, base_url="http://127.0.0.1") as client:
        yield client


def table(**changes: object) -> dict[str, object]:
    return {**tomllib.loads(PRESET.read_text(encoding="utf-8")), **changes}


def test_the_present_table_and_the_forms_of_all_systems_are_told(client: TestClient) -> None:
    told = client.get("/api/setup").json()

    assert told["table"] == table()
    for system in (one["id"] for one in told["systems"]):
        form = client.get(f"/api/setup/forms/{system}").json()
        assert form["form"]["properties"]["players"]
        assert form["preset"]["system"] == system
        answer = client.post("/api/setup/check", json={"table": form["preset"]})
        assert answer.json() == {"problems": []}
    assert client.get("/api/setup/forms/bushido-vault").json()["preset"] == table()
    assert client.get("/api/setup/forms/chess").status_code == 404


def test_every_problem_is_told_with_its_key(client: TestClient) -> None:
    given: Any = table(active="Nobody")
    given["players"]["Aya"]["wounds"] = -3
    given["players"]["Aya"]["melee_pool"] = "many"
    problems = client.post("/api/setup/check", json={"table": given}).json()["problems"]

    assert {"players.Aya.wounds", "players.Aya.melee_pool"} <= {one["key"] for one in problems}
    assert all(one["text"].startswith("expected") for one in problems)
    answer = client.post("/api/setup", json={"table": given})
    assert (answer.status_code, answer.json()["error"]) == (422, "unprocessable_entity")


def test_a_table_that_is_set_up_is_played(client: TestClient, current: Current, folder: Path) -> None:
    before = current.services
    with client.websocket_connect("ws://127.0.0.1/api/events") as follower:
        follower.receive_json()
        answer = client.post("/api/setup", json={"table": table(title="Évening at Ñ's: 2")})
        closed = follower.receive()
        while closed["type"] != "websocket.close":
            closed = follower.receive()

    assert (answer.status_code, answer.json()) == (200, {"title": "Évening at Ñ's: 2"})
    assert closed["code"] == 1012
    assert before.stopping.is_set()
    assert client.get("/api/state").json()["title"] == "Évening at Ñ's: 2"
    file = latest_table(folder)
    assert file is not None
    assert file.name == "évening-at-ñ-s-2.toml"
    assert load_table(file).players == ("Aya", "Chiyo")


def test_a_table_that_cannot_be_opened_leaves_the_former_one(client: TestClient) -> None:
    answer = client.post("/api/setup", json={"table": table(title="unready")})

    assert (answer.status_code, answer.json()["detail"]) == (409, "no camera")
    assert client.get("/api/state").json()["title"] == "Masaema Aya and Chiyo"
    assert client.post("/api/answers", json={"faces": {"attack": [4, 2], "defence": [5]}}).status_code == 200


def test_a_program_without_the_means_says_so() -> None:
    with TestClient(create_app(opened(PRESET)), base_url="http://127.0.0.1") as client:
        assert client.get("/api/setup").json()["table"] is None
        assert client.post("/api/setup", json={"table": table()}).status_code == 409


def test_a_players_phone_is_known_at_another_table(folder: Path, tmp_path: Path) -> None:
    def networked(file: Path, *_: object) -> Services:
        settings = Settings.model_validate({"host": "0.0.0.0", "token": TOKEN})
        return compose(settings, load_table(file), Scenes(), SquareReader())

    secret = secret_table(tmp_path)
    app = Current(networked(secret), Openings(secret, folder, networked, no_pictures), _application)
    with TestClient(app, base_url="http://127.0.0.1", headers={"Authorization": f"Bearer {TOKEN}"}) as client:
        link = client.post("/api/hands/code", json={"player": "Chiyo"}).json()["link"]
        known = {"player": "Chiyo", "key": parse_qs(urlsplit(link).fragment)["key"][0]}
        assert client.post("/api/hands/question", json=known).status_code == 200
        keys = tomllib.loads(secret.read_text(encoding="utf-8"))
        assert client.post("/api/setup", json={"table": keys}).status_code == 200

        assert client.post("/api/hands/question", json=known).status_code == 200
        assert client.post("/api/hands/question", json={"player": "Chiyo"}).status_code == 409


def test_who_was_let_in_stays_so_at_another_table(folder: Path) -> None:
    def networked(file: Path, *_: object) -> Services:
        settings = Settings.model_validate({"host": "0.0.0.0"})  # without a token, so that one is made
        return compose(settings, load_table(file), Scenes(), SquareReader())

    first = networked(PRESET)
    token, ticket = first.access.token, first.access.ticket()
    app = Current(first, Openings(PRESET, folder, networked, no_pictures), _application)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        client.headers["Authorization"] = f"Bearer {token}"
        assert client.post("/api/setup", json={"table": table(title="Another")}).status_code == 200
        assert client.get("/api/state").json()["title"] == "Another"
        assert client.delete("/api/calibration/use").status_code == 200
        assert client.get("/api/state").status_code == 200
        del client.headers["Authorization"]

        assert client.get("/api/state").status_code == 401
        assert client.get("/hand", params={"token": ticket}, follow_redirects=False).status_code == 303
        assert client.get("/api/state").status_code == 200
