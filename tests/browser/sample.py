"""The exchange that the overlay's editor shows; `python -m tests.browser.sample` writes it."""

import json
from pathlib import Path

from api.compose import compose
from api.play.hub import Message
from api.settings import Settings
from api.tables import load_table
from resolver.dice import Roll
from tests.api.drawn import PRESET, Scenes, SquareReader

SAMPLE = Path(__file__).resolve().parents[2] / "api" / "pages" / "overlay" / "sample.json"

ROLLS = (
    {"attack": [4, 2], "defence": [5]},
    {"attack": [5, 3], "defence": [4]},
    {"damage": [3, 4]},
    {"damage": [6, 5]},
)

UNSEEN = ("outcome",)
"""Types whose data only programs want; the overlay reads how models stand alone."""


def sample() -> list[dict[str, object]]:
    """Return the messages of the example exchange, without what no page reads."""
    services = compose(Settings(), load_table(PRESET), Scenes(), SquareReader())
    for faces in ROLLS:
        services.referee.answer(Roll.of(faces))
    return [_message(one) for one in services.hub.after(0)]


def _message(message: Message) -> dict[str, object]:
    data = dict(message.data)
    if message.type in UNSEEN:
        data = {"sides": data["sides"]}
    return {"table": "sample", "seq": message.seq, "type": message.type, "data": data}


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in sample())
    SAMPLE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
