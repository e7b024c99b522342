"""From frames to the outcome on drawn tables: watcher, referee and table together."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest

from api.compose import Services, compose
from api.play.hub import Message
from api.settings import Settings
from api.tables import load_table
from resolver.dice import Roll
from tests.api.drawn import (
    AYA_DAMAGE,
    AYA_MELEE,
    CHIYO_DAMAGE,
    CHIYO_MELEE,
    PRESET,
    Die,
    Scenes,
    SquareReader,
    exchange,
    thrown,
)
from vision.sources.source import CameraError, FrameSource


def watched(source: Scenes) -> tuple[Services, list[Message]]:
    """Return the services after watching a source to its end, and all messages."""
    services = compose(Settings(), load_table(PRESET), source, SquareReader())
    messages: list[Message] = []
    services.run_through(messages.append)
    return services, messages


def of_type(messages: list[Message], *types: str) -> list[Message]:
    return [message for message in messages if message.type in types]


def test_an_exchange_is_read_to_its_outcome() -> None:
    services, messages = watched(exchange())

    compared = of_type(messages, "compared")
    assert [(one.data["winner"], one.data["success_level"]) for one in compared] == [("Aya", 1), ("Chiyo", 1)]
    wounded = of_type(messages, "wounded")
    assert [(one.data["name"], one.data["wounds"]) for one in wounded] == [("Chiyo", 1), ("Aya", 3)]
    assert services.referee.is_over()
    assert [one.type for one in messages[-2:]] == ["outcome", "luck"]


def test_other_dice_change_the_outcome() -> None:
    other = [replace(die, face=6) if die.body == "red" else die for die in AYA_MELEE]
    _, messages = watched(Scenes(thrown(*other, *CHIYO_MELEE), thrown(*AYA_DAMAGE), thrown(*CHIYO_DAMAGE)))

    assert of_type(messages, "compared")[0].data["success_level"] == 3


def test_messages_come_in_the_order_of_the_table() -> None:
    _, messages = watched(exchange())

    assert [message.seq for message in messages] == list(range(1, len(messages) + 1))
    seen = [one.type for one in messages]
    first = seen[seen.index("moving") :]
    assert first[:6] == ["moving", "settled", "reading", "accepted", "melee_thrown", "throw"]


def test_each_rest_is_read_once() -> None:
    reader = SquareReader()
    source = Scenes(thrown(*AYA_MELEE, *CHIYO_MELEE, rest_frames=60))
    services = compose(Settings(), load_table(PRESET), source, reader)
    services.run_through(lambda _: None)

    assert reader.pictures_read == 1


def test_a_refused_roll_changes_nothing_and_the_question_stays_open() -> None:
    short = AYA_MELEE[:2]
    services, messages = watched(Scenes(thrown(*short), thrown(*AYA_MELEE, *CHIYO_MELEE)))

    refused, accepted = of_type(messages, "refused", "accepted")[:2]
    assert refused.data["reasons"] == ["3 dice expected, 2 seen: 2 red dice, 0 black dice with red pips"]
    assert accepted.type == "accepted"
    assert services.referee.state()["answers"] == 2


def test_an_unread_die_is_reported_and_awaited() -> None:
    glaring = [*AYA_MELEE[:2], replace(AYA_MELEE[2], face=None)]
    services, messages = watched(Scenes(thrown(*glaring)))

    assert of_type(messages, "refused")[0].data["reasons"] == [
        "black die with red pips at the left: glare, please keep the lamp off it"
    ]
    waiting = services.referee.state()["waiting_for"]
    assert isinstance(waiting, dict)
    assert (waiting["player"], waiting["purpose"]) == ("Aya", "melee")


def test_dice_left_on_the_table_are_not_used_twice() -> None:
    left = (*AYA_MELEE, *CHIYO_MELEE)
    pushed_in = Die("white", "black", 6, 560, 20)
    services, messages = watched(Scenes(thrown(*left), thrown(*left), thrown(*left, pushed_in)))

    assert len(of_type(messages, "accepted")) == 2
    assert of_type(messages, "refused")[0].data["reasons"] == [
        "2 red dice expected, 0 seen",
        "white die with black pips at the upper right: belongs to nobody at this table, please take it away",
    ]
    assert services.referee.awaits_throw()


def test_a_marker_that_lies_there_before_the_throw_is_told_once_and_not_in_the_way() -> None:
    marker = Die("white", "black", 6, 560, 20)
    _, messages = watched(Scenes(thrown(marker), thrown(*AYA_MELEE, *CHIYO_MELEE, marker)))

    assert len(of_type(messages, "refused")) == 1
    assert len(of_type(messages, "accepted")) == 2


def test_dice_that_still_lie_are_not_shown_as_the_next_roll() -> None:
    left = (*AYA_MELEE, *CHIYO_MELEE)
    _, messages = watched(Scenes(thrown(*left), thrown(*left, Die("white", "black", 6, 560, 20))))

    dice = of_type(messages, "reading")[1].data["dice"]
    assert isinstance(dice, list)
    assert sorted((die["player"], die["group"]) for die in dice if die["player"]) == [
        *[("Aya", "attack")] * 2,
        ("Aya", "defence"),
        *[("Chiyo", "attack")] * 2,
        ("Chiyo", "defence"),
    ]


def test_an_answer_taken_back_is_asked_for_again() -> None:
    services, _ = watched(Scenes(thrown(*AYA_MELEE, *CHIYO_MELEE)))
    services.referee.undo(1)

    waiting = services.referee.state()["waiting_for"]
    assert isinstance(waiting, dict)
    assert waiting["player"] == "Chiyo"


def test_dice_whose_roll_was_typed_in_are_not_read_as_the_next() -> None:
    glaring = [*AYA_MELEE[:2], replace(AYA_MELEE[2], face=None)]
    services, _ = watched(Scenes(thrown(*glaring, *CHIYO_MELEE)))
    services.referee.answer(Roll.of({"attack": [4, 2], "defence": [5]}))

    # Chiyo's dice lay there already; Aya's two red ones are no damage roll.
    state = services.referee.state()
    waiting = state["waiting_for"]
    assert isinstance(waiting, dict)
    assert (state["answers"], waiting["player"], waiting["purpose"]) == (2, "Aya", "damage")


def watched_until(source: FrameSource, last: str) -> list[Message]:
    """Return the messages of a watching thread up to and with the first of a type."""
    services = compose(Settings(), load_table(PRESET), source, SquareReader())

    async def listen() -> list[Message]:
        heard = []
        async with aclosing(services.hub.follow(0)) as messages:
            async for message in messages:
                heard.append(message)
                if message.type == last:
                    break
        return heard

    services.start()
    try:
        return asyncio.run(asyncio.wait_for(listen(), timeout=30))
    finally:
        services.stop()


def test_pictures_that_end_while_dice_are_awaited_are_reported() -> None:
    messages = watched_until(Scenes(thrown(*AYA_MELEE[:2])), "pictures_over")

    assert [one.type for one in messages[-3:]] == ["reading", "refused", "pictures_over"]


def test_a_camera_that_breaks_off_is_reported_and_released() -> None:
    class Unplugged(Scenes):
        def next_scene(self) -> bool:
            raise CameraError("camera 0: gives no more pictures")

    source = Unplugged()
    messages = watched_until(source, "camera_lost")

    assert messages[-1].data == {"detail": "camera 0: gives no more pictures"}
    assert source.closed


def test_a_fault_of_the_program_ends_the_watching_for_all_to_see(caplog: pytest.LogCaptureFixture) -> None:
    class Faulty(Scenes):
        def next_scene(self) -> bool:
            raise OverflowError("of a kind that nobody has thought of")

    source = Faulty()
    messages = watched_until(source, "camera_lost")

    assert messages[-1].data == {"detail": "watching ended by a fault of the program; its log says more"}
    assert "OverflowError: of a kind that nobody has thought of" in caplog.text
    assert source.closed


def test_a_source_is_closed_at_its_end() -> None:
    source = exchange()
    watched(source)

    assert source.closed
