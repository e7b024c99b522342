"""Which labelled dice a measurement counts, as `meleecam bench` is told. Refuses what counts none."""

from collections.abc import Iterable

from vision.scoring.score import Counted, LabelledPicture

KINDS = ("d4", "d6", "d6n", "d8", "d10", "d12", "d20", "d100")
"""Kinds that may be asked for whatever a set holds, so that one command fits several sets.

Six-sided dice with numerals are `d6n`.
"""


class SelectionError(ValueError):
    """Dice that cannot be counted; the message names the option, expected and found."""


def counted_in(pictures: Iterable[LabelledPicture], kinds: str | None, values: str | None) -> Counted:
    """Return the dice to count, of these kinds and values with commas between; any where None is given.

    Raises:
        SelectionError: an unknown kind, a value that is no number, or none of these dice in the pictures.
    """
    dice = [die for picture in pictures for die in picture.dice]
    counted = Counted(
        None if kinds is None else _kinds_in(kinds, {die.kind for die in dice}),
        None if values is None else frozenset(map(_value_in, values.split(","))),
    )
    # Pictures of empty tables are a set as well, and tell what is seen where no die is.
    if counted != Counted() and dice and not any(die in counted for die in dice):
        asked = [f"--kinds {kinds}"] * (kinds is not None) + [f"--values {values}"] * (values is not None)
        raise SelectionError(f"{' '.join(asked)}: expected one labelled die of these at least, found none")
    return counted


def _kinds_in(text: str, labelled: set[str]) -> frozenset[str]:
    found = [kind.strip() for kind in text.split(",")]
    known = (*KINDS, *sorted(labelled.difference(KINDS)))
    for kind in found:
        if kind not in known:
            raise SelectionError(f"--kinds: expected kinds among {', '.join(known)}, found {kind!r}")
    return frozenset(found)


def _value_in(text: str) -> int:
    try:
        return int(text)
    except ValueError as err:
        raise SelectionError(f"--values: expected numbers as in 2,3,4,5, found {text.strip()!r}") from err
