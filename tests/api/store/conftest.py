"""A store in a temporary folder, and the match that tests play in it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.store import Bounds, Play, Store

NOW = datetime(2026, 11, 21, 19, 30, 0, 123456, tzinfo=UTC)
BOUNDS = Bounds(most=1000, most_bytes=1_000_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path, clock=lambda: NOW)
    yield opened
    opened.close()


@pytest.fixture
def play(store: Store) -> Iterator[Play]:
    playing = store.begin("/tables/table.toml", 'title = "Two"', "Two", "bushido", BOUNDS)
    yield playing
    playing.close()
