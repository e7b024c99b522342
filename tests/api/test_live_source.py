"""A camera that goes away in the middle of an exchange, from its pictures to the messages."""

import threading

import cv2
import numpy as np
import pytest

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from tests.api.drawn import (
    AYA_DAMAGE,
    AYA_MELEE,
    CHIYO_DAMAGE,
    CHIYO_MELEE,
    PRESET,
    SquareReader,
    thrown,
)
from vision.image import Frame
from vision.sources.feed import Feed
from vision.sources.source import SourceListener


class Plugged:
    """A live source that plays its script a step at each frame that is asked for."""

    def __init__(self, script: list[Frame | str], stopping: threading.Event) -> None:
        self._script = script
        self._stopping = stopping
        self._feed = Feed("camera 0", 60.0, stopping)

    def listen(self, listener: SourceListener) -> None:
        self._feed.listen(listener)

    def next_frame(self) -> Frame | None:
        while self._script:
            step = self._script.pop(0)
            if isinstance(step, str):
                self._feed.broke(step)
            elif not step.any():  # black: the feed waits for another
                self._feed.put(step)
                threading.Timer(0.01, self._feed.put, (self._script.pop(0),)).start()
                return self._feed.next_frame()
            else:
                self._feed.put(step)
                return self._feed.next_frame()
        self._stopping.set()
        return None

    def next_scene(self) -> bool:
        return False

    def close(self) -> None:
        """Nothing is open."""


def played(script: list[Frame | str]) -> tuple[Services, list[str]]:
    """Return the services after a script has been watched, and the types of what was told."""
    stopping = threading.Event()
    services = compose(Settings(), load_table(PRESET), Plugged(script, stopping), SquareReader(), stopping)
    services.watcher.watch(stopping)
    return services, [message.type for message in services.hub.after(0)]


LOST = "camera 0: gives no more pictures"


def test_an_exchange_goes_on_after_a_loss() -> None:
    services, types = played(
        [
            *thrown(*AYA_MELEE, *CHIYO_MELEE),
            LOST,
            *thrown(*AYA_DAMAGE),
            LOST,
            *thrown(*CHIYO_DAMAGE),
        ]
    )

    assert services.referee.is_over()
    assert types.count("camera_lost") == types.count("camera_back") == 2
    assert types.index("camera_lost") < types.index("camera_back")
    assert "pictures_over" not in types


def test_dice_that_lie_over_a_loss_are_no_new_roll() -> None:
    roll = thrown(*AYA_MELEE, *CHIYO_MELEE)
    _, types = played([*roll, LOST, *[roll[-1]] * 20])

    assert types.count("accepted") == 2
    assert "refused" not in types[types.index("camera_back") :]


def test_a_covered_lens_is_no_table_cleared_of_dice() -> None:
    roll = thrown(*AYA_MELEE, *CHIYO_MELEE)
    # Each black picture comes with the next one that shows something, which a feed waits for.
    script: list[Frame | str] = [*roll]
    for _ in range(20):
        script += [np.zeros_like(roll[-1]), roll[-1]]
    _, types = played(script)

    assert types.count("accepted") == 2
    assert "lifted" not in types
    assert "moving" not in types[types.index("accepted") :]


@pytest.mark.parametrize("size", [(320, 180), (480, 640), (1280, 720)], ids=["half", "turned", "double"])
def test_another_resolution_is_survived(size: tuple[int, int]) -> None:
    roll = thrown(*AYA_MELEE, *CHIYO_MELEE)
    other = cv2.resize(roll[-1], size, interpolation=cv2.INTER_NEAREST)
    services, types = played(
        [*roll, *[np.asarray(other, np.uint8)] * 20, *thrown(*AYA_DAMAGE), *thrown(*CHIYO_DAMAGE)]
    )

    assert types.count("camera_hint") == 2
    assert services.referee.is_over()
