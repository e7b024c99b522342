"""A table ready to play, whatever the system: what a table file becomes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from resolver.evening import Muster, evening
from resolver.procedure import Outcome, Procedure


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Which dice on the table are `group` (such as "attack" or "damage") of `player`."""

    player: str
    group: str
    body: str
    marks: str


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table ready to play: `start` begins `setup` afresh each time it is called.

    `players` are the names that throws and choices use; `setup` is what the system's procedure and odds
    take. `muster` is who may fight when the table goes on to further exchanges.
    """

    title: str
    system: str
    players: tuple[str, ...]
    setup: object
    start: Callable[[], Procedure[Outcome]]
    groups: tuple[DiceGroup, ...]
    muster: Muster

    @property
    def begin_evening(self) -> Callable[[], Procedure[Outcome]]:
        """What begins exchange after exchange; its first answers are those of the exchange alone."""
        return partial(evening, self.muster)
