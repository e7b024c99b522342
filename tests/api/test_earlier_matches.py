"""Matches of earlier versions, whose names hold what is refused now: replayed, exported and counted still."""

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import main
from api.compose import compose
from api.play.evenings import Evenings
from api.play.kept_match import kept_messages, kept_table
from api.play.replaying import NoFrames, play, shown_again
from api.settings import Settings
from api.store import Store
from api.tables import TableFileError, load_table
from tests.api.drawn import SquareReader
from tests.api.earlier_match import KEPT_NAME, PLAIN_NAME, earlier_store

STEERING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return earlier_store(tmp_path_factory.mktemp("earlier"))


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with closing(Store(file)) as store:
        yield store


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_the_table_is_refused_as_a_new_one(store: Store, tmp_path: Path) -> None:
    (match,) = store.matches()
    table = tmp_path / "table.toml"
    table.write_text(match.table_text, encoding="utf-8")

    with pytest.raises(TableFileError, match="expected a text without control characters"):
        load_table(table)


def test_the_rules_tell_the_same_of_it(file: Path) -> None:
    result = run("replay", "last", "--check", "--store", str(file))

    assert (result.exit_code, result.stderr) == (0, "")
    assert "the rules tell the same" in result.stdout


def test_a_replay_tells_it_in_plain_texts(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    (match,) = store.matches()
    setup = kept_table(match)
    services = shown_again(compose(Settings(), setup, NoFrames(), SquareReader()), store, match.id)
    services.hub.followed.set()
    play(services, setup, kept_messages(store, match), fast=True)
    told = [json.dumps(one.as_json(), ensure_ascii=False) for one in services.hub.after(0)]
    state = json.dumps(services.referee.state(), ensure_ascii=False)

    assert caplog.text == ""
    assert services.referee.is_over()
    assert any(PLAIN_NAME in one for one in told)
    assert not any(re.search(r"\\u001b|\\ud83c", one) or STEERING.search(one) for one in (*told, state))


def test_an_export_as_json_has_it_as_it_was(file: Path, store: Store) -> None:
    (match,) = store.matches()
    result = run("export", "last", "--store", str(file))
    exported = json.loads(result.stdout)

    assert result.exit_code == 0
    assert STEERING.search(result.stdout) is None
    assert (exported["title"], exported["table"]) == (match.title, match.table_text)
    assert exported["messages"] == [one.as_json() for one in store.all_messages(match.id)]


def test_an_export_as_csv_shows_plain_texts_and_has_all_as_it_was(
    file: Path, store: Store, tmp_path: Path
) -> None:
    (match,) = store.matches()
    out = tmp_path / "match.csv"
    result = run("export", "last", "--csv", "--out", str(out), "--store", str(file))
    text = out.read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))

    assert (result.exit_code, result.stderr) == (0, "")
    assert STEERING.search(text) is None
    assert any(PLAIN_NAME in row["text"] for row in rows)
    assert {row["by"] for row in rows} == {"", "table", "Tove�"}
    assert [json.loads(row["data"]) for row in rows] == [one.data for one in store.all_messages(match.id)]
    assert any(KEPT_NAME in json.loads(row["data"]).get("text", "") for row in rows)


def test_it_counts_in_its_evening(store: Store) -> None:
    (match,) = store.matches()

    assert Evenings(store).tally(match) is not None
