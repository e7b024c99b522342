"""Rendered films through the whole chain: every roll once, right, at rest and in time, whatever hands do."""

from functools import cache
from pathlib import Path

import cv2
import pytest

from tests.films.judging import judge
from tests.films.labels import load_film
from tests.films.watching import watch
from vision.reader import TableReader, open_reader

CLIPS = Path(__file__).resolve().parents[1] / "clips"
FILMS = sorted(CLIPS.glob("*.json"))
MOST_BYTES = 4_000_000


@cache
def reader() -> TableReader:
    return open_reader()


@pytest.mark.parametrize("path", FILMS, ids=lambda path: path.stem)
def test_each_roll_is_taken_once_right_at_rest_and_in_time(path: Path) -> None:
    film = load_film(path)
    verdicts = judge(film, watch(film, reader()))

    assert verdicts
    assert {verdict.outcome for verdict in verdicts} <= {"right", "cocked told"}, verdicts


def test_the_films_show_what_goes_on_at_tables() -> None:
    kinds = {load_film(path).kind for path in FILMS}

    assert kinds >= {"plain", "passing", "nudged", "turns", "cocked"}


def test_films_are_whole_and_small() -> None:
    assert sum(path.stat().st_size for path in CLIPS.iterdir()) < MOST_BYTES
    for path in FILMS:
        film = load_film(path)
        assert cv2.VideoCapture(str(film.clip)).get(cv2.CAP_PROP_FRAME_COUNT) == film.frames
        assert all(picture.is_file() for picture in film.alone.values())
