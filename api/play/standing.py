"""How a table stands while it is played: all of it that changes."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace

from api.play.lying import Lying
from api.play.table import Table
from vision.reading import TableReading
from vision.watching.moment import Moment

TOLD = {
    Moment.MOVING: "moving",
    Moment.HAND: "hand",
    Moment.SETTLED: "settled",
    Moment.NUDGED: "nudged",
    Moment.LIFTED: "lifted",
}
"""Messages by moment; a moment without one is told only where it ends a movement."""

RESTLESS = (Moment.MOVING, Moment.HAND)


@dataclass(slots=True)
class Standing:
    """Mutable; whoever changes it sees to it that one does at a time."""

    table: Table
    lying: Lying
    paused: bool
    moment: Moment = Moment.KNOWN
    camera_lost: bool = False
    seen: TableReading | None = None
    seen_out: Mapping[str, object] | None = None
    """The same as it was told."""
    picture: int | None = None

    def kept(self) -> "Standing":
        """Return it as it stands now, whatever becomes of it."""
        return replace(self, table=copy(self.table))

    @property
    def at_rest(self) -> TableReading | None:
        """What lies on the table, None while something moves there or nothing was seen yet."""
        return None if self.moment in RESTLESS else self.seen

    def news(self, moment: Moment) -> Moment | None:
        """Return the moment to tell of after this one, None where it is no news."""
        if moment is Moment.KNOWN and self.moment in RESTLESS:
            moment = Moment.SETTLED
        if moment not in TOLD or (moment is self.moment and moment in (*RESTLESS, Moment.SETTLED)):
            return None
        return moment
