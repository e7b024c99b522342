"""Tells the luck of rolls that were taken, and the odds of what is awaited."""

from api.odds.foresight import luck_after
from api.play.prospects import Prospects
from api.play.table import Table
from api.play.teller import Teller
from api.wire.game import odds_out

UNTOLD_ODDS = "odds would tell what was decided in secret; they follow once everybody has decided"


class Fortune:
    """Mutable: knows which odds were counted and told."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._prospects = Prospects()

    def tell(self, before: Table, table: Table) -> None:
        """Tell what is new since a table stood otherwise: luck from the first roll on that is another."""
        both = enumerate(zip(before.played, table.played, strict=False))
        same = next((at for at, (was, now) in both if was != now), min(len(before.played), len(table.played)))
        for index in range(same, len(table.played)):
            luck = luck_after(table, index)
            if luck is not None:
                self._teller.luck(index, luck)
        self.tell_odds(table)

    def tell_odds(self, table: Table) -> None:
        """Tell the odds of a throw once it is awaited."""
        news = self._prospects.news(table)
        if news is not None:
            self._teller.odds(*news)

    def ahead(self, table: Table) -> dict[str, object]:
        """Return the exact odds of what a table awaits, ready for JSON, or why there are none."""
        waiting = table.progress.waiting_for
        question = None if waiting is None else self._teller.question(waiting)
        if table.kept_secret:
            return {"waiting_for": question, "odds": [], "reason": UNTOLD_ODDS}
        odds, reason = self._prospects.at(table)
        return {"waiting_for": question, "odds": [odds_out(one) for one in odds], "reason": reason}
