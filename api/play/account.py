"""How a table stands and what was played at it, ready for JSON."""

from api.play.hub import Hub
from api.play.messages import answer_out
from api.play.standing import Standing
from api.play.table import Table
from api.play.teller import Teller, setup_out
from api.wire.game import event_out, outcome_out


def state_out(now: Standing, hub: Hub, teller: Teller) -> dict[str, object]:
    """Return how a table stands; `seq` is the last message that this includes."""
    progress = now.table.progress
    waiting = progress.waiting_for
    return {
        "table": hub.table,
        "seq": hub.last_seq(),
        **setup_out(now.table),
        "moment": now.moment.value,
        "paused": now.paused,
        "evening": now.table.in_evening,
        "waiting_for": None if waiting is None else teller.question(waiting),
        "reading": now.seen_out,
        "answers": len(now.table.played),
        "events": [event_out(event) for event in progress.events],
        "outcome": outcome_out(progress.outcome) if progress.outcome is not None else None,
    }


def history_out(table: Table) -> list[dict[str, object]]:
    """Return all answers that count, die by die; a secret decision's choice is None."""
    open_to = len(table.played) - table.kept_secret
    return [
        {"answer": index, **answer_out(one), **({} if index < open_to else {"choice": None})}
        for index, one in enumerate(table.played)
    ]
