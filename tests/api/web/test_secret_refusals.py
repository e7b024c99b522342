"""What is refused about a decision in secret names neither it nor its options, and a phone guards its own."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import Scenes, SquareReader
from tests.api.in_secret import SPECIAL, play_to_next_secret, secret_table

TOKEN = "a token of the tests"
COST = "\n[players.Aya.weapons.sword.specials.sidestep_defence]\ncost = 1\n"


@pytest.fixture
def services(tmp_path: Path) -> Services:
    """Return a table on which Chiyo and then Aya decide on a special, then both on their allocation."""
    file = secret_table(tmp_path)
    text = file.read_text(encoding="utf-8").replace('special = "none"\n', "")
    text = text.replace("\n[players.Aya.dice]", f"{COST}\n[players.Aya.dice]")
    file.write_text(text, encoding="utf-8")
    settings = Settings.model_validate({"host": "0.0.0.0", "token": TOKEN})
    return compose(settings, load_table(file), Scenes(), SquareReader())


@pytest.fixture
def client(services: Services) -> Iterator[TestClient]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with TestClient(create_app(services), base_url="http://127.0.0.1", headers=headers) as client:
        yield client


def player_asked(services: Services) -> str:
    asked = services.referee.table.progress.waiting_for
    assert asked is not None
    return asked.player


def phone_of(client: TestClient, player: str) -> str:
    """Let a phone decide for a player and return its key."""
    link = client.post("/api/hands/code", json={"player": player}).json()["link"]
    key = str(parse_qs(urlsplit(link).fragment)["key"][0])
    client.post("/api/hands/question", json={"player": player, "key": key})
    return key


def told(client: TestClient, services: Services) -> list[dict[str, object]]:
    with client.websocket_connect("ws://127.0.0.1/api/events") as socket:
        return [json.loads(socket.receive_text()) for _ in range(services.hub.last_seq())]


def tells_nothing(answer: Response) -> bool:
    return answer.status_code == 409 and not any(one in answer.text for one in ("none", SPECIAL, "?"))


CHANGES = {"changes": [{"die": 0, "face": 1}]}


def test_dice_of_a_secret_decision_cannot_be_asked_for(client: TestClient) -> None:
    client.post("/api/answers", json={"choice": "none"})

    assert tells_nothing(client.patch("/api/answers/0", json=CHANGES))


@pytest.mark.parametrize("given", [{"choice": "?"}, {"faces": {"attack": [1]}}])
def test_a_wrong_answer_is_not_told_what_there_was_to_choose_from(
    client: TestClient, given: dict[str, object]
) -> None:
    assert tells_nothing(client.post("/api/answers", json=given))
    client.post("/api/answers", json={"choice": "none"})
    assert tells_nothing(client.put("/api/answers/0", json=given))


def test_a_secret_that_is_dropped_stays_one(client: TestClient, services: Services) -> None:
    """Without the die that the special costs the split that was decided on has one too few."""
    for choice in (SPECIAL, "none", "0+3"):
        client.post("/api/answers", json={"choice": choice})
    corrected = client.put("/api/answers/0", json={"choice": "none"})

    assert corrected.status_code == 200
    (told_of,) = [one["data"] for one in told(client, services) if one["type"] == "corrected"]
    assert isinstance(told_of, dict)
    assert len(told_of["dropped"]) == 1
    assert not any(one in json.dumps(told_of) for one in (SPECIAL, "0+3", "1+2", "saw"))


def test_a_secret_is_not_found_out_by_what_a_correction_changes(
    client: TestClient, services: Services
) -> None:
    client.post("/api/answers", json={"choice": "none"})
    grown = []
    for guess in ("none", SPECIAL):
        before = services.hub.last_seq()
        client.put("/api/answers/0", json={"choice": guess})
        grown.append(services.hub.last_seq() - before)

    assert grown[0] == grown[1] > 0


@pytest.mark.parametrize(
    ("method", "body"),
    [("PUT", {"choice": SPECIAL}), ("PUT", {"choice": "?"}), ("PATCH", CHANGES), ("DELETE", None)],
)
def test_what_a_phone_decided_is_changed_with_its_key_alone(
    client: TestClient, services: Services, method: str, body: dict[str, object] | None
) -> None:
    player = player_asked(services)
    key = phone_of(client, player)
    decided = {"player": player, "key": key, "answer": 0, "choice": "none"}
    assert client.post("/api/hands/answer", json=decided).status_code == 200

    for headers in ({}, {"Hand-Key": "another"}):
        answer = client.request(method, "/api/answers/0", json=body, headers=headers)
        assert tells_nothing(answer)
        assert player in answer.text
        assert [one.answer for one in services.referee.table.played] == ["none"]


def test_the_phone_itself_changes_and_takes_back_what_it_decided(
    client: TestClient, services: Services
) -> None:
    player = player_asked(services)
    key = {"Hand-Key": phone_of(client, player)}
    decided = {"player": player, "key": key["Hand-Key"], "answer": 0, "choice": "none"}
    client.post("/api/hands/answer", json=decided)

    assert client.put("/api/answers/0", json={"choice": SPECIAL}, headers=key).status_code == 200
    assert [one.answer for one in services.referee.table.played] == [SPECIAL]
    assert client.delete("/api/answers/0", headers=key).status_code == 200
    assert services.referee.table.played == ()


def next_secret_on_a_phone(client: TestClient, services: Services, choice: str) -> tuple[str, str, int]:
    """Play on to the next secret, decide it on a phone; return whose it is, the phone's key, its number."""
    play_to_next_secret(services.referee)
    player = player_asked(services)
    key = phone_of(client, player)
    number = len(services.referee.table.played)
    client.post("/api/hands/answer", json={"player": player, "key": key, "answer": number, "choice": choice})
    return player, key, number


def test_the_last_roll_is_not_voided_over_what_a_phone_decided_since(
    client: TestClient, services: Services
) -> None:
    player, key, number = next_secret_on_a_phone(client, services, "none")
    before = client.get("/api/state").json()

    for headers in ({}, {"Hand-Key": "another"}):
        refused = client.post("/api/void", headers=headers)
        assert tells_nothing(refused)
        assert f"{player} decided on a phone" in refused.text
        assert client.get("/api/state").json() == before
    assert client.delete(f"/api/answers/{number}", headers={"Hand-Key": key}).status_code == 200
    assert client.post("/api/void").json()["answers"] < number


def test_who_voids_a_roll_over_his_own_secret_is_told_in_the_log(
    client: TestClient, services: Services
) -> None:
    player, key, _ = next_secret_on_a_phone(client, services, SPECIAL)

    assert client.post("/api/void", json={"by": player}, headers={"Hand-Key": key}).status_code == 200
    (voided,) = [one["data"] for one in told(client, services) if one["type"] == "voided"]
    assert isinstance(voided, dict)
    assert voided["text"].endswith(f"{player}'s special.")
    assert SPECIAL not in json.dumps(voided)


def test_a_roll_is_voided_with_what_was_decided_behind_the_curtain(
    client: TestClient, services: Services
) -> None:
    play_to_next_secret(services.referee)
    client.post("/api/answers", json={"choice": "none"})

    assert client.post("/api/void").status_code == 200


def test_no_phone_voids_what_the_other_decided(client: TestClient, services: Services) -> None:
    keys = {}
    for number in range(2):
        player = player_asked(services)
        keys[player] = phone_of(client, player)
        decided = {"player": player, "key": keys[player], "answer": number, "choice": "none"}
        assert client.post("/api/hands/answer", json=decided).status_code == 200

    assert set(keys) == {"Aya", "Chiyo"}
    for player, other in (("Aya", "Chiyo"), ("Chiyo", "Aya")):
        answer = client.post("/api/void", headers={"Hand-Key": keys[player]})
        assert tells_nothing(answer)
        assert f"{other} decided on a phone" in answer.text


def test_a_new_code_lets_the_table_take_back_what_a_lost_phone_decided(
    client: TestClient, services: Services
) -> None:
    player = player_asked(services)
    key = phone_of(client, player)
    client.post("/api/hands/answer", json={"player": player, "key": key, "answer": 0, "choice": "none"})
    client.post("/api/hands/code", json={"player": player})

    assert client.delete("/api/answers/0").status_code == 200


def test_the_log_tells_no_secret(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        client.post("/api/answers", json={"choice": SPECIAL})
        client.put("/api/answers/0", json={"choice": SPECIAL})

    told_of = [str(vars(one)) for one in caplog.records if one.message in ("accepted", "corrected")]
    assert len(told_of) == 2
    assert not any(SPECIAL in one for one in told_of)
