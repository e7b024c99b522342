"""The odds of what a table awaits, counted once while the same is awaited."""

from api.odds.foresight import odds_ahead
from api.play.table import Table
from resolver.odds import Odds, TooManyDice
from resolver.procedure import MissingData, Throw


class Prospects:
    """Mutable: remembers the latest odds, and of which throw they were told."""

    def __init__(self) -> None:
        self._counted: tuple[object, tuple[Odds, ...], str | None] = (None, (), None)
        self._told: object = None

    def at(self, table: Table) -> tuple[tuple[Odds, ...], str | None]:
        """Return the odds at a table, and why there are none where they cannot be counted."""
        if self._counted[0] is not table.progress:
            try:
                self._counted = (table.progress, odds_ahead(table), None)
            except (TooManyDice, MissingData) as error:
                self._counted = (table.progress, (), str(error))
        return self._counted[1:]

    def news(self, table: Table) -> tuple[Throw, tuple[Odds, ...]] | None:
        """Return the throw that is awaited and its odds, the first time that it is; None without odds."""
        asked = table.progress.waiting_for
        if not isinstance(asked, Throw) or self._told is table.progress:
            return None
        self._told = table.progress
        odds, _ = self.at(table)
        return (asked, odds) if odds else None
