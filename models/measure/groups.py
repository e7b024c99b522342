"""How well groups are told apart under other light than at calibration, on rendered sessions.

    python -m models.measure.groups --out DIR --count 200 --seed 900000

Renders a picture of each of four groups alone and one of all under other light, with the same dice, table
and camera; calibrates on the first four, as `meleecam calibrate` does, and names the groups in the last.
Where calibration says that groups are too alike, that the lamp is mirrored or that no die of a group can be
read, the four pictures are taken again in another light, twice at most; sessions that it still warns of are
counted apart. Learns from dice of which half or more is seen. Counts, in the last picture, those of them that
its edge does not cut, for these are refused whatever their colours, and whose pips the pixels still show
(`rendering/pictures/legible.py`): of a die without visible pips nobody can say whether they are red or green.
Once with their true boxes and once as the shipped reader finds them. About 5 s a session on one core; needs
numba and onnxruntime.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import cv2
import typer

from models.rendering.pictures.exposure import jpeg
from models.rendering.pictures.labels import labels
from models.rendering.pictures.legible import LEAST_EVIDENCE
from models.rendering.ray_casting.render import frame_of
from models.rendering.scenes.group_scenes import TAKES, sample_session
from models.rendering.scenes.scene import FOUR_GROUPS, Scene
from vision.colours.calibrate import learnt, likenesses, poor_light
from vision.colours.colour import ColourMeter, open_colour_meter
from vision.colours.grouping import TOO_LITTLE_SEEN
from vision.colours.groups import Belonging, Groups
from vision.colours.matching import Matcher, open_matcher
from vision.colours.profiles import Profiles
from vision.dice.crop import VIEW_MARGIN, crop
from vision.dice.problems import reaches_edge
from vision.finding.overlap import overlap
from vision.image import Frame, load_image
from vision.reader import MODELS_DIR, TableReader, open_reader
from vision.reading import Box, SeenColours

LEAST_VISIBLE = 0.5
SAME_DIE = 0.5
"""Share of their joint area that a found and a true box have in common."""

OUTCOMES = ("right", "refused", "missed", "wrong")
ADVISED, AGAINST_ADVICE = "as advised", "against advice"
"""Sessions whose groups calibration found far enough apart, and those that no take made so."""

NAMES = tuple(f"{body}/{marks}" for body, marks in FOUR_GROUPS)


class SeenDie(NamedTuple):
    """A die as it was found."""

    box: Box
    colours: SeenColours


Dice = list[tuple[str, SeenDie | None]]
"""True group of each die of a picture and how it was found, None where it was not, or too little of it."""


class Seen(NamedTuple):
    """The dice of a picture, and whether any is read; true boxes are asked for colours alone."""

    dice: Dice
    any_read: bool


class Eyes:
    """Measures the dice of a picture, at their true boxes or where the reader finds them."""

    def __init__(self, meter: ColourMeter, matcher: Matcher, reader: TableReader | None) -> None:
        self._meter = meter
        self._matcher = matcher
        self._reader = reader

    def belongings(self, groups: Groups, frame: Frame, dice: Dice) -> list[Belonging]:
        """Return whose the dice of a picture are that were found."""
        found = [one for _, one in dice if one is not None]
        compare = self._matcher.comparing(frame, [one.box for one in found])
        return list(groups.of([one.colours for one in found], compare=compare))

    def see(self, frame: Frame, scene: Scene, *, counted: bool) -> Seen:
        """Return the dice of a scene's picture, all to learn from or only those that are counted."""
        # How legible its pips are is asked of what is counted alone.
        there = labels(scene, frame if counted else None)
        dice = [label for label in there if label.visible >= LEAST_VISIBLE]
        if counted:
            dice = [
                label
                for label in dice
                if (label.evidence or 0.0) >= LEAST_EVIDENCE and not reaches_edge(frame, label.box)
            ]
        names = [f"{die.body}/{die.marks}" for die in dice]
        boxes = [die.box for die in dice]
        if self._reader is None:
            views = [crop(frame, box, self._meter.size_px, VIEW_MARGIN) for box in boxes]
            measured = map(SeenDie, boxes, self._meter.measure(views))
            return Seen(list(zip(names, measured, strict=True)), any_read=True)
        shown = [one for one in self._reader.read(frame).dice if one.problem not in TOO_LITTLE_SEEN]
        seen = [SeenDie(one.box, one.colours) for one in shown if one.colours is not None]
        found = [
            (name, next((one for one in seen if overlap(one.box, box) > SAME_DIE), None))
            for name, box in zip(names, boxes, strict=True)
        ]
        return Seen(found, any_read=any(one.face is not None for one in shown))


def measure(
    out: Annotated[Path, typer.Option(help="folder for the pictures")],
    count: Annotated[int, typer.Option(help="sessions")] = 200,
    seed: Annotated[int, typer.Option(help="seed of the first session")] = 900_000,
) -> None:
    """Render what is not there yet, and print a line of JSON for true boxes and one for the reader."""
    cv2.setNumThreads(1)
    meter, matcher = open_colour_meter(MODELS_DIR, 1), open_matcher(MODELS_DIR, 1)
    for name, reader in (("true boxes", None), ("reader", open_reader())):
        eyes = Eyes(meter, matcher, reader)
        tallies = {ADVISED: Counter[str](), AGAINST_ADVICE: Counter[str]()}
        for number in range(seed, seed + count):
            _count_session(eyes, out, number, tallies)
        for advice, tally in (*tallies.items(), ("all", tallies[ADVISED] + tallies[AGAINST_ADVICE])):
            dice = sum(tally[outcome] for outcome in OUTCOMES)
            shares = {outcome: round(tally[outcome] / max(1, dice), 4) for outcome in OUTCOMES}
            print(json.dumps({"boxes": name, "calibration": advice, "dice": dice, **tally, "shares": shares}))


def _count_session(eyes: Eyes, out: Path, seed: int, tallies: dict[str, Counter[str]]) -> None:
    profiles, well, takes = None, False, 0
    while not well and takes < TAKES:
        again, well = _calibrated(eyes, out, seed, takes)
        profiles = again or profiles
        takes += 1
    tally = tallies[ADVISED if well else AGAINST_ADVICE]
    tally["sessions"] += 1
    tally["pictures taken again"] += (takes - 1) * len(NAMES)
    game = sample_session(seed).game
    frame = _picture(game, out / f"{seed}_game.jpg")
    dice = eyes.see(frame, game, counted=True).dice
    if profiles is None:
        tally["refused"] += len(dice)
        return
    found = iter(eyes.belongings(Groups(profiles), frame, dice))
    for name, die in dice:
        if die is None:
            tally["missed"] += 1
            continue
        group = next(found).group
        outcome = "refused" if group is None else "right" if group == name else "wrong"
        tally[outcome] += 1
        if outcome == "wrong":
            typer.echo(f"{seed}: a {name} die taken for {group}", err=True)


def _calibrated(eyes: Eyes, out: Path, seed: int, take: int) -> tuple[Profiles | None, bool]:
    """Return the profiles of a take, None where a group shows no die, and whether calibration is content."""
    seen: dict[str, Sequence[SeenColours]] = {}
    all_read = True
    for index, (name, scene) in enumerate(zip(NAMES, sample_session(seed, take).alone, strict=True)):
        frame = _picture(scene, out / f"{seed}_{take}_{index}.jpg")
        dice, any_read = eyes.see(frame, scene, counted=False)
        seen[name] = [die.colours for _, die in dice if die is not None]
        all_read &= any_read
    if not all(seen.values()):
        return None, False
    profiles = learnt(seen, dict(zip(NAMES, FOUR_GROUPS, strict=True)))
    lit = all(poor_light(colours) is None for colours in seen.values())
    return profiles, all_read and lit and not likenesses(profiles)[0].too_alike


def _picture(scene: Scene, path: Path) -> Frame:
    """Return the picture of a scene, rendered only where it is not on disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_bytes(jpeg(frame_of(scene), scene.sensor))
    return load_image(path)


if __name__ == "__main__":
    typer.run(measure)
