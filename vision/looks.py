"""What a watched table needs of a reader: to look several times at one rest, and one reading of it all."""

from typing import Protocol

from vision.image import Frame, Mask
from vision.reading import TableReading


class Looks(Protocol):
    """The looks at one rest of a table; mutable."""

    def __len__(self) -> int:
        """Return how many looks say the same of where the dice lie; a die that moved makes the last one 1."""

    def add(self, frame: Frame, news: Mask | None = None) -> None:
        """Look at one more frame, (H, W, 3) BGR.

        `news` is where the table has changed since no die lay on it, None where nobody knows.
        """

    def agree(self) -> bool:
        """True when every look shows the same dice, whatever it reads of them."""

    def reading(self) -> TableReading:
        """Return what all looks say together; there must be one."""


class LiveReader(Protocol):
    """Reads single pictures, and tables at rest by several looks."""

    def read(self, frame: Frame) -> TableReading:
        """Return the dice of a (H, W, 3) BGR picture."""

    def looks(self) -> Looks:
        """Return where to collect the looks of one rest."""
