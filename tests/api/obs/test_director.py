"""OBS follows the table: against a server that speaks its protocol."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from api.obs.director import Director
from api.obs.plan import Plan, When
from api.play.hub import Hub
from tests.api.obs.fake_obs import FakeObs

SCENE = When(happens="throw", scene="Dice")
FLASH = When(happens="wounded", source="Board", filter="Red", for_s=0.05)
REPLAY = When(happens="critical", replay=True)


@asynccontextmanager
async def directed(obs: FakeObs, hub: Hub, *when: When, password: str = "") -> AsyncIterator[None]:
    plan = Plan.model_validate({"address": f"ws://127.0.0.1:{obs.port}", "password": password, "when": when})
    task = asyncio.create_task(Director(plan, hub, retry_s=0.05).run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.01)


def test_scenes_filters_and_the_replay_buffer_follow_the_game() -> None:
    async def play() -> list[tuple[str, dict[str, object]]]:
        obs, hub = FakeObs(password="secret"), Hub("table")
        hub.publish("throw", {"player": "before OBS was there"})
        async with obs.open(), directed(obs, hub, SCENE, FLASH, REPLAY, password="secret"):
            await until(lambda: hub.followed.is_set())
            hub.publish("throw", {"player": "Aya"})
            hub.publish("wounded", {"name": "Aya"})
            hub.publish("critical_hit", {})
            await until(lambda: len(obs.asked) == 4)
        return obs.asked

    asked = asyncio.run(play())
    on = {"sourceName": "Board", "filterName": "Red", "filterEnabled": True}
    assert asked[:3] == [
        ("SetCurrentProgramScene", {"sceneName": "Dice"}),
        ("SetSourceFilterEnabled", on),
        ("SaveReplayBuffer", {}),
    ]
    assert asked[3] == ("SetSourceFilterEnabled", {**on, "filterEnabled": False})


def test_obs_that_is_not_there_is_said_once_and_found_when_it_comes(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        obs, hub = FakeObs(), Hub("table")
        async with obs.open():
            pass  # a port where nobody listens any more
        async with directed(obs, hub, SCENE):
            await until(lambda: caplog.messages)
            await asyncio.sleep(0.3)
            assert len(caplog.messages) == 1
            async with obs.open():
                await until(lambda: hub.followed.is_set())
                hub.publish("throw", {"player": "Aya"})
                await until(lambda: obs.asked)

    caplog.set_level(logging.WARNING, "api.obs")
    asyncio.run(play())
    assert "OBS does not answer at ws://127.0.0.1:" in caplog.text
    assert "WebSocket Server Settings" in caplog.text


def test_obs_that_goes_is_noticed_at_once_and_asked_again_once_it_comes_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> None:
        obs, hub = FakeObs(), Hub("table")
        async with obs.open():
            pass
        async with directed(obs, hub, SCENE):
            async with obs.open():
                await until(lambda: hub.followed.is_set())
            await until(lambda: "is gone" in caplog.text)
            hub.publish("throw", {"player": "Aya"})
            hub.followed.clear()
            async with obs.open():
                await until(lambda: hub.followed.is_set())
                hub.publish("throw", {"player": "Chiyo"})
                await until(lambda: obs.asked)
                assert len(obs.asked) == 1

    caplog.set_level(logging.WARNING, "api.obs")
    asyncio.run(play())


def test_obs_that_keeps_no_replay_is_said_before_the_moment_and_at_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> None:
        obs, hub = FakeObs(keeps_replay=False), Hub("table")
        async with obs.open(), directed(obs, hub, REPLAY):
            await until(lambda: hub.followed.is_set())
            assert "OBS keeps no replay, so none is saved" in caplog.text
            hub.publish("critical_hit", {})
            await until(lambda: "OBS refuses SaveReplayBuffer {}: it is not running" in caplog.text)

    caplog.set_level(logging.WARNING, "api.obs")
    asyncio.run(play())


def test_of_replays_nothing_is_said_where_none_is_wanted_or_one_is_kept(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play(obs: FakeObs, rule: When) -> None:
        hub = Hub("table")
        async with obs.open(), directed(obs, hub, rule):
            await until(lambda: hub.followed.is_set())

    caplog.set_level(logging.WARNING, "api.obs")
    asyncio.run(play(FakeObs(keeps_replay=False), SCENE))
    asyncio.run(play(FakeObs(), REPLAY))
    assert "replay" not in caplog.text


def test_a_wrong_password_is_said(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.obs.director.ANSWER_S", 0.3)

    async def play() -> None:
        obs, hub = FakeObs(password="secret"), Hub("table")
        async with obs.open(), directed(obs, hub, SCENE, password="guess"):
            await until(lambda: "the password is wrong" in caplog.text)

    caplog.set_level(logging.WARNING, "api.obs")
    asyncio.run(play())


def test_a_request_that_obs_refuses_is_said_and_the_next_one_is_made(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> None:
        obs, hub = FakeObs(refusing=("SetCurrentProgramScene",)), Hub("table")
        async with obs.open(), directed(obs, hub, SCENE, REPLAY):
            await until(lambda: hub.followed.is_set())
            hub.publish("throw", {"player": "Aya"})
            hub.publish("critical_hit", {})
            await until(lambda: len(obs.asked) == 2)

    caplog.set_level(logging.WARNING, "api.obs")
    asyncio.run(play())
    assert "OBS refuses SetCurrentProgramScene {'sceneName': 'Dice'}: no such scene" in caplog.text
