"""The wound table: numbers only, replaceable by the players' own."""

from dataclasses import dataclass

LEAST_TOTAL, MOST_TOTAL = 2, 12


@dataclass(frozen=True, slots=True)
class WoundTable:
    """Wounds by damage total (one row each for 2 to 12) and success level (columns from 0 on)."""

    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        expected = MOST_TOTAL - LEAST_TOTAL + 1
        if len(self.rows) != expected:
            raise ValueError(f"expected {expected} rows (totals 2 to 12), found {len(self.rows)}")
        widths = {len(row) for row in self.rows}
        if len(widths) != 1 or not self.rows[0]:
            raise ValueError(f"expected rows of one length, found lengths {sorted(widths)}")


def clamped(total: int) -> int:
    """Return the damage total as the table reads it: anything outside 2 to 12 counts as the nearer end."""
    if total < LEAST_TOTAL:
        return LEAST_TOTAL
    return MOST_TOTAL if total > MOST_TOTAL else total


def wounds(table: WoundTable, total: int, success_level: int, last_column_for_more: bool = False) -> int:
    """Return the wounds of a damage roll.

    Beyond the last column each further success level is one more wound, as in every printed row that
    is not zero; with `last_column_for_more` the last column holds for all higher levels.
    """
    row = table.rows[clamped(total) - LEAST_TOTAL]
    beyond = success_level - (len(row) - 1)
    if beyond <= 0:
        return row[success_level]
    return row[-1] if last_column_for_more else row[-1] + beyond


SHIFTS = (-3, -2, -1, -1, 0, 0, 0, 1, 1, 2, 3)
"""What a total of 2 to 12 adds to the success level."""

PRINTED = WoundTable(tuple(tuple(max(0, level + shift) for level in range(11)) for shift in SHIFTS))
"""The printed table, success levels 0 to 10."""
