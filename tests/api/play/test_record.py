"""Which match a start goes on with, how the table stands then, and what is said of it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from api.compose import Services, compose
from api.opening import UnreadyError, open_services
from api.play.record import SetUp, open_record
from api.settings import Settings
from api.store import Store
from api.tables import load_table, table_text
from resolver.dice import Roll
from resolver.procedure import Choice, Throw
from tests.api.drawn import AYA_MELEE, CHIYO_MELEE, PRESET, Scenes, SquareReader, thrown
from vision.image import Frame

AYA = Roll.of({"attack": [4, 2], "defence": [5]})


@pytest.fixture
def table(tmp_path: Path) -> Path:
    copy = tmp_path / "table.toml"
    copy.write_text(PRESET.read_text(encoding="utf-8"), encoding="utf-8")
    return copy


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def started(table: Path, store: Path, *scenes: list[Frame], fresh: bool = False) -> Services:
    setup = SetUp(table, table_text(table), load_table(table))
    record = open_record(Settings(), setup, store, fresh=fresh)
    return compose(Settings(), setup.table, Scenes(*scenes), SquareReader(), record=record)


def told(services: Services) -> tuple[str, ...]:
    assert services.record is not None
    return services.record.told


def test_a_start_goes_on_in_the_middle_of_an_exchange(table: Path, store: Path) -> None:
    first = started(table, store)
    first.referee.answer(AYA)
    first.referee.pause("Aya")
    before, last = first.referee.state(), first.hub.last_seq()
    first.stop()
    again = started(table, store)
    state = again.referee.state()

    assert {**state, "seq": None} == {**before, "seq": None}
    assert state["paused"] is True
    assert again.hub.table == first.hub.table
    assert again.hub.after(last)[0].type == "table"
    assert told(again)[0].startswith(f"Going on with match {first.hub.table} of ")
    again.stop()


def test_pictures_are_numbered_on_and_dice_that_lie_there_are_not_taken_again(
    table: Path, store: Path
) -> None:
    lying = thrown(*AYA_MELEE, *CHIYO_MELEE)
    first = started(table, store, lying)
    while first.watcher.step():
        pass
    first.stop()
    again = started(table, store, lying)
    while again.watcher.step():
        pass
    state = again.referee.state()

    assert state["answers"] == 2
    reading = state["reading"]
    assert isinstance(reading, dict)
    assert reading["picture"] == 2
    again.stop()


def test_dice_of_a_roll_that_was_taken_back_are_not_taken_after_a_restart(table: Path, store: Path) -> None:
    lying = thrown(*AYA_MELEE)
    first = started(table, store, lying)
    while first.watcher.step():
        pass
    first.referee.void("Aya")
    first.stop()
    again = started(table, store, lying)
    while again.watcher.step():
        pass

    assert again.referee.state()["answers"] == 0
    again.stop()


def test_a_client_that_had_the_last_message_gets_the_rest_after_a_restart(table: Path, store: Path) -> None:
    first = started(table, store)
    first.referee.answer(AYA)
    had = first.hub.last_seq()
    first.stop()
    again = started(table, store)
    again.referee.undo(0)

    assert [one.seq for one in again.hub.after(had)] == list(range(had + 1, again.hub.last_seq() + 1))
    assert "voided" in [one.type for one in again.hub.after(had)]
    again.stop()


def play_to_the_end(services: Services) -> None:
    while (waiting := services.referee.table.progress.waiting_for) is not None:
        if isinstance(waiting, Choice):
            services.referee.answer(waiting.options[0])
        elif isinstance(waiting, Throw):
            faces = {dice.group: [3] * dice.least for dice in waiting.dice}
            missing = waiting.total - sum(map(len, faces.values()))
            faces[waiting.dice[0].group] += [3] * missing
            services.referee.answer(waiting.before or Roll.of(faces))


def test_a_match_that_was_over_at_the_end_is_not_gone_on_with(table: Path, store: Path) -> None:
    first = started(table, store)
    play_to_the_end(first)
    first.stop()
    again = started(table, store)

    assert again.hub.table != first.hub.table
    assert again.referee.state()["answers"] == 0
    assert told(again) == ()
    again.stop()


def test_a_match_that_was_over_when_the_program_was_killed_is_shown_again(table: Path, store: Path) -> None:
    first = started(table, store)
    play_to_the_end(first)
    assert first.record is not None
    first.record.play.close()  # as a kill leaves it: nobody has noted that it is over
    first.record.store.close()
    again = started(table, store)

    assert again.referee.is_over()
    assert again.hub.table == first.hub.table
    again.stop()


def test_new_begins_another_match_and_the_former_is_left(table: Path, store: Path) -> None:
    first = started(table, store)
    first.referee.answer(AYA)
    first.stop()
    fresh = started(table, store, fresh=True)
    fresh.stop()
    again = started(table, store)

    assert again.hub.table == fresh.hub.table != first.hub.table
    again.stop()


def test_a_changed_table_begins_another_match_and_says_so(table: Path, store: Path) -> None:
    first = started(table, store)
    first.stop()
    text = table.read_text(encoding="utf-8")
    table.write_text(f"# a comment changes nothing\n{text}", encoding="utf-8")
    same = started(table, store)
    same.stop()
    table.write_text(text.replace("Masaema Aya and Chiyo", "Two others"), encoding="utf-8")
    other = started(table, store)
    other.stop()
    table.write_text(text, encoding="utf-8")
    back = started(table, store)
    back.stop()

    assert same.hub.table == back.hub.table == first.hub.table != other.hub.table
    assert told(other)[0].startswith(f"{table} has changed since match {first.hub.table}")


def test_a_match_whose_table_can_be_read_no_more_is_left(table: Path, store: Path) -> None:
    first = started(table, store)
    first.stop()
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("UPDATE matches SET table_text = 'title = '")
        connection.commit()
    second = started(table, store)

    assert second.hub.table != first.hub.table
    second.stop()


def test_a_damaged_store_is_told_on_the_terminal_and_to_the_pages(table: Path, store: Path) -> None:
    store.write_bytes(b"not a database, and long enough to be looked at" * 100)
    services = started(table, store)
    (kept,) = store.parent.glob("matches.db.damaged-*")
    (message,) = [one for one in services.hub.after(0) if one.type == "store_damaged"]

    assert told(services) == (
        f"The store {store} was damaged: it is kept as {kept.name}, and a fresh one begun.",
    )
    assert message.data["text"] == (
        f"The store of matches was damaged. It is kept as {kept.name}, and a fresh one is begun."
    )
    services.stop()


def refused(table: Path, store: Path) -> str:
    """Return why a table cannot be served."""
    with pytest.raises(UnreadyError) as caught:
        open_services(Settings(), table, Scenes(), store=store)
    return str(caught.value)


def test_a_match_that_another_program_plays_is_not_touched(table: Path, store: Path) -> None:
    first = started(table, store)

    assert refused(table, store) == f"{store}: another program is playing match {first.hub.table}"
    first.stop()


def test_a_match_that_the_rules_refuse_now_is_named(table: Path, store: Path) -> None:
    first = started(table, store)
    first.referee.answer(AYA)
    first.stop()
    with closing(Store(store)) as opened, opened._database.writing() as connection:
        connection.exec_driver_sql(
            "UPDATE messages SET data = replace(data, '5', '9') WHERE type = 'accepted'"
        )

    words = refused(table, store)
    assert words.startswith(f"match {first.hub.table} cannot be gone on with: ")
    assert words.endswith("; --new begins another")
