"""The flow of a table over REST: who did it is told, and what the rules do not allow is a 409."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import PRESET, Scenes, SquareReader

AYA = {"faces": {"attack": [4, 2], "defence": [5]}, "by": "Aya"}
CHIYO = {"faces": {"attack": [5, 3], "defence": [4]}}


@pytest.fixture
def services(served: tuple[TestClient, Services]) -> Services:
    return served[1]


def last(services: Services, type_: str) -> Any:
    return [one.data for one in services.hub.after(0) if one.type == type_][-1]


def test_pausing_and_going_on(client: TestClient, services: Services) -> None:
    assert client.post("/api/pause", json={"by": "Aya"}).json()["paused"] is True
    assert last(services, "paused") == {"by": "Aya"}
    assert client.post("/api/resume").json()["paused"] is False
    assert last(services, "resumed") == {"by": "table"}


def test_the_last_roll_is_voided(client: TestClient, services: Services) -> None:
    client.post("/api/answers", json=AYA)
    state = client.post("/api/void", json={"by": "Chiyo"}).json()

    assert (state["answers"], state["waiting_for"]["player"]) == (0, "Aya")
    assert last(services, "voided")["by"] == "Chiyo"
    answer = client.post("/api/void")
    assert (answer.status_code, answer.json()["detail"]) == (409, "expected a roll to take back, found none")


def test_what_the_rules_want_is_not_skipped(client: TestClient) -> None:
    answer = client.post("/api/skip")

    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")
    assert "Aya: throw 3 melee dice" in answer.json()["detail"]


def test_the_answers_that_count_are_listed_die_by_die(client: TestClient) -> None:
    client.post("/api/answers", json=AYA)
    (answer,) = client.get("/api/answers").json()

    assert (answer["answer"], answer["player"], answer["purpose"]) == (0, "Aya", "melee")
    assert answer["dice"][2] == {"group": "defence", "face": 5, "seen": None}


def test_dice_are_corrected_one_by_one(client: TestClient, services: Services) -> None:
    client.post("/api/answers", json=AYA)
    client.post("/api/answers", json=CHIYO)
    changes = [
        {"die": 0, "face": 6},
        {"die": 1, "group": "defence"},
        {"die": 2, "remove": True},
        {"face": 1, "group": "attack"},
    ]
    state = client.patch("/api/answers/0", json={"changes": changes, "by": "Chiyo"}).json()

    assert state["answers"] == 2
    assert client.get("/api/answers").json()[0]["faces"] == {"attack": [1, 6], "defence": [4]}
    corrected = last(services, "corrected")
    assert (corrected["by"], corrected["was"]["faces"]) == ("Chiyo", {"attack": [2, 4], "defence": [5]})


@pytest.mark.parametrize(
    ("index", "body", "status"),
    [
        (0, {"changes": [{"die": 0, "remove": True}]}, 409),
        (0, {"changes": [{"die": 8, "face": 2}]}, 409),
        (0, {"changes": [{"die": 0, "face": 3}, {"die": 0, "face": 6}]}, 409),
        (0, {"changes": [{"die": 0, "face": 3}, {"die": 0, "group": "defence"}]}, 409),
        (5, {"changes": [{"die": 0, "face": 2}]}, 404),
        (0, {"changes": []}, 422),
        (0, {"changes": [{"die": 0}]}, 422),
        (0, {"changes": [{"die": 0, "face": 2, "remove": True}]}, 422),
        (0, {"changes": [{"face": 2}]}, 422),
        (0, {"changes": [{"die": 0, "face": 0}]}, 422),
        (0, {"changes": [{"die": 0, "face": 2}], "by": ""}, 422),
        (0, {"changes": [{"die": 0, "face": 2}], "by": "x" * 41}, 422),
        (0, {"changes": [{"die": 0, "face": 2}], "by": "\x1b[2J"}, 422),
    ],
)
def test_a_correction_that_does_not_fit_changes_nothing(
    client: TestClient, index: int, body: dict[str, object], status: int
) -> None:
    client.post("/api/answers", json=AYA)
    before = client.get("/api/state").json()

    assert client.patch(f"/api/answers/{index}", json=body).status_code == status
    assert client.get("/api/state").json() == before


def test_a_correction_to_what_stands_is_no_news(client: TestClient) -> None:
    client.post("/api/answers", json=AYA)
    before = client.get("/api/state").json()
    same = client.put("/api/answers/0", json={**AYA, "by": "Chiyo"})
    die = client.get("/api/answers").json()[0]["dice"][0]
    again = client.patch("/api/answers/0", json={"changes": [{"die": 0, "face": die["face"]}]})

    assert (same.status_code, again.status_code) == (200, 200)
    assert same.json() == again.json() == before


def test_an_answer_and_its_taking_back_tell_who(client: TestClient, services: Services) -> None:
    client.post("/api/answers", json=AYA)
    assert last(services, "accepted")["by"] == "Aya"
    client.put("/api/answers/0", json={"faces": {"attack": [4, 3], "defence": [5]}, "by": "Chiyo"})
    assert last(services, "corrected")["by"] == "Chiyo"
    client.delete("/api/answers/0?by=Aya")
    assert last(services, "voided")["by"] == "Aya"


@pytest.mark.parametrize("name", ["\x00", "Aya\x1b[2J", "Aya\n", "\x9b"])
def test_a_name_holds_nothing_that_steers_a_terminal(client: TestClient, name: str) -> None:
    client.post("/api/answers", json=AYA)
    posted = client.post("/api/pause", json={"by": name})
    deleted = client.delete("/api/answers/0", params={"by": name})

    assert (posted.status_code, deleted.status_code) == (422, 422)
    assert "by: Value error, expected a text without control characters" in posted.json()["detail"]


@pytest.mark.parametrize("group", [r"\ud800", r"\u0000", ""])
def test_a_group_without_dice_is_one_that_can_be_told(client: TestClient, group: str) -> None:
    given = f'{{"faces": {{"attack": [4, 2], "defence": [5], "{group}": []}}}}'
    answer = client.post("/api/answers", content=given, headers={"Content-Type": "application/json"})

    assert answer.status_code == 422
    assert client.get("/api/answers").json() == []


def test_odds_are_told_before_the_throw(client: TestClient) -> None:
    odds = client.get("/api/odds").json()

    assert odds["waiting_for"]["player"] == "Aya"
    assert odds["reason"] is None
    assert odds["odds"][0]["outcomes"]


def test_a_decision_that_offers_nothing_to_do_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    text = PRESET.read_text(encoding="utf-8").replace('special = "Sidestep Defence"\n', "")
    path.write_text(text, encoding="utf-8")
    services = compose(Settings(), load_table(path), Scenes(), SquareReader())
    client = TestClient(create_app(services), base_url="http://127.0.0.1")
    assert client.get("/api/state").json()["waiting_for"]["purpose"] == "special"
    state = client.post("/api/skip").json()

    assert state["waiting_for"]["purpose"] == "melee"
    assert last(services, "accepted")["choice"] == "none"
