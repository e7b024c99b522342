"""A listener that writes down what it hears."""

from vision.sources.source import SourceHint


class Heard:
    """What a source told, in order: `lost DETAIL`, `back`, and hints by their kind."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.hints: list[SourceHint] = []

    def lost(self, detail: str) -> None:
        self.words.append(f"lost {detail}")

    def back(self) -> None:
        self.words.append("back")

    def hint(self, hint: SourceHint) -> None:
        self.words.append(hint.kind.value)
        self.hints.append(hint)

    def losses(self) -> int:
        return sum(word.startswith("lost") for word in self.words)
