"""A stored match played again: the same where rules are the same, and where it differs it is named."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

import api.play.messages
from api.compose import compose
from api.play.hub import Hub, Message
from api.play.palette import Palette
from api.play.recall import CHANGES
from api.play.referee import Referee
from api.play.rerun import SEEN, Difference, Rerun, first_difference
from api.settings import Settings
from api.tables import load_table
from resolver.dice import Roll
from tests.api.drawn import PRESET, SquareReader, exchange

SETUP = load_table(PRESET)
AYA = Roll.of({"attack": [4, 2], "defence": [5]})


def stored(messages: Sequence[Message]) -> list[Message]:
    """Return messages as they come back from a store."""
    return [replace(one, data=json.loads(json.dumps(one.data))) for one in messages]


def played() -> list[Message]:
    """Return an exchange from the camera, an answer taken back, one corrected, a pause, a restart."""
    services = compose(Settings(), SETUP, exchange(), SquareReader())
    services.run_through(lambda _: None)
    referee = services.referee
    referee.pause("Aya")
    referee.undo(3, "Aya")
    referee.resume("Aya")
    referee.correct(0, Roll.of({"attack": [4, 3], "defence": [5]}), "Chiyo")
    referee.go_on("Aya")
    Referee(referee.table, services.hub, Palette(SETUP.groups))  # tells all once more
    return stored(services.hub.after(0))


def test_a_match_comes_out_as_it_is_stored() -> None:
    messages = played()

    assert {"accepted", "voided", "corrected", "paused", "evening_began"} <= {one.type for one in messages}
    assert first_difference(SETUP, messages) is None


def test_a_rerun_publishes_what_is_stored_in_its_order() -> None:
    messages = played()
    hub = Hub("again")
    rerun = Rerun(SETUP, hub)
    for message in messages:
        assert rerun.take(message) is None

    assert [(one.seq, one.type) for one in hub.after(0)] == [(one.seq, one.type) for one in messages]


def place_of(messages: Sequence[Message], type_: str) -> int:
    return [one.type for one in messages].index(type_)


def test_an_event_that_comes_out_differently_is_the_first_difference() -> None:
    messages = played()
    at = place_of(messages, "compared")
    messages[at] = replace(messages[at], data={**messages[at].data, "success_level": 9})
    found = first_difference(SETUP, messages)

    assert isinstance(found, Difference)
    assert (found.seq, found.stored is not None and found.stored["success_level"]) == (messages[at].seq, 9)
    assert found.now is not None
    assert found.now["success_level"] == 1


def test_an_event_that_is_not_told_any_more_is_a_difference() -> None:
    messages = played()
    at = place_of(messages, "settled")
    surplus = replace(messages[at], type="wounded", data={"name": "Aya"})
    found = first_difference(SETUP, [*messages[:at], surplus])

    assert found == Difference(surplus.seq, {"type": "wounded", "name": "Aya"}, None)


@pytest.mark.parametrize("end", [False, True], ids=["before another answer", "at the end"])
def test_an_event_that_is_told_now_alone_is_a_difference(end: bool) -> None:
    messages = played()
    at = place_of(messages, "results_fixed")
    rest = [] if end else messages[place_of(messages, "luck") :]
    found = first_difference(SETUP, [*messages[:at], *rest])

    assert found is not None
    assert found.stored is None
    assert found.now is not None
    assert found.now["type"] == "results_fixed"


def test_an_answer_that_the_rules_refuse_now_is_said() -> None:
    messages = played()
    at = place_of(messages, "accepted")
    dice = [{"group": "attack", "face": 9, "seen": None}] * 3
    messages[at] = replace(messages[at], data={**messages[at].data, "dice": dice})

    with pytest.raises(ValueError, match="expected attack faces from 1 to 6, saw 9"):
        first_difference(SETUP, messages)


def test_every_message_is_a_change_or_seen_or_follows_from_the_rules() -> None:
    assert api.play.messages.__doc__ is not None
    rows = re.findall(r"^\| (`[^|]*`) \|", api.play.messages.__doc__, re.M)
    types = {name for row in rows for name in re.findall(r"`(\w+)`", row)}

    assert types == {*CHANGES, *SEEN, "table", "throw", "choice", "outcome"}
