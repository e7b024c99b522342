"""When players are reminded of what is awaited: after a while without progress, then ever more seldom."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Patience:
    """How long nothing has happened; `after_s` seconds are waited before the first reminder, 0 for ever."""

    after_s: float
    since: datetime
    reminded: int = 0

    def progressed(self, now: datetime) -> "Patience":
        """Return the patience after something has happened."""
        return Patience(self.after_s, now)

    def is_over(self, now: datetime) -> bool:
        """Whether players are to be reminded now; every wait is twice as long as the one before."""
        due = timedelta(seconds=self.after_s * (2 ** (self.reminded + 1) - 1))
        return self.after_s > 0 and now - self.since >= due

    def reminding(self) -> "Patience":
        """Return the patience after a reminder."""
        return replace(self, reminded=self.reminded + 1)

    def waited_s(self, now: datetime) -> int:
        """Return for how many seconds nothing has happened."""
        return round((now - self.since).total_seconds())
