"""One table watched frame by frame: once it has come to rest, the joined reading of its dice, with their ids.

Settling says when to look, looks say what lies there, tracking says what of it is new. Knows no rules.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vision.finding.overlap import longer_side, middle_side
from vision.image import Frame, Mask
from vision.looks import LiveReader
from vision.reading import NOTHING_FOUND, Problem, TableReading
from vision.watching.moment import Moment
from vision.watching.motion import both, share_within, shrunk
from vision.watching.rest import NOMINAL_FPS, Rest
from vision.watching.rest_looks import RestLooks, untimed
from vision.watching.settle import settle
from vision.watching.settling import Settling
from vision.watching.tracking import Lying, follow

LEAST_LOOKS, MORE_LOOKS = 2, 4
"""Looks at each rest, and at one where a die is refused that further frames may show better."""

LOOK_AT = (0.3, 0.6)
"""Of the time of a rest. Looks are taken and joined before anybody knows that it will be one, to be done when
it is: a camera of 30 frames a second leaves three frames' time after the later one."""

AGAIN_S, SELDOM_S = 0.6, 5.0
"""A table with a refused die that may be seen better later is looked at again after so long, then each time
after twice as long, up to the other: what has not cleared up soon seldom does."""

HAND_SIDES = 1.5
"""What is so many times as large as the middle die that is read is no die beside it, but maybe a hand."""

MOST_PUT_OFF = 6
"""So many rests in a row are not handed out because a hand is over a die: it mostly goes within a second or
two, and what is wrong is told then, not while it is at work."""

NEW_SHARE = 0.25
"""Of the place of a find that is not read: where less has changed since no die lay there, it is the table. Of
38 such dice in films the least share is 0.39, of four other finds 0.21 the largest."""

MAY_CLEAR_UP = (Problem.UNSURE, Problem.BLUR, Problem.GLARE)
"""Problems that noise, focus and exposure have a part in."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame brings: its moment, and with SETTLED, NUDGED and LIFTED what lies there."""

    moment: Moment
    reading: TableReading | None = None
    frame: Frame | None = None
    """The latest frame of those that the reading was made from."""


class TableWatch:
    """Mutable: remembers what lies on one table."""

    def __init__(self, reader: LiveReader, rest: Rest) -> None:
        self._rest = rest
        self._settling = Settling()
        self._before = self._settling
        """As it was before the rest that is to be handed out, and again if nothing comes of it."""
        self._due: Settling | None = None
        """A rest to be handed out once enough looks were taken, with all that hands have covered since."""
        self._looks = RestLooks(reader)
        self._lying = Lying()
        self._news: Mask | None = None
        """Where the table has changed since the first rest, or since no die lay on it; None before that."""
        self._unclear = False
        """A die was refused that may be seen better later, or may be none; or not every look showed it."""
        self._waited_s, self._again_s = 0.0, AGAIN_S
        """Since such a table was looked at last, and when it is to be again."""
        self._put_off = 0
        self._hand_known = False
        """What lies still and reaches in has been looked at."""

    def see(
        self,
        frame: Frame,
        done: Callable[[str], None] = untimed,
        since_s: float = 1 / NOMINAL_FPS,
    ) -> Sight:
        """Return what the next frame brings, taken so many seconds after the one before.

        `done` hears when "settle", "look", "join" and "track" are over, those of them that this frame takes.
        """
        before = self._settling
        now = self._settling = settle(before, frame, self._rest, since_s)
        done("settle")
        if now.moment is Moment.MOVING:
            return self._broken_off()
        if self._due is None:
            self._looks.keep_those_of(now.rest_began)
        looked = False
        self._hand_known &= now.has_hand_at_rest(self._rest)
        if self._due is None and not self._hand_known and now.has_hand_at_rest(self._rest):
            now, looked = self._without_dice_for_hands(now, frame, done), True
        if self._due is not None:
            self._due = replace(
                self._due,
                hands=both(self._due.hands, now.hands),
                veils=both(self._due.veils, now.veils),
                news=both(self._due.news, now.news),
            )
        elif now.moment is Moment.SETTLED:
            self._due, self._before = now, before
        elif self._looks_again(before, now, since_s):
            self._due, self._before = now, before
            self._look(frame, now, done)
            looked = True
        elif self._is_time_to_look(before, now):
            self._look(frame, now, done)
            if len(self._looks) >= LEAST_LOOKS:
                self._looks.reading(done)
        if self._due is None:
            return Sight(now.moment)
        sight = self._handed_out(MORE_LOOKS, done)
        if sight is None and not looked:
            self._look(frame, now, done)
            sight = self._handed_out(MORE_LOOKS, done)
        return sight or Sight(Moment.CALMING)

    def end_scene(self) -> Sight | None:
        """Return what is still to be handed out when no more frames of this scene follow.

        The next scene may be seen from elsewhere: pictures are not compared across, dice are.
        """
        sight = self._handed_out(enough=LEAST_LOOKS)
        self._due, self._settling, self._news = None, Settling(), None
        self._looks.forget()
        return sight

    def _without_dice_for_hands(self, now: Settling, frame: Frame, done: Callable[[str], None]) -> Settling:
        """Return the state after a frame in which a hand has lain still for the time of a rest.

        Dice that lie side by side from the picture's edge on, and their shadows, reach in as a hand does.
        """
        self._hand_known = True
        self._looks.forget()
        self._look(frame, now, done)
        if _are_dice(now, self._looks.reading(done)):
            now = self._settling = now.with_all_at_rest(shrunk(frame), self._rest)
        return now

    def _look(self, frame: Frame, now: Settling, done: Callable[[str], None]) -> None:
        self._looks.look(frame, self._news_of(now), done)

    def _news_of(self, now: Settling) -> Mask | None:
        """Return where the table has changed by now since no die lay on it, None where nobody knows."""
        if self._news is None or now.news is None or self._news.shape != now.news.shape:
            return None
        return both(self._news, now.news)

    def _without_table(self, reading: TableReading, now: Settling) -> TableReading:
        """Return a reading without new, unread finds where the table is as it was: a pattern of it."""
        news = self._news_of(now)
        if news is None:
            return reading
        dice = tuple(
            die
            for die in reading.dice
            if die.face is not None
            or now.is_veiled(die.box, reading.width)
            or self._lying.has_one_at(die.box)
            or share_within(news, die.box, reading.width) >= NEW_SHARE
        )
        return replace(reading, dice=dice, problems=reading.problems if dice else NOTHING_FOUND)

    def _is_time_to_look(self, before: Settling, now: Settling) -> bool:
        """True for a frame that is the first so late in a rest that may come of the frames before it."""
        return now.is_to_be_read(self._rest, known=self._unclear) and any(
            before.still_s < share * self._rest.seconds <= now.still_s for share in LOOK_AT
        )

    def _looks_again(self, before: Settling, now: Settling, since_s: float) -> bool:
        """True now and then while the table lies as it was handed out, with a die that may be seen better.

        A camera finds its focus after the hand has gone; what noise or a shadow made out to be a die is gone
        in later frames.
        """
        if not self._unclear or now.moment is not Moment.KNOWN:
            self._waited_s, self._again_s = 0.0, AGAIN_S
            return False
        self._waited_s += since_s
        if before.is_at_rest(self._rest):
            if self._waited_s < self._again_s:
                return False
            self._again_s = min(2 * self._again_s, SELDOM_S)
        self._waited_s = 0.0
        return True

    def _broken_off(self) -> Sight:
        """Hand out what was seen of a rest before the dice moved again, if it was seen often enough."""
        sight = self._handed_out(enough=LEAST_LOOKS)
        if self._due is not None:
            self._due = None
            self._settling = replace(self._settling, handed_out=self._before.handed_out)
        self._looks.forget()
        # Whatever moves under a hand: nobody can say yet whether dice do.
        return sight or Sight(Moment.MOVING if self._settling.veils is None else Moment.HAND)

    def _handed_out(self, enough: int, done: Callable[[str], None] = untimed) -> Sight | None:
        """Return the rest that is due; where a die may clear up, after so many looks."""
        if self._due is None or len(self._looks) < LEAST_LOOKS:
            return None
        reading, frame = self._without_table(self._looks.reading(done), self._due), self._looks.latest
        if len(self._looks) < enough and any(die.problem in MAY_CLEAR_UP for die in reading.dice):
            return None
        if frame is not None and _are_dice(self._due, reading):
            small, news = shrunk(frame), self._due.news
            now = self._due.with_all_at_rest(small, self._rest)
            self._due = replace(now, news=both(news, now.news))
            self._settling = self._settling.with_all_at_rest(small, self._rest)
        followed = follow(self._lying, reading, self._due)
        done("track")
        self._news = self._news_of(self._due) if reading.dice else None
        if not followed.reading.dice and self._due.veils is None and self._due.handed_out is not None:
            self._settling = self._settling.with_empty(self._due.handed_out.small, self._rest)
        if self._news is None and self._due.news is not None:
            self._news = np.zeros_like(self._due.news)
        self._due = None
        self._unclear = not self._looks.agree() or any(
            die.problem in MAY_CLEAR_UP for die in followed.reading.dice
        )
        if not self._unclear:
            self._looks.forget()
        if followed.hidden and self._put_off < MOST_PUT_OFF:
            self._put_off += 1
            self._settling = replace(self._settling, handed_out=self._before.handed_out)
            return Sight(Moment.HAND)
        self._put_off = 0
        self._lying = followed.lying
        if followed.moment is Moment.KNOWN:
            return Sight(Moment.KNOWN if self._settling.veils is None else Moment.HAND)
        return Sight(followed.moment, followed.reading, frame)


def _are_dice(now: Settling, reading: TableReading) -> bool:
    """True where what reaches in is no hand: dice of the reading, and their shadows, account for it."""
    read = [die.box for die in reading.dice if die.face is not None]
    if now.hands is None or not read:
        return False
    most = HAND_SIDES * middle_side(read)
    return not now.is_hand([die.box for die in reading.dice if longer_side(die.box) <= most], reading.width)
