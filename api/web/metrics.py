"""What is counted and timed while a table is served; who counts it stands elsewhere."""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol


class Metrics(Protocol):
    """Safe to use from any thread and cheap enough for every frame."""

    def frame(self, ms_by_stage: Mapping[str, float]) -> None:
        """Count a frame that was looked at; milliseconds of each stage that it went through."""

    def refused(self, cause: str) -> None:
        """Count a die that was refused, by its problem in the words that players see."""

    def message(self, type_: str) -> None:
        """Count a message of the hub."""

    def commit(self, ms: float) -> None:
        """Count a transaction of the store, and the milliseconds until it was on disk."""

    def clients(self, number: int) -> None:
        """Tell how many clients follow the messages now."""

    def turned_away(self, cause: str) -> None:
        """Count a request or connection that was not served: token, rate, too_many, too_slow, ..."""


class Uncounted:
    """Counts nothing: for commands that serve no metrics."""

    def frame(self, ms_by_stage: Mapping[str, float]) -> None:
        pass

    def refused(self, cause: str) -> None:
        pass

    def message(self, type_: str) -> None:
        pass

    def commit(self, ms: float) -> None:
        pass

    def clients(self, number: int) -> None:
        pass

    def turned_away(self, cause: str) -> None:
        pass


class Stages:
    """Mutable: times one frame's way from stage to stage; `now` is in seconds."""

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        self._now = now
        self._since_s = now()
        self.ms: dict[str, float] = {}
        """Milliseconds of each stage that is done, in their order."""

    def done(self, stage: str) -> None:
        """End a stage; the next one begins."""
        until_s = self._now()
        self.ms[stage] = (until_s - self._since_s) * 1000
        self._since_s = until_s
