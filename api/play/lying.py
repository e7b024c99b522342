"""The dice of accepted rolls that lie on the table: they never count as a new throw where they lie.

A die is known by its identity where a watched table gives one, else by place, body colour and face. It stays
remembered when its roll is taken back: what was thrown for one question does not answer the next unasked.
What is nobody's and lay there before a throw, a marker or a corner of the tray, is remembered as well: it was
not thrown either.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from api.play.played import Played, PlayedDie
from vision.finding.overlap import overlap
from vision.reading import DieReading, TableReading

SAME_PLACE_OVERLAP = 0.5
"""Boxes that share more of their joint area hold the same die; one nudged by half its side shares 0.33."""


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die as it was seen last, the face that counts, and the exchange that it was thrown in.

    `face` differs from the face seen once a player has corrected it. One that was `taken_up` is known by
    nothing but its identity: what lies in its place was thrown there.
    """

    seen: DieReading
    face: int
    exchange: int = 0
    taken_up: bool = False

    def is_at(self, die: DieReading) -> bool:
        """True for the same die; without identity, a face unread then or now could be the same."""
        if die.id is not None and die.id == self.seen.id:
            return True
        return (
            not self.taken_up
            and overlap(die.box, self.seen.box) > SAME_PLACE_OVERLAP
            and die.body == self.seen.body
            and (None in (die.face, self.seen.face) or die.face in (self.seen.face, self.face))
        )


@dataclass(frozen=True, slots=True)
class Lying:
    """All dice of accepted rolls that may still lie there.

    `bystanders` are others that lay there, of no group, when nothing was thrown.
    """

    dice: tuple[LyingDie, ...] = ()
    bystanders: tuple[DieReading, ...] = ()

    def at(self, die: DieReading) -> LyingDie | None:
        """Return the accepted die that this one is, None for one that was thrown since."""
        by_id = (one for one in self.dice if die.id is not None and one.seen.id == die.id)
        return next(by_id, None) or next((one for one in self.dice if one.is_at(die)), None)

    def is_bystander(self, die: DieReading) -> bool:
        """True for a die that has not moved since it lay there while nothing was thrown."""
        return die.id is not None and any(
            die.id == one.id and overlap(die.box, one.box) > SAME_PLACE_OVERLAP for one in self.bystanders
        )

    def seen_again(self, reading: TableReading) -> "Lying":
        """Return the dice with the places and identities that a reading gives them."""
        dice = self._without_taken_up(reading)
        now = {dice.index(one): die for die in reading.dice if (one := Lying(dice).at(die)) is not None}
        return replace(
            self,
            dice=tuple(
                replace(one, seen=_moved(one.seen, now[place])) if place in now else one
                for place, one in enumerate(dice)
            ),
        )

    def _without_taken_up(self, reading: TableReading) -> tuple[LyingDie, ...]:
        """Return the dice, those marked that were taken up before others of their body were thrown.

        One thrown die may come to lie where one of them lay, with its face. Where most of them seem to lie
        there again, they were not seen for a while.
        """
        there = {die.id for die in reading.dice} - {None}
        gone = [one for one in self.dice if one.seen.id is not None and one.seen.id not in there]
        back = [one for one in gone if any(one.is_at(die) for die in reading.dice)]
        thrown = {die.body for die in reading.dice if die.id is not None and self.at(die) is None}
        if 2 * len(back) > len(gone):
            return self.dice
        return tuple(
            replace(one, taken_up=True) if one in gone and one.seen.body in thrown else one
            for one in self.dice
        )

    def accepted(self, thrown: Iterable[PlayedDie], exchange: int, reading: TableReading | None) -> "Lying":
        """Return the dice after a roll of these was accepted.

        Others that lie nowhere in the reading have been taken up, as far as identities tell; without them
        those of exchanges before the last have. Remembered for ever, they would refuse a die that comes to
        lie where one of them lay long ago.
        """
        new = tuple(LyingDie(die.seen, die.face, exchange) for die in thrown if die.seen is not None)
        told_apart = reading is not None and any(die.id is not None for die in reading.dice)
        seen = () if reading is None else reading.dice
        old = (one for one in self.dice if not any(one.is_at(other.seen) for other in new))
        kept = tuple(
            one
            for one in old
            if (any(one.is_at(die) for die in seen) if told_apart else one.exchange >= exchange - 1)
        )
        return replace(self, dice=(*kept, *new))

    def corrected(self, dice: Sequence[PlayedDie]) -> "Lying":
        """Return the dice with the faces that a corrected roll gives them."""
        faces = {die.seen: die.face for die in dice if die.seen is not None}
        return replace(
            self,
            dice=tuple(
                replace(one, face=faces[seen])
                if (seen := next((seen for seen in faces if one.is_at(seen)), None)) is not None
                else one
                for one in self.dice
            ),
        )


def lying_after(played: Sequence[Played]) -> Lying:
    """Return the dice that may still lie there after these answers, for a table that begins again."""
    lying = Lying()
    for one in played:
        lying = lying.accepted(one.dice, one.exchange, None)
    return lying


def _moved(was: DieReading, now: DieReading) -> DieReading:
    """Return a die as it was read, where it lies now."""
    return replace(was, box=now.box, id=now.id)
