"""From found places to readings: what is accepted, what is refused and why, what is not reported."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import (
    FakeNetwork,
    corrector_telling,
    faces_seen,
    meter_telling,
    surroundings_telling,
)
from vision.dice.faces import FaceReader
from vision.dice.numerals import NumeralReader
from vision.finding.area import Area, area_of
from vision.finding.finder import DieFinder, Finds, FoundDie
from vision.image import Frame, Mask
from vision.reader import TableReader
from vision.reading import Box

LABELS = ("1", "2", "3", "4", "5", "6", "cocked", "unsupported", "hidden", "no die")


class FixedFinder(DieFinder):
    """Finds dice where a test says they are."""

    def __init__(self, *boxes: Box, within: tuple[Box, ...] = (), faint: tuple[Box, ...] = ()) -> None:
        self._finds = Finds(_found(0.9, *boxes), _found(0.2, *faint))
        self._within = within
        self.looked_into: list[Box] = []

    def look(self, frame: Frame, news: Mask | None = None) -> Finds:  # noqa: ARG002 - the same in any frame
        return self._finds

    def find_within(self, frame: Frame, box: Box) -> tuple[FoundDie, ...]:  # noqa: ARG002 - the same in any
        self.looked_into.append(box)
        return _found(0.9, *self._within)


def _found(confidence: float, *boxes: Box) -> tuple[FoundDie, ...]:
    return tuple(FoundDie(box, confidence) for box in boxes)


NO_COMPANY = {"bias": 0.0, "stands": 0.0, "unlike": 0.0}


THRESHOLDS = {
    "accepted": 0.9, "stands": -0.5, "no_die": 0.5, "sure": 0.0, "settled": 0.0, "other_kind": 0.2,
    "may_lean": -9.0, "less_even": 2.0,
}  # fmt: skip


def reader_of(
    chances: dict[str, float],
    *boxes: Box,
    area: Area | None = None,
    stands: float = 2.0,
    top: tuple[float, float] = (0.0, 0.0),
    company: dict[str, float] = NO_COMPANY,
    edges: tuple[float, ...] = (),
    around: float = 0.0,
    evened: dict[str, float] | None = None,
    coloured: dict[str, float] | None = None,
    numerals: str = "pips",
    faint: tuple[Box, ...] = (),
) -> TableReader:
    """Return a reader that sees these chances in every crop, each find stand so among the others and its top
    face point there, and in all surroundings a die with these edges, and these odds that it is one.

    Of a single find that is `evened` it sees those chances instead, and those of `coloured` when it is shown
    the find after that; its reader of numerals says one label.
    """
    row = [chances.get(label, 0.0) for label in LABELS]
    even_row = [(evened or chances).get(label, 0.0) for label in LABELS]
    after = [(coloured or chances).get(label, 0.0) for label in LABELS]
    shown: list[int] = []

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        shown.append(len(pictures))
        last = after if 6 in shown else row
        return faces_seen([even_row if len(pictures) == 6 else last] * len(pictures), stands, top)

    network = FakeNetwork(
        answer,
        64,
        LABELS,
        THRESHOLDS,
        {"company": company},
    )
    return TableReader(
        FixedFinder(*boxes, faint=faint),
        corrector_telling(*edges),
        FaceReader(network, network),
        surroundings_telling(around),
        NumeralReader(numerals_saying(numerals)),
        meter_telling(),
        area,
    )


NUMERAL_THRESHOLDS = {"accepted_d20": 0.9, "accepted_d6n": 0.9, "no_die": 0.7}


def numerals_saying(label: str = "pips") -> FakeNetwork:
    """Return a network to which every die has one label: with pips unless said otherwise."""
    labels = ("d20 1", "pips", "cocked", "no die")

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return [np.array([[float(one == label) for one in labels]] * len(pictures), np.float32)]

    return FakeNetwork(answer, 64, labels, NUMERAL_THRESHOLDS)


def table(height: int = 200, width: int = 300, grey: int = 120) -> Frame:
    return np.full((height, width, 3), grey, np.uint8)


MIDDLE: Box = (100, 80, 140, 120)


def table_with_die() -> Frame:
    """Return a table on which something lighter lies in the middle: no print, of which all is table."""
    frame = table()
    frame[80:120, 100:140] = 200
    return frame


def test_a_sure_face_is_accepted_with_its_confidence() -> None:
    (die,) = reader_of({"4": 0.97, "5": 0.03}, MIDDLE).read(table()).dice

    assert (die.kind, die.face, die.problem) == ("d6", 4, None)
    assert die.confidence == pytest.approx(0.97)
    assert die.box == MIDDLE


@pytest.mark.parametrize(
    ("chances", "problem"),
    [
        ({"4": 0.6, "5": 0.4}, "unsure"),
        ({"4": 0.2, "cocked": 0.8}, "cocked"),
        ({"4": 0.2, "unsupported": 0.8}, "unsupported"),
        ({"4": 0.2, "hidden": 0.8}, "hidden"),
    ],
)
def test_a_refused_die_has_no_face_and_a_reason(chances: dict[str, float], problem: str) -> None:
    (die,) = reader_of(chances, MIDDLE).read(table()).dice

    assert (die.face, die.problem) == (None, problem)


def test_a_refused_die_in_glare_says_so() -> None:
    (die,) = reader_of({"4": 0.6, "5": 0.4}, MIDDLE).read(table(grey=255)).dice

    assert die.problem == "glare"


def test_a_tiny_die_is_refused_however_sure_the_network_is() -> None:
    (die,) = reader_of({"4": 0.99}, (100, 80, 110, 90)).read(table()).dice

    assert (die.face, die.problem) == (None, "too small")


def test_a_die_that_the_picture_edge_cuts_is_refused_however_sure_the_network_is() -> None:
    (die,) = reader_of({"4": 0.99}, (0, 80, 28, 120)).read(table()).dice

    assert (die.face, die.problem) == (None, "cut off")


@pytest.mark.parametrize(("left", "face", "problem"), [(-0.35, 4, None), (-0.6, None, "cut off")])
def test_a_read_die_that_its_box_alone_brings_to_the_edge_is_not_cut(
    left: float, face: int | None, problem: str | None
) -> None:
    found: Box = (1, 80, 61, 140)

    (die,) = reader_of({"4": 0.97, "5": 0.03}, found, edges=(left, -0.5, 0.5, 0.5)).read(table()).dice

    assert (die.face, die.problem) == (face, problem)
    assert (die.box == found) is (face is None)


def test_what_is_no_die_is_not_reported() -> None:
    reading = reader_of({"4": 0.3, "no die": 0.7}, MIDDLE).read(table())

    assert reading.dice == ()
    assert reading.problems == ("no dice found",)


def test_dice_are_told_from_left_to_right() -> None:
    boxes: tuple[Box, ...] = ((200, 10, 240, 50), (10, 90, 50, 130), (100, 40, 140, 80))

    reading = reader_of({"2": 0.95}, *boxes).read(table())

    assert [die.box[0] for die in reading.dice] == [10, 100, 200]
    assert (reading.width, reading.height) == (300, 200)


def test_dice_outside_the_area_are_refused_however_sure_the_network_is() -> None:
    boxes: tuple[Box, ...] = ((10, 90, 50, 130), (200, 10, 240, 50))
    reader = reader_of({"2": 0.95}, *boxes, area=area_of("150,0,300,100"))

    left, right = reader.read(table()).dice

    assert (left.face, left.problem) == (None, "outside")
    assert (right.face, right.problem) == (2, None)


def test_a_die_without_a_sure_face_that_may_be_cocked_is_called_so() -> None:
    chances = {"3": 0.7, "cocked": 0.25}

    die = reader_of(chances, (20, 20, 60, 60)).read(np.zeros((100, 100, 3), np.uint8)).dice[0]

    assert (die.face, die.problem) == (None, "cocked")


@pytest.mark.parametrize(
    ("chances", "stands", "told"),
    [
        ({"3": 0.99}, -0.6, (None, "cocked")),
        ({"3": 0.99}, -0.4, (3, None)),
        ({"3": 0.99}, np.nan, (3, None)),
        ({"3": 0.7, "5": 0.3}, -0.6, (None, "cocked")),
        ({"hidden": 0.7}, -0.6, (None, "hidden")),
        ({"no die": 0.45, "3": 0.3}, -0.6, (None, "unsure")),
    ],
)
def test_a_face_that_stands_otherwise_than_the_others_is_that_of_a_leaning_die(
    chances: dict[str, float], stands: float, told: tuple[int | None, str | None]
) -> None:
    (die,) = reader_of(chances, MIDDLE, stands=stands).read(table()).dice

    assert (die.face, die.problem) == told


@pytest.mark.parametrize(
    ("chances", "stands", "told"),
    [
        ({"3": 0.81, "cocked": 0.19}, 3.1, (3, None)),
        ({"3": 0.81, "cocked": 0.19}, 2.9, (None, "unsure")),
        ({"3": 0.79, "cocked": 0.21}, 3.1, (None, "cocked")),
        ({"3": 0.6, "5": 0.25, "cocked": 0.15}, 3.1, (None, "unsure")),
        ({"3": 0.81, "unsupported": 0.19}, 3.1, (3, None)),
        ({"3": 0.81, "unsupported": 0.19}, 2.9, (None, "unsure")),
        ({"3": 0.79, "unsupported": 0.21}, 3.1, (None, "unsure")),
        ({"3": 0.7, "cocked": 0.15, "unsupported": 0.15}, 3.1, (3, None)),
        ({"3": 0.81, "no die": 0.19}, 3.1, (None, "unsure")),
    ],
)
def test_a_die_that_stands_just_as_the_others_do_is_a_flat_one_of_their_kind_unless_its_crop_clearly_says_not(
    chances: dict[str, float], stands: float, told: tuple[int | None, str | None]
) -> None:
    (die,) = reader_of(chances, MIDDLE, stands=stands).read(table()).dice

    assert (die.face, die.problem) == told


@pytest.mark.parametrize(("looks", "problem"), [(1, None), (2, "cocked")])
def test_a_die_leans_sooner_on_a_table_that_is_watched(looks: int, problem: str | None) -> None:
    reader = reader_of({"4": 0.97}, MIDDLE, stands=THRESHOLDS["stands"] + 1)

    (die,) = reader.reading([reader.look(table_with_die()) for _ in range(looks)]).dice

    assert die.problem == problem


@pytest.mark.parametrize(("looks", "problem"), [(1, None), (2, "cocked")])
def test_a_die_that_leans_away_from_another_leans_sooner_still(looks: int, problem: str | None) -> None:
    beside: Box = (142, 80, 182, 120)
    reader = reader_of({"4": 0.97}, MIDDLE, beside, stands=THRESHOLDS["stands"] + 4, top=(-0.3, 0.0))

    dice = reader.reading([reader.look(table_with_die()) for _ in range(looks)]).dice

    assert [die.problem for die in dice] == [problem, None]


@pytest.mark.parametrize(("stands", "face"), [(1.0, None), (3.0, 4), (np.nan, None)])
def test_a_find_that_stands_as_the_others_do_is_likelier_a_die(stands: float, face: int | None) -> None:
    weighed = {"bias": -1.0, "stands": 0.6, "unlike": 0.0}

    reader = reader_of({"4": 0.87, "no die": 0.13}, MIDDLE, stands=stands, company=weighed)

    (die,) = reader.read(table_with_die()).dice

    assert die.face == face


def test_where_dice_lie_is_told_with_their_crops() -> None:
    shown: list[NDArray[np.float32]] = []

    class Told(FakeNetwork):
        def run(self, pictures: NDArray[np.uint8], **more: NDArray[np.float32]) -> list[NDArray[np.float32]]:
            shown.append(more["centres"])
            return super().run(pictures, **more)

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        row = [0.95] + [0.0] * (len(LABELS) - 1)
        return faces_seen([row] * len(pictures), 1.0)

    network = Told(answer, 64, LABELS, THRESHOLDS, {"company": NO_COMPANY})
    faces = FaceReader(network, network)
    boxes: tuple[Box, ...] = ((0, 0, 40, 40), (280, 180, 300, 200))

    numerals = NumeralReader(numerals_saying())
    reader = TableReader(
        FixedFinder(*boxes), corrector_telling(), faces, surroundings_telling(), numerals, meter_telling()
    )
    reader.read(table())

    assert shown[0] == pytest.approx(np.array([[-130, -80], [140, 90]]) / 150)


@pytest.mark.parametrize(
    ("chances", "grey", "numerals", "told"),
    [
        ({"4": 0.6, "5": 0.4}, 120, "pips", (4, None)),
        ({"4": 0.6, "5": 0.4}, 255, "pips", (None, "glare")),
        ({"4": 0.4, "unsupported": 0.6}, 120, "pips", (4, None)),
        ({"4": 0.4, "unsupported": 0.6}, 120, "cocked", (None, "cocked")),
        ({"4": 0.5, "cocked": 0.5}, 120, "pips", (None, "cocked")),
    ],
)
def test_a_die_with_pips_that_is_not_burnt_out_is_read_once_its_body_is_even(
    chances: dict[str, float], grey: int, numerals: str, told: tuple[int | None, str | None]
) -> None:
    reader = reader_of(chances, MIDDLE, evened={"4": 0.999, "5": 0.001}, numerals=numerals)

    (die,) = reader.read(table(grey=grey)).dice

    assert (die.face, die.problem) == told


@pytest.mark.parametrize(
    ("chances", "around", "told"),
    [
        ({"4": 0.95, "6": 0.05}, 0.0, (4, None)),
        ({"4": 0.95, "6": 0.05}, -2.0, (None, "unsure")),
        ({"4": 0.8, "6": 0.2}, 0.0, (None, "unsure")),
        ({"4": 0.3, "cocked": 0.7}, 0.0, (None, "unsure")),
    ],
)
def test_an_unread_die_is_read_where_it_surely_shows_a_face_in_its_own_colours(
    chances: dict[str, float], around: float, told: tuple[int | None, str | None]
) -> None:
    reader = reader_of({"4": 0.4, "6": 0.6}, MIDDLE, coloured=chances, around=around)

    (die,) = reader.read(table_with_die()).dice

    assert (die.face, die.problem) == told


def test_a_die_that_is_read_is_not_asked_about_its_colours() -> None:
    reader = reader_of({"4": 0.97, "5": 0.03}, MIDDLE, coloured={"5": 1.0})

    assert [die.face for die in reader.read(table_with_die()).dice] == [4]


@pytest.mark.parametrize(("grey", "face"), [(210, 4), (40, None)])
def test_what_may_be_no_die_is_read_in_the_colours_of_dice_that_look_like_it(
    grey: int, face: int | None
) -> None:
    frame = table_with_die()
    frame[80:120, 200:240] = grey

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        first = ({"5": 1.0}, {"4": 0.5, "6": 0.3, "no die": 0.2})
        said = first if len(pictures) == 2 else ({"4": 0.97, "6": 0.03},)
        return faces_seen([[one.get(label, 0.0) for label in LABELS] for one in said], 3.0)

    network = FakeNetwork(answer, 64, LABELS, THRESHOLDS, {"company": NO_COMPANY})
    reader = TableReader(
        FixedFinder(MIDDLE, (200, 80, 240, 120)),
        corrector_telling(),
        FaceReader(network, network),
        surroundings_telling(),
        NumeralReader(numerals_saying()),
        meter_telling(),
    )

    assert [die.face for die in reader.read(frame).dice] == [5, face]


@pytest.mark.parametrize(
    ("chances", "around", "faces"),
    [
        ({"4": 0.98, "no die": 0.02}, 0.0, [4]),
        ({"4": 0.96, "no die": 0.02}, 0.0, []),
        ({"4": 0.7, "5": 0.3}, 0.0, []),
        ({"4": 0.999, "no die": 0.001}, -10.0, []),
        ({"cocked": 1.0}, 0.0, []),
    ],
)
def test_what_is_faintly_like_a_die_is_one_where_its_face_is_read_beyond_doubt(
    chances: dict[str, float], around: float, faces: list[int]
) -> None:
    reader = reader_of(chances, around=around, faint=(MIDDLE,), edges=EDGES)

    assert [die.face for die in reader.read(table_with_die()).dice] == faces


@pytest.mark.parametrize(
    ("printed", "is_faint", "around"),
    [({"5": 0.96, "no die": 0.04}, True, 0.0), ({"5": 0.6, "no die": 0.4}, False, -9.0)],
)
def test_what_is_dropped_does_not_say_that_a_die_leans(
    printed: dict[str, float], is_faint: bool, around: float
) -> None:
    other: Box = (200, 80, 240, 120)

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        said = ({"4": 1.0}, printed)[: len(pictures)]
        seen = faces_seen([[one.get(label, 0.0) for label in LABELS] for one in said], 3.0)
        if len(pictures) > 1:
            seen[1][0] = -3.0
        return seen

    network = FakeNetwork(answer, 64, LABELS, {**THRESHOLDS, "accepted": 0.5}, {"company": NO_COMPANY})
    reader = TableReader(
        FixedFinder(MIDDLE, faint=(other,)) if is_faint else FixedFinder(MIDDLE, other),
        corrector_telling(),
        FaceReader(network, network),
        surroundings_telling(around),
        NumeralReader(numerals_saying()),
        meter_telling(),
    )

    assert [(die.face, die.problem) for die in reader.read(table_with_die()).dice] == [(4, None)]


EDGES = (-0.5, -0.5, 0.0, 0.0)
"""Of a die in the first quarter of what the finder found."""


@pytest.mark.parametrize(
    ("chances", "box"),
    [
        ({"3": 0.95, "4": 0.05}, (100, 60, 180, 140)),
        ({"3": 0.6, "4": 0.4}, (100, 60, 120, 80)),
        ({"unsupported": 0.9, "3": 0.1}, (100, 60, 180, 140)),
        ({"3": 0.8, "no die": 0.2}, (100, 60, 180, 140)),
    ],
)
def test_finds_that_are_not_read_are_looked_at_in_better_boxes(chances: dict[str, float], box: Box) -> None:
    (die,) = reader_of(chances, (100, 60, 180, 140), edges=EDGES).read(table()).dice

    assert die.box == pytest.approx(box, abs=1)


@pytest.mark.parametrize(
    ("no_die", "company", "asked"), [(0.3, 0.0, False), (0.3, 1.0, True), (0.15, -1.0, True)]
)
def test_a_better_box_is_asked_for_what_is_surely_a_die_by_itself_or_among_others(
    no_die: float, company: float, asked: bool
) -> None:
    found: Box = (100, 60, 180, 140)
    chances, weighed = {"3": 0.8 - no_die, "4": 0.2, "no die": no_die}, {**NO_COMPANY, "bias": company}

    (die,) = reader_of(chances, found, company=weighed, edges=EDGES).read(table()).dice

    assert (die.box != found) is asked


@pytest.mark.parametrize(
    ("no_die", "around", "face"), [(0.01, 3.0, 4), (0.01, -1.0, 4), (0.01, -3.0, None), (0.001, -3.0, 4)]
)
def test_a_face_on_what_may_be_no_die_is_not_read_where_its_surroundings_say_so(
    no_die: float, around: float, face: int | None
) -> None:
    chances = {"4": 0.95, "5": 0.05 - no_die, "no die": no_die}

    (die,) = reader_of(chances, MIDDLE, around=around).read(table_with_die()).dice

    assert die.face == face


@pytest.mark.parametrize(("sure", "face"), [(0.95, None), (0.985, 4)])
def test_a_face_of_the_tables_own_colour_is_to_be_surer(sure: float, face: int | None) -> None:
    (die,) = reader_of({"4": sure, "5": 0.99 - sure, "no die": 0.01}, MIDDLE).read(table()).dice

    assert die.face == face


def test_what_only_looks_like_a_face_is_no_die_where_its_surroundings_say_so() -> None:
    assert reader_of({"4": 0.95, "no die": 0.05}, MIDDLE, around=-9.0).read(table()).dice == ()


def five_in_white(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """See a five in a crop that is white alone, and who knows what else."""
    sure = [0.96 if crop.min() == 255 else 0.4 for crop in pictures]
    rows = [[0, 0, 0, 0, one, 1 - one, 0, 0, 0, 0] for one in sure]
    return faces_seen(rows, 3.0)


def reader_of_white(finder: DieFinder, *edges: float) -> TableReader:
    network = FakeNetwork(five_in_white, 64, LABELS, THRESHOLDS, {"company": NO_COMPANY})
    faces, numerals = FaceReader(network, network), NumeralReader(numerals_saying())
    return TableReader(
        finder, corrector_telling(*edges), faces, surroundings_telling(), numerals, meter_telling()
    )


def test_a_better_box_is_read_anew() -> None:
    frame = table()
    frame[55:95, 95:135] = 255

    (die,) = reader_of_white(FixedFinder((100, 60, 180, 140)), *EDGES).read(frame).dice

    assert die.face == 5


CUP: Box = (60, 40, 180, 160)
IN_CUP: tuple[Box, ...] = ((80, 60, 110, 90), (120, 100, 150, 130))


def test_dice_in_a_cup_that_passes_for_one_die_are_read_in_its_place() -> None:
    frame = table()
    frame[60:90, 80:110] = 255

    dice = reader_of_white(FixedFinder(CUP, within=IN_CUP)).read(frame).dice

    assert [(die.box, die.face) for die in dice] == [(IN_CUP[0], 5), (IN_CUP[1], None)]


def test_a_cup_is_looked_into_as_it_was_found_where_no_better_box_is_read() -> None:
    frame = table()
    frame[60:90, 80:110] = 255
    finder = FixedFinder(CUP, within=IN_CUP)

    dice = reader_of_white(finder, *EDGES).read(frame).dice

    assert finder.looked_into == [CUP]
    assert [die.box for die in dice] == list(IN_CUP)


def test_a_die_beside_a_cup_is_not_found_in_it_once_more() -> None:
    frame = table()
    frame[60:90, 80:110] = 255
    beside: Box = (148, 98, 190, 140)

    dice = (
        reader_of_white(FixedFinder(CUP, beside, within=(*IN_CUP[:1], (150, 100, 190, 138)))).read(frame).dice
    )

    assert [die.box for die in dice] == [IN_CUP[0], beside]


def test_only_the_largest_finds_are_looked_into() -> None:
    finds: list[Box] = [(0, 0, side, side) for side in (61, 65, 63, 62, 64)]
    finder = FixedFinder(*finds)

    reader_of_white(finder).read(table())

    assert [box[2] for box in finder.looked_into] == [65, 64, 63]


def test_what_holds_nothing_that_can_be_read_stays_one_find() -> None:
    (die,) = reader_of_white(FixedFinder(CUP, within=IN_CUP)).read(table()).dice

    assert die.box == CUP


@pytest.mark.parametrize(("side", "opened"), [(70, True), (85, False)])
def test_only_what_is_far_larger_than_the_dice_that_are_read_may_hold_some(side: int, opened: bool) -> None:
    frame = table()
    frame[60:90, 80:110] = 255
    frame[:90, 200:290] = 255
    read: Box = (200, 0, 200 + side, side)

    dice = reader_of_white(FixedFinder(CUP, read, within=IN_CUP[:1])).read(frame).dice

    assert (CUP in [die.box for die in dice]) is not opened
