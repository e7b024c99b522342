"""`meleecam bench`: how well and how fast dice are read, on labelled sets."""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.benchmarks.live_cost import FPS, IDLE_LIMIT, ROLLING_LIMIT, LiveCost, measure_live
from api.benchmarks.process_speed import MEGABYTES_LIMIT, SECONDS_LIMIT, ProcessSpeed, measure_process
from api.benchmarks.rules_speed import measure_rules
from api.benchmarks.selection import counted_in
from api.benchmarks.speed import STILL_LIMIT, Speed, full_hd_jpeg, measure_speed
from api.one_line import one_line
from api.photographs import CANNOT_START, open_reader_or_exit, read_photograph
from vision.scoring.mistakes import mistakes_in
from vision.scoring.score import (
    EVERY_DIE,
    Counted,
    LabelledPicture,
    SetScore,
    load_labels,
    score_picture,
    score_set,
)

if TYPE_CHECKING:  # these load OpenCV, which `meleecam --help` must not wait for
    from api.play.watcher import PictureReader
    from vision.scoring.contact_sheet import Tile

TWELVE = Path("sample_images", "full_hd_twelve.jpg")
"""Twelve dice of four groups as a webcam's JPEG of 1920x1080, in a checkout."""

CHECKOUT = Path(__file__).resolve().parents[2]
"""Where the project's own pictures are unless the package is installed, which comes without them."""

LIVE_FRAMES = 90
"""Three seconds of a camera: enough for a mean, and short enough for a look in between."""


def bench(
    folders: Annotated[
        list[Path] | None, typer.Argument(metavar="DIR...", help="labelled sets: pictures and labels.jsonl")
    ] = None,
    json_lines: Annotated[bool, typer.Option("--json", help="print one JSON object a set")] = False,
    kinds: Annotated[
        str | None, typer.Option(metavar="d6,d20", help="count labelled dice of these kinds only")
    ] = None,
    values: Annotated[
        str | None, typer.Option(metavar="2,3,4,5", help="count labelled dice of these values only")
    ] = None,
    mistakes: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="write contact sheets of wrong, refused, missed and extra dice"),
    ] = None,
    speed: Annotated[
        bool, typer.Option("--speed", help="time reading a 1080p JPEG against decoding it, on one thread")
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="for --speed and --live, brought to 1920x1080; twelve dice if left out"
        ),
    ] = None,
    runs: Annotated[int, typer.Option(min=1, help="runs of --speed")] = 15,
    latency: Annotated[
        bool, typer.Option("--latency", help="time the way from dice at rest to a client, with its stages")
    ] = False,
    live: Annotated[
        bool, typer.Option("--live", help="what watching an idle table costs, and one with rolling dice")
    ] = False,
    rules: Annotated[
        bool, typer.Option("--rules", help="time the rules and their odds, on one thread")
    ] = False,
) -> None:
    """Measure how well and how fast the program reads.

    Exit status 1 where a picture is not read or a limit is missed.
    """
    if picture is not None and not speed and not live:
        print("--picture is for --speed and --live; one of them was expected", file=sys.stderr)
        raise typer.Exit(CANNOT_START)
    within = []
    if latency:
        within.append(_tell_latency(json_lines))
    if rules:
        within.append(_tell_rules(json_lines))
    elif not folders and not speed and not latency and not live:
        print("expected a folder with labels.jsonl, --speed, --live, --latency or --rules", file=sys.stderr)
        raise typer.Exit(CANNOT_START)
    if not folders and not speed and not live:
        raise typer.Exit(0 if all(within) else 1)
    try:
        sets = [(folder, load_labels(folder)) for folder in folders or ()]
        counted = counted_in((one for _, labels in sets for one in labels), kinds, values)
        jpeg = _full_hd_bytes(picture, "--speed" if speed else "--live") if speed or live else b""
        if mistakes is not None:
            _make_folder(mistakes, folders or ())
    except (ValueError, OSError) as err:  # LabelsError, SelectionError or ImageError among them
        print(err, file=sys.stderr)
        raise typer.Exit(CANNOT_START) from err
    reader = open_reader_or_exit(threads=1 if speed or live else None)
    if speed:
        within.append(_tell_speed(measure_speed(reader, jpeg, runs), measure_process(jpeg), json_lines))
    if live:
        within.append(_tell_live(measure_live(reader, jpeg, LIVE_FRAMES), json_lines))
    scores = []
    for number, (folder, labels) in enumerate(sets, 1):
        tiles: list[Tile] | None = None if mistakes is None else []
        scores.append(bench_set(reader, folder, labels, counted, tiles))
        if mistakes is not None and tiles:
            # Sets of two folders may have one name.
            _write_sheets(mistakes, f"{number}-{scores[-1].set}", tiles)
    tell_scores(scores, json_lines)
    if any(score.unread for score in scores) or not all(within):
        raise typer.Exit(1)


def bench_set(
    reader: "PictureReader",
    folder: Path,
    labels: Sequence[LabelledPicture],
    counted: Counted = EVERY_DIE,
    tiles: "list[Tile] | None" = None,
) -> SetScore:
    """Read every labelled picture of a folder and score it; what gives no picture is said on stderr.

    Views of the mistakes are added to `tiles` where it is given.
    """
    from vision.image import ImageError
    from vision.scoring.contact_sheet import tile_of

    tallies, times = [], []
    for truth in labels:
        path = folder / truth.file
        try:
            frame, reading = read_photograph(reader, path)
        except ImageError as err:
            print(f"{one_line(str(path))}: {err}", file=sys.stderr, flush=True)
            continue
        tallies.append(score_picture(truth, reading.dice, counted))
        times.append(reading.ms)
        if tiles is not None:
            tiles += [tile_of(frame, mistake) for mistake in mistakes_in(truth, reading.dice, counted)]
    return score_set(folder.resolve().name, tallies, len(labels) - len(tallies), times)


def _make_folder(folder: Path, sets: Sequence[Path]) -> None:
    """Make the folder for contact sheets. Raises OSError, and ValueError for one that holds a set."""
    if any(os.path.realpath(folder) == os.path.realpath(one) for one in sets):
        raise ValueError(f"{folder}: expected another folder for contact sheets, found the set's own")
    folder.mkdir(parents=True, exist_ok=True)


def _write_sheets(folder: Path, name: str, tiles: "Sequence[Tile]") -> None:
    """Write NAME-1.png and so on and say so on stderr, where it disturbs no JSON."""
    import cv2

    from vision.scoring.contact_sheet import sheets

    for number, sheet in enumerate(sheets(name, tiles), 1):
        path = folder / f"{name}-{number}.png"
        path.write_bytes(cv2.imencode(".png", sheet)[1].tobytes())
        print(path, file=sys.stderr)


def _full_hd_bytes(picture: Path | None, option: str) -> bytes:
    """Return the JPEG to time for an option. Raises ImageError, a ValueError, when there is none."""
    from vision.image import ImageError, load_image

    if picture is not None:
        return full_hd_jpeg(load_image(picture))
    # An installed package is tried out in a checkout, whose pictures are not its own.
    for file in (CHECKOUT / TWELVE, TWELVE):
        if file.is_file():
            return file.read_bytes()
    raise ImageError(f"{option}: found no {TWELVE} here, expected --picture FILE")


def _tell_live(cost: LiveCost, json_lines: bool) -> bool:
    """Print what watching costs; return whether it is no more than it may be."""
    if json_lines:
        shares = {"idle_share": cost.idle_share, "rolling_share": cost.rolling_share}
        print(json.dumps({**asdict(cost), **shares}), flush=True)
    else:
        print(
            f"watching 1920x1080 at {FPS} frames a second, of one core: idle {cost.idle_share:.1%} "
            f"({cost.idle_ms:.2f} ms a frame, at most {IDLE_LIMIT:.0%}), dice rolling "
            f"{cost.rolling_share:.1%} ({cost.rolling_ms:.2f} ms a frame, at most {ROLLING_LIMIT:.0%})\n"
            f"  once a rest: {cost.look_ms:.1f} ms a look, {cost.join_ms:.1f} ms to join them",
            flush=True,
        )
    return cost.within


def _tell_latency(json_lines: bool) -> bool:
    """Measure and print the way of one throw; return whether it took no longer than it may."""
    from api.benchmarks.latency import LIMIT_MS, LatencyError, measure_latency
    from api.commands.demo import CLIPS, PRESET
    from api.opening import UnreadyError, ready_settings

    try:
        found = measure_latency(CLIPS / "melee_aya_chiyo.mp4", PRESET, ready_settings().rest_s)
    except (UnreadyError, LatencyError, OSError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(CANNOT_START) from err
    if json_lines:
        print(json.dumps({**asdict(found), "beyond_ms": found.beyond_ms, "limit_ms": LIMIT_MS}), flush=True)
    else:
        stages = ", ".join(f"{stage} {ms:.1f}" for stage, ms in found.stages_ms.items())
        print(
            f"from the first still frame to a client {found.total_ms:.0f} ms, of which settling "
            f"{found.settling_ms:.0f} ms\n"
            f"  beyond it {found.beyond_ms:.1f} ms, limit {LIMIT_MS:g} ms: {stages}\n"
            f"  processor time of the frame at which it settled {found.processor_ms:.1f} ms",
            flush=True,
        )
    return found.within


def _tell_rules(json_lines: bool) -> bool:
    """Measure and print how long the rules take; return whether all is within its limit."""
    speeds = measure_rules()
    for speed in speeds:
        if json_lines:
            print(json.dumps(asdict(speed)), flush=True)
        else:
            print(
                f"{speed.what}: {speed.best_ms:.3g} ms of processor time in the best batch, "
                f"{speed.median_ms:.3g} ms in the median batch, {speed.clock_ms:.3g} ms by the clock, "
                f"{speed.ratio:.3g} times the plain Python beside it; at most {speed.limit_ms:g} ms",
                flush=True,
            )
    return all(speed.within for speed in speeds)


def _tell_speed(speed: Speed, process: ProcessSpeed, json_lines: bool) -> bool:
    """Print how long reading takes; return whether all is within its limit."""
    within = speed.within and process.within
    if json_lines:
        ratios = {"ratio": round(speed.ratio, 2), "still_ratio": round(speed.still_ratio, 3)}
        print(json.dumps({**asdict(speed), **ratios, "process": asdict(process)}), flush=True)
        return within
    memory = "not known" if process.megabytes is None else f"{process.megabytes:.0f} MB"
    print(
        f"{speed.width}x{speed.height} JPEG of {speed.bytes // 1000} kB, {_number_of_dice(speed.dice)}, "
        f"one thread, median of {speed.runs} runs: imdecode {speed.imdecode_ms:.1f} ms "
        f"({speed.imdecode_kept_ms:.1f} ms where the picture before is kept)\n"
        f"  from bytes to readings {speed.read_ms:.1f} ms, "
        f"ratio {speed.ratio:.2f}, limit {speed.limit:g}\n"
        f"  frame of an unchanged table {speed.still_ms:.2f} ms, "
        f"ratio {speed.still_ratio:.2f}, limit {STILL_LIMIT:g}\n"
        f"  whole process of one picture {process.seconds:.2f} s, limit {SECONDS_LIMIT:g} s; "
        f"resident memory {memory}, limit {MEGABYTES_LIMIT:g} MB"
    )
    return within


def tell_scores(scores: Sequence[SetScore], json_lines: bool) -> None:
    """Print the scores: one JSON object a set, or two lines a set, which need no wide terminal."""
    for score in scores:
        if json_lines:
            print(json.dumps(asdict(score)), flush=True)
            continue
        unread = f", {score.unread} more unread" if score.unread else ""
        timed = "" if score.ms is None else f", {score.ms:.1f} ms a picture"
        pictures = "1 picture" if score.pictures == 1 else f"{score.pictures} pictures"
        print(f"{score.set}: {pictures}{unread}, {_number_of_dice(score.dice)}{timed}")
        print(
            f"  exact rolls {score.exact:.2%} · right {score.right:.2%} · refused {score.refused:.2%} "
            f"· missed {score.missed:.2%} · wrong {score.wrong} · extra {score.extra} "
            f"· false among accepted {score.false_per_accepted:.2%}"
        )


def _number_of_dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
