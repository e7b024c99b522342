"""Statistics follow what counts: corrections and undone rolls change them; an evening has many matches."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.play.record import Record
from api.settings import Settings
from api.store import Bounds, Store
from api.tables import load_table, table_text
from api.web.app import create_app
from resolver.dice import Roll
from tests.api.drawn import PRESET, Scenes, SquareReader

AYA = {"faces": {"attack": [4, 2], "defence": [5]}}
CHIYO = {"faces": {"attack": [5, 3], "defence": [4]}}


def statistics(client: TestClient) -> Any:
    return client.get("/api/statistics").json()


def counts(client: TestClient, body: str, marks: str) -> list[int]:
    named = {(one["body"], one["marks"]): one["counts"] for one in statistics(client)["faces"]}
    found: list[int] = named[body, marks]
    return found


def test_a_table_without_rolls_has_none(client: TestClient) -> None:
    assert statistics(client) == {"faces": [], "luck": [], "left_out": []}


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

    assert statistics(client) == {"faces": [], "luck": [], "left_out": []}


class Clock:
    """Mutable; a clock that a test sets."""

    def __init__(self) -> None:
        # Noon by this computer's clock, wherever it stands: far from the end of an evening.
        self.now = datetime(2026, 11, 21, 12).astimezone()

    def __call__(self) -> datetime:
        return self.now


def played(store: Store, clock: Clock, later: timedelta, *, text: str = table_text(PRESET)) -> Services:
    """Return a table on which the melee of the example has been rolled, begun so much later."""
    clock.now += later
    setup = load_table(PRESET)
    play = store.begin(str(PRESET), text, setup.title, setup.system, Bounds(0, 0))
    services = compose(Settings(), setup, Scenes(), SquareReader(), record=Record(store, play))
    for faces in (AYA["faces"], CHIYO["faces"]):
        services.referee.answer(Roll.of(faces))
    return services


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[Store, Clock]]:
    clock = Clock()
    store = Store(tmp_path / "matches.db", clock)
    yield store, clock
    store.close()


def asked(services: Services, *paths: str) -> list[Any]:
    """Return what a table answers to each of these addresses."""
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        return [client.get(path).json() for path in paths]


def test_an_evening_adds_up_its_matches_and_no_others(kept: tuple[Store, Clock]) -> None:
    played(*kept, timedelta(0))
    played(*kept, timedelta(hours=8))
    played(*kept, timedelta(hours=7))  # three in the morning
    last = played(*kept, timedelta(hours=20))
    (evening,) = asked(last, "/api/statistics?evening=2026-11-21")

    (red,) = (one for one in evening["faces"] if one["body"] == "red")
    assert red["counts"] == [0, 3, 0, 3, 0, 0]
    assert [one["player"] for one in evening["luck"]] == ["Aya", "Chiyo"] * 3


def test_the_match_that_is_played_counts_as_it_stands(kept: tuple[Store, Clock]) -> None:
    played(*kept, timedelta(0))
    now = played(*kept, timedelta(hours=1))
    now.referee.void()
    evening, match = asked(now, "/api/statistics?evening=2026-11-21", "/api/statistics")

    assert [one["player"] for one in evening["luck"]] == ["Aya", "Chiyo", "Aya"]
    assert match["faces"][0]["rolled"] == 2


def test_evenings_are_listed_with_their_matches(kept: tuple[Store, Clock]) -> None:
    played(*kept, timedelta(0))
    services = played(*kept, timedelta(days=1))

    evenings, none = asked(services, "/api/statistics/evenings", "/api/statistics?evening=2020-01-01")

    assert evenings == [
        {"evening": "2026-11-22", "matches": ["Masaema Aya and Chiyo"]},
        {"evening": "2026-11-21", "matches": ["Masaema Aya and Chiyo"]},
    ]
    assert "no match" in none["detail"]


def test_a_match_that_the_rules_refuse_now_is_named(kept: tuple[Store, Clock]) -> None:
    text = table_text(PRESET).replace("melee_pool = 4", "melee_pool = 1")
    played(*kept, timedelta(0), text=text)
    services = played(*kept, timedelta(hours=1))
    (evening,) = asked(services, "/api/statistics?evening=2026-11-21")

    assert evening["left_out"] == ["Masaema Aya and Chiyo"]
    assert len(evening["luck"]) == 2


def test_a_table_without_a_store_has_no_evenings(client: TestClient) -> None:
    assert client.get("/api/statistics/evenings").json() == []
    assert client.get("/api/statistics?evening=2026-11-21").status_code == 404
    assert client.get("/api/statistics?evening=today").status_code == 422
