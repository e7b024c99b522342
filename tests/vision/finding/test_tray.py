"""Dice beside a tray are told from those in it; where there is no tray, every die counts."""

from time import perf_counter

import cv2
import numpy as np
import pytest

from vision.finding.tray import outside_tray
from vision.image import Frame
from vision.reading import Box

TABLE, FLOOR, WALL, SHADOW = (70, 110, 150), (60, 90, 40), (25, 30, 45), (35, 52, 22)
DIE_PX = 40
INSIDE = ((560, 420), (700, 480), (620, 600), (820, 560))
BESIDE = (1200, 500)
TRAY = ((430, 300), (960, 300), (1000, 760), (390, 760))


def die_at(x: float, y: float) -> Box:
    return x - DIE_PX / 2, y - DIE_PX / 2, x + DIE_PX / 2, y + DIE_PX / 2


def table(*dice: tuple[int, int], tray: bool = True, wall: tuple[int, int, int] = WALL) -> Frame:
    """A table, a tray seen at an angle unless there is none, dice, and sensor noise."""
    frame = np.full((1080, 1920, 3), TABLE, np.uint8)
    if tray:
        cv2.fillPoly(frame, [np.array(TRAY, np.int32)], FLOOR)
        cv2.polylines(frame, [np.array(TRAY, np.int32)], isClosed=True, color=wall, thickness=28)
    for x, y in dice:
        cv2.rectangle(frame, (x - 20, y - 20), (x + 20, y + 20), (230, 235, 235), cv2.FILLED)
    noise = np.random.default_rng(3).normal(0, 6, frame.shape)
    return np.clip(frame + noise, 0, 255).astype(np.uint8)


def outside(frame: Frame, *dice: tuple[int, int]) -> tuple[bool, ...]:
    return outside_tray(frame, [die_at(*die) for die in dice])


def test_a_die_beside_the_tray_lies_outside() -> None:
    dice = (*INSIDE, BESIDE)

    assert outside(table(*dice), *dice) == (False, False, False, False, True)


def test_a_tray_on_a_table_of_its_own_colour_is_told_by_its_walls() -> None:
    dice = (*INSIDE, BESIDE)
    frame = table(*dice)
    frame[np.all(np.abs(frame.astype(int) - FLOOR) < 40, axis=2)] = TABLE

    assert outside(frame, *dice) == (False, False, False, False, True)


def test_dice_along_the_walls_leave_a_tray_a_tray() -> None:
    """They hide much of the floor's outline."""
    along = ((470, 372), (456, 480), (448, 590), (505, 346), (640, 346), (780, 346), (915, 350))
    dice = (*along, BESIDE)

    assert outside(table(*dice), *dice) == (*(False,) * len(along), True)


def test_a_wall_of_nearly_the_floors_colour_is_a_wall() -> None:
    dice = (*INSIDE, BESIDE)
    frame = table(*dice, wall=(45, 62, 24))
    frame[np.all(np.abs(frame.astype(int) - TABLE) < 40, axis=2)] = FLOOR

    assert outside(frame, *dice) == (False, False, False, False, True)


def test_a_heap_in_its_own_soft_shadow_lies_in_no_tray() -> None:
    dice = (*INSIDE, BESIDE)
    rows, columns = np.mgrid[:1080, :1920]
    away = np.hypot(columns - 680, rows - 520)
    light = (0.45 + 0.55 * np.clip(away / 500, 0, 1))[..., None]
    frame = (np.full((1080, 1920, 3), FLOOR) * light).astype(np.uint8)
    frame[:, 1100:] = TABLE
    for x, y in dice:
        cv2.rectangle(frame, (x - 20, y - 20), (x + 20, y + 20), (230, 235, 235), cv2.FILLED)

    assert not any(outside(frame, *dice))


def test_a_die_that_leans_on_the_wall_is_in_play() -> None:
    leaning = (958, 500)

    assert not any(outside(table(*INSIDE, leaning), *INSIDE, leaning))


def test_without_a_tray_every_die_counts() -> None:
    dice = (*INSIDE, BESIDE)

    assert not any(outside(table(*dice, tray=False), *dice))


def test_a_mat_or_a_sheet_of_paper_is_no_tray() -> None:
    dice = (*INSIDE, BESIDE)

    assert not any(outside(table(*dice, wall=FLOOR), *dice))


def test_a_printed_line_is_no_wall() -> None:
    dice = (*INSIDE, BESIDE)
    frame = table(*dice, tray=False)
    cv2.polylines(frame, [np.array(TRAY, np.int32)], isClosed=True, color=WALL, thickness=5)

    assert not any(outside(frame, *dice))


def test_a_shadow_on_the_floor_is_no_wall() -> None:
    """The tray fills the picture; a part of its floor with one die lies in shadow."""
    dice = (*INSIDE, BESIDE)
    frame = table(*dice, tray=False)
    frame[np.all(np.abs(frame.astype(int) - TABLE) < 40, axis=2)] = FLOOR
    shaded = frame[:, 1050:]
    shaded[np.all(np.abs(shaded.astype(int) - FLOOR) < 40, axis=2)] = SHADOW
    cv2.rectangle(frame, (60, 60), (1860, 1020), WALL, 40)

    assert not any(outside(frame, *dice))


def test_a_gap_in_the_walls_leaves_every_die_in_play() -> None:
    dice = (*INSIDE, BESIDE)
    frame = table(*dice)
    cv2.rectangle(frame, (940, 420), (1010, 560), FLOOR, cv2.FILLED)

    assert not any(outside(frame, *dice))


def test_where_most_dice_lie_outside_nothing_is_told() -> None:
    dice = (*INSIDE[:2], BESIDE, (1300, 700), (1500, 300))

    assert not any(outside(table(*dice), *dice))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_two_dice_do_not_tell_which_place_is_the_tray(count: int) -> None:
    dice = (INSIDE[0], BESIDE)[:count]

    assert outside(table(*dice), *dice) == (False,) * count


def test_looking_for_a_tray_takes_a_small_part_of_decoding() -> None:
    """At 1080p it took a fifth of decoding, on a machine that did other work besides, and once 0.31 of it."""
    dice = (*INSIDE, BESIDE)
    frame, boxes = table(*dice), [die_at(*die) for die in dice]
    jpeg = cv2.imencode(".jpg", frame)[1]
    took: list[float] = []
    decoding: list[float] = []
    for _ in range(60):
        began = perf_counter()
        cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        decoded = perf_counter()
        outside_tray(frame, boxes)
        took.append(perf_counter() - decoded)
        decoding.append(decoded - began)

    assert min(took) < 0.4 * min(decoding)
