"""A set-up or calibration that fails, whatever the reason: the table of before goes on, camera and match."""

import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.opening import UnreadyError
from api.play.record import Record, SetUp, open_record
from api.settings import Settings
from api.store import StoreError, StoreFullError, StoreTakenError
from api.tables import load_table, table_text
from api.web.app import create_app
from api.web.current import Current, Openings
from resolver.dice import Roll
from tests.api.drawn import AYA_MELEE, CHIYO_MELEE, PRESET, Scenes, SquareReader, thrown
from vision.sources.source import CameraError

WAIT_S = 20.0


class Table:
    """A table with a store, whose next opening fails with `trouble` if there is one."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "matches.db"
        self.trouble: Exception | None = None
        self.cameras: list[Scenes] = []
        self.camera_trouble: CameraError | None = None
        self.app = Current(
            self.opened(PRESET, None, None),
            Openings(PRESET, folder / "tables", self.opened, self.camera),
            lambda now, current: create_app(now, current=current),
        )

    def opened(self, file: Path, _profiles: Path | None, record: Record | None) -> Services:
        if self.trouble is not None:
            raise self.trouble
        setup = SetUp(file, table_text(file), load_table(file))
        record = record or open_record(Settings(), setup, self.store, fresh=True)
        return compose(Settings(), setup.table, self.camera(), SquareReader(), record=record)

    def camera(self, *_: object) -> Scenes:
        if self.camera_trouble is not None:
            raise self.camera_trouble
        self.cameras.append(Scenes())
        return self.cameras[-1]

    def types(self) -> list[str]:
        return [message.type for message in self.app.services.hub.after(0)]

    def await_type(self, awaited: str, times: int) -> None:
        """Return once the table has told this so often."""
        woken = threading.Event()
        for _ in range(int(WAIT_S / 0.02)):
            if self.types().count(awaited) >= times:
                return
            woken.wait(0.02)
        raise AssertionError(f"expected {awaited} {times} times, found {self.types()}")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture
def client(table: Table) -> Iterator[TestClient]:
    with TestClient(table.app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


KEYS: dict[str, Any] = tomllib.loads(PRESET.read_text(encoding="utf-8"))

CHANGES: dict[str, tuple[str, str, object]] = {
    "set up": ("POST", "/api/setup", {"table": {**KEYS, "title": "Another"}}),
    "calibrated": ("DELETE", "/api/calibration/use", None),
}

TROUBLES = {
    "unready": (UnreadyError("/srv/aya/table.toml: not TOML", "table.toml: not TOML"), 409),
    "full": (StoreFullError("/srv/aya/matches.db: no space is left on the disk"), 503),
    "fault": (RuntimeError("a fault of ours"), 500),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("trouble", TROUBLES)
def test_the_former_table_is_watched_again(
    table: Table, client: TestClient, caplog: pytest.LogCaptureFixture, change: str, trouble: str
) -> None:
    table.cameras[-1].play(thrown(*AYA_MELEE))
    table.await_type("accepted", 1)
    before = client.get("/api/state").json()
    table.trouble, status = TROUBLES[trouble]
    method, path, body = CHANGES[change]
    answer = client.request(method, path, json=body)

    assert answer.status_code == status
    assert "None" not in answer.json()["detail"]
    assert "/srv" not in answer.text
    assert str(table.trouble) in caplog.text
    assert client.get("/api/state").json()["table"] == before["table"]
    table.cameras[-1].play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    table.await_type("accepted", 2)
    assert len(table.cameras) == 2


@pytest.mark.parametrize("change", CHANGES)
def test_no_other_program_gets_the_match_of_a_failed_change(
    table: Table, client: TestClient, change: str
) -> None:
    table.trouble = UnreadyError("no camera")
    method, path, body = CHANGES[change]
    assert client.request(method, path, json=body).status_code == 409
    setup = SetUp(PRESET, table_text(PRESET), load_table(PRESET))
    with pytest.raises(StoreTakenError):
        open_record(Settings(), setup, table.store, fresh=False)


def test_a_source_that_is_gone_is_told_and_comes_with_the_next_change(
    table: Table, client: TestClient
) -> None:
    table.trouble, table.camera_trouble = (
        UnreadyError("no clip"),
        CameraError.of_file(Path("/srv/aya/a.mp4"), "no such clip"),
    )
    assert client.delete("/api/calibration/use").status_code == 409
    table.await_type("camera_lost", 1)
    assert table.app.services.hub.after(0)[-1].data == {"detail": "a.mp4: no such clip"}
    table.camera_trouble = None
    assert client.delete("/api/calibration/use").status_code == 409
    table.cameras[-1].play(thrown(*AYA_MELEE))
    table.await_type("accepted", 1)

    assert table.types().count("camera_back") == 1


def test_a_calibrated_table_goes_on_with_its_match(table: Table, client: TestClient) -> None:
    faces = {"faces": {"attack": [4, 2], "defence": [5]}}
    assert client.post("/api/answers", json=faces).status_code == 200
    before = client.get("/api/state").json()
    former = table.app.services
    assert client.delete("/api/calibration/use").status_code == 200
    after = client.get("/api/state").json()

    assert table.app.services is not former
    assert (after["table"], after["answers"]) == (before["table"], 1)
    assert client.request("DELETE", "/api/answers/0").status_code == 200
    assert table.app.services.record is not None
    kept = [message.seq for message in table.app.services.record.store.all_messages(after["table"])]
    assert kept == list(range(1, len(kept) + 1))


def test_a_table_set_up_closes_the_match_before_it(table: Table, client: TestClient) -> None:
    former = table.app.services.hub.table
    method, path, body = CHANGES["set up"]
    assert client.request(method, path, json=body).status_code == 200
    setup = SetUp(PRESET, table_text(PRESET), load_table(PRESET))
    record = open_record(Settings(), setup, table.store, fresh=False)
    record.close(over=False)

    assert record.play.match_id == former


def test_an_answer_that_comes_too_late_for_the_former_table_is_refused(
    table: Table, client: TestClient
) -> None:
    former = table.app.services
    assert client.delete("/api/calibration/use").status_code == 200
    with pytest.raises(StoreError):
        former.referee.answer(Roll.of({"attack": (4, 2), "defence": (5,)}))

    assert client.get("/api/state").json()["answers"] == 0
    faces = {"faces": {"attack": [4, 2], "defence": [5]}}
    assert client.post("/api/answers", json=faces).json()["answers"] == 1
