"""A file that SQLite finds whole, though nobody can read what is kept in it, is a damaged store as well."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from api.play.hub import Hub
from api.store import Play, Store, StoreDamagedError, open_store
from tests.api.store.conftest import NOW

CONTENTS = [
    pytest.param("UPDATE matches SET started = 'gestern'", id="a time that is none"),
    pytest.param("UPDATE messages SET at = 'gestern' WHERE seq = 2", id="of a message"),
    pytest.param("""UPDATE messages SET data = '{"text": "Aya' WHERE seq = 2""", id="half a message"),
    pytest.param("UPDATE messages SET data = '[]' WHERE seq = 2", id="no object"),
]
SHAPES = [
    pytest.param("DROP TABLE messages", id="no messages"),
    pytest.param("DROP TABLE crops", id="no crops"),
    pytest.param("ALTER TABLE crops RENAME COLUMN jpeg TO png", id="another column"),
    pytest.param("DROP TABLE alembic_version", id="no version"),
]


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.fixture
def played(path: Path, store: Store, play: Play) -> Path:
    """Return a store in which a match has three messages."""
    hub = Hub(play.match_id, journal=play.log)
    for number in range(3):
        hub.publish("counted", {"number": number, "share": float("nan"), "letter": "\ud800"})
    play.close()
    store.close()
    return path


def test_what_python_alone_can_read_is_no_damage(played: Path) -> None:
    """Numbers that JSON has no words for are kept as Python writes them."""
    again = Store(played)

    assert [one.messages for one in again.matches()] == [3]
    again.close()


@pytest.mark.parametrize("statement", [*CONTENTS, *SHAPES])
def test_it_is_kept_aside_and_a_fresh_one_begun(played: Path, statement: str) -> None:
    damage(played, statement)
    with pytest.raises(StoreDamagedError, match="damaged: "):
        Store(played)

    fresh, kept = open_store(played, clock=lambda: NOW)

    assert kept is not None
    assert kept.exists()
    assert fresh.matches() == ()
    fresh.close()


@pytest.mark.parametrize(
    ("statement", "read"),
    [
        ("UPDATE matches SET started = 'gestern'", lambda store, _: store.matches()),
        ("DROP TABLE messages", lambda store, _: store.matches()),
        ("UPDATE messages SET data = '{' WHERE seq = 2", lambda store, match: store.messages(match, 0, 9)),
        ("UPDATE messages SET data = '[]' WHERE seq = 2", lambda store, match: store.messages(match, 0, 9)),
    ],
)
def test_damage_done_while_it_is_open_is_told_as_such(
    path: Path, store: Store, play: Play, statement: str, read: Callable[[Store, str], object]
) -> None:
    hub = Hub(play.match_id, journal=play.log)
    for number in range(3):
        hub.publish("counted", {"number": number})
    damage(path, statement)

    with pytest.raises(StoreDamagedError, match="damaged"):
        read(store, play.match_id)
