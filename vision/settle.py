"""When have the dice come to rest: frame after frame in, moving or settled out. Reads no faces.

Each frame is shrunk and compared with the one that began the present rest, not with the one before it, so
that a die creeping along by less than a pixel a frame is seen to move as well.
"""

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Frame, resized

Small = NDArray[np.int16]
"""(rows, columns, 3) BGR, 0..255: a frame shrunk to SMALL_WIDTH_PX; in grey, red may equal green."""

SMALL_WIDTH_PX = 320
"""A die of 40 pixels in a picture 1280 wide keeps 10, enough to see a quarter turn of it."""

LIGHT_SAMPLE_PX = 4
"""Every fourth pixel each way is enough for the median that a change of exposure shifts."""


class Moment(Enum):
    """What the table does at one frame.

    A referee is told the moment of each frame, and with SETTLED, NUDGED and LIFTED, once for each, what lies
    there now.
    """

    MOVING = "moving"
    """Something other than a hand moves: dice roll, or are pushed. Nothing is read."""
    HAND = "hand"
    """A hand or an arm moves in the picture, and nothing else does. It says nothing about the dice: they may
    be taken up, pushed, covered or left alone, and a reading tells which, once they can be seen at rest."""
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
    """What counts as rest: `frames` in a row, in each fewer than `area_px` small pixels changed by `levels`.

    Levels are of 255. Sensor noise of 8 levels in a 640x480 picture stays below 10 once shrunk and blurred.
    """

    frames: int = 8
    levels: int = 12
    area_px: int = 12


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """All that is remembered between two frames; begin with `Settling()`."""

    moment: Moment = Moment.CALMING
    still_frames: int = 0
    rest_began: Small | None = None
    handed_out: Small | None = None


def settle(before: Settling, frame: Frame, rest: Rest) -> Settling:
    """Return the state after this frame; its picture may be read when `moment` is SETTLED."""
    small = shrunk(frame)
    if before.rest_began is None:
        return Settling(Moment.CALMING, 0, small, None)
    if differs(before.rest_began, small, rest):
        return Settling(Moment.MOVING, 0, small, before.handed_out)
    still = min(before.still_frames + 1, rest.frames)
    if still < rest.frames:
        return Settling(Moment.CALMING, still, before.rest_began, before.handed_out)
    if before.handed_out is not None and not differs(before.handed_out, small, rest):
        return Settling(Moment.KNOWN, still, before.rest_began, before.handed_out)
    return Settling(Moment.SETTLED, still, before.rest_began, small)


def shrunk(frame: Frame) -> Small:
    """Return the frame at SMALL_WIDTH_PX, slightly blurred against noise."""
    height, width = frame.shape[:2]
    small = resized(frame, SMALL_WIDTH_PX, max(1, round(height * SMALL_WIDTH_PX / width)))
    return cv2.blur(small, (3, 3)).astype(np.int16)


def differs(one: Small, other: Small, rest: Rest) -> bool:
    """True when something on the table changed; light that grows or fades evenly is no change."""
    if one.shape != other.shape:
        return True
    change = cv2.subtract(other, one)
    light = np.median(change[::LIGHT_SAMPLE_PX, ::LIGHT_SAMPLE_PX], axis=(0, 1)).astype(np.int16)
    least, most = light - (rest.levels - 1), light + (rest.levels - 1)
    same = cv2.inRange(change, least.astype(np.float64), most.astype(np.float64))
    return same.size - cv2.countNonZero(same) >= rest.area_px
