"""What a watched table does, frame by frame."""

from enum import Enum


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
