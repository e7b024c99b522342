"""Groups are told apart by what they are to each other and the table, whatever light falls on them."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.lit import DAYLIGHT, FELT, FOUR_GROUPS, LAMP, Rgb, seen, told
from vision.colours.calibrate import learnt
from vision.colours.grouping import grouped
from vision.colours.groups import Belonging, Compare, Groups
from vision.colours.lab import as_lab, lab_of, linear_of
from vision.colours.profiles import GroupProfile, Profiles
from vision.reading import DieReading, Lab, Problem, SeenColours, TableReading

NAMES = tuple("/".join(colours) for colours in FOUR_GROUPS)


def calibrated(light: Rgb = DAYLIGHT, table: Rgb = FELT, names: tuple[str, ...] = NAMES) -> Profiles:
    """Return profiles learnt from four dice a group."""
    rng = np.random.default_rng(1)
    pictures: dict[str, list[SeenColours]] = {}
    for name in names:
        body, marks = name.split("/")
        pictures[name] = [seen(body, marks, light, rng, table) for _ in range(4)]
    return learnt(pictures, dict.fromkeys(names, ("", "")))


def thrown(light: Rgb, table: Rgb = FELT, seed: int = 2) -> list[SeenColours]:
    """Return three dice of each group in one picture."""
    rng = np.random.default_rng(seed)
    return [seen(*colours, light, rng, table) for colours in FOUR_GROUPS for _ in range(3)]


EXPECTED = tuple(name for name in NAMES for _ in range(3))


@pytest.mark.parametrize(
    "light",
    [
        pytest.param(DAYLIGHT, id="the same"),
        pytest.param((0.25, 0.25, 0.25), id="two stops darker"),
        pytest.param(LAMP, id="a lamp at home"),
        pytest.param((0.15, 0.1, 0.05), id="a dim lamp"),
        pytest.param((0.8, 0.95, 1.3), id="a blue sky"),
    ],
)
@pytest.mark.parametrize("table", [FELT, (0.02, 0.02, 0.02), (0.6, 0.45, 0.3)])
def test_four_groups_are_told_apart_under_another_light(light: Rgb, table: Rgb) -> None:
    assert told(Groups(calibrated(table=table)), thrown(light, table)) == EXPECTED


def test_calibrated_by_lamp_light_they_are_told_apart_by_day() -> None:
    assert told(Groups(calibrated(LAMP)), thrown(DAYLIGHT)) == EXPECTED


def test_of_two_lights_that_explain_the_dice_the_one_counts_under_which_the_groups_fit_best() -> None:
    """A rendered table, seed 900052: in a darker light red dice would be black ones with green pips."""
    learnt_dice: dict[str, tuple[tuple[Lab, Lab], ...]] = {
        "red/white": (
            ((42.4, 64.5, 45.4), (89.2, 9.9, 16.4)),
            ((43.1, 61.9, 41.7), (90.6, 5.1, 19.6)),
            ((42.7, 64.8, 45.1), (92.0, 7.0, 20.3)),
            ((44.0, 64.5, 46.6), (90.6, 11.4, 18.4)),
        ),
        "black/red": (
            ((20.5, 8.7, 9.1), (43.3, 59.3, 43.1)),
            ((17.9, -1.6, 4.3), (45.5, 61.6, 41.5)),
            ((21.8, 11.2, 10.2), (45.6, 61.1, 43.1)),
            ((18.6, -1.5, 6.2), (45.6, 59.9, 42.3)),
        ),
        "green/white": (
            ((45.0, -33.1, 33.1), (84.5, -1.1, 26.1)),
            ((50.8, -37.8, 38.4), (81.8, 2.3, 24.5)),
            ((43.0, -31.5, 30.7), (82.4, -3.7, 23.1)),
        ),
        "black/green": (
            ((23.1, -2.2, 10.7), (50.2, -17.0, 29.7)),
            ((29.2, -1.9, 11.4), (59.0, -0.4, 12.2)),
        ),
    }
    groups = tuple(GroupProfile(name, "", "", dice) for name, dice in learnt_dice.items())
    profiles = Profiles(groups, ((77.6, -2.9, 19.3), (57.7, 8.2, 28.5)))
    dice = [
        SeenColours((39, 34, 30), (62, -1, 24), (57, -8, 24), 0.0),
        SeenColours((38, 34, 30), (59, 4, 23), (53, -3, 22), 0.0),
        SeenColours((39, 34, 30), (62, -2, 24), (55, -5, 23), 0.0),
        SeenColours((45, -29, 36), (63, -1, 28), (55, -9, 24), 0.0),
        SeenColours((11, -3, 6), (47, -25, 45), (49, -7, 21), 0.0),
    ]

    assert told(Groups(profiles), dice) == ("red/white",) * 3 + ("green/white", "black/green")


@pytest.mark.parametrize("name", NAMES)
def test_a_single_group_on_the_table_is_known(name: str) -> None:
    body, marks = name.split("/")
    rng = np.random.default_rng(3)

    found = told(Groups(calibrated()), [seen(body, marks, LAMP, rng) for _ in range(2)])

    assert found == (name, name)


@pytest.mark.parametrize("stranger", [("white", "black"), ("blue", "white"), ("yellow", "black")])
@pytest.mark.parametrize("light", [DAYLIGHT, LAMP])
def test_a_die_of_no_group_belongs_to_none(stranger: tuple[str, str], light: Rgb) -> None:
    rng = np.random.default_rng(4)

    found = told(Groups(calibrated()), [*thrown(light), seen(*stranger, light, rng)])

    assert found == (*EXPECTED, None)


def off_red(share: float) -> SeenColours:
    """Return a black die with red pips, whose marks are so far on the way to green ones."""
    dice = thrown(DAYLIGHT)
    red, green = dice[3], dice[9]
    marks = [(1 - share) * one + share * other for one, other in zip(red.marks, green.marks, strict=True)]
    return replace(red, marks=as_lab(marks))


def test_a_die_between_two_groups_belongs_to_none() -> None:
    """Body and marks are halfway from black with red pips to black with green ones."""
    found = told(Groups(calibrated()), [*thrown(DAYLIGHT), off_red(0.5)])

    assert found == (*EXPECTED, None)


def test_a_die_is_told_where_only_one_group_fits_though_a_tenth_speaks_for_none() -> None:
    assert told(Groups(calibrated()), [*thrown(DAYLIGHT), off_red(0.4)]) == (*EXPECTED, "black/red")


@pytest.mark.parametrize(("off", "likelier_of_none"), [(0.45, False), (0.55, True)])
def test_a_die_of_no_group_says_of_which_it_may_be(off: float, likelier_of_none: bool) -> None:
    stranger = seen("blue", "white", DAYLIGHT, np.random.default_rng(4))

    found = Groups(calibrated()).of([*thrown(DAYLIGHT), off_red(off), stranger])

    assert found == (
        *map(Belonging, EXPECTED),
        Belonging(None, ("black/red",), likelier_of_none),
        Belonging(),
    )


@pytest.mark.parametrize(
    ("off", "confidence", "may_be"),
    [(0.45, 0.9, ("black/red",)), (0.55, 0.9, ()), (0.55, 0.97, ("black/red",))],
    ids=["likely of one", "likelier of none", "likelier of none, its face beyond doubt"],
)
def test_a_die_likelier_of_no_group_may_be_of_one_where_its_face_is_beyond_doubt(
    off: float, confidence: float, may_be: tuple[str, ...]
) -> None:
    colours = [*thrown(DAYLIGHT), off_red(off)]
    dice = [DieReading("d6", 3, confidence, (0, 0, 9, 9), "", "", colours=one) for one in colours]

    found = grouped(TableReading(640, 480, 1.0, tuple(dice)), Groups(calibrated()))

    assert (found.dice[-1].group, found.dice[-1].may_be) == (None, may_be)


def mirroring(die: SeenColours, light: float) -> SeenColours:
    """Return a die whose top face mirrors so much light beside its own; all of a camera's range is 1."""
    body, marks = np.minimum(linear_of(np.array([die.body, die.marks])) + light, 1.0)
    return replace(die, body=as_lab(lab_of(body).tolist()), marks=as_lab(lab_of(marks).tolist()))


def test_a_top_face_that_mirrors_a_wall_is_of_its_group() -> None:
    dice = thrown(DAYLIGHT)
    found = told(
        Groups(calibrated()), [mirroring(one, 0.1) if index % 3 else one for index, one in enumerate(dice)]
    )

    assert found == EXPECTED


def test_a_top_face_that_mirrors_the_lamp_tells_no_group() -> None:
    dice = thrown(DAYLIGHT)

    found = told(Groups(calibrated()), [*dice[:-1], mirroring(dice[-1], 1.0)])

    assert found == (*EXPECTED[:-1], None)


def test_a_pale_body_that_passes_for_a_mirrored_lamp_is_known() -> None:
    body, teal, felt = (74.0, 43.0, -39.0), (70.0, -33.0, -13.0), (36.0, 1.0, -4.0)
    dice = [SeenColours(body, teal, felt, 0.45)] * 3
    profiles = learnt({"purple": dice}, {"purple": ("", "")})
    brighter = SeenColours((71.0, 48.0, -42.0), (67.0, -32.0, -9.0), felt, 0.45)

    assert told(Groups(profiles), [brighter] * 3) == ("purple",) * 3


def test_where_most_dice_are_strangers_the_light_is_not_trusted() -> None:
    rng = np.random.default_rng(6)
    strangers = [seen("yellow", "black", DAYLIGHT, rng) for _ in range(5)]

    found = told(Groups(calibrated()), [*thrown(DAYLIGHT)[:3], *strangers])

    assert found == (None,) * 8


def test_dice_refused_for_what_they_hide_have_no_group() -> None:
    dice = [DieReading("d6", 3, 0.9, (0, 0, 9, 9), "", "", colours=one) for one in thrown(DAYLIGHT)]
    dice[0] = replace(dice[0], face=None, problem=Problem.HIDDEN)
    dice[1] = replace(dice[1], face=None, problem=Problem.COCKED)

    found = grouped(TableReading(640, 480, 1.0, tuple(dice)), Groups(calibrated()))

    assert [die.group for die in found.dice] == [None, *EXPECTED[1:]]


@pytest.mark.parametrize("problem", [Problem.BLUR, Problem.UNSUPPORTED, Problem.UNSURE])
def test_an_unread_die_may_be_of_any_group_of_its_body(problem: Problem) -> None:
    colours = thrown(DAYLIGHT)
    dice = [DieReading("d6", 3, 0.9, (0, 0, 9, 9), "", "", colours=one) for one in colours]
    grey = replace(colours[3], marks=(50.0, 0.0, 0.0))
    dice[3] = replace(dice[3], face=None, problem=problem, colours=grey)

    found = grouped(TableReading(640, 480, 1.0, tuple(dice)), Groups(calibrated()))

    assert [die.group for die in found.dice] == [*EXPECTED[:3], None, *EXPECTED[4:]]
    assert found.dice[3].may_be == ("black/red", "black/green")


def test_an_unread_die_of_another_body_may_be_of_none() -> None:
    dice = [DieReading("d6", 3, 0.9, (0, 0, 9, 9), "", "", colours=one) for one in thrown(DAYLIGHT)]
    blue = seen("blue", "white", DAYLIGHT, np.random.default_rng(4))
    stranger = DieReading("d6", None, 0.9, (0, 0, 9, 9), "", "", problem=Problem.BLUR, colours=blue)

    found = grouped(TableReading(640, 480, 1.0, (*dice, stranger)), Groups(calibrated()))

    assert found.dice[-1].may_be == ()


def test_a_dark_die_whose_marks_are_blurred_away_belongs_to_none() -> None:
    dice = thrown(DAYLIGHT)
    blurred = replace(dice[3], marks=dice[3].body)

    found = told(Groups(calibrated()), [*dice[:3], blurred, *dice[4:]])

    assert found == (*EXPECTED[:3], None, *EXPECTED[4:])


def test_a_dark_die_that_mirrors_as_much_as_its_pips_are_bright_is_known_by_their_tint() -> None:
    dice = thrown(DAYLIGHT)
    dark = EXPECTED.index("black/green")
    mirroring = replace(dice[dark], body=(dice[dark].marks[0], 0.0, 0.0))

    assert told(Groups(calibrated()), [*dice[:dark], mirroring, *dice[dark + 1 :]]) == EXPECTED


def test_dice_that_mirrored_a_lamp_when_they_were_learnt_are_known_by_their_marks() -> None:
    profiles = calibrated()
    mirroring = tuple(((45.0, 0.0, 0.0), (30.0, -10.0, 6.0)) for _ in range(4))
    groups = tuple(
        replace(one, dice=mirroring) if one.name == "black/green" else one for one in profiles.groups
    )

    assert told(Groups(replace(profiles, groups=groups)), thrown(DAYLIGHT)) == EXPECTED


@pytest.mark.parametrize(
    ("marks", "group"), [((55.0, -35.0, 25.0), "black/green"), ((46.0, -4.0, 3.0), None)]
)
def test_marks_of_a_strong_tint_are_seen_though_their_group_was_learnt_mirroring(
    marks: Lab, group: str | None
) -> None:
    profiles = calibrated(names=("red/white", "black/green"))
    mirroring = tuple(((45.0, 0.0, 0.0), (20.0, -5.0, 4.0)) for _ in range(4))
    groups = tuple(
        replace(one, dice=mirroring) if one.name == "black/green" else one for one in profiles.groups
    )
    rng = np.random.default_rng(3)
    red = [seen("red", "white", DAYLIGHT, rng) for _ in range(3)]
    die = replace(seen("black", "green", DAYLIGHT, rng), body=(45.0, 0.0, 0.0), marks=marks)

    assert told(Groups(replace(profiles, groups=groups)), [*red, die])[-1] == group


def test_dark_dice_whose_marks_are_blurred_away_leave_the_others_their_groups() -> None:
    rng = np.random.default_rng(8)
    dark = [seen("black", "red", DAYLIGHT, rng) for _ in range(4)]
    blurred = [replace(one, marks=one.body) for one in dark]
    clear = [seen(*colours, DAYLIGHT, rng) for colours in FOUR_GROUPS[::2]]

    groups = told(Groups(calibrated()), [*blurred, *clear])

    assert groups == (None,) * 4 + NAMES[::2]


def test_the_order_of_dice_and_of_groups_is_irrelevant() -> None:
    dice = thrown(LAMP)
    backward = calibrated(names=NAMES[::-1])

    assert told(Groups(backward), dice[::-1]) == EXPECTED[::-1]


def test_without_dice_there_are_no_groups_to_find() -> None:
    assert told(Groups(calibrated()), []) == ()


def test_profiles_without_a_table_do_as_well() -> None:
    profiles = replace(calibrated(), table=())

    assert told(Groups(profiles), thrown(LAMP)) == EXPECTED


def test_a_checked_cloth_is_no_sign_of_another_light() -> None:
    squares: tuple[Rgb, Rgb] = ((0.03, 0.06, 0.4), (0.6, 0.6, 0.6))
    rng = np.random.default_rng(5)
    pictures = {
        "/".join(colours): [seen(*colours, DAYLIGHT, rng, squares[index % 2]) for _ in range(3)]
        for index, colours in enumerate(FOUR_GROUPS)
    }
    profiles = learnt(pictures, dict.fromkeys(NAMES, ("", "")))

    found = told(
        Groups(profiles),
        [seen(*colours, LAMP, rng, table) for colours, table in product(FOUR_GROUPS, squares)],
    )

    assert found == tuple(name for name in NAMES for _ in squares)


def test_a_reading_gets_its_groups_and_nothing_else_changes() -> None:
    colours = thrown(LAMP)
    dice = tuple(DieReading("d6", 3, 0.99, (0, 0, 9, 9), "red", "white", colours=one) for one in colours)
    uncoloured = DieReading("d6", 4, 0.99, (0, 0, 9, 9), "red", "white")
    reading = TableReading(640, 480, 1.0, (uncoloured, *dice))

    found = grouped(reading, Groups(calibrated()))

    assert [die.group for die in found.dice] == [None, *EXPECTED]
    assert replace(found, dice=tuple(replace(die, group=None) for die in found.dice)) == reading


def odds_of(dice: int, **told: dict[int, float]) -> Compare:
    """Return what finds the odds of each group as told by place, 3 of the right one and -8 of the others."""
    odds = np.array([[3.0 if EXPECTED[die] == name else -8.0 for die in range(dice)] for name in NAMES])
    for name, given in told.items():
        for die, one in given.items():
            odds[NAMES.index(name.replace("_", "/")), die] = one
    return lambda light: odds[: len(light)]


def test_a_die_that_mirrors_a_lamp_whole_is_of_the_group_that_its_view_shows() -> None:
    dice = thrown(DAYLIGHT)
    dark = EXPECTED.index("black/red")
    dice[dark] = replace(dice[dark], body=(40.0, 2.0, 20.0), marks=(74.0, 23.0, 45.0))
    groups = Groups(calibrated())

    assert told(groups, dice) == (*EXPECTED[:dark], None, *EXPECTED[dark + 1 :])
    assert tuple(one.group for one in groups.of(dice, compare=odds_of(len(dice)))) == EXPECTED


def test_a_die_whose_view_shows_other_colours_than_its_groups_belongs_to_none() -> None:
    dice = thrown(DAYLIGHT)

    found = Groups(calibrated()).of(dice, compare=odds_of(len(dice), red_white={0: -30.0}))

    assert tuple(one.group for one in found) == (None, *EXPECTED[1:])


@pytest.mark.parametrize(
    ("mirrors", "green", "told"),
    [(False, 2.8, True), (False, 3.2, False), (True, 2.8, False), (True, 1.8, True)],
)
def test_a_die_that_looks_as_much_like_another_group_belongs_to_neither(
    mirrors: bool, green: float, told: bool
) -> None:
    """Like it by more than its own where its colours tell that, and nearly as much where they do not."""
    dice = thrown(DAYLIGHT)
    dark = EXPECTED.index("black/red")
    if mirrors:
        dice[dark] = replace(dice[dark], body=(40.0, 2.0, 20.0), marks=(74.0, 23.0, 45.0))

    found = Groups(calibrated()).of(dice, compare=odds_of(len(dice), black_green={dark: green}))

    assert tuple(one.group for one in found) == tuple(
        None if die == dark and not told else name for die, name in enumerate(EXPECTED)
    )
    assert found[dark].may_be == (() if told else ("black/red", "black/green"))


def test_dice_are_compared_with_their_groups_as_the_light_of_the_picture_shows_them() -> None:
    dice = thrown(LAMP)
    asked = []

    def compare(light: NDArray[np.float64]) -> NDArray[np.float64]:
        asked.append(light)
        return np.zeros((len(light), len(dice)))

    Groups(calibrated()).of(dice, compare=compare)

    (shown,) = asked
    for place, name in enumerate(NAMES):
        own = [
            linear_of(np.array([die.body, die.marks]))
            for die, one in zip(dice, EXPECTED, strict=True)
            if one == name
        ]
        assert np.cbrt(shown[place]) == pytest.approx(np.cbrt(np.mean(own, axis=0)), abs=0.06)
