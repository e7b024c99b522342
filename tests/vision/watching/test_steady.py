"""A camera that moves a little is told from dice that do."""

import cv2
import numpy as np
import pytest

from vision.image import Frame
from vision.watching.moment import Moment
from vision.watching.motion import shrunk
from vision.watching.rest import Rest
from vision.watching.settle import settle
from vision.watching.settling import Settling
from vision.watching.steady import steadied

REST = Rest()
LEVELS = REST.levels
HEIGHT, WIDTH = 720, 1280


def grained() -> Frame:
    """Return a table whose grain is seen everywhere."""
    grain = np.random.default_rng(3).normal(110, 60, (HEIGHT // 16, WIDTH // 16, 3)).clip(0, 255)
    return np.asarray(
        cv2.resize(grain.astype(np.uint8), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.uint8
    )


def plain() -> Frame:
    return np.full((HEIGHT, WIDTH, 3), (60, 110, 50), np.uint8)


def with_dice(frame: Frame, *places: tuple[float, float]) -> Frame:
    frame = frame.copy()
    for x, y in places:
        cv2.rectangle(frame, (round(x), round(y)), (round(x) + 90, round(y) + 90), (30, 30, 200), -1)
        cv2.circle(frame, (round(x) + 45, round(y) + 45), 11, (240, 240, 240), -1)
    return frame


def seen_from(frame: Frame, zoom: float, x: float, y: float) -> Frame:
    """Return what a camera sees that has come nearer and moved, in pixels, keeping its picture's size."""
    way = np.array([[zoom, 0, x], [0, zoom, y]], np.float32)
    return np.asarray(cv2.warpAffine(frame, way, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT), np.uint8)


def last_moment(*frames: Frame) -> Moment:
    state = Settling()
    for frame in frames:
        state = settle(state, frame, REST)
    return state.moment


def breathing(frame: Frame, frames: int) -> list[Frame]:
    """Return views of a camera whose focus and place sway."""
    return [
        seen_from(frame, 1 + 0.003 * np.sin(number), 3 * np.sin(1.3 * number), 3 * np.cos(number))
        for number in range(frames)
    ]


def test_a_table_before_a_camera_that_sways_comes_to_rest() -> None:
    frames = breathing(with_dice(grained(), (300, 200), (700, 400)), REST.frames_at(30) + 1)

    assert last_moment(*frames) is Moment.SETTLED


def test_dice_that_roll_before_a_camera_that_sways_are_seen_to_move() -> None:
    places = [(300 + 9.0 * number, 200.0) for number in range(30)]
    views = [
        seen_from(with_dice(grained(), place, (700, 400)), 1, 3 * np.sin(1.3 * number), 3 * np.cos(number))
        for number, place in enumerate(places)
    ]

    assert last_moment(*views) is Moment.MOVING


@pytest.mark.parametrize(
    "steps", [((4, 2),), ((4, 2), (-3, 3)), ((4, 2), (-3, 3), (2, -4))], ids=["one", "two", "three"]
)
def test_dice_that_creep_on_a_plain_table_are_no_camera(steps: tuple[tuple[float, float], ...]) -> None:
    places = [(300.0, 200.0), (800.0, 450.0), (900.0, 150.0)][: len(steps)]
    before = shrunk(with_dice(plain(), *places))
    after = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(places, steps, strict=True)]

    assert steadied(shrunk(with_dice(plain(), *after)), before, LEVELS) is None


def test_a_camera_that_stands_still_is_left_alone() -> None:
    rolled = shrunk(with_dice(grained(), (340, 200)))

    assert steadied(rolled, shrunk(with_dice(grained(), (300, 200))), LEVELS) is None


def test_another_view_is_no_movement_of_the_camera() -> None:
    frame = with_dice(grained(), (300, 200))

    assert steadied(shrunk(seen_from(frame, 1, 40, 0)), shrunk(frame), LEVELS) is None
    assert steadied(shrunk(plain()), shrunk(plain()), LEVELS) is None
