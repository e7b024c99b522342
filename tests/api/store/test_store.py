"""The store: what is kept of matches, how a file is opened, and what a full or damaged one does."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.play.hub import Hub, Message
from api.store import Play, Store, StoreDamagedError, StoreError, StoreTakenError, open_store
from api.store.database import APPLICATION_ID
from tests.api.store.conftest import BOUNDS, NOW


def begun(store: Store, table_file: str = "/tables/table.toml") -> Play:
    return store.begin(table_file, 'title = "Two"', "Two", "bushido", BOUNDS)


def test_messages_are_kept_whole(path: Path, play: Play) -> None:
    hub = Hub(play.match_id, journal=play.log)
    data = {"faces": {"attack": [4, 2]}, "text": "Ω “quoted”\n", "none": None, "share": 0.25}
    with hub.together():
        hub.publish("accepted", data)
        hub.publish("throw", {})
    given = hub.after(0)
    again = Store(path)

    assert list(again.all_messages(play.match_id)) == list(given)
    assert given[0].data == data
    again.close()


def test_a_hub_goes_on_with_a_match_where_it_ended(play: Play) -> None:
    Hub(play.match_id, journal=play.log).publish("before", {})
    again = Hub(play.match_id, journal=play.log)

    assert (again.last_seq(), again.publish("after", {}).seq) == (1, 2)
    assert [message.type for message in again.after(0)] == ["before", "after"]


def test_all_of_several_messages_are_kept_or_none(store: Store, play: Play) -> None:
    first = Message(play.match_id, 1, "first", {}, NOW)
    play.log.append([first])
    second = Message(play.match_id, 2, "second", {}, NOW)
    with pytest.raises(StoreError):
        play.log.append([second, first])  # number 1 is given out already

    assert list(store.all_messages(play.match_id)) == [first]


def test_matches_are_listed_with_the_latest_first(path: Path) -> None:
    times = iter(NOW + timedelta(hours=hour) for hour in range(3))
    store = Store(path, clock=lambda: next(times))
    first, second = begun(store), begun(store, "/other.toml")
    Hub(first.match_id, journal=first.log).publish("counted", {})
    store.end(first.match_id)

    assert [(one.id, one.messages, one.ended) for one in store.matches()] == [
        (second.match_id, 0, None),
        (first.match_id, 1, NOW + timedelta(hours=2)),
    ]
    found = store.match(first.match_id)
    assert found is not None
    assert (found.table_file, found.table_text, found.started) == (
        "/tables/table.toml",
        'title = "Two"',
        NOW,
    )
    assert store.match("nowhere") is None
    for playing in (first, second):
        playing.close()
    store.close()


def test_a_match_is_played_by_one_program_at_a_time(path: Path, play: Play) -> None:
    other = Store(path)
    with pytest.raises(StoreTakenError, match=f"another program is playing match {play.match_id}"):
        other.go_on(play.match_id, BOUNDS)
    play.claim.release()
    again = other.go_on(play.match_id, BOUNDS)

    assert again.match_id == play.match_id
    again.close()
    other.close()


def test_two_programs_write_to_one_store(path: Path, store: Store, play: Play) -> None:
    other = Store(path)
    elsewhere = begun(other, "/other.toml")
    for _ in range(20):
        Hub(play.match_id, journal=play.log).publish("here", {})
        Hub(elsewhere.match_id, journal=elsewhere.log).publish("there", {})

    assert sorted(match.messages for match in store.matches()) == [20, 20]
    elsewhere.close()
    other.close()


def test_what_was_committed_is_brought_into_the_file_and_its_log_is_used_again(path: Path) -> None:
    store = Store(path)
    play = begun(store)
    log = path.with_name("matches.db-wal")
    sizes = []
    for round_ in range(3):
        for number in range(1, 51):
            message = Message(play.match_id, 50 * round_ + number, "counted", {"padding": "x" * 1000}, NOW)
            play.log.append([message])
        store._database.sync()
        sizes.append(log.stat().st_size)
    file_alone = path.with_name("copy.db")
    file_alone.write_bytes(path.read_bytes())
    copy = Store(file_alone)

    assert len(list(copy.all_messages(play.match_id))) == 150
    assert sizes[2] <= sizes[0] + sizes[0] // 2
    copy.close()
    play.close()
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"no database at all, but a letter" * 100, id="other bytes"),
        pytest.param(lambda data: data[: len(data) // 2], id="cut in half"),
        pytest.param(lambda data: data[:4096] + bytes(len(data) - 4096), id="zeros"),
        pytest.param(lambda data: data[:8192] + b"\xa5" * 4096 + data[12288:], id="one page overwritten"),
    ],
)
def test_a_damaged_file_is_kept_aside_and_a_fresh_one_begun(path: Path, damage: object) -> None:
    store = Store(path)
    play = begun(store)
    hub = Hub(play.match_id, journal=play.log)
    for _ in range(50):
        hub.publish("counted", {"padding": "x" * 1000})
    play.close()
    store.close()
    assert callable(damage)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    with pytest.raises(StoreDamagedError, match="damaged"):
        Store(path)

    fresh, kept = open_store(path, clock=lambda: NOW)

    assert kept == path.with_name("matches.db.damaged-20261121-193000")
    assert kept.read_bytes() == damaged
    assert fresh.matches() == ()
    fresh.close()


def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE letters (text)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="the database of another program"):
        open_store(path)

    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_left_alone(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(StoreError, match="newer version"):
        open_store(path)


def test_a_file_that_was_just_begun_is_a_store(path: Path) -> None:
    path.touch()  # as a kill right after its making leaves it
    Store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE messages")
        connection.execute("DROP TABLE crops")
        connection.execute("DROP TABLE matches")
        connection.execute("DROP TABLE alembic_version")
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    store = Store(path)

    assert store.matches() == ()
    store.close()


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="file"):
        Store(tmp_path / "file" / "matches.db")


def test_times_are_kept_to_the_microsecond_in_utc(store: Store, play: Play) -> None:
    elsewhere = datetime.fromisoformat("2026-11-21T20:30:00.000001+01:00")
    play.log.append([Message(play.match_id, 1, "first", {}, elsewhere)])

    (kept,) = store.all_messages(play.match_id)
    assert (kept.at, kept.at.tzinfo) == (elsewhere, UTC)
