"""Photographs, on disk or posted, read one by one. Loads OpenCV and models only when it is asked for them."""

import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from api.settings import load_settings
from vision.finding.area import area_of
from vision.reading import TableReading

if TYPE_CHECKING:  # these load OpenCV, which `meleecam --help` must not wait for
    from api.play.watcher import PictureReader
    from vision.image import Frame
    from vision.looks import LiveReader

CANNOT_START = 2
"""Exit status when no picture can be read at all."""


def open_reader_or_exit(threads: int | None = None, area: str | None = None) -> "LiveReader":
    """Return the reader of the settings' models, for the settings' threads and area when none are given.

    Ends the program with a message when the models or the area cannot be used.
    """
    from vision.card import ModelError
    from vision.reader import open_reader

    try:
        settings = load_settings()
        within = settings.area if area is None else area_of(area)
        return open_reader(settings.models_dir, threads or settings.reader_threads, within)
    except (ModelError, ValueError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(CANNOT_START) from err


def open_grouping_reader_or_exit(area: str | None, profiles: Path | None) -> "LiveReader":
    """Return a reader that also names groups where profiles are given, here or in the settings.

    Ends the program with a message when the models, the area or the profiles cannot be used.
    """
    reader = open_reader_or_exit(area=area)
    settings = load_settings()
    file = profiles or settings.profiles
    if file is None:
        return reader
    from vision.card import ModelError
    from vision.colours.grouping import open_grouping_reader
    from vision.colours.profiles import ProfilesError, load_profiles
    from vision.reader import MODELS_DIR

    weights = settings.models_dir or MODELS_DIR
    try:
        return open_grouping_reader(reader, load_profiles(file), weights, settings.reader_threads)
    except (ModelError, ProfilesError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(CANNOT_START) from err


def read_photograph(reader: "PictureReader", path: str | Path) -> "tuple[Frame, TableReading]":
    """Return the picture of a file and what was read in it, as `read_bytes` does.

    Raises:
        ImageError: the file gives no picture; the message does not repeat the path.
    """
    from vision.image import picture_bytes

    return read_bytes(reader, picture_bytes(path))


def read_bytes(reader: "PictureReader", data: bytes) -> "tuple[Frame, TableReading]":
    """Return a picture and what was read in it; `ms` counts from decoding to the answer.

    Where not every die is read, light or focus that may hide others is among its problems: a live table is
    advised before the first roll, a photograph is all there is. Raises ImageError.
    """
    from vision.image import decode_image
    from vision.watching.advice import words_of_hidden

    began = perf_counter()
    frame = decode_image(data)
    reading = reader.read(frame)
    if not reading.dice or any(die.face is None for die in reading.dice):
        reading = replace(reading, problems=(*reading.problems, *words_of_hidden(frame)))
    return frame, replace(reading, ms=(perf_counter() - began) * 1000)
