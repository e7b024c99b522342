"""How the whole chain takes the rolls of rendered films.

    python -m tests.films.measure DIR [--by-colour-names] [--only TEXT]

Plays each film of the folder as fast as it decodes and prints a line for each throw that was not taken once,
right, at rest and within half a second, then a table. Times are those of the film: what the computer needs
to read comes on top, and is told beside it. Films come from `python -m models.rendering.films`.
"""

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import cv2
import typer

from tests.films.judging import IN_TIME_S, Verdict, judge
from tests.films.labels import load_film
from tests.films.watching import watch
from vision.reader import open_reader

FINE = ("right", "cocked told")


def measure(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="folder of films")],
    by_colour_names: Annotated[
        bool, typer.Option("--by-colour-names", help="tell groups without calibration")
    ] = False,
    only: Annotated[str, typer.Option(help="films whose name has this in it")] = "",
    verbose: Annotated[bool, typer.Option("--verbose", help="print what was told, too")] = False,
) -> None:
    """Play films and print what became of their throws."""
    cv2.setNumThreads(1)
    reader = open_reader()
    verdicts: list[Verdict] = []
    seconds, frames, dearest, films = 0.0, 0, 0.0, 0
    for path in sorted(folder.glob("*.json")):
        if only not in path.stem:
            continue
        film = load_film(path)
        watched = watch(film, reader, calibrated=not by_colour_names)
        films, frames, seconds = films + 1, frames + watched.frames, seconds + watched.seconds
        dearest = max(dearest, watched.dearest_ms)
        judged = judge(film, watched)
        verdicts += judged
        for verdict in judged:
            if verdict.outcome not in FINE or verbose:
                print(json.dumps(asdict(verdict)), flush=True)
        if verbose:
            for told in watched.told:
                if told.type not in ("throw", "table"):
                    print(f"  {told.frame} {told.type} {_short(told.data)}")
    print(f"\n{films} films, {frames} frames in {seconds:.0f} s; the dearest frame took {dearest:.0f} ms")
    for outcome, count in Counter(verdict.outcome for verdict in verdicts).most_common():
        print(f"{count:5d} {outcome}")
    waits = sorted(
        one.wait_s for one in verdicts if one.outcome in ("right", "late") and one.wait_s is not None
    )
    if waits:
        late = sum(wait > IN_TIME_S for wait in waits)
        print(
            f"rest, hands gone, to taken: median {waits[len(waits) // 2]} s, longest {waits[-1]} s, "
            f"{late} after {IN_TIME_S} s"
        )


def _short(data: dict[str, object]) -> str:
    dice = data.get("dice")
    if isinstance(dice, list):
        data = {**data, "dice": [_die(die) for die in dice]}
    return json.dumps(data)[:400]


def _die(die: object) -> str:
    assert isinstance(die, dict)
    told = die.get("seen") or die
    return f"{die.get('group')} {die.get('face')} {told.get('problem')} #{told.get('id')}"


if __name__ == "__main__":
    typer.run(measure)
