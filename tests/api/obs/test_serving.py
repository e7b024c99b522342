"""OBS is followed for as long as a table is served, also where another takes its place on the page."""

import asyncio
import threading
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.play.record import Record
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from api.web.current import Current, Openings
from tests.api.drawn import PRESET, Scenes, SquareReader
from tests.api.obs.fake_obs import FakeObs
from tests.api.obs.test_director import until


def served(rules: Path, folder: Path) -> Current:
    """Return a table that OBS follows by these rules, as `meleecam serve` would serve it."""

    def opened(file: Path, profiles: Path | None, _record: Record | None) -> Services:
        return compose(Settings(obs=rules, profiles=profiles), load_table(file), Scenes(), SquareReader())

    return Current(
        opened(PRESET, None, None),
        Openings(PRESET, folder / "tables", opened, lambda *_: Scenes()),
        lambda now, current: create_app(now, current=current),
    )


@pytest.mark.parametrize("is_set_up", [False, True])
def test_obs_follows_the_table_that_is_served(tmp_path: Path, is_set_up: bool) -> None:
    async def play() -> FakeObs:
        obs = FakeObs()
        async with obs.open():
            rules = tmp_path / "obs.toml"
            rules.write_text(
                f'address = "ws://127.0.0.1:{obs.port}"\n[[when]]\nhappens = "throw"\nscene = "Dice"\n',
                encoding="utf-8",
            )
            await asyncio.to_thread(_serve, served(rules, tmp_path), obs)
            await until(lambda: not obs.lines)
        return obs

    def _serve(table: Current, obs: FakeObs) -> None:
        with TestClient(table, base_url="http://127.0.0.1") as client:
            if is_set_up:
                keys = client.get("/api/setup").json()["table"]
                assert client.post("/api/setup", json={"table": keys}).status_code == 200
            hub = table.services.hub
            assert hub.followed.wait(10)
            hub.publish("throw", {"player": "Aya"})
            asyncio.run(until(lambda: obs.asked))

    obs = asyncio.run(play())
    assert obs.asked == [("SetCurrentProgramScene", {"sceneName": "Dice"})]
    assert "obs" not in {thread.name for thread in threading.enumerate()}
