"""Calibration over HTTP: what lies there to be chosen, learning from it, and what the list says then."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.opening import UnreadyError
from api.play.kept_profiles import kept_profiles, profiles_file
from api.play.record import Record
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from api.web.current import Current, Openings
from tests.api.drawn import PRESET, Scenes, SquareReader
from tests.api.four_groups import COLOURS, FELT
from vision.colours.profiles import ProfilesError, load_profiles
from vision.reading import DieReading, Problem, SeenColours, TableReading
from vision.watching.moment import Moment

SIDE = 40.0


def die(number: int, group: str, x: float, y: float, problem: Problem | None = None) -> DieReading:
    body, marks = group.split("/")
    seen = SeenColours(*COLOURS[group], FELT, 0.0)
    face = None if problem else 4
    return DieReading("d6", face, 0.99, (x, y, x + SIDE, y + SIDE), body, marks, None, problem, seen, number)


LYING = TableReading(
    640,
    360,
    1.0,
    (
        die(1, "black/green", 500, 300),
        die(2, "red/white", 20, 20),
        die(3, "red/white", 300, 10),
        die(4, "black/red", 300, 160, Problem.UNSURE),
        die(5, "green/white", 20, 300),
        die(6, "red/white", 615, 20, Problem.CUT_OFF),
    ),
)


class Table:
    """A table that may be calibrated, and what lies on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_ready = True

        def app_of(services: Services, current: Current) -> Any:
            return create_app(services, current=current)

        self.current = Current(
            self.opened(PRESET, kept_profiles(folder, PRESET), None),
            Openings(PRESET, folder, self.opened, lambda *_: Scenes()),
            app_of,
        )

    def opened(self, file: Path, profiles: Path | None, _record: Record | None) -> Services:
        if not self.is_ready:
            self.is_ready = True
            raise UnreadyError("no camera")
        known = None if profiles is None else load_profiles(profiles)
        settings = Settings(profiles=profiles)
        return compose(settings, load_table(file), Scenes(), SquareReader(), profiles=known)

    def lay(self, reading: TableReading = LYING) -> None:
        self.current.services.referee.read(Moment.SETTLED, reading, 1)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "tables")


@pytest.fixture
def client(table: Table) -> Iterator[TestClient]:
    with TestClient(table.current, base_url="http://127.0.0.1") as client:
        yield client


def learn(client: TestClient, group: str, *dice: int) -> Any:
    answer = client.post("/api/calibration", json={"group": group, "dice": list(dice)})
    assert answer.status_code == 200, answer.text
    return answer.json()


def learn_all(table: Table, client: TestClient) -> None:
    table.lay()
    for group, dice in {"red/white": (2, 3), "black/red": (4,), "green/white": (5,)}.items():
        learn(client, group, *dice)
    learn(client, "black/green", 1)


def told(client: TestClient) -> dict[str, tuple[int, int]]:
    groups = client.get("/api/calibration").json()["groups"]
    return {one["name"]: (one["dice"], one["in_use"]) for one in groups}


def test_nothing_is_there_to_be_chosen_while_something_moves(table: Table, client: TestClient) -> None:
    nothing: dict[str, object] = {"width": None, "height": None, "dice": []}
    assert client.get("/api/calibration/dice").json() == nothing
    table.lay()
    table.current.services.referee.notice(Moment.MOVING)

    assert client.get("/api/calibration/dice").json() == nothing
    answer = client.post("/api/calibration", json={"group": "red/white", "dice": [2]})
    assert (answer.status_code, answer.json()["detail"]) == (
        409,
        "red/white: expected dice that lie still, nothing does yet",
    )


def test_dice_that_lie_there_are_told_as_one_reads(table: Table, client: TestClient) -> None:
    table.lay()
    there = client.get("/api/calibration/dice").json()

    assert (there["width"], there["height"]) == (640, 360)
    assert [(one["id"], one["place"]) for one in there["dice"]] == [
        (2, "at the upper left"),
        (3, "at the top"),
        (4, "in the middle"),
        (5, "at the lower left"),
        (1, "at the lower right"),
    ]
    assert there["dice"][0] == {
        "id": 2,
        "box": [20.0, 20.0, 60.0, 60.0],
        "kind": "d6",
        "body": "red",
        "marks": "white",
        "marks_kind": "pips",
        "place": "at the upper left",
        "learnt": None,
    }


def test_a_group_is_learnt_from_the_dice_chosen(table: Table, client: TestClient) -> None:
    table.lay()
    answer = learn(client, "red/white", 2, 3, 3)

    assert [(one["name"], one["dice"]) for one in answer["groups"]][:2] == [
        ("red/white", 2),
        ("black/red", 0),
    ]
    learnt = {one["id"]: one["learnt"] for one in client.get("/api/calibration/dice").json()["dice"]}
    assert learnt == {1: None, 2: "red/white", 3: "red/white", 4: None, 5: None}


@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        ({"group": "pink/blue", "dice": [2]}, 404, "expected one of red/white"),
        ({"group": "red/white", "dice": [2, 9]}, 409, "number 9 no longer does"),
        ({"group": "red/white", "dice": [2, 6]}, 409, "number 6 does not"),
        ({"group": "red/white", "dice": []}, 422, "at least 1 item"),
        ({"group": "red/white", "dice": [2] * 101}, 422, "at most 100 items"),
        ({"group": "red/white", "dice": [0]}, 422, "greater than or equal to 1"),
        ({"group": "red/white", "dice": [2**53]}, 422, "less than or equal"),
        ({"group": "red/white", "dice": ["all"]}, 422, "valid integer"),
        ({"group": "red/white", "boxes": [2]}, 422, "Extra inputs"),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    table: Table, client: TestClient, given: object, status: int, words: str
) -> None:
    table.lay()
    answer = client.post("/api/calibration", json=given)

    assert answer.status_code == status
    assert words in answer.json()["detail"]
    assert told(client)["red/white"] == (0, 0)


def test_the_list_tells_what_is_in_use_after_it_was_learnt_and_after_a_restart(
    table: Table, client: TestClient
) -> None:
    learn_all(table, client)
    answer = client.post("/api/calibration/use")
    in_use = {"red/white": (0, 2), "black/red": (0, 1), "green/white": (0, 1), "black/green": (0, 1)}

    assert {one["name"]: (one["dice"], one["in_use"]) for one in answer.json()["groups"]} == in_use
    assert told(client) == in_use
    with TestClient(Table(table.folder).current, base_url="http://127.0.0.1") as again:
        assert told(again) == in_use
        now = again.get("/api/calibration").json()
    assert now["in_use"]
    assert len(now["pairs"]) == 6
    assert not any(pair["too_alike"] for pair in now["pairs"])


def test_one_group_is_learnt_again_and_used_on_the_running_table(table: Table, client: TestClient) -> None:
    learn_all(table, client)
    client.post("/api/calibration/use")
    before = load_profiles(profiles_file(table.folder, PRESET))
    again = client.post("/api/calibration/use")
    assert (again.status_code, again.json()["detail"]) == (409, "expected a group to be learnt, none was")
    table.lay()
    answer = learn(client, "red/white", 2)
    assert len(answer["pairs"]) == 6
    assert told(client)["red/white"] == (1, 2)
    answer = client.post("/api/calibration/use")

    assert answer.status_code == 200
    assert set(told(client).values()) == {(0, 1)}
    known = table.current.services.profiles
    assert known == load_profiles(profiles_file(table.folder, PRESET))
    assert known is not None
    assert [one for one in known.groups if one in before.groups] == list(before.groups[1:])


def test_what_was_learnt_is_kept_no_more_once_colour_names_tell(table: Table, client: TestClient) -> None:
    learn_all(table, client)
    client.post("/api/calibration/use")
    answer = client.delete("/api/calibration/use").json()

    assert not answer["in_use"]
    assert set(told(client).values()) == {(0, 0)}
    assert kept_profiles(table.folder, PRESET) is None


def test_profiles_that_cannot_be_used_leave_those_before(table: Table, client: TestClient) -> None:
    learn_all(table, client)
    client.post("/api/calibration/use")
    kept = profiles_file(table.folder, PRESET).read_text(encoding="utf-8")
    learn_all(table, client)
    learn(client, "red/white", 2)
    table.is_ready = False
    answer = client.post("/api/calibration/use")

    assert (answer.status_code, answer.json()["detail"]) == (409, "no camera")
    assert told(client)["red/white"] == (1, 2), "what was learnt can be used once the camera is there again"
    assert [one.name for one in table.folder.iterdir()] == [profiles_file(table.folder, PRESET).name]
    assert profiles_file(table.folder, PRESET).read_text(encoding="utf-8") == kept


def test_another_table_of_the_same_title_begins_without_what_was_learnt(
    table: Table, client: TestClient
) -> None:
    keys = client.get("/api/setup").json()["table"]
    for _ in range(2):
        assert client.post("/api/setup", json={"table": keys}).status_code == 200
        file = table.current.file
        assert kept_profiles(table.folder, file) is None
        learn_all(table, client)
        client.post("/api/calibration/use")
        assert kept_profiles(table.folder, file) is not None


def test_kept_profiles_of_other_dice_are_told(table: Table, client: TestClient, tmp_path: Path) -> None:
    learn_all(table, client)
    client.post("/api/calibration/use")
    other = tmp_path / PRESET.name
    other.write_text(PRESET.read_text(encoding="utf-8").replace('"red"', '"pink"'), encoding="utf-8")

    with pytest.raises(ProfilesError, match="expected one profile for Aya's attack dice"):
        kept_profiles(table.folder, other)
    other.write_text("no table", encoding="utf-8")
    assert kept_profiles(table.folder, other) is None
