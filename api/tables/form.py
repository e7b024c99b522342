"""What the forms of all systems share: strict values, numbers a card may bear, colours of dice."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from api.tables.errors import WrongKey
from api.tables.ready import DiceGroup, TableFile

# Wide enough for any card, and narrow enough that nobody is offered a million allocations.
MOST = 99
MOST_CHARACTERS = 100
Count = Annotated[int, Field(ge=0, le=MOST)]
Number = Annotated[int, Field(ge=-MOST, le=MOST)]


class Strict(BaseModel):
    """Values of a table file: only the named keys, no number for a text. Docstrings are the reference."""

    # A text that is read aloud or stands on a button is short.
    model_config = ConfigDict(
        extra="forbid", strict=True, use_attribute_docstrings=True, str_max_length=MOST_CHARACTERS
    )


class Form(Strict):
    """A table file of one system; each system's form says what else may stand in it."""

    editions: ClassVar[Mapping[str, object]] = {}
    """The editions or profiles of the system by id, with the switches that `settings` may set."""
    preset: ClassVar[str] = ""
    """File name of a table in api/presets that runs as it is."""

    title: str = ""
    """What the page calls the table; the players' names where left out."""
    system: str
    """Which rules: the id of the system."""

    def ready(self) -> TableFile:
        """Return the table. Raises WrongKey, or ChoiceRejected for a decision that the rules refuse."""
        raise NotImplementedError


class Colours(Strict):
    """The colours that tell a group of dice from the others."""

    body: str = Field(min_length=1)
    """Colour of the dice, such as "red"."""
    marks: str = Field(min_length=1)
    """Colour of their pips or numerals."""


def dice_groups(
    dice: Iterable[tuple[str, Mapping[str, Colours]]], alone: frozenset[str] = frozenset()
) -> tuple[DiceGroup, ...]:
    """Return the groups of all players, given by player and group.

    Groups named in `alone` are thrown when nothing else is, so they may have the colours of any other.
    Raises WrongKey where two others have the same.
    """
    groups: list[DiceGroup] = []
    owners: dict[tuple[str, str], str] = {}
    for player, by_group in dice:
        for group, colours in by_group.items():
            key = f"players.{player}.dice.{group}"
            taken = key if group in alone else owners.setdefault((colours.body, colours.marks), key)
            if taken != key:
                raise WrongKey(
                    f"{key}: expected colours of its own, found {colours.body} with {colours.marks} marks "
                    f"as in {taken}"
                )
            groups.append(DiceGroup(player, group, colours.body, colours.marks))
    return tuple(groups)
