"""How long to wait before a camera that went away is tried again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double from `first_s` to `longest_s`, in seconds.

    Four seconds at the most: a player who plugs a camera in again looks at the page for about that long.
    """

    first_s: float = 0.25
    longest_s: float = 4.0

    def wait_s(self, failures: int, chance: float) -> float:
        """Return the wait after this many failures in a row, at least 1; `chance` is from 0 to 1.

        Half of it is left to chance, so that the cameras of a hall do not all try at the same moment.
        """
        whole = min(self.longest_s, self.first_s * 2.0 ** min(failures - 1, 32))
        return whole * (0.5 + 0.5 * chance)
