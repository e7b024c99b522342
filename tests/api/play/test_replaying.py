"""A stored match on the pages again: who may look at a table may watch, nobody may change it."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.play.hub import Message
from api.play.record import SetUp, open_record
from api.play.replaying import NoFrames, play, shown_again
from api.settings import Settings
from api.store import Match, Store
from api.tables import load_table, table_text
from api.web.app import create_app
from tests.api.drawn import PRESET, SquareReader, exchange

SETUP = load_table(PRESET)
TOKEN = "a token of this test"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Return a store with an exchange that was read."""
    file = tmp_path_factory.mktemp("store") / "matches.db"
    record = open_record(Settings(), SetUp(PRESET, table_text(PRESET), SETUP), file, fresh=True)
    compose(Settings(), SETUP, exchange(), SquareReader(), record=record).run_through(lambda _: None)
    with closing(Store(file)) as kept:
        yield kept


@pytest.fixture(scope="module")
def match(kept: Store) -> Match:
    (match,) = kept.matches()
    return match


@pytest.fixture(scope="module")
def messages(kept: Store, match: Match) -> tuple[Message, ...]:
    """Return those of the exchange."""
    return tuple(kept.all_messages(match.id))


def replayed(
    kept: Store, match: Match, messages: tuple[Message, ...], settings: Settings | None = None
) -> Services:
    services = shown_again(compose(settings or Settings(), SETUP, NoFrames(), SquareReader()), kept, match.id)
    services.hub.followed.set()
    play(services, SETUP, iter(messages), fast=True)
    return services


def client_of(services: Services) -> TestClient:
    return TestClient(create_app(services), base_url="http://127.0.0.1")


def test_a_replay_tells_the_match_and_stands_where_it_ended(
    kept: Store, match: Match, messages: tuple[Message, ...], caplog: pytest.LogCaptureFixture
) -> None:
    services = replayed(kept, match, messages)
    assert "other events" not in caplog.text
    own = len(services.hub.after(0)) - len(messages)  # what the table tells when it is opened

    assert [(one.type, one.data) for one in services.hub.after(own)] == [
        (one.type, one.data) for one in messages
    ]
    state = services.referee.state()
    assert (state["answers"], services.referee.is_over()) == (4, True)


def test_nobody_can_change_a_replay(kept: Store, match: Match, messages: tuple[Message, ...]) -> None:
    client = client_of(replayed(kept, match, messages))
    refused = client.delete("/api/answers/3")

    assert refused.status_code == 401
    assert client.get("/api/access").json() == {"may_change": False}
    assert client.get("/api/state").json()["answers"] == 4


@pytest.mark.parametrize(
    ("free_reading", "given", "status"),
    [
        pytest.param(False, None, 401, id="not without the token"),
        pytest.param(False, TOKEN, 200, id="with it"),
        pytest.param(True, None, 200, id="without it where reading is free"),
    ],
)
def test_a_replay_open_to_the_network_is_watched_like_a_table(
    free_reading: bool, given: str | None, status: int, kept: Store, match: Match
) -> None:
    settings = Settings(host="0.0.0.0", token=SecretStr(TOKEN), free_reading=free_reading)
    client = client_of(replayed(kept, match, (), settings))
    headers = {} if given is None else {"Authorization": f"Bearer {given}"}

    assert client.get("/api/state", headers=headers).status_code == status
    assert client.post("/api/pause", headers=headers).status_code == 401


def test_a_replay_shows_the_crops_of_its_match(
    kept: Store, match: Match, messages: tuple[Message, ...]
) -> None:
    services = replayed(kept, match, messages)
    client = client_of(services)
    readings = [one for one in services.hub.after(0) if one.type == "reading"]
    shown = {}
    for reading in readings:
        dice = reading.data["dice"]
        assert isinstance(dice, list)
        for die in range(len(dice)):
            address = f"/api/matches/{reading.table}/pictures/{reading.data['picture']}/dice/{die}"
            shown[reading.data["picture"], die] = client.get(address).content

    assert len(shown) == 10
    for (picture, die), jpeg in shown.items():
        assert isinstance(picture, int)
        assert jpeg == kept.crop(match.id, picture, die)


def test_a_replay_opens_nothing_else_of_the_store(
    kept: Store, match: Match, messages: tuple[Message, ...]
) -> None:
    services = replayed(kept, match, messages)
    (picture, *_) = [one.data["picture"] for one in messages if one.type == "reading"]
    client = client_of(services)

    assert client.get(f"/api/matches/{services.hub.table}/pictures/{picture}/dice/0").status_code == 200
    assert client.get(f"/api/matches/{services.hub.table}/pictures/{picture}/dice/60").status_code == 404
    assert client.get(f"/api/matches/{match.id}/pictures/{picture}/dice/0").status_code == 404
    assert client.get("/api/matches").json() == []


def test_a_replay_ends_where_the_rules_refuse_what_was_done(
    kept: Store, match: Match, messages: tuple[Message, ...], caplog: pytest.LogCaptureFixture
) -> None:
    at = [one.type for one in messages].index("accepted")
    wrong = replace(messages[at], data={**messages[at].data, "dice": []})
    services = replayed(kept, match, (*messages[:at], wrong, *messages[at + 1 :]))

    assert services.referee.state()["answers"] == 0
    assert "the replay ends here" in caplog.text
