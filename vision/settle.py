"""When have the dice come to rest: frame after frame in, the moment of the table out. Reads no faces.

Each frame is shrunk and compared with two others. Against the one that began the present rest, not the one
before it, a die that creeps along by less than a pixel a frame is seen to move as well. Against what was
handed out last, a hand is seen as what is large and reaches in from the picture's edge. What moves there does
not keep the dice elsewhere from coming to rest; a die that rolls in lets go of the edge within a few frames.
What hands covered is compared again once they are gone. Rest is counted in seconds: cameras differ in their
frames a second, and one camera does from lamp to lamp.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import ceil

import cv2
import numpy as np

from vision.image import Frame
from vision.motion import (
    SHADOW_PX,
    Mask,
    Small,
    both,
    changed,
    common,
    reaching_in,
    shaded,
    share_within,
    sharply_changed,
    shrunk,
    without,
)
from vision.reading import Box

NOMINAL_FPS = 30.0
"""Frames a second of what has no time of its own."""

LEAST_FRAMES = 3
"""A rest is seen in so many frames at least: nobody knows what moved between two that are far apart."""

STAMP_S = 0.005
"""So much earlier a rest may be over: the times of frames tremble."""

NEW_SCENE = 0.8
"""Of the picture: where more has changed, and stays so, camera or light changed. Two hands in front of a
camera that follows the light can change as much for a moment."""

HAND_SHARE = 0.015
"""Of the picture. Fingers that reach in by the length of two dice cover as much; a die covers half of it in a
picture that is only twelve dice wide."""

MOST_SHADOW = 0.1
"""Of the picture: where more has changed, nobody asks whether it was shadow."""

SPECK_PX = 5
"""Smaller spots of change are noise, however many they are; a die that moves changes its edges."""

BESIDE_SIDES = 0.6
"""Beside a die so many of its sides may be changed by its shadow, and by the blur of both."""

COVERED_SHARE, TOUCHED_SHARE = 0.06, 0.06
"""Of a die's box: noise and the blur of what lies beside it change less."""


class Moment(Enum):
    """What the table does at one frame.

    A referee is told the moment of each frame, and with SETTLED, NUDGED and LIFTED, once for each, what lies
    there now.
    """

    MOVING = "moving"
    """Something other than a hand moves: dice roll, or are pushed. Nothing is read."""
    HAND = "hand"
    """A hand or an arm is in the picture, and nothing else moves. It says nothing about the dice: they may be
    taken up, pushed, covered or left alone, and a reading tells which, once they can be seen at rest."""
    CALMING = "calming"
    """Nothing moves that counts, but not for long enough. Says nothing new: it follows MOVING or HAND, and
    may go back to them."""
    SETTLED = "settled"
    """The dice lie still and are not what they were: at least one has a new id, or is read that was not, or
    the other way round. Comes once for each rest, with the joined reading of its frames. Dice that keep their
    id lie there since before; no die of the reading moved or was passed over by a hand while it was read."""
    NUDGED = "nudged"
    """All dice are the ones that lay there, with their faces and ids; some lie a little elsewhere. No throw.
    Comes with the reading that has their new places."""
    LIFTED = "lifted"
    """Some of the dice that lay there are gone and none has come; those left keep their ids. Comes with the
    reading of what is left, which may have no dice."""
    KNOWN = "known"
    """At rest, and as it was handed out last; a hand that passed over changed nothing. Nothing to be read."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What counts as rest: for `seconds` no frame has `area_px` small pixels that changed by `levels`.

    Levels are of 255. Sensor noise of 8 levels in a 640x480 picture stays below 10 once shrunk and blurred.
    A die that tips over stands still for less than a tenth of a second.
    """

    seconds: float = 0.27
    levels: int = 12
    area_px: int = 12
    belongs_s: float = 3.0
    """What reached in and has not moved for so long is no hand but belongs to the table: a mug, a tower."""

    def frames_at(self, fps: float) -> int:
        """Return how many frames after the first still one a rest is over, at so many a second."""
        return max(LEAST_FRAMES, ceil((self.seconds - STAMP_S) * fps))


@dataclass(frozen=True, slots=True, eq=False)
class HandedOut:
    """What the table looked like when it was handed out; where a hand covered it ever since, `unseen`."""

    small: Small
    unseen: Mask | None


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """Since when no hand is in the picture and nothing moves: the picture then, frames and seconds since."""

    began: Small
    frames: int = 0
    seconds: float = 0.0

    def is_rest(self, rest: Rest) -> bool:
        """True once all of the table has been seen to lie still for long enough."""
        return self.frames >= LEAST_FRAMES and self.seconds >= rest.seconds - STAMP_S


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """All that is remembered between two frames; begin with `Settling()`."""

    moment: Moment = Moment.CALMING
    still_frames: int = 0
    """So many frames looked like the one that began the rest, in a row, for `still_s` seconds."""
    still_s: float = 0.0
    rest_began: Small | None = None
    handed_out: HandedOut | None = None
    hands: Mask | None = None
    """What hands covered at any time of the present rest."""
    veils: Mask | None = None
    """The same with their shadows, and with sleeves that cannot be told from shadows."""
    bare: Bare | None = None
    """Of a rest that hands were over; None where there were none, or one is."""
    hand_still_s: float = 0.0
    """For how long a hand has been there, and nothing has moved at all."""
    news: Mask | None = None
    """Where the table is another than the one handed out last, hands left out; None while dice move."""

    def is_covered(self, box: Box, frame_width: int) -> bool:
        """True for a box, in pixels of a frame so wide, that a hand was over during the present rest."""
        return share_within(self.hands, box, frame_width) >= COVERED_SHARE

    def is_veiled(self, box: Box, frame_width: int) -> bool:
        """True for a box that a hand, a sleeve or its shadow was over during the present rest."""
        return share_within(self.veils, box, frame_width) >= COVERED_SHARE

    def is_touched(self, box: Box, frame_width: int) -> bool:
        """True for a box in which something has changed since the table was handed out the time before."""
        return share_within(self.news, box, frame_width) >= TOUCHED_SHARE

    def is_at_rest(self, rest: Rest) -> bool:
        """True once nothing but hands has moved for long enough."""
        return self.still_frames >= LEAST_FRAMES and self.still_s >= rest.seconds - STAMP_S

    def has_hand_at_rest(self, rest: Rest) -> bool:
        """True once a hand has been in the picture, and nothing has moved at all, for the time of a rest."""
        return self.hand_still_s >= rest.seconds - STAMP_S

    def is_hand(self, boxes: Sequence[Box], frame_width: int) -> bool:
        """True when more reaches in than dice found in these boxes, and their shadows, can account for."""
        assert self.hands is not None
        left, scale = self.hands.copy(), self.hands.shape[1] / frame_width
        for x0, y0, x1, y1 in boxes:
            around = BESIDE_SIDES * max(x1 - x0, y1 - y0)
            near, far = (x0 - around, y0 - around), (x1 + around, y1 + around)
            left[_pixels(near[1], far[1], scale), _pixels(near[0], far[0], scale)] = 0
        return reaching_in(left, HAND_SHARE * left.size) is not None

    def with_all_at_rest(self, frame: Frame, rest: Rest) -> "Settling":
        """Return the state after the frame just settled if what reaches in belongs to the table."""
        small = shrunk(frame)
        handed_out = HandedOut(small, None)
        if self.handed_out is None:
            news = np.full(small.shape[:2], 255, np.uint8)
        else:
            news = changed(self.handed_out.small, small, rest.levels)
        return Settling(Moment.SETTLED, self.still_frames, self.still_s, small, handed_out, news=news)

    def is_to_be_read(self, rest: Rest, *, known: bool = False) -> bool:
        """True while the table will be SETTLED if it stays as it is; with `known`, or KNOWN."""
        return self.moment is Moment.SETTLED or (
            self.still_frames > 0
            and not self.is_at_rest(rest)
            and self.news is not None
            and (known or cv2.countNonZero(self.news) >= rest.area_px)
        )


def settle(before: Settling, frame: Frame, rest: Rest, since_s: float = 1 / NOMINAL_FPS) -> Settling:
    """Return the state after this frame, taken so many seconds after the one before.

    Its picture may be read when `moment` is SETTLED. LIFTED and NUDGED are never among the moments: what
    became of the dice is not seen without reading them.
    """
    small = shrunk(frame)
    if before.rest_began is None:
        return Settling(rest_began=small)
    if before.rest_began.shape != small.shape:
        return Settling(Moment.MOVING, rest_began=small)
    crept = changed(before.rest_began, small, rest.levels)
    handed_out, away = before.handed_out, crept
    if handed_out is not None:
        away = changed(handed_out.small, small, rest.levels)
        if cv2.countNonZero(away) > NEW_SCENE * away.size:
            handed_out, away = None, crept
    creeps = cv2.countNonZero(crept) >= rest.area_px
    veil = reaching_in(away, HAND_SHARE * away.size)
    hand, shadow = None, None
    if veil is not None:
        bare_table = before.rest_began if handed_out is None else handed_out.small
        shadow = common(veil, shaded(bare_table, small))
        hand = reaching_in(without(away, shadow), HAND_SHARE * away.size)
    moving_in = reaching_in(crept, rest.area_px) if creeps else None
    if moving_in is not None:
        moving_in = reaching_in(without(crept, shaded(before.rest_began, small)), rest.area_px)
    hands = both(before.hands, both(hand, moving_in))
    bare = None
    if hand is None and (hands is not None or before.bare is not None):
        bare = _bare(before.bare, small, rest, since_s)
    if creeps and _moves(without(crept, hands), before.rest_began, small, rest):
        return _restless(Moment.MOVING, before, small, hand, veil)
    now = Settling(
        Moment.CALMING if veil is None else Moment.HAND,
        before.still_frames + 1,
        before.still_s + since_s,
        before.rest_began,
        before.handed_out,
        hands,
        both(before.veils, both(veil, hands)),
        bare,
        before.hand_still_s + since_s if veil is not None and not creeps else 0.0,
        without(_unlike(handed_out, away), both(hands, shadow)),
    )
    seen_bare = bare is not None and bare.is_rest(rest)
    if seen_bare:
        assert bare is not None
        news = without(_unlike(handed_out, away), shadow)
        now = replace(now, rest_began=bare.began, hands=None, veils=veil, bare=None, news=news)
    if not now.is_at_rest(rest):
        return now
    if now.hand_still_s >= rest.belongs_s - STAMP_S:
        return now.with_all_at_rest(frame, rest)
    assert now.news is not None
    if cv2.countNonZero(now.news) >= rest.area_px:
        if before.is_at_rest(rest) and not seen_bare:
            # Uncovered by a hand only now: it has not been seen to lie still.
            return _restless(now.moment, before, small, hand, veil)
        return replace(now, moment=Moment.SETTLED, handed_out=_handed_out(handed_out, small, now.veils))
    return replace(
        now,
        moment=Moment.KNOWN if veil is None else Moment.HAND,
        rest_began=now.rest_began if now.hands is None else _merged(before.rest_began, small, now.hands),
        hands=hand,
        veils=veil,
        bare=None if now.hands is None else bare,
    )


def _bare(before: Bare | None, small: Small, rest: Rest, since_s: float) -> Bare:
    """Return since when the table has been bare and still, after a frame without hands."""
    if before is None or cv2.countNonZero(changed(before.began, small, rest.levels)) >= rest.area_px:
        return Bare(small)
    return replace(before, frames=before.frames + 1, seconds=before.seconds + since_s)


def _restless(
    moment: Moment, before: Settling, small: Small, hand: Mask | None, veil: Mask | None
) -> Settling:
    """Return a state in which a rest begins with this frame."""
    return Settling(moment, rest_began=small, handed_out=before.handed_out, hands=hand, veils=veil)


def _moves(loose: Mask, rest_began: Small, small: Small, rest: Rest) -> bool:
    """True when something has changed outside of hands that is more than their shadow or a shaking camera."""
    changed_px = cv2.countNonZero(loose)
    if changed_px < rest.area_px:
        return False
    if changed_px > MOST_SHADOW * loose.size:
        return True
    x, y, width, height = cv2.boundingRect(loose)
    rows = slice(max(0, y - SHADOW_PX), y + height + SHADOW_PX)
    columns = slice(max(0, x - SHADOW_PX), x + width + SHADOW_PX)
    part = rows, columns
    sharp = common(loose[part], sharply_changed(rest_began[part], small[part]))
    _, _, stats, _ = cv2.connectedComponentsWithStats(sharp, connectivity=8)
    areas = stats[1:, cv2.CC_STAT_AREA]
    return bool(areas[areas >= SPECK_PX].sum() >= rest.area_px)


def _pixels(first: float, last: float, scale: float) -> slice:
    return slice(max(0, round(first * scale)), max(0, round(last * scale)))


def _unlike(handed_out: HandedOut | None, away: Mask) -> Mask:
    """Return where the table is another than the one handed out, or was not seen then."""
    if handed_out is None:
        return np.full_like(away, 255)
    unlike = both(away, handed_out.unseen)
    assert unlike is not None
    return unlike


def _handed_out(before: HandedOut | None, small: Small, veils: Mask | None) -> HandedOut:
    """Return the table as it is now where it is seen, and as it was before where hands or shadows are."""
    if veils is None:
        return HandedOut(small, None)
    if before is None:
        return HandedOut(small, veils)
    unseen = None if before.unseen is None else common(before.unseen, veils)
    return HandedOut(_merged(small, before.small, veils), unseen)


def _merged(small: Small, inside: Small, mask: Mask) -> Small:
    """Return a small picture, another one inside the mask."""
    return np.where(mask[..., None] > 0, inside, small)
