"""The looks at the present rest of a table, and what they say together, worked out once."""

from collections.abc import Callable

from vision.image import Frame, Mask
from vision.looks import LiveReader
from vision.reading import TableReading
from vision.watching.motion import Small


def untimed(stage: str) -> None:
    """Hear that a stage is over, and time nothing."""


class RestLooks:
    """Mutable; `done` hears when a look or the joining of all is over."""

    def __init__(self, reader: LiveReader) -> None:
        self._reader = reader
        self._rest_began: Small | None = None
        self.forget()

    def __len__(self) -> int:
        """Return how many looks say the same of where the dice lie."""
        return len(self._looks)

    def forget(self) -> None:
        """Begin without a look."""
        self._looks = self._reader.looks()
        self._reading: TableReading | None = None
        self.latest: Frame | None = None
        """The frame looked at last."""

    def keep_those_of(self, rest_began: Small | None) -> None:
        """Forget the looks unless they were taken since this picture, the first of a rest, as an object."""
        if rest_began is not self._rest_began:
            self._rest_began = rest_began
            if self.latest is not None:
                self.forget()

    def look(self, frame: Frame, news: Mask | None = None, done: Callable[[str], None] = untimed) -> None:
        """Look at one more frame; `news` is where the table has changed since no die lay on it."""
        self._looks.add(frame, news)
        self._reading, self.latest = None, frame
        done("look")

    def agree(self) -> bool:
        """True when every look shows the same dice, whatever it reads of them."""
        return self._looks.agree()

    def reading(self, done: Callable[[str], None] = untimed) -> TableReading:
        """Return what all looks say together; there must be one."""
        if self._reading is None:
            self._reading = self._looks.reading()
            done("join")
        return self._reading
