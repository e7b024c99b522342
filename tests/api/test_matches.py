"""`meleecam matches`, `export` and `replay`: what is kept, written out and checked again."""

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import main
from api.compose import compose
from api.play.record import SetUp, open_record
from api.play.stored import NoMatchError, default_store, find_match
from api.settings import Settings
from api.store import Store
from api.tables import load_table, table_text
from tests.api.drawn import PRESET, SquareReader, exchange


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with a match in which a whole exchange was read."""
    path = tmp_path_factory.mktemp("store") / "matches.db"
    setup = SetUp(PRESET, table_text(PRESET), load_table(PRESET))
    record = open_record(Settings(), setup, path, fresh=True)
    services = compose(Settings(), setup.table, exchange(), SquareReader(), record=record)
    services.run_through(lambda _: None)
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_matches_are_listed_for_people_and_programs(store: Path) -> None:
    people, programs = run("matches", "--store", str(store)), run("matches", "--json", "--store", str(store))
    (match,) = map(json.loads, programs.stdout.splitlines())

    assert (people.exit_code, programs.exit_code) == (0, 0)
    assert match["id"] in people.stdout
    assert (match["title"], match["system"]) == ("Masaema Aya and Chiyo", "bushido-vault")
    assert match["ended"] is not None


def test_a_title_kept_before_such_were_refused_steers_no_terminal(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "matches.db"
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("UPDATE matches SET title = ?", ("[/x] \x1b[2J",))
        target.commit()
    result = run("matches", "--store", str(copy))

    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "[/x]" in result.stdout


def test_an_export_as_json_has_everything(store: Path) -> None:
    exported = json.loads(run("export", "last", "--store", str(store)).stdout)
    with closing(Store(store)) as opened:
        (match,) = opened.matches()
        messages = [one.as_json() for one in opened.all_messages(match.id)]

    assert exported["id"] == match.id
    assert exported["table"] == PRESET.read_text(encoding="utf-8")
    assert exported["messages"] == messages


def test_an_export_as_csv_has_a_line_a_message(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.csv"
    result = run("export", "last", "--csv", "--out", str(file), "--store", str(store))
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"), newline="")))
    accepted = [row for row in rows if row["type"] == "accepted"]

    assert (result.exit_code, result.stdout) == (0, "")
    assert [int(row["seq"]) for row in rows] == list(range(1, len(rows) + 1))
    assert [row["given"] for row in accepted] == [
        "attack 2 4; defence 5",
        "attack 3 5; defence 4",
        "damage 3 4",
        "damage 5 6",
    ]
    assert json.loads(accepted[0]["data"])["by"] == "camera"


def test_a_cell_is_no_formula(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "matches.db"
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("UPDATE messages SET data = replace(data, 'camera', '=1+1') WHERE type = 'accepted'")
        target.commit()
    rows = csv.DictReader(io.StringIO(run("export", "last", "--csv", "--store", str(copy)).stdout))

    assert {row["by"] for row in rows} == {"", "'=1+1"}


def test_a_check_says_that_the_rules_tell_the_same(store: Path) -> None:
    result = run("replay", "last", "--check", "--store", str(store))

    assert (result.exit_code, result.stderr) == (0, "")
    assert "the rules tell the same" in result.stdout


def test_a_check_ends_with_status_1_at_the_first_difference(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "matches.db"
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("UPDATE messages SET data = replace(data, ' 7 ', ' 8 ') WHERE type = 'damage_rolled'")
        target.commit()
    result = run("replay", "last", "--check", "--store", str(copy))

    assert result.exit_code == 1
    assert '"damage_rolled"' in result.stdout


@pytest.mark.parametrize("command", ["matches", "export last", "replay last --check"])
def test_a_store_that_is_not_there_is_named_and_not_made(command: str, tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    result = run(*command.split(), "--store", str(path))

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{path}: no matches are kept there\n"
    assert not path.exists()


def test_a_damaged_store_is_left_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_bytes(b"damaged" * 1000)
    result = run("matches", "--store", str(path))

    assert result.exit_code == 2
    assert result.stderr.startswith(f"{path}: damaged: ")
    assert "`meleecam serve` puts it aside" in result.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["matches.db"]


@pytest.mark.parametrize("command", ["matches", "export last", "replay last --check"])
def test_nothing_is_told_of_a_store_with_a_message_that_cannot_be_read(
    command: str, store: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "matches.db"
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("UPDATE messages SET data = substr(data, 1, 9) WHERE seq = 20")
        target.commit()
    result = run(*command.split(), "--store", str(copy))

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{copy}: damaged: ")
    assert "`meleecam serve` puts it aside" in result.stderr


def test_a_match_is_found_by_the_beginning_of_its_id(store: Path) -> None:
    with closing(Store(store)) as opened:
        (match,) = opened.matches()

        assert find_match(opened, match.id[:3]) == find_match(opened, "last") == match
        with pytest.raises(NoMatchError, match=f"expected one match, found 0; there are {match.id}"):
            find_match(opened, "x")


def test_the_default_store_is_in_the_users_folder() -> None:
    assert default_store().name == "matches.db"
    assert default_store().parent.name == "meleecam"


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
def test_an_export_never_replaces_the_store_that_it_reads(store: Path, ending: str) -> None:
    before = store.read_bytes()
    result = run("export", "last", "--store", str(store), "--out", f"{store}{ending}")

    assert result.exit_code == 2
    assert f"{store}{ending}: expected another file than the store" in result.stderr
    assert store.read_bytes() == before


def test_an_export_that_breaks_off_leaves_the_file_as_it_was(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(*_: object) -> Iterator[str]:
        yield "half of it"
        raise ValueError("broken off")

    out = tmp_path / "match.csv"
    out.write_text("of yesterday")
    monkeypatch.setattr("api.wire.matches.csv_text", half)

    assert run("export", "last", "--store", str(store), "--csv", "--out", str(out)).exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["match.csv"]
    assert out.read_text() == "of yesterday"
