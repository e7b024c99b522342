"""A stored match on the pages again: everybody may watch, nobody may change it."""

from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.play.hub import Message
from api.play.replaying import NoFrames, ReadOnly, play
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import PRESET, SquareReader, exchange

SETUP = load_table(PRESET)


@pytest.fixture(scope="module")
def messages() -> tuple[Message, ...]:
    """Return those of an exchange."""
    services = compose(Settings(), SETUP, exchange(), SquareReader())
    services.run_through(lambda _: None)
    return services.hub.after(0)


def replayed(messages: tuple[Message, ...]) -> Services:
    services = replace(compose(Settings(), SETUP, NoFrames(), SquareReader()), access=ReadOnly())
    services.hub.followed.set()
    play(services, SETUP, iter(messages), fast=True)
    return services


def test_a_replay_tells_the_match_and_stands_where_it_ended(
    messages: tuple[Message, ...], caplog: pytest.LogCaptureFixture
) -> None:
    services = replayed(messages)
    assert "other events" not in caplog.text
    own = len(services.hub.after(0)) - len(messages)  # what the table tells when it is opened

    assert [(one.type, one.data) for one in services.hub.after(own)] == [
        (one.type, one.data) for one in messages
    ]
    state = services.referee.state()
    assert (state["answers"], services.referee.is_over()) == (4, True)


def test_nobody_can_change_a_replay(messages: tuple[Message, ...]) -> None:
    client = TestClient(create_app(replayed(messages)), base_url="http://127.0.0.1")
    refused = client.delete("/api/answers/3")

    assert refused.status_code == 401
    assert client.get("/api/state").json()["answers"] == 4


def test_a_replay_ends_where_the_rules_refuse_what_was_done(
    messages: tuple[Message, ...], caplog: pytest.LogCaptureFixture
) -> None:
    at = [one.type for one in messages].index("accepted")
    wrong = replace(messages[at], data={**messages[at].data, "dice": []})
    services = replayed((*messages[:at], wrong, *messages[at + 1 :]))

    assert services.referee.state()["answers"] == 0
    assert "the replay ends here" in caplog.text
