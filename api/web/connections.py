"""How many clients follow a table at once, in total and from one address."""

from collections import Counter
from enum import Enum

from api.web.metrics import Metrics


class Full(Enum):
    """Why one more cannot be let in."""

    TOO_MANY = "too_many"
    TOO_MANY_OF_ONE = "too_many_of_one"


class Connections:
    """Mutable; used by the event loop's thread alone."""

    def __init__(self, most: int, most_of_one: int, metrics: Metrics) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._metrics = metrics
        self._open: Counter[str] = Counter()

    def enter(self, client: str) -> Full | None:
        """Let one more in from an address, or return why not; each that came in leaves once."""
        full = None
        if self._open.total() >= self._most:
            full = Full.TOO_MANY
        elif self._open[client] >= self._most_of_one:
            full = Full.TOO_MANY_OF_ONE
        if full is not None:
            self._metrics.turned_away(full.value)
            return full
        self._open[client] += 1
        self._metrics.clients(self._open.total())
        return None

    def leave(self, client: str) -> None:
        """Make room again."""
        self._open[client] -= 1
        self._open += Counter()  # Drops addresses of which none is left.
        self._metrics.clients(self._open.total())
