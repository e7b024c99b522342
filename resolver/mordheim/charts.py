"""The charts of a melee phase as data: printed ones, and the form of those that a table brings itself."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from resolver.mordheim.arithmetic import IMPOSSIBLE

Chart = tuple[tuple[int, ...], ...]
MOST = 10
"""The charts end at this characteristic; higher ones are read as this."""
MOST_MODIFIER = 6


@dataclass(frozen=True, slots=True)
class CriticalRow:
    """What one face of the critical chart does: wounds it causes, and what it adds to their injury rolls."""

    wounds: int
    injury: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.wounds <= MOST_MODIFIER:
            raise ValueError(f"wounds: expected 1 to {MOST_MODIFIER}, found {self.wounds}")
        if not -MOST_MODIFIER <= self.injury <= MOST_MODIFIER:
            raise ValueError(f"injury: expected -{MOST_MODIFIER} to {MOST_MODIFIER}, found {self.injury}")


@dataclass(frozen=True, slots=True)
class CriticalChart:
    """A critical chart, one row a face. Saves are bypassed whatever the row."""

    rows: tuple[CriticalRow, ...]

    def __post_init__(self) -> None:
        if len(self.rows) != 6:
            raise ValueError(f"rows: expected 6, one a face, found {len(self.rows)}")


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts in use; one that is None is missing, and its numbers are asked for.

    `to_hit` has a row for each Weapon Skill of the attacker from 0, a column for each of the target
    from 1, and faces from 2 to 6. `to_wound` has rows for Strength and columns for Toughness from 1,
    and faces from 2 to 6, 7 where no die wounds. `save_modifiers` are what Strength 1 to 10 takes off.
    """

    to_hit: Chart | None = None
    to_wound: Chart | None = None
    save_modifiers: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if self.to_hit is not None:
            _check("to_hit", self.to_hit, MOST + 1, 6)
        if self.to_wound is not None:
            _check("to_wound", self.to_wound, MOST, IMPOSSIBLE)
        if self.save_modifiers is not None:
            if len(self.save_modifiers) != MOST:
                raise ValueError(f"save_modifiers: expected {MOST} numbers, found {len(self.save_modifiers)}")
            for modifier in self.save_modifiers:
                if not 0 <= modifier <= MOST_MODIFIER:
                    raise ValueError(f"save_modifiers: expected 0 to {MOST_MODIFIER}, found {modifier}")

    def hit(self, attacker: int, target: int) -> int | None:
        """Return the face needed to hit a target with a Weapon Skill of 1 or more, None without a chart."""
        if self.to_hit is None:
            return None
        return self.to_hit[min(MOST, attacker)][min(MOST, target) - 1]

    def wound(self, strength: int, toughness: int) -> int | None:
        """Return the face needed to wound (7: no die does), None without a chart."""
        if self.to_wound is None:
            return None
        return self.to_wound[min(MOST, strength) - 1][min(MOST, toughness) - 1]

    def save_modifier(self, strength: int) -> int | None:
        """Return what a hit of this strength takes off a save, None without a chart."""
        if self.save_modifiers is None:
            return None
        return self.save_modifiers[min(MOST, strength) - 1]


def _check(name: str, chart: Chart, rows: int, most: int) -> None:
    if len(chart) != rows:
        raise ValueError(f"{name}: expected {rows} rows, found {len(chart)}")
    for row in chart:
        if len(row) != MOST:
            raise ValueError(f"{name}: expected {MOST} numbers a row, found {len(row)}")
        for needed in row:
            if not 2 <= needed <= most:
                raise ValueError(f"{name}: expected numbers from 2 to {most}, found {needed}")


_DATA = tomllib.loads(Path(__file__).with_name("mordheim_charts.toml").read_text("utf-8"))

PRINTED = Charts(
    to_hit=tuple(map(tuple, _DATA["to_hit"])),
    to_wound=tuple(map(tuple, _DATA["to_wound"])),
    save_modifiers=tuple(_DATA["save_modifiers"]),
)

PRINTED_CRITICALS = CriticalChart(tuple(CriticalRow(**row) for row in _DATA["criticals"]))

NO_CHARTS = Charts()
