"""A disk that fills up: the reserve carries on, then everything is refused, and nothing told is lost."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.play.hub import Hub
from api.play.record import Record
from api.settings import Settings
from api.store import Store, StoreFullError
from api.store.match_log import MatchLog
from api.store.play import Play
from api.store.reserve import RESERVE_BYTES, SPARE, Reserve
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import AYA_MELEE, PRESET, Scenes, SquareReader, thrown
from vision.image import Frame

PAGE_BYTES = 4096


class Disk:
    """A disk with room for so many pages of one store, less the reserve's while that is kept."""

    def __init__(self, store: Store, reserve: Path) -> None:
        self._reserve = reserve
        self._left_pages = 1_000_000
        self._used_pages = 0
        event.listen(store._database._engine, "begin", self._limit)

    def fill(self) -> None:
        """Leave no page beside the reserve."""
        self._left_pages = 0

    def empty(self) -> None:
        self._left_pages = 1_000_000

    def free_bytes(self, _: Path) -> int:
        return 0 if self._left_pages == 0 else SPARE * RESERVE_BYTES

    def _limit(self, connection: Connection) -> None:
        if self._left_pages:
            used = connection.exec_driver_sql("PRAGMA page_count").scalar()
            assert isinstance(used, int)
            self._used_pages = used
        freed = 0 if self._reserve.exists() else RESERVE_BYTES // PAGE_BYTES
        most = self._used_pages + self._left_pages + freed
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")


@pytest.fixture
def disk(store: Store, path: Path) -> Disk:
    return Disk(store, path.with_name("reserve"))


@pytest.fixture
def log(store: Store, play: Play, path: Path, disk: Disk) -> MatchLog:
    return MatchLog(store._database, play.match_id, Reserve(path.with_name("reserve"), disk.free_bytes))


def publish_until_refused(hub: Hub, padding: int = 3000) -> int:
    """Return how many messages were taken before the first that was not."""
    taken = 0
    try:
        while True:
            hub.publish("padded", {"padding": "x" * padding})
            taken += 1
    except StoreFullError:
        return taken


def test_a_full_disk_is_told_and_the_reserve_carries_on(play: Play, log: MatchLog, disk: Disk) -> None:
    hub = Hub(play.match_id, journal=log)
    hub.publish("before", {})
    disk.fill()
    while hub.after(0)[-1].type != "store_low":
        hub.publish("padded", {"padding": "x" * 3000})
    low = hub.last_seq()

    assert publish_until_refused(hub) > 100
    assert [message.seq for message in hub.after(0)] == list(range(1, hub.last_seq() + 1))
    assert hub.last_seq() > low


def test_nothing_told_is_lost_when_the_disk_is_full(
    store: Store, play: Play, log: MatchLog, disk: Disk
) -> None:
    hub = Hub(play.match_id, journal=log)
    disk.fill()
    publish_until_refused(hub)

    assert tuple(store.all_messages(play.match_id)) == hub.after(0)


def test_it_goes_on_once_there_is_room(play: Play, log: MatchLog, disk: Disk) -> None:
    hub = Hub(play.match_id, journal=log)
    disk.fill()
    publish_until_refused(hub)
    last = hub.last_seq()
    disk.empty()
    hub.publish("after", {})

    assert [(one.seq, one.type) for one in hub.after(last)] == [
        (last + 1, "after"),
        (last + 2, "store_back"),
    ]


@pytest.fixture
def record(store: Store, play: Play, log: MatchLog) -> Record:
    return Record(store, Play(play.match_id, log, play.crops, play.claim, play.syncing))


def fill_up(disk: Disk, hub: Hub) -> None:
    """Fill the disk and the reserve, so that not even a small message has room."""
    disk.fill()
    publish_until_refused(hub)
    publish_until_refused(hub, padding=0)


def services_of(record: Record, *scenes: list[Frame]) -> Services:
    return compose(Settings(), load_table(PRESET), Scenes(*scenes), SquareReader(), record=record)


def test_an_answer_that_cannot_be_kept_is_refused_and_changes_nothing(record: Record, disk: Disk) -> None:
    services = services_of(record)
    client = TestClient(create_app(services), base_url="http://127.0.0.1")  # without its camera
    faces = {"faces": {"attack": [4, 2], "defence": [5]}}
    fill_up(disk, services.hub)
    told = services.hub.last_seq()
    before = services.referee.state()
    refused = client.post("/api/answers", json=faces)

    assert (refused.status_code, refused.json()["error"]) == (503, "not_kept")
    assert refused.json()["detail"].startswith("the disk is full, nothing has changed")
    assert (services.referee.state(), services.hub.last_seq()) == (before, told)

    disk.empty()
    assert client.post("/api/answers", json=faces).json()["answers"] == 1


def test_a_roll_that_cannot_be_kept_is_taken_once_there_is_room(record: Record, disk: Disk) -> None:
    services = services_of(record, thrown(*AYA_MELEE))
    fill_up(disk, services.hub)
    refused = 0
    for _ in range(20):  # more frames than the scene has
        try:
            services.watcher.step()
        except StoreFullError:
            refused += 1
    assert refused > 0
    assert services.referee.state()["answers"] == 0
    disk.empty()
    while services.watcher.step():
        pass

    assert services.referee.state()["answers"] == 1
