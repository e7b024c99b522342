"""When have the dice come to rest: frame after frame in, the moment of the table out. Reads no faces.

Each frame is shrunk and compared with two others. Against the one that began the present rest, not the one
before it, a die that creeps along by less than a pixel a frame is seen to move as well. Against what was
handed out last, a hand is seen as what is large, reaches in from the picture's edge and is not the table as
it is without dice. What moves there does not keep the dice elsewhere from coming to rest; a die that rolls in
lets go of the edge within a few frames. What hands covered is compared again once they are gone. What moves
everywhere as one is the camera. Rest is counted in seconds: cameras differ in their frames a second, and one
camera does from lamp to lamp.
"""

from dataclasses import replace

import cv2
import numpy as np

from vision.image import Frame, Mask
from vision.watching.moment import Moment
from vision.watching.motion import (
    SHADOW_PX,
    Small,
    both,
    changed,
    common,
    exposed_like,
    reaching_in,
    shaded,
    sharply_changed,
    shrunk,
    without,
)
from vision.watching.rest import NOMINAL_FPS, STAMP_S, Rest
from vision.watching.settling import HAND_SHARE, Bare, HandedOut, Settling
from vision.watching.steady import steadied

NEW_SCENE = 0.8
"""Of the picture: where more is not as it was handed out, and was not when the present rest began, camera or
light changed. Two hands in front of a camera that follows the light can change as much for a moment."""

MOST_SHADOW = 0.1
"""Of the picture: where more has changed, nobody asks whether it was shadow."""

SPECK_PX = 5
"""Smaller spots of change are noise, however many they are; a die that moves changes its edges."""


def settle(before: Settling, frame: Frame, rest: Rest, since_s: float = 1 / NOMINAL_FPS) -> Settling:
    """Return the state after this frame, taken so many seconds after the one before.

    Its picture may be read when `moment` is SETTLED. LIFTED and NUDGED are never among the moments: what
    became of the dice is not seen without reading them.
    """
    small = shrunk(frame)
    now = _settled(before, small, rest, since_s)
    if now.moment is not Moment.MOVING or before.rest_began is None:
        return now
    like = before.rest_began if before.handed_out is None else before.handed_out.small
    steady = steadied(small, like, rest.levels) if like.shape == small.shape else None
    return now if steady is None else _settled(before, steady, rest, since_s)


def _settled(before: Settling, small: Small, rest: Rest, since_s: float) -> Settling:
    """Return the state after a frame, shrunk, of a camera that stands still."""
    if before.rest_began is None:
        return Settling(rest_began=small)
    if before.rest_began.shape != small.shape:
        return Settling(Moment.MOVING, rest_began=small)
    crept = changed(before.rest_began, small, rest.levels)
    handed_out, empty, away = before.handed_out, before.empty, crept
    if handed_out is not None:
        away = changed(handed_out.small, small, rest.levels)
        if _is_nearly_all(away) and _is_nearly_all(changed(handed_out.small, before.rest_began, rest.levels)):
            handed_out, empty, away = None, None, crept
    creeps = cv2.countNonZero(crept) >= rest.area_px
    strange = away
    veil = reaching_in(strange, HAND_SHARE * strange.size)
    if veil is not None and empty is not None:
        # Where a die lay that is gone, the table is as it was before: no hand.
        strange = common(strange, changed(empty, small, rest.levels))
        veil = reaching_in(strange, HAND_SHARE * strange.size)
    hand, shadow = None, None
    if veil is not None:
        bare_table = before.rest_began if handed_out is None else handed_out.small
        shadow = common(veil, shaded(bare_table, small))
        hand = reaching_in(without(strange, shadow), HAND_SHARE * strange.size)
    moving_in = reaching_in(crept, rest.area_px) if creeps else None
    if moving_in is not None:
        moving_in = reaching_in(without(crept, shaded(before.rest_began, small)), rest.area_px)
    hands = both(before.hands, both(hand, moving_in))
    bare = None
    shaded_or_under_hands = any(one is not None for one in (before.bare, hands, before.veils, veil))
    if hand is None and shaded_or_under_hands:
        bare = _bare(before.bare, small, rest, since_s)
    still = Moment.CALMING if veil is None else Moment.HAND
    if creeps and _moves(without(crept, hands), before.rest_began, small, rest):
        if bare is not None and bare.frames:
            # The hand, or its shadow, has moved since the rest began, but nothing since the hand was gone.
            return _restless(still, before, small, hand, veil, bare)
        return _restless(Moment.MOVING, before, small, hand, veil)
    now = Settling(
        still,
        before.still_frames + 1,
        before.still_s + since_s,
        before.rest_began,
        before.handed_out,
        hands,
        both(before.veils, both(veil, hands)),
        bare,
        before.hand_still_s + since_s if veil is not None and not creeps else 0.0,
        empty,
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
        return now.with_all_at_rest(small, rest)
    assert now.news is not None
    if cv2.countNonZero(now.news) >= rest.area_px:
        if before.is_at_rest(rest) and not seen_bare:
            # Uncovered by a hand during the rest: it has been seen to lie still since the hand was gone.
            return _restless(now.moment, before, small, hand, veil, bare)
        unseen = now.veils
        if unseen is not None and now.hands is None:
            # It is shadow, and dice within it are seen: else they would be news at every rest.
            unseen = without(unseen, now.news)
        return replace(now, moment=Moment.SETTLED, handed_out=_handed_out(handed_out, small, unseen))
    rest_began = now.rest_began
    if now.hands is not None and now.veils is not None:
        # With shadows: cut off where a hand was, a soft one would look sharp, and so like a die that moves.
        rest_began = _merged(before.rest_began, small, now.veils)
    return replace(
        now,
        moment=Moment.KNOWN if veil is None else Moment.HAND,
        rest_began=rest_began,
        hands=hand,
        veils=veil,
        bare=None if now.hands is None else bare,
    )


def _is_nearly_all(away: Mask) -> bool:
    """True where nearly all of a picture is not as it was handed out."""
    return cv2.countNonZero(away) > NEW_SCENE * away.size


def _bare(before: Bare | None, small: Small, rest: Rest, since_s: float) -> Bare:
    """Return since when the table has been bare and still, after a frame without hands."""
    if before is None or cv2.countNonZero(changed(before.began, small, rest.levels)) >= rest.area_px:
        return Bare(small)
    return replace(before, frames=before.frames + 1, seconds=before.seconds + since_s)


def _restless(
    moment: Moment,
    before: Settling,
    small: Small,
    hand: Mask | None,
    veil: Mask | None,
    bare: Bare | None = None,
) -> Settling:
    """Return a state in which a rest begins with this frame, or began when the table was `bare`."""
    began = bare or Bare(small)
    return Settling(
        moment,
        began.frames,
        began.seconds,
        rest_began=began.began,
        handed_out=before.handed_out,
        hands=hand,
        veils=veil,
        empty=before.empty,
    )


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
    sharp = np.zeros_like(loose)
    sharp[part] = common(loose[part], sharply_changed(rest_began[part], small[part]))
    # As a stick does that is as dark as a shadow; a die soon lets go of the picture's edge.
    sharp = without(sharp, reaching_in(sharp, rest.area_px))
    _, _, stats, _ = cv2.connectedComponentsWithStats(sharp, connectivity=8)
    areas = stats[1:, cv2.CC_STAT_AREA]
    return bool(areas[areas >= SPECK_PX].sum() >= rest.area_px)


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
    """Return a small picture, another one inside the mask, as bright as the former.

    A hand that fills half of a picture lets a camera expose otherwise: at the mask's edge, and once the hand
    is gone, the two would differ.
    """
    return np.where(mask[..., None] > 0, exposed_like(inside, small, without_mask=mask), small)
