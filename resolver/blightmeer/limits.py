"""What numbers a set-up may give: wide enough for any card, and narrow enough to notice a slip."""

SLOTS = 2
"""Weapon slots of a unit, shields included."""
MOST_NEEDED = 30
"""The highest target number that a set-up may give; penalties push some above the 20 of the die."""
MOST_MODIFIER = 20
MOST_WOUNDS = 20
MOST_FAILING = 19
"""Faces of a d20 that may always fail: one is left to succeed."""
MOST_ATTACKS = 10
"""Attacks of one unit in one phase at most: criticals double them, and one d20 draws among all."""


def expect_range(what: str, value: int, least: int, most: int) -> None:
    """Accept a number within its limits. Raises ValueError with what, expected and found otherwise."""
    if not least <= value <= most:
        raise ValueError(f"{what}: expected {least} to {most}, found {value}")
