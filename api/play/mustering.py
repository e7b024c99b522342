"""An evening that tells, besides what the rules tell, how everybody stands between its exchanges.

What befalls a model there is said in words alone, and who meets next may be others than before.
"""

from collections.abc import Callable
from functools import partial

from api.play.roster import Mustered, roster
from api.play.witness import Noted, Witness
from api.tables import TableFile
from resolver.evening import Muster, evening
from resolver.procedure import Answer, Choice, Event, Outcome, Procedure, Throw


def begin_mustered(table: TableFile) -> Callable[[], Procedure[Outcome]]:
    """Return what begins such an evening at a table; its answers are those of `begin_evening`."""
    return partial(_mustered, table.muster)


def _mustered(muster: Muster) -> Procedure[Outcome]:
    """Resolve an evening with a Mustered event after each exchange, turn and change, and before a meeting."""
    noted = Noted(muster, muster)
    procedure = evening(Witness(muster, noted))
    told = muster
    answer: Answer | None = None
    while True:
        outcome: Outcome | None = None
        step: Throw | Choice | Event | None = None
        try:
            step = procedure.send(answer)
        except StopIteration as end:
            outcome = end.value
        if noted.now is not told:
            told = noted.now
            yield Mustered(roster(told))
        if step is None:
            assert outcome is not None
            return outcome
        answer = yield step
