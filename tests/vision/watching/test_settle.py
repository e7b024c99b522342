"""Settling, on drawn tables: a green felt, dice as coloured squares with a white pip."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.image import Frame
from vision.watching.moment import Moment
from vision.watching.motion import shrunk
from vision.watching.rest import LEAST_FRAMES, NOMINAL_FPS, Rest
from vision.watching.settle import settle
from vision.watching.settling import Settling

REST_FRAMES = 3
REST = Rest(seconds=REST_FRAMES / NOMINAL_FPS)
RED = (40, 40, 200)


def table(*dice: tuple[int, int], brightness: int = 0, noise: int | None = None, grain: float = 4) -> Frame:
    """Return a felt, 640x480, with red dice of 40 pixels at these upper left corners."""
    frame = np.full((480, 640, 3), (60, 110, 50), np.uint8)
    for x, y in dice:
        cv2.rectangle(frame, (x, y), (x + 40, y + 40), RED, -1)
        cv2.circle(frame, (x + 20, y + 20), 5, (240, 240, 240), -1)
    levels = frame.astype(np.int16) + brightness
    if noise is not None:
        levels += np.random.default_rng(noise).normal(0, grain, frame.shape).round().astype(np.int16)
    return levels.clip(0, 255).astype(np.uint8)


def reaching(frame: Frame, x: int, colour: tuple[int, int, int] = (120, 150, 205)) -> Frame:
    """Return the table with an arm over it that comes from the right edge and ends at x."""
    frame = frame.copy()
    cv2.rectangle(frame, (x, 40), (640, 140), colour, -1)
    return frame


def exposed(frame: Frame, light: float) -> Frame:
    """Return a frame that a camera exposed for so much of the light."""
    return (frame * light).astype(np.uint8)


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


@pytest.mark.parametrize("fps", [15, 24, 30, 60, 240])
def test_a_rest_takes_as_long_at_any_rate_of_frames(fps: int) -> None:
    rest, state, seen = Rest(), Settling(), []
    for _ in range(fps):
        state = settle(state, table((100, 100)), rest, 1 / fps)
        seen.append(state.moment)

    # The first frame begins the rest.
    settled_s = seen.index(Moment.SETTLED) / fps
    assert seen.index(Moment.SETTLED) == rest.frames_at(fps)
    assert rest.seconds - 0.01 < settled_s < rest.seconds + 1 / fps
    assert seen.count(Moment.SETTLED) == 1


def test_a_die_that_creeps_never_settles_at_sixty_frames_a_second() -> None:
    state, seen = Settling(), []
    for step in range(120):
        state = settle(state, table((100 + step // 2, 100)), Rest(), 1 / 60)
        seen.append(state.moment)

    assert Moment.SETTLED not in seen


def test_few_frames_far_apart_are_no_rest() -> None:
    state = Settling()
    for _ in range(LEAST_FRAMES):
        state = settle(state, table((100, 100)), REST, 2.0)
    assert state.moment is Moment.CALMING

    assert settle(state, table((100, 100)), REST, 2.0).moment is Moment.SETTLED


def test_a_rolling_die_never_settles() -> None:
    seen = moments(*[table((100 + 8 * step, 100)) for step in range(20)])

    assert set(seen[1:]) == {Moment.MOVING}


def test_a_die_that_creeps_by_a_pixel_a_frame_never_settles() -> None:
    seen = moments(*[table((100 + step, 100)) for step in range(40)])

    assert Moment.SETTLED not in seen


def test_noise_of_the_sensor_is_rest() -> None:
    seen = moments(*[table((100, 100), noise=seed) for seed in range(5)])

    assert seen[-2:] == [Moment.SETTLED, Moment.KNOWN]


def test_strong_noise_is_rest_and_a_die_that_moves_in_it_is_not() -> None:
    still = [table((100, 100), noise=seed, grain=16) for seed in range(5)]
    moved = [table((100 + 8 * seed, 100), noise=seed, grain=16) for seed in range(5)]

    assert Moment.SETTLED in moments(*still)
    assert Moment.SETTLED not in moments(*moved)


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


DICE = ((100, 300), (200, 350))


def test_dice_come_to_rest_while_an_arm_moves_in_a_corner() -> None:
    empty = [reaching(table(), 520 + step) for step in range(6)]
    thrown = [reaching(table(*DICE), 500 + 8 * step) for step in range(6)]
    seen = moments(*[table()] * 4, *empty, *thrown)

    assert seen[-6:] == [
        Moment.MOVING,
        Moment.HAND,
        Moment.HAND,
        Moment.SETTLED,
        Moment.HAND,
        Moment.HAND,
    ]


def test_a_hand_that_passes_over_dice_brings_nothing_to_read() -> None:
    way = [*range(600, 80, -40), *range(80, 600, 40)]
    seen = moments(
        *[table((100, 100), (300, 60))] * 5, *[reaching(table((100, 100), (300, 60)), x) for x in way]
    )
    after = moments(
        *[table((100, 100), (300, 60))] * 5,
        *[reaching(table((100, 100), (300, 60)), x) for x in way],
        *[table((100, 100), (300, 60))] * 6,
    )

    assert Moment.HAND in seen
    assert after.count(Moment.SETTLED) == 1
    assert after[-1] is Moment.KNOWN


def test_dice_taken_up_under_a_hand_are_news_once_it_is_gone() -> None:
    lying, left = table((100, 100), (300, 60)), table((100, 100))
    seen = moments(
        *[lying] * 5,
        *[reaching(lying, x) for x in range(600, 280, -40)],
        *[reaching(left, x) for x in range(280, 600, 40)],
        *[left] * 6,
    )

    # The arm lets go of the place two frames after it has turned back.
    assert seen.count(Moment.SETTLED) == 2
    assert seen.index(Moment.SETTLED, 5) >= 5 + 8 + 2 + REST_FRAMES - 1


def shaded_picture(brightest: int) -> Frame:
    """Return a picture in which no light is the same as beside it."""
    frame = np.zeros((480, 640, 3), np.uint8)
    frame[:] = np.linspace(0, brightest, 640).astype(np.uint8)[:, None]
    return frame


def test_a_table_is_not_forgotten_while_hands_fill_the_picture_for_a_moment() -> None:
    lying = table((100, 300), (200, 350))
    seen = moments(
        *[table()] * 5,
        *[shaded_picture(250), shaded_picture(200)],
        *[reaching(lying, x) for x in (80, 60, 60, 60, 60, 60)],
        *[lying] * 6,
    )

    # What reaches in is a hand yet: compared with a picture that is mostly hand, it would be the table.
    assert seen[5:].count(Moment.SETTLED) == 1
    assert seen[-1] is Moment.KNOWN


def test_what_a_hand_lets_go_of_is_counted_from_then_on() -> None:
    dark = (30, 40, 60)
    lying = table((100, 100), (300, 60))
    seen = moments(*[table()] * 5, *[reaching(lying, x, dark) for x in (80, 200, 290)], *[lying] * 6)

    # The first frame without the arm begins the rest of what was under it.
    assert seen[8 + REST_FRAMES] is Moment.SETTLED
    assert set(seen[8 + REST_FRAMES + 1 :]) == {Moment.KNOWN}


def test_a_rest_that_a_hand_was_over_goes_on_from_where_the_hand_was_gone() -> None:
    # The die beside the arm comes to rest first; the one under the arm is seen once that is gone.
    covered = [reaching(table((100, 300)), 280)] * REST_FRAMES
    before = [*[table()] * 5, *covered]
    seen = moments(*before, *[table((100, 300), (300, 60))] * (REST_FRAMES + 3))

    assert seen[len(before) + REST_FRAMES] is Moment.SETTLED
    assert set(seen[len(before) + REST_FRAMES + 1 :]) == {Moment.KNOWN}


@pytest.mark.parametrize("shown", ["a hand", "its shadow alone"])
def test_a_shadow_that_fades_once_its_hand_is_gone_does_not_begin_a_rest_anew(shown: str) -> None:
    def spot(frame: Frame, light: float) -> Frame:
        frame = frame.copy()
        frame[300:312, 300:312] = round(250 * light)
        return frame

    covered = reaching(table(), 280) if shown == "a hand" else in_soft_shadow(table(), 620, alone=True)
    bare = [*[spot(table(), 0.855)] * 2, *[spot(table(), 0.895)] * 6]
    seen = moments(*[table()] * 5, spot(covered, 0.75), *bare)

    assert seen[6:].index(Moment.SETTLED) == REST_FRAMES
    assert Moment.MOVING not in seen[6:]


def test_a_soft_shadow_that_goes_with_its_hand_is_no_die_that_moves() -> None:
    lying, dark_sleeve = table((520, 60)), (33, 72, 42)
    covered = [in_soft_shadow(reaching(lying, 480, dark_sleeve), 480)] * 2
    seen = moments(*[table()] * 5, *covered, *[lying] * (REST_FRAMES + 3))

    assert Moment.MOVING not in seen[5:]
    assert seen.index(Moment.SETTLED, 5) == 5 + len(covered) + REST_FRAMES


def in_soft_shadow(frame: Frame, x: int, alone: bool = False) -> Frame:
    """Return the table in the shadow of an arm from the right edge to x, darkest beside it.

    Where it is `alone`, the arm is not in the picture.
    """
    rows, columns = np.mgrid[:480, :640]
    away = np.hypot((x - columns).clip(0), (40 - rows).clip(0) + (rows - 140).clip(0))
    light = np.where(alone | (away > 0), 0.7 + 0.3 * (away / 80).clip(0, 1), 1.0)
    return (frame * light[..., None]).astype(np.uint8)


def test_a_die_whose_shadow_reaches_the_edge_settles_once() -> None:
    lying = table()
    lying[140:200, 560:] //= 2
    lying[100:140, 590:630] = table((590, 100))[100:140, 590:630]
    seen = moments(*[table()] * 5, *[lying] * (2 * REST_FRAMES + 4))

    assert seen[5 + REST_FRAMES] is Moment.SETTLED
    assert seen[5:].count(Moment.SETTLED) == 1


def test_a_stick_as_dark_as_a_shadow_does_not_keep_dice_from_coming_to_rest() -> None:
    lying = table((100, 100))
    sticks = [with_dark_stick(lying, length) for length in (120, 160, 200)]
    seen = moments(*[table()] * 5, *[lying] * REST_FRAMES, *sticks)

    assert seen[5 + REST_FRAMES] is Moment.SETTLED


def with_dark_stick(frame: Frame, length: int) -> Frame:
    """Return the table with a narrow stick of its own colour, in the dark, that comes from the lower edge."""
    frame = frame.copy()
    frame[480 - length :, 400:410] //= 2
    return frame


def test_what_a_hand_has_covered_is_known_again_though_the_camera_exposed_otherwise() -> None:
    lying = table((100, 300))
    covered = [exposed(reaching(lying, 280), 0.7)] * (REST_FRAMES + 1)
    seen = moments(*[table()] * 5, *covered, *[exposed(lying, 0.85)] * (REST_FRAMES + 3))

    assert seen[5:].count(Moment.SETTLED) == 1
    assert Moment.HAND not in seen[5 + len(covered) :]
    assert seen[-1] is Moment.KNOWN


def test_a_table_is_not_forgotten_for_hands_that_fill_the_picture_as_a_rest_is_over() -> None:
    lying = table((100, 300))
    filled = exposed(table(), 0.7)
    filled[:, 200:] = shaded_picture(250)[:, 200:]
    rolls, covered = table((300, 300)), [exposed(reaching(table(), 560), 0.7)] * REST_FRAMES
    seen = moments(*[table()] * 5, rolls, *covered, filled, *[lying] * (REST_FRAMES + 3))

    assert seen[6] is Moment.MOVING
    assert seen[5:].count(Moment.SETTLED) == 1
    assert Moment.HAND not in seen[-REST_FRAMES:]


def test_another_scene_is_read_once_it_is_at_rest() -> None:
    seen = moments(*[table((100, 100))] * 5, *[shaded_picture(250)] * 12)

    assert Moment.SETTLED in seen[5:]
    assert seen[-1] is Moment.KNOWN


def test_what_reaches_in_and_does_not_move_any_more_belongs_to_the_table() -> None:
    rest = replace(REST, belongs_s=10 / NOMINAL_FPS)
    state, seen = Settling(), []
    for frame in [*[table()] * 5, *[reaching(table((560, 80)), 500)] * 16]:
        state = settle(state, frame, rest)
        seen.append(state.moment)

    assert seen.count(Moment.SETTLED) == 2
    assert seen[-1] is Moment.KNOWN
    assert not state.is_covered((560, 80, 600, 120), 640)


def test_the_emptiest_table_is_remembered_until_pictures_are_of_another_size() -> None:
    bare, with_arm = shrunk(table()), shrunk(reaching(table(), 280))
    state = Settling(rest_began=with_arm).with_empty(bare, REST)

    assert state.with_empty(with_arm, REST).empty is bare
    assert Settling(rest_began=bare[:-1]).with_empty(bare, REST).empty is None
    assert settle(state, table()[:-2], REST).empty is None


def test_a_die_under_a_hand_is_covered_and_one_beside_it_is_not() -> None:
    state = Settling()
    for frame in [*[table()] * 5, *[reaching(table((100, 300), (560, 80)), 500)] * 2]:
        state = settle(state, frame, REST)

    assert state.is_covered((560, 80, 600, 120), 640)
    assert not state.is_covered((100, 300, 140, 340), 640)


def test_a_shorter_exposure_is_no_change() -> None:
    darker = (table((100, 100)) * 0.85).astype(np.uint8)
    seen = moments(*[table((100, 100))] * 5, *[darker] * 5)

    assert seen[5:] == [Moment.KNOWN] * 5
