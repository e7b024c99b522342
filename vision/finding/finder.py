"""Where dice lie in a picture of any table. Knows nothing about faces."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.finding.overlap import area, longer_side, middle_side, share_covered
from vision.finding.plain_table import PlainTable, on_plain_table
from vision.finding.tiles import OVERLAP_PX, tiles
from vision.image import Frame, Mask, resized
from vision.network import Network, open_network
from vision.reading import Box

STRIDE_PX = 32
"""Both sides of the finder's input are multiples of this: the network halves them five times."""

GREY = (114, 114, 114)
"""What the finder sees beyond the picture's edge, as in training."""

SAME_DIE_OVERLAP = 0.55
"""Boxes with a larger share in common are one die; dice that touch or hide each other share less."""

PART_OF_DIE = 0.8
"""A box of which so much lies in a larger and surer one is a part of that die, as its top face alone."""

WHOLE_DIE, LITTLE_LARGER = 0.95, 3.0
"""A box in which so much of a surer one lies, of no more than so many times its area, is that die with its
shadow: no die hides behind another of its size so. A cup with a die in it is larger."""

SMALL_PX = 34.0
"""Half of the dice smaller than this as the network sees them: a closer look finds more of them, and parts
those that touch."""

SMALL_IN_LARGE_PX, LARGE_PIXELS, MANY_DICE = 22.0, 1_000_000, 16
"""The same in a picture of more pixels, where a closer look costs many times the first one; but not where so
many dice lie, which take as long to read and lie close together."""

WANTED_PX = 48.0
"""How large the middle die is in a closer look."""

MOST_ENLARGED = 2.0
"""A closer look at more than this shows nothing that the camera saw."""

SURER = 0.2
"""So much more heat a die must have in a closer look, which shows twice as many places that look like one."""

FAINT, FAINTEST = 0.2, 0.05
"""A place with so much less heat than a die must have, and not next to none, may be one, on a speckled table
above all: who reads faces is to tell."""

APART = 0.45
"""What covers less than this of a die is another one, though found by another look, or faintly: one that lies
between two others shares a third with either, one that touches another aslant four tenths."""

SURE_FROM_AFAR = 0.4
"""What only the first look shows is a die from this heat on, apart from all dice of the closer look."""

HARDLY_FOUND = 0.4
"""A die with less heat gives way to a surer one in its place on a table without its pattern."""

SURE_ON_PLAIN = 0.75
"""What only a table without its pattern shows is a die from this heat on, else faintly like one: of 915 dice
in rendered films nine in ten have more there, of 44 other places, mostly shadows, one."""

WORTH_IT = 1.25
"""A closer look that enlarges less than this shows nothing new."""


LARGE_PX = 130.0
"""Dice larger than this as the network sees them are found better, and more exactly, in a look from afar."""

AFAR = 0.4
"""A look from afar shows the picture so much smaller."""

FEW_DICE = 2
"""Where no more are found, large ones may have been overlooked."""

SAME_FROM_AFAR = 0.5
"""Finds of which the smaller lies in the other by so much are one die, and the surer look tells where it is:
two dice are not lost to one that is seen around both."""


WITHIN_PX = 480
"""How large a find is looked at for dice within it: those in a cup are then about a hundred pixels wide."""

MOST_OF_IT = 0.7
"""A die within a find has at most so much of its longer side; one that has more is the find itself."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A place that looks like a die, in pixels of the picture as given."""

    box: Box
    confidence: float


class Finds(NamedTuple):
    """What looks like a die in one picture, and what does so faintly, apart from these; the surest first."""

    dice: tuple[FoundDie, ...]
    faint: tuple[FoundDie, ...]


class DieFinder:
    """Finds dice of 15 pixels and more.

    It looks at the shrunken picture: closer where dice are small or none, and from afar where large or few.
    """

    def __init__(self, network: Network, least: float | None = None) -> None:
        """Find with a network; `least` is the heat from which a place is a die, the card's by default."""
        self._network = network
        self._longest_px = network.card.input_px
        self._least = network.card.thresholds["found"] if least is None else least

    def find(self, frame: Frame) -> tuple[FoundDie, ...]:
        """Return the dice of a picture, the surest first."""
        return self.look(frame).dice

    def look(self, frame: Frame, news: Mask | None = None) -> Finds:
        """Return the dice of a picture and what is faintly like one.

        `news` is where the table has changed since no die lay on it: there it is also looked at without its
        pattern.
        """
        finds = self._look(frame)
        plain = None if news is None else on_plain_table(frame, news)
        return finds if plain is None else self._with_patterned(finds, plain)

    def _with_patterned(self, finds: Finds, plain: PlainTable) -> Finds:
        """Return finds with those dice that only a table without its pattern shows, or shows better."""
        small, scale = shrink(plain.frame, self._longest_px)
        shown = [_shifted(die, plain.left, plain.top) for die in self._find_in(small, scale, self._least)]
        dice = [
            one
            for one in shown
            if one.confidence >= SURE_ON_PLAIN
            and all(
                share_covered(one.box, die.box) < APART
                for die in finds.dice
                if die.confidence >= HARDLY_FOUND
            )
        ]
        kept = [die for die in finds.dice if all(not _is_same(die, one) for one in dice)]
        surest_first = sorted([*kept, *dice], key=lambda die: -die.confidence)
        return _with_faint(tuple(surest_first), [*shown, *finds.faint])

    def _look(self, frame: Frame) -> Finds:
        small, scale = shrink(frame, self._longest_px)
        seen = self._find_in(small, scale, max(FAINTEST, self._least - FAINT))
        dice = self._with_large(_from(self._least, seen), small, scale)
        side = middle_side([die.box for die in dice])
        costly = frame.shape[0] * frame.shape[1] > LARGE_PIXELS and len(dice) < MANY_DICE
        if side * scale >= (SMALL_IN_LARGE_PX if costly else SMALL_PX):
            return _with_faint(dice, seen)
        closer = min(MOST_ENLARGED, WANTED_PX / side) if dice else 1.0
        if closer < WORTH_IT * scale:
            return _with_faint(dice, seen)
        least = self._least + SURER
        seen_near = self._look_closer(frame, closer, least - FAINT)
        near = _from(least, seen_near)
        # Dice too large for a tile were seen well enough before.
        kept = [
            die
            for die in dice
            if longer_side(die.box) * closer > OVERLAP_PX
            or (
                die.confidence >= SURE_FROM_AFAR
                and all(share_covered(die.box, other.box) < APART for other in near)
            )
        ]
        return _with_faint(_distinct([*kept, *near]), seen_near)

    def find_within(self, frame: Frame, box: Box) -> tuple[FoundDie, ...]:
        """Return the dice that a closer look at one find shows within it: in a cup, or on a small tray.

        From afar such a thing looks like one large die, and dice in it like its pips; a hard shadow looks
        like a part of its die.
        """
        left, top, right, bottom = (round(edge) for edge in box)
        part = frame[top:bottom, left:right]
        if not part.size:  # a sliver at the picture's edge
            return ()
        scale = min(MOST_ENLARGED, WITHIN_PX / max(part.shape[:2]))
        height, width = (max(1, round(side * scale)) for side in part.shape[:2])
        return tuple(
            _shifted(die, left, top)
            for die in self._find_in(resized(part, width, height), scale, self._least)
            if longer_side(die.box) <= MOST_OF_IT * longer_side(box)
        )

    def _with_large(self, dice: tuple[FoundDie, ...], seen: Frame, scale: float) -> tuple[FoundDie, ...]:
        """Return the dice of a picture, as seen at a scale, with large ones as looks from afar show them."""
        sides = [longer_side(die.box) * scale for die in dice]
        height, width = (round(side * AFAR) for side in seen.shape[:2])
        if min(height, width) < STRIDE_PX or (len(dice) > FEW_DICE and max(sides) < LARGE_PX):
            return dice
        far = resized(seen, width, height)
        large = [
            die
            for die in self._with_large(self._find_in(far, scale * AFAR, self._least), far, scale * AFAR)
            if longer_side(die.box) * scale >= LARGE_PX
            and all(die.confidence > other.confidence for other in dice if _is_same(die, other))
        ]
        return _distinct([*large, *(die for die in dice if not any(_is_same(die, one) for one in large))])

    def _look_closer(self, frame: Frame, scale: float, least: float) -> list[FoundDie]:
        """Return what is like a die in a picture at a scale near its own, tile by tile."""
        height, width = (max(1, round(side * scale)) for side in frame.shape[:2])
        enlarged = frame if scale == 1.0 else resized(frame, width, height)
        found = []
        for tile in tiles(width, height):
            part = enlarged[tile.top : tile.bottom, tile.left : tile.right]
            found += [
                _scaled(_shifted(die, tile.left, tile.top), 1 / scale)
                for die in self._find_in(np.ascontiguousarray(part), 1.0, least)
                if tile.holds_whole(die.box)
            ]
        return found

    def _find_in(self, small: Frame, scale: float, least: float) -> tuple[FoundDie, ...]:
        """Return the dice of a picture as the network is shown it, in pixels of the one before `scale`."""
        padded = pad(small)
        heat, sides = self._network.run(padded[None])
        # heat: (1, rows, columns), zero but at its peaks; sides: (1, 4, rows, columns) in pixels of `small`.
        rows, columns = np.nonzero(heat[0] >= least)
        step = padded.shape[0] / heat.shape[1]
        x, y = (columns + 0.5) * step, (rows + 0.5) * step
        left, top, right, bottom = sides[0][:, rows, columns]
        boxes = np.stack([x - left, y - top, x + right, y + bottom], axis=1)
        boxes[:, 0::2] = boxes[:, 0::2].clip(0, small.shape[1]) / scale
        boxes[:, 1::2] = boxes[:, 1::2].clip(0, small.shape[0]) / scale
        warmth = heat[0][rows, columns]
        return _distinct(
            [
                FoundDie((float(x0), float(y0), float(x1), float(y1)), float(one))
                for (x0, y0, x1, y1), one in zip(boxes, warmth, strict=True)
            ]
        )


def shrink(frame: Frame, longest_px: int) -> tuple[Frame, float]:
    """Return the picture with its longer side at most `longest_px`, and its scale; small ones stay."""
    height, width = frame.shape[:2]
    scale = min(1.0, longest_px / max(height, width))
    if scale == 1.0:
        return frame, 1.0
    return resized(frame, max(1, round(width * scale)), max(1, round(height * scale))), scale


def pad(frame: Frame) -> Frame:
    """Return the picture with grey at its right and lower edge, up to the network's stride."""
    height, width = frame.shape[:2]
    missing = (0, -height % STRIDE_PX, 0, -width % STRIDE_PX)
    return np.asarray(cv2.copyMakeBorder(frame, *missing, cv2.BORDER_CONSTANT, value=GREY), np.uint8)


def _distinct(dice: list[FoundDie]) -> tuple[FoundDie, ...]:
    """Return the dice without less sure boxes of the same die, of a part of it or around it, surest first."""
    if not dice:
        return ()
    as_xywh = [(x0, y0, x1 - x0, y1 - y0) for x0, y0, x1, y1 in (die.box for die in dice)]
    kept = cv2.dnn.NMSBoxes(as_xywh, [die.confidence for die in dice], 0.0, SAME_DIE_OVERLAP)
    whole: list[FoundDie] = []
    for index in np.asarray(kept).flatten():
        die = dice[index]
        if not any(_is_part(die.box, surer.box) or _is_around(die.box, surer.box) for surer in whole):
            whole.append(die)
    return tuple(whole)


def _from(least: float, found: Iterable[FoundDie]) -> tuple[FoundDie, ...]:
    """Return what has at least so much heat."""
    return tuple(die for die in found if die.confidence >= least)


def _with_faint(dice: tuple[FoundDie, ...], found: Iterable[FoundDie]) -> Finds:
    """Return dice with what was found apart from them."""
    rest = [one for one in found if all(share_covered(one.box, die.box) < APART for die in dice)]
    return Finds(dice, _distinct(rest))


def _is_same(one: FoundDie, other: FoundDie) -> bool:
    return share_covered(one.box, other.box) >= SAME_FROM_AFAR


def _is_part(box: Box, of: Box) -> bool:
    return area(box) < area(of) and share_covered(box, of) >= PART_OF_DIE


def _is_around(box: Box, die: Box) -> bool:
    return area(die) <= area(box) <= LITTLE_LARGER * area(die) and share_covered(die, box) >= WHOLE_DIE


def _scaled(die: FoundDie, scale: float) -> FoundDie:
    x0, y0, x1, y1 = die.box
    return replace(die, box=(x0 * scale, y0 * scale, x1 * scale, y1 * scale))


def _shifted(die: FoundDie, right: float, down: float) -> FoundDie:
    x0, y0, x1, y1 = die.box
    return replace(die, box=(x0 + right, y0 + down, x1 + right, y1 + down))


def open_finder(models_dir: Path, threads: int) -> DieFinder:
    """Open the finder of a models folder. Raises ModelError when a file is missing or altered."""
    return DieFinder(open_network(models_dir, "finder", threads))
