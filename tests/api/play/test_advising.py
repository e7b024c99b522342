"""Advice reaches the table when it changes, once, and while hands or dice move only if the camera shakes."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from api.play.advising import LOOK_S, Advising
from api.play.hub import Hub
from tests.api.drawn import AYA_MELEE, CHIYO_MELEE, draw
from vision.image import Frame
from vision.reading import DieReading, TableReading
from vision.watching.advice import LOOKS, WORDS, Fault
from vision.watching.moment import Moment
from vision.watching.watch import Sight

GOOD = np.clip(draw(*AYA_MELEE, *CHIYO_MELEE).astype(np.int16) + 70, 0, 240).astype(np.uint8)
DARK = (GOOD // 5).astype(np.uint8)
KNOWN = Sight(Moment.KNOWN)


@pytest.fixture
def hub() -> Hub:
    return Hub("test")


@pytest.fixture
def see(hub: Hub) -> Callable[[Frame, Sight], None]:
    """Return what shows one frame, ten a second."""
    clock: Iterator[int] = iter(range(10**9))
    seconds = [0.0]

    def now() -> float:
        return seconds[0]

    advising = Advising(hub, now)

    def see(frame: Frame, sight: Sight) -> None:
        seconds[0] = next(clock) / 10
        advising.see(frame, sight)

    return see


def told(hub: Hub) -> list[object]:
    assert {message.type for message in hub.after(0)} <= {"advice"}
    return [message.data["faults"] for message in hub.after(0)]


ENOUGH = round((LOOKS + 2) * (LOOK_S * 10 + 2))
"""Frames that are enough for anything to be said."""


def test_a_good_picture_is_not_talked_about(hub: Hub, see: Callable[[Frame, Sight], None]) -> None:
    for _ in range(3 * ENOUGH):
        see(GOOD, KNOWN)

    assert told(hub) == []


def test_advice_comes_once_and_goes_once(hub: Hub, see: Callable[[Frame, Sight], None]) -> None:
    for frame in (DARK, GOOD):
        for _ in range(3 * ENOUGH):
            see(frame, KNOWN)

    assert told(hub) == [["dark"], []]
    assert hub.after(0)[0].data["sentences"] == [WORDS[Fault.DARK]]


def test_a_hand_that_darkens_the_table_is_no_news(hub: Hub, see: Callable[[Frame, Sight], None]) -> None:
    for moment in (Moment.HAND, Moment.MOVING):
        for _ in range(3 * ENOUGH):
            see(DARK, Sight(moment))

    assert told(hub) == []


def test_a_picture_that_never_rests_shakes(hub: Hub, see: Callable[[Frame, Sight], None]) -> None:
    frames = [GOOD, np.roll(GOOD, 4, axis=1)]
    for number in range(3 * ENOUGH):
        see(frames[number % 2], Sight(Moment.MOVING))

    assert told(hub) == [["shaking"]]


def test_small_dice_are_far_until_larger_ones_lie_there(
    hub: Hub, see: Callable[[Frame, Sight], None]
) -> None:
    for side_px in (20.0, 40.0):
        die = DieReading("d6", 3, 0.99, (5, 5, 5 + side_px, 5 + side_px), "red", "white")
        see(GOOD, Sight(Moment.SETTLED, TableReading(640, 360, 1.0, (die,)), GOOD))
        for _ in range(3 * ENOUGH):
            see(GOOD, KNOWN)

    assert told(hub) == [["far"], []]
