"""What of a message goes to clients: everything but decisions that one player keeps from the other.

The store keeps those, since the table is made again from it; whoever follows learns of them as the players
do, by the events of the rules that reveal them. So no client can be made to show too early what it has.
"""

from collections.abc import Mapping

from api.play.hub import Message

TAKEN = "accepted"
"""The message that says itself what was answered; others name answers under keys of their own."""


def sent(message: Message) -> dict[str, object]:
    """Return the object that goes to clients; the choice of a hidden decision in it is null."""
    out = message.as_json()
    data = {key: _veiled(value) for key, value in message.data.items()}
    if message.type == TAKEN and _is_hidden(message.data):
        # That a decision was passed over tells which option it was.
        data = {**data, "choice": None, "skipped": False}
    return {**out, "data": data}


def _veiled(value: object) -> object:
    """Return a value of a message with every hidden decision inside it veiled."""
    if isinstance(value, Mapping):
        inner = {key: _veiled(one) for key, one in value.items()}
        return {**inner, "choice": None} if _is_hidden(value) else inner
    if isinstance(value, list | tuple):
        return [_veiled(one) for one in value]
    return value


def _is_hidden(answer: Mapping[str, object]) -> bool:
    return answer.get("hidden") is True and "choice" in answer
