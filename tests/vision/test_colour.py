"""Body and marks are told apart on dice of known colours, small and large, in white and in coloured light."""

import numpy as np
import pytest

from tests.vision.drawn_dice import PAINT, drawn_die
from vision.colour import (
    COLOUR_NAMES,
    WHITE_LIGHT,
    Lab,
    body_name,
    colour_name,
    light_of,
    marks_name,
    measure_colours,
)

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
        colours = measure_colours(drawn_die(body, marks, face, side_px, rng))

        assert (colours.body, colours.marks) == (body, marks), face


@pytest.mark.parametrize(
    "cast",
    [pytest.param((0.65, 0.88, 1.0), id="lamp light"), pytest.param((1.0, 0.92, 0.8), id="cloudy sky")],
)
def test_a_rolls_own_white_shows_the_colour_of_the_light(cast: tuple[float, float, float]) -> None:
    rng = np.random.default_rng(4)
    groups = [("red", "white"), ("black", "red"), ("green", "white"), ("black", "green"), ("white", "black")]
    crops = [drawn_die(body, marks, 5, 60, rng, cast) for body, marks in groups]

    light = light_of(crops)

    found = [measure_colours(crop, light) for crop in crops]
    assert [(colours.body, colours.marks) for colours in found] == groups


def test_red_dice_alone_stay_red_though_no_white_shows_the_light() -> None:
    rng = np.random.default_rng(5)
    crops = [drawn_die("red", "black", face, 60, rng) for face in (2, 3, 6)]

    light = light_of(crops)

    assert [measure_colours(crop, light).body for crop in crops] == ["red"] * 3


def test_without_dice_or_in_white_light_nothing_is_changed() -> None:
    rng = np.random.default_rng(6)
    crop = drawn_die("white", "black", 3, 60, rng)

    assert light_of([]) is WHITE_LIGHT
    assert measure_colours(crop, WHITE_LIGHT) == measure_colours(crop)


@pytest.mark.parametrize("shape", [(12, 12), (13, 40), (200, 90)])
def test_crops_of_any_size_are_measured(shape: tuple[int, int]) -> None:
    plain = np.full((*shape, 3), PAINT["blue"], np.uint8)

    colours = measure_colours(plain, light_of([plain]))

    assert colours.body in COLOUR_NAMES
    assert colours.contrast < 1


@pytest.mark.parametrize(
    ("lab", "name"),
    [
        # Lab of the sRGB colours in brackets, worked out with CIE's formulae.
        pytest.param((0.0, 0.0, 0.0), "black", id="(0, 0, 0)"),
        pytest.param((100.0, 0.0, 0.0), "white", id="(255, 255, 255)"),
        pytest.param((53.6, 0.0, 0.0), "grey", id="(128, 128, 128)"),
        pytest.param((53.2, 80.1, 67.2), "red", id="(255, 0, 0)"),
        pytest.param((74.9, 23.9, 78.9), "orange", id="(255, 165, 0)"),
        pytest.param((97.1, -21.6, 94.5), "yellow", id="(255, 255, 0)"),
        pytest.param((46.2, -51.7, 49.9), "green", id="(0, 128, 0)"),
        pytest.param((32.3, 79.2, -107.9), "blue", id="(0, 0, 255)"),
        pytest.param((29.8, 58.9, -36.5), "purple", id="(128, 0, 128)"),
        pytest.param((65.5, 64.2, -10.7), "pink", id="(255, 105, 180)"),
        pytest.param((37.5, 26.4, 41.0), "brown", id="(139, 69, 19) is saddle brown"),
        pytest.param((94.0, 0.0, 16.0), "white", id="ivory counts as white"),
        pytest.param((30.0, 60.0, -2.0), "red", id="crimson, hue just below 360"),
    ],
)
def test_colours_have_the_names_people_give_them(lab: Lab, name: str) -> None:
    assert colour_name(lab) == name


def test_every_colour_has_a_name_of_the_list() -> None:
    for lightness in range(0, 101, 10):
        for a in range(-100, 101, 10):
            for b in range(-100, 101, 10):
                lab = (float(lightness), float(a), float(b))
                assert {colour_name(lab), body_name(lab, lab), marks_name(lab, lab)} <= set(COLOUR_NAMES)


def test_a_shaded_white_die_is_white_and_a_glossy_black_one_black() -> None:
    assert body_name((48.0, 0.0, 0.0), marks=(15.0, 0.0, 0.0)) == "white"
    assert body_name((42.0, 0.0, 0.0), marks=(85.0, 0.0, 0.0)) == "black"
    assert body_name((48.0, 2.0, 8.0), marks=(89.0, -58.0, 39.0)) == "black"
    assert body_name((56.0, 0.0, 0.0), marks=(95.0, 0.0, 0.0)) == "grey"


def test_white_pips_that_take_on_some_red_of_a_small_die_are_white() -> None:
    assert marks_name((58.0, 22.0, 12.0), body=(35.0, 52.0, 30.0)) == "white"
    assert marks_name((48.0, 42.0, 24.0), body=(38.0, 56.0, 33.0)) == "white"
    assert marks_name((45.0, 55.0, 35.0), body=(15.0, 2.0, 0.0)) == "red"
