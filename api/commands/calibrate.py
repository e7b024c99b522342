"""`meleecam calibrate`: learns the groups of dice at one table, and says which would be mixed up."""

import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.learning import UnusableGroupError, colour_words, whole_dice
from api.one_line import one_line
from api.photographs import CANNOT_START, open_reader_or_exit
from api.whole_file import write_whole

if TYPE_CHECKING:  # these load OpenCV, which `meleecam --help` must not wait for
    from api.play.watcher import PictureReader
    from vision.colours.profiles import Profiles
    from vision.image import Frame
    from vision.sources.source import FrameSource

FEW_DICE = 3
"""Fewer dice of a group hardly tell how much they differ from each other."""

Show = Callable[[str], "Frame"]
"""Returns the picture of the group of this name."""


def calibrate(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="where to keep what was learnt")],
    groups: Annotated[
        list[str],
        typer.Argument(metavar="NAME=PICTURE...", help="each group's name and a picture of its dice alone"),
    ],
    camera: Annotated[
        str | None,
        typer.Option("--camera", help="take the pictures with this camera or stream; groups are names alone"),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="learn these groups of FILE again; the others stay as they are")
    ] = False,
) -> None:
    """Learn the colours of groups of dice from one picture each."""
    from vision.colours.profiles import ProfilesError, load_profiles
    from vision.image import ImageError
    from vision.sources.source import CameraError

    try:
        _refuse_other_files(file)
        reader = open_reader_or_exit()
        before = load_profiles(file) if again else None
        if camera is None:
            pictures = _named_pictures(groups)
            learn(reader, list(pictures), lambda name: _photograph(pictures[name]), file, before)
        else:
            _learn_from_camera(reader, camera, groups, file, before)
    except (UnusableGroupError, ImageError, CameraError, ProfilesError) as err:
        print(one_line(str(err)), file=sys.stderr)
        raise typer.Exit(CANNOT_START) from err


def learn(
    reader: "PictureReader", names: Sequence[str], show: Show, file: Path, before: "Profiles | None" = None
) -> None:
    """Learn groups from one picture each, keep them in a file, and print how well they are told apart.

    With profiles from `before` these are some of their groups, and the others stay as they are.
    Ends with exit status 1 where the pictures, or their likeness, will mix them up.
    """
    from vision.colours.calibrate import learnt, named_together, poor_picture, relearnt
    from vision.colours.profiles import profiles_text

    if not names or len(set(names)) < len(names):
        raise UnusableGroupError(f"expected groups of different names, found {', '.join(names) or 'none'}")
    if controlling := [name for name in names if not name.isprintable()]:
        raise UnusableGroupError(f"expected names of printable letters, found {controlling[0]!r}")
    known = names if before is None else [one.name for one in before.groups]
    if unknown := [name for name in names if name not in known]:
        raise UnusableGroupError(f"{file}: expected groups among {', '.join(known)}, found {unknown[0]}")
    seen = {}
    words = {}
    shown = {}
    content = True
    for name in names:
        dice = whole_dice(name, reader.read(show(name)).dice)
        seen[name] = [die.colours for die in dice if die.colours is not None]
        words[name] = colour_words(dice)
        noun = "die" if len(dice) == 1 else "dice"
        shown[name] = f"{len(dice)} {noun}", "numerals" if any(die.numerals for die in dice) else "pips"
        if len(dice) < FEW_DICE:
            print(
                f"{name}: {shown[name][0]} seen, which hardly tells how much dice of the group differ; "
                "three to five tell",
                file=sys.stderr,
            )
        if (problem := poor_picture(dice)) is not None:
            print(f"{name}: {problem}", file=sys.stderr)
            content = False
    if before is None:
        profiles = learnt(seen, words)
    else:
        profiles = before
        for name in names:
            profiles = relearnt(profiles, name, seen[name], words[name])
    profiles = named_together(profiles, names)
    for group in profiles.groups:
        if group.name in shown:
            dice_shown, marks = shown[group.name]
            print(f"{group.name}: {dice_shown}, {group.body} with {group.marks} {marks}")
    try:
        write_whole(file, [profiles_text(profiles)])
    except OSError as err:
        raise UnusableGroupError(f"{file}: cannot be written: {err.strerror}") from err
    content = _tell_likeness(profiles) and content
    print(f"kept in {one_line(str(file))}")
    if not content:
        raise typer.Exit(1)


def _refuse_other_files(file: Path) -> None:
    """Raise UnusableGroupError where writing would replace what is no file of learnt groups.

    So a table file, a photograph, or a group given where FILE.toml was left out, is never lost.
    """
    from vision.colours.profiles import ProfilesError, load_profiles

    if "=" in str(file) and file.suffix != ".toml":
        raise UnusableGroupError(f"expected FILE.toml first, found {str(file)!r}")
    if not file.exists():
        return
    if not file.is_file():
        raise UnusableGroupError(f"{file}: cannot be written: not a file")
    try:
        load_profiles(file)
    except ProfilesError as err:
        raise UnusableGroupError(f"{err}; only a file of learnt groups is replaced") from err


def _tell_likeness(profiles: "Profiles") -> bool:
    """Print the most alike groups, and every two that are too alike; return whether none are."""
    from vision.colours.calibrate import LEAST_APART, likenesses

    pairs = likenesses(profiles)
    for pair in pairs:
        if pair.too_alike:
            print(
                f"{pair.first} and {pair.second} are too alike: {pair.apart:.1f} times their spread apart, "
                f"expected {LEAST_APART:.1f} (bodies {pair.bodies:.1f}, marks {pair.marks:.1f}): "
                f"{pair.advice}",
                file=sys.stderr,
            )
    if pairs and not pairs[0].too_alike:
        print(
            f"most alike: {pairs[0].first} and {pairs[0].second}, "
            f"{pairs[0].apart:.1f} times their spread apart, enough to be told apart"
        )
    return not (pairs and pairs[0].too_alike)


def _named_pictures(groups: Iterable[str]) -> dict[str, Path]:
    """Return the picture of each group given as NAME=PICTURE."""
    pictures: dict[str, Path] = {}
    for one in groups:
        name, _, picture = one.partition("=")
        if not name.strip() or not picture:
            raise UnusableGroupError(f"expected NAME=PICTURE, found {one!r}")
        if name.strip() in pictures:
            raise UnusableGroupError(f"expected one picture a group, found two of {name.strip()}")
        pictures[name.strip()] = Path(picture)
    return pictures


def _photograph(path: Path) -> "Frame":
    from vision.image import load_image

    return load_image(path)


def _learn_from_camera(
    reader: "PictureReader", address: str, names: Sequence[str], file: Path, before: "Profiles | None"
) -> None:
    from api.cameras import OnTerminal, live_of
    from api.settings import load_settings
    from vision.sources.opening import open_source
    from vision.sources.source import LiveSource

    settings = load_settings()
    rest_s = settings.rest_s
    source = open_source(address, rest_s, live=live_of(settings, threading.Event()))
    if isinstance(source, LiveSource):
        source.listen(OnTerminal())
    try:
        learn(
            reader,
            [name.strip() for name in names],
            lambda name: _asked_for(source, name, rest_s),
            file,
            before,
        )
    finally:
        source.close()


def _asked_for(source: "FrameSource", name: str, rest_s: float) -> "Frame":
    """Return the picture of a table at rest once somebody says that a group lies there."""
    from vision.sources.source import CameraError
    from vision.sources.timing import FrameTimes
    from vision.watching.moment import Moment
    from vision.watching.rest import Rest
    from vision.watching.settle import settle
    from vision.watching.settling import Settling

    print(f"lay the dice of {name} alone on the table, take your hands away and press Enter", flush=True)
    if not sys.stdin.readline():
        raise UnusableGroupError(f"{name}: nobody said that its dice lie there")
    settling, rest, times = Settling(), Rest(seconds=rest_s), FrameTimes(source)
    source.next_scene()
    while (frame := source.next_frame()) is not None:
        settling = settle(settling, frame, rest, times.since_s())
        if settling.moment is Moment.SETTLED:
            return frame
    raise CameraError(f"{name}: the pictures ended before the dice lay still")
