"""Body and marks are told apart on dice of known colours, small and large, in white and in coloured light."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.drawn_dice import CLOTH, PAINT, Bgr, drawn_die
from vision.colours.calibrate import MOST_ERROR
from vision.colours.colour import open_colour_meter
from vision.colours.light import WHITE_LIGHT, light_of, names_of
from vision.dice.crop import VIEW_MARGIN, crop
from vision.image import Frame, resized
from vision.reader import MODELS_DIR

METER = open_colour_meter(MODELS_DIR, threads=1)

DARKER_THAN_PIPS = 70
"""Green of the black body, of 255; that of green pips is above."""


def with_margin(die: Frame, around: Bgr = CLOTH) -> Frame:
    """Return the view of a die, 64 pixels wide with a margin of cloth, from the picture of its box."""
    edge = round(die.shape[0] * (VIEW_MARGIN - 1) / 2)
    framed = cv2.copyMakeBorder(die, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=around)
    return np.asarray(cv2.resize(framed, (64, 64), interpolation=cv2.INTER_AREA), dtype=np.uint8)


PAIRS = [
    ("red", "white"),
    ("black", "red"),
    ("green", "white"),
    ("black", "green"),
    ("white", "black"),
    ("blue", "white"),
    ("yellow", "black"),
    ("black", "white"),
    ("white", "red"),
    ("purple", "white"),
    ("orange", "black"),
]


@pytest.mark.parametrize("side_px", [30, 45, 80, 150])
@pytest.mark.parametrize(("body", "marks"), PAIRS)
def test_groups_of_a_table_are_told_apart_on_every_face(body: str, marks: str, side_px: int) -> None:
    rng = np.random.default_rng(side_px)

    for face in range(1, 7):
        (seen,) = METER.measure([with_margin(drawn_die(body, marks, face, side_px, rng))])

        assert names_of([seen], WHITE_LIGHT) == [(body, marks)], face


def test_speckles_brighter_than_pips_are_no_marks() -> None:
    rng = np.random.default_rng(6)
    views = []
    for face in range(1, 7):
        die = drawn_die("black", "green", face, 52, rng)
        for row, column in rng.integers(10, 40, (14, 2)):
            if die[row - 1 : row + 3, column - 1 : column + 3, 1].max() < DARKER_THAN_PIPS:
                die[row : row + 2, column : column + 2] = PAINT["red"]
        views.append(with_margin(die))

    for colours in METER.measure(views):
        assert colours.marks[1] < 0, "green is of negative a*"


@pytest.mark.parametrize(
    "cast",
    [pytest.param((0.65, 0.88, 1.0), id="lamp light"), pytest.param((1.0, 0.92, 0.8), id="cloudy sky")],
)
def test_a_rolls_own_white_shows_the_colour_of_the_light(cast: tuple[float, float, float]) -> None:
    rng = np.random.default_rng(4)
    groups = [("red", "white"), ("black", "red"), ("green", "white"), ("black", "green"), ("white", "black")]
    crops = [drawn_die(body, marks, 5, 60, rng, cast) for body, marks in groups]

    seen = METER.measure([with_margin(crop) for crop in crops])

    assert names_of(seen, light_of(crops)) == groups


def test_red_dice_alone_stay_red_though_no_white_shows_the_light() -> None:
    rng = np.random.default_rng(5)
    crops = [drawn_die("red", "black", face, 60, rng) for face in (2, 3, 6)]

    seen = METER.measure([with_margin(crop) for crop in crops])

    assert [body for body, _ in names_of(seen, light_of(crops))] == ["red"] * 3


def test_without_dice_nothing_is_measured() -> None:
    assert light_of([]) is WHITE_LIGHT
    assert METER.measure([]) == []
    assert names_of([], WHITE_LIGHT) == []


@pytest.mark.parametrize("side_px", [16, 40, 48, 200])
def test_views_of_any_size_are_measured(side_px: int) -> None:
    view = with_margin(drawn_die("blue", "white", 4, 100, np.random.default_rng(11)))

    seen = METER.measure([resized(view, side_px, side_px)])

    assert names_of(seen, WHITE_LIGHT) == [("blue", "white")]


def test_what_lies_around_a_die_is_measured_too() -> None:
    view = with_margin(drawn_die("white", "black", 5, 60, np.random.default_rng(6)), around=(40, 120, 30))

    (seen,) = METER.measure([view])

    assert names_of([replace(seen, body=seen.around)], WHITE_LIGHT)[0][0] == "green"


def test_dice_measured_together_are_measured_as_alone() -> None:
    rng = np.random.default_rng(7)
    views = [with_margin(drawn_die(body, marks, 5, 60, rng)) for body, marks in PAIRS]

    for seen, view in zip(METER.measure(views), views, strict=True):
        (alone,) = METER.measure([view])
        assert [*seen.body, *seen.marks] == pytest.approx([*alone.body, *alone.marks], abs=0.01)


def test_a_dies_colours_are_not_those_of_another_before_it() -> None:
    rng = np.random.default_rng(10)
    picture = np.full((200, 200, 3), CLOTH, np.uint8)
    boxes = [(50.0, 40.0, 110.0, 100.0), (62.0, 64.0, 122.0, 124.0)]
    picture[40:100, 50:110] = drawn_die("black", "red", 5, 60, rng)
    picture[64:124, 62:122] = drawn_die("black", "white", 5, 60, rng)
    views = [crop(picture, box, 64, VIEW_MARGIN) for box in boxes]

    assert names_of(METER.measure(views), WHITE_LIGHT) == [("black", "red"), ("black", "white")]


def test_a_die_that_mirrors_a_lamp_is_told_less_surely() -> None:
    view = with_margin(drawn_die("red", "white", 2, 80, np.random.default_rng(8)))
    (plain,) = METER.measure([view])
    view[: view.shape[0] * 3 // 4] = (236, 250, 255)

    (glaring,) = METER.measure([view])

    assert plain.error < MOST_ERROR < glaring.error


def test_white_pips_in_bright_light_are_no_mirrored_lamp() -> None:
    six = with_margin(drawn_die("red", "white", 6, 80, np.random.default_rng(9)))
    overexposed = np.clip(six.astype(np.float32) * 1.3, 0, 255).astype(np.uint8)

    (seen,) = METER.measure([overexposed])

    assert seen.marks[0] > 97
    assert seen.error < MOST_ERROR
