"""The exchange of an evening that is being fought: its own set-up, and the answers given in it.

Odds and luck are told for one exchange; an evening hides each behind those before it.
"""

from collections.abc import Sequence
from dataclasses import replace

from api.play.witness import Noted, Witness
from api.tables import TableFile
from resolver.evening import evening
from resolver.procedure import Answer, replay


def present_exchange(table: TableFile, answers: Sequence[Answer]) -> tuple[TableFile, tuple[Answer, ...]]:
    """Return the exchange that the last of an evening's answers belongs to, as a table of its own.

    Raises RollRejected or ChoiceRejected for answers that are refused.
    """
    noted = Noted(table.muster, table.muster)
    replay(lambda: evening(Witness(table.muster, noted)), answers)
    meeting = noted.met
    own = replace(table, setup=meeting.setup, start=meeting.meet, muster=meeting)
    return own, tuple(noted.answers)
