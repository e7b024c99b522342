"""Statistics follow what counts: corrections and undone rolls change them."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.compose import compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import PRESET, Scenes, SquareReader

AYA = {"faces": {"attack": [4, 2], "defence": [5]}}
CHIYO = {"faces": {"attack": [5, 3], "defence": [4]}}


@pytest.fixture
def client() -> Iterator[TestClient]:
    services = compose(Settings(), load_table(PRESET), Scenes(), SquareReader())
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        yield client


def statistics(client: TestClient) -> Any:
    return client.get("/api/statistics").json()


def counts(client: TestClient, body: str, marks: str) -> list[int]:
    named = {(one["body"], one["marks"]): one["counts"] for one in statistics(client)["faces"]}
    found: list[int] = named[body, marks]
    return found


def test_a_table_without_rolls_has_none(client: TestClient) -> None:
    assert statistics(client) == {"faces": [], "luck": []}


def test_dice_of_the_same_colours_are_counted_together(client: TestClient) -> None:
    client.post("/api/answers", json=AYA)
    client.post("/api/answers", json=CHIYO)
    client.post("/api/answers", json={"faces": {"damage": [4, 6]}})

    assert counts(client, "red", "white") == [0, 1, 0, 2, 0, 1]
    (red,) = (one for one in statistics(client)["faces"] if one["body"] == "red")
    assert (red["kind"], red["used"]) == ("d6", ["Aya's attack", "Aya's damage"])


def test_a_correction_changes_faces_and_luck(client: TestClient) -> None:
    client.post("/api/answers", json=AYA)
    client.post("/api/answers", json=CHIYO)
    before = statistics(client)["luck"]
    client.patch("/api/answers/0", json={"changes": [{"die": 0, "face": 6}]})
    after = statistics(client)["luck"]

    assert counts(client, "red", "white")[5] == 1
    assert [one["answer"] for one in after] == [one["answer"] for one in before] == [0, 1]
    assert after[0]["worse"]["share"] > before[0]["worse"]["share"]


def test_a_roll_that_is_taken_back_counts_no_more(client: TestClient) -> None:
    client.post("/api/answers", json=AYA)
    client.post("/api/void")

    assert statistics(client) == {"faces": [], "luck": []}
