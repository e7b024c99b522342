"""What settling remembers of a table between two frames, and what follows from that alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.image import Mask
from vision.reading import Box
from vision.watching.moment import Moment
from vision.watching.motion import Small, changed, reaching_in, share_within
from vision.watching.rest import LEAST_FRAMES, STAMP_S, Rest

HAND_SHARE = 0.015
"""Of the picture. Fingers that reach in by the length of two dice cover as much; a die covers half of it in a
picture that is only twelve dice wide."""

BESIDE_SIDES = 0.6
"""Beside a die so many of its sides may be changed by its shadow, and by the blur of both."""

COVERED_SHARE, TOUCHED_SHARE = 0.06, 0.06
"""Of a die's box: noise and the blur of what lies beside it change less."""


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
    """Of a rest that hands or their shadows were over; None where there were none, or a hand is."""
    hand_still_s: float = 0.0
    """For how long a hand has been there, and nothing has moved at all."""
    empty: Small | None = None
    """The table as it was seen without dice; None before it was."""
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

    def with_all_at_rest(self, small: Small, rest: Rest) -> "Settling":
        """Return the state after the frame just settled, shrunk, if what reaches in belongs to the table."""
        handed_out = HandedOut(small, None)
        if self.handed_out is None:
            news = np.full(small.shape[:2], 255, np.uint8)
        else:
            news = changed(self.handed_out.small, small, rest.levels)
        return Settling(
            Moment.SETTLED, self.still_frames, self.still_s, small, handed_out, empty=self.empty, news=news
        )

    def with_empty(self, small: Small, rest: Rest) -> "Settling":
        """Return the state once a picture has shown no dice on the table.

        An emptier one may be known: a hand that lay still there belongs to the table while it does. Those of
        the present rest may be of another size.
        """
        if self.rest_began is None or self.rest_began.shape != small.shape:
            return self
        if self.empty is not None:
            unlike = changed(self.empty, small, rest.levels)
            if reaching_in(unlike, HAND_SHARE * unlike.size) is not None:
                return self
        return replace(self, empty=small)

    def is_to_be_read(self, rest: Rest, *, known: bool = False) -> bool:
        """True while the table will be SETTLED if it stays as it is; with `known`, or KNOWN."""
        return self.moment is Moment.SETTLED or (
            self.still_frames > 0
            and not self.is_at_rest(rest)
            and self.news is not None
            and (known or cv2.countNonZero(self.news) >= rest.area_px)
        )


def _pixels(first: float, last: float, scale: float) -> slice:
    return slice(max(0, round(first * scale)), max(0, round(last * scale)))
