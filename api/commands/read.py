"""`meleecam read`: what the dice show in photographs."""

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.one_line import one_line
from api.photographs import CANNOT_START, open_grouping_reader_or_exit, read_photograph
from api.settings import load_settings
from api.wire.readings import picture_out
from vision.finding.area import Area, area_of
from vision.reading import TableReading

if TYPE_CHECKING:  # these load OpenCV, which `meleecam --help` must not wait for
    from api.play.watcher import PictureReader
    from vision.image import Frame


def read(
    pictures: Annotated[list[str], typer.Argument(metavar="PICTURE...", help="photographs of dice")],
    json_lines: Annotated[bool, typer.Option("--json", help="print one JSON object a picture")] = False,
    annotate: Annotated[
        Path | None, typer.Option(metavar="DIR", help="write pictures with what was read drawn in")
    ] = None,
    area: Annotated[
        str | None,
        typer.Option(metavar="X0,Y0,X1,Y1", help="count dice inside alone; or X,Y,X,Y,X,Y for any corners"),
    ] = None,
    profiles: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="say which group a die belongs to, as `calibrate` learnt them"),
    ] = None,
) -> None:
    """Read the dice in photographs."""
    if annotate is not None:
        _make_folder(annotate, pictures)
    reader = open_grouping_reader_or_exit(area, profiles)
    tell = tell_json if json_lines else tell_people
    within = load_settings().area if area is None else area_of(area)
    if not read_pictures(reader, pictures, tell, annotate, within):
        raise typer.Exit(1)


def _make_folder(folder: Path, pictures: Iterable[str]) -> None:
    """Make the folder for annotated pictures, or end the program with a message where it will not do."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        print(f"{folder}: no folder for annotated pictures: {err.strerror}", file=sys.stderr)
        raise typer.Exit(CANNOT_START) from err
    for picture in pictures:
        if os.path.realpath(Path(picture).parent) == os.path.realpath(folder):
            print(
                f"{folder}: expected another folder for annotated pictures, found {one_line(picture)} in it, "
                "which they could replace",
                file=sys.stderr,
            )
            raise typer.Exit(CANNOT_START)


JPEG_SIDE_PX = 65_500
"""The longest side that libjpeg writes; a PNG may be longer."""

COMMENT = b"annotated by meleecam"
HEADER_BYTES, ANNOTATED = 20, b"\xff\xfe" + (len(COMMENT) + 2).to_bytes(2) + COMMENT
"""What stands in annotated pictures behind the JPEG's header: these alone are replaced by later ones."""

Tell = Callable[[str, TableReading | str], None]
"""Says what a picture of this path shows, or the error as text when it is no picture."""


def read_pictures(
    reader: "PictureReader",
    paths: Iterable[str],
    tell: Tell,
    annotate_dir: Path | None = None,
    area: Area | None = None,
) -> bool:
    """Read every picture and tell of each at once. Returns whether all were read, and annotated if asked.

    Where the reader's `area` lies beside a picture, so that no die counts, that is said on stderr.
    """
    from vision.image import ImageError

    all_done = True
    taken: set[str] = set()
    for path in paths:
        try:
            frame, reading = read_photograph(reader, path)
        except ImageError as err:
            print(f"{one_line(path)}: {err}", file=sys.stderr, flush=True)
            tell(path, str(err))
            all_done = False
            continue
        tell(path, reading)
        if area is not None and not area.reaches_into(reading.width, reading.height):
            size = f"{reading.width}x{reading.height} pixels"
            print(
                f"{one_line(path)}: the area lies outside the picture of {size}", file=sys.stderr, flush=True
            )
        if annotate_dir is not None:
            annotated = annotate_dir / _free_name(annotate_dir, Path(path).stem, taken)
            try:
                _write_annotated(annotated, frame, reading)
            except OSError as err:
                said = f"{one_line(str(annotated))}: cannot be written: {err.strerror}"
                print(said, file=sys.stderr, flush=True)
                all_done = False
    return all_done


def tell_json(path: str, found: TableReading | str) -> None:
    """Print one line of JSON: the reading, or `path` and `error`."""
    line = {"path": path, "error": found} if isinstance(found, str) else picture_out(path, found)
    print(json.dumps(line), flush=True)


def tell_people(path: str, found: TableReading | str) -> None:
    """Print a table with a row a die and a line of totals; an error has been said on stderr already."""
    if isinstance(found, str):
        return
    # JSON, which programs wait for, is written without them.
    from rich.console import Console
    from rich.table import Table

    grouped = any(die.group is not None for die in found.dice)
    table = Table("", "kind", "face", "sure", "body", "marks", *(["group"] if grouped else []), "problem")
    for number, die in enumerate(found.dice, 1):
        table.add_row(
            str(number),
            die.kind,
            "?" if die.face is None else str(die.face),
            f"{die.confidence:.3f}",
            die.body,
            die.marks,
            *([die.group or ""] if grouped else []),
            die.problem or "",
        )
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(one_line(path), soft_wrap=True)
    console.print(table)
    for line in _of_groups(found):
        console.print(line, soft_wrap=True)
    console.print(_totals(found), soft_wrap=True)


def _of_groups(reading: TableReading) -> list[str]:
    """Return a line for each group of dice, by colour where no profiles name them; none for one group.

    Refused dice stand first, then the highest faces.
    """
    faces: dict[str, list[int | None]] = {}
    for die in reading.dice:
        faces.setdefault(die.group or f"{die.body}/{die.marks}", []).append(die.face)
    if len(faces) < 2:
        return []
    return [f"{group}: {_in_order(shown)}" for group, shown in sorted(faces.items())]


def _in_order(faces: list[int | None]) -> str:
    read = sorted((face for face in faces if face is not None), reverse=True)
    return " ".join(["?"] * faces.count(None) + [str(face) for face in read])


def _totals(reading: TableReading) -> str:
    faces = [die.face for die in reading.dice if die.face is not None]
    refused = len(reading.dice) - len(faces)
    noun = "die" if len(reading.dice) == 1 else "dice"
    parts = [
        f"{len(reading.dice)} {noun}: {len(faces)} read, {refused} refused",
        f"sum {sum(faces)}" + (" without the refused" if refused else ""),
        f"{reading.ms:.1f} ms",
        *reading.problems,
    ]
    return " · ".join(parts)


def _free_name(folder: Path, stem: str, taken: set[str]) -> str:
    """Return STEM.jpg, or STEM-2.jpg and so on where another picture has that name.

    Another one is one of this run, or a file of the folder that is no annotated picture of an earlier one.
    """
    name, number = f"{stem}.jpg", 1
    # Some file systems do not tell upper from lower case.
    while name.lower() in taken or not _may_replace(folder / name):
        number += 1
        name = f"{stem}-{number}.jpg"
    taken.add(name.lower())
    return name


def _may_replace(path: Path) -> bool:
    """Say whether nothing is lost by a picture of this name: there is none, or it was annotated here."""
    try:
        with path.open("rb") as file:
            return file.read(HEADER_BYTES + len(ANNOTATED)).endswith(ANNOTATED)
    except PermissionError:
        return False
    except OSError:
        return True  # there is none; where there is a folder, writing says so


def _write_annotated(path: Path, frame: "Frame", reading: TableReading) -> None:
    import cv2

    from vision.annotate import annotate

    drawn = annotate(frame, reading)
    if max(drawn.shape[:2]) > JPEG_SIDE_PX:
        raise OSError(errno.EFBIG, f"{drawn.shape[1]}x{drawn.shape[0]} pixels are too many for a JPEG")
    _, data = cv2.imencode(".jpg", drawn)
    written = data.tobytes()
    path.write_bytes(written[:HEADER_BYTES] + ANNOTATED + written[HEADER_BYTES:])
