"""The log of an exchange on a terminal: one line for each message that players want to hear of."""

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.text import Text

from api.play.hub import Message


class Log:
    """Prints as messages come; remembers what was last awaited and refused, for the one who gets stuck."""

    def __init__(self) -> None:
        # Width is left to the terminal; a pipe gets whole lines.
        self._console = Console(highlight=False, soft_wrap=True)
        self._awaited = "nothing was awaited"
        self._refused = ""

    def tell(self, message: Message) -> None:
        """Print what a message says, if it says something."""
        data = message.data
        match message.type:
            case "throw" | "choice":
                self._awaited = str(data["reason"])
                self._refused = ""
                self._line(self._awaited, "bold cyan")
            case "reading":
                self._line(f"  seen: {_seen(data)}", "dim")
            case "accepted" if "choice" in data:
                said = "in secret" if data.get("hidden") else str(data["choice"])
                self._line(f"  decided: {said}", "green")
            case "refused":
                reasons = data["reasons"]
                assert isinstance(reasons, list)
                self._refused = "; ".join(map(str, reasons))
                self._line(f"  not accepted: {self._refused}", "yellow")
            case _ if data.get("text"):
                self._line(str(data["text"]), "")

    def stands(self, sentences: Iterable[str]) -> None:
        """Print how everybody stands in the end."""
        for sentence in sentences:
            self._line(sentence, "bold")

    def stuck(self) -> str:
        """Return what was awaited last and why it was not read."""
        return f"{self._awaited} ({self._refused or 'no more was seen'})"

    def _line(self, text: str, style: str) -> None:
        self._console.print(Text(text, style))


def _seen(reading: Mapping[str, object]) -> str:
    """Return `red with white pips 4 2, black with red numerals ?`, the dice of a picture by their colours."""
    dice = reading["dice"]
    assert isinstance(dice, list)
    faces: dict[str, list[str]] = {}
    for die in dice:
        kind = f"{die['body']} with {die['marks']} {die.get('marks_kind', 'pips')}"
        faces.setdefault(kind, []).append(str(die["face"] or "?"))
    return ", ".join(f"{kind} {' '.join(seen)}" for kind, seen in faces.items()) or "no dice"
