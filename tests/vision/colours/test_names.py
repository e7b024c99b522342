"""Colours have the names that people give them, marks and bodies with regard to each other."""

import pytest

from vision.colours.names import COLOUR_NAMES, body_name, colour_name, marks_name
from vision.reading import Lab


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


def test_a_black_die_over_which_bright_marks_spill_their_colour_is_black() -> None:
    spilt, marks = (24.0, -9.0, 16.0), (89.0, -68.0, 71.0)

    assert (body_name(spilt, marks), marks_name(marks, spilt)) == ("black", "green")
    assert body_name((30.0, -30.0, 22.0), marks=(88.0, -20.0, 18.0)) == "green"
    assert body_name((24.0, -9.0, 16.0), marks=(60.0, 60.0, 50.0)) == "green"
