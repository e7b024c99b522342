"""Settling, on drawn tables: a green felt, dice as coloured squares with a white pip."""

import cv2
import numpy as np
import pytest

from vision.image import Frame
from vision.settle import Moment, Rest, Settling, settle

REST = Rest(frames=3)
RED = (40, 40, 200)


def table(*dice: tuple[int, int], brightness: int = 0, noise: int | None = None) -> Frame:
    """Return a felt, 640x480, with red dice of 40 pixels at these upper left corners."""
    frame = np.full((480, 640, 3), (60, 110, 50), np.uint8)
    for x, y in dice:
        cv2.rectangle(frame, (x, y), (x + 40, y + 40), RED, -1)
        cv2.circle(frame, (x + 20, y + 20), 5, (240, 240, 240), -1)
    levels = frame.astype(np.int16) + brightness
    if noise is not None:
        levels += np.random.default_rng(noise).normal(0, 4, frame.shape).round().astype(np.int16)
    return levels.clip(0, 255).astype(np.uint8)


def moments(*frames: Frame) -> list[Moment]:
    state = Settling()
    seen = []
    for frame in frames:
        state = settle(state, frame, REST)
        seen.append(state.moment)
    return seen


def test_a_table_at_rest_settles_once() -> None:
    assert moments(*[table((100, 100))] * 6) == [
        Moment.CALMING,
        Moment.CALMING,
        Moment.CALMING,
        Moment.SETTLED,
        Moment.KNOWN,
        Moment.KNOWN,
    ]


def test_a_rolling_die_never_settles() -> None:
    seen = moments(*[table((100 + 8 * step, 100)) for step in range(20)])

    assert set(seen[1:]) == {Moment.MOVING}


def test_a_die_that_creeps_by_a_pixel_a_frame_never_settles() -> None:
    seen = moments(*[table((100 + step, 100)) for step in range(40)])

    assert Moment.SETTLED not in seen


def test_noise_of_the_sensor_is_rest() -> None:
    seen = moments(*[table((100, 100), noise=seed) for seed in range(5)])

    assert seen[-2:] == [Moment.SETTLED, Moment.KNOWN]


def test_light_that_fades_evenly_is_rest() -> None:
    seen = moments(*[table((100, 100), brightness=-4 * step) for step in range(5)])

    assert seen[-2:] == [Moment.SETTLED, Moment.KNOWN]


def test_a_hand_that_changes_nothing_gives_no_second_roll() -> None:
    at_rest = [table((100, 100))] * 4
    with_hand = table((100, 100))
    with_hand[200:400, 300:500] = (120, 150, 200)

    seen = moments(*at_rest, with_hand, *at_rest)

    assert seen.count(Moment.SETTLED) == 1
    assert seen[-1] == Moment.KNOWN


@pytest.mark.parametrize(
    "after",
    [
        pytest.param([(180, 100)], id="moved"),
        pytest.param([(100, 100), (300, 300)], id="joined by another"),
        pytest.param([], id="taken away"),
    ],
)
def test_a_changed_table_settles_anew(after: list[tuple[int, int]]) -> None:
    seen = moments(*[table((100, 100))] * 4, *[table(*after)] * 4)

    assert seen.count(Moment.SETTLED) == 2
    assert seen[-1] == Moment.SETTLED


def test_a_die_as_bright_as_the_felt_in_grey_is_seen_to_move() -> None:
    def same_grey(x: int) -> Frame:
        frame = np.full((480, 640, 3), (0, 100, 0), np.uint8)
        frame[100:140, x : x + 40] = (0, 0, 196)  # 0.587 * 100 is 0.299 * 196: the felt's grey
        return frame

    seen = moments(*[same_grey(100 + 8 * step) for step in range(8)])

    assert set(seen[1:]) == {Moment.MOVING}


def test_a_frame_of_another_size_is_a_change() -> None:
    assert moments(table(), np.zeros((240, 640, 3), np.uint8))[-1] == Moment.MOVING
