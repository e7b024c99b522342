"""From the finder's heat map to boxes in the picture as given."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import FakeNetwork
from vision.finding.finder import AFAR, HARDLY_FOUND, SURE_ON_PLAIN, DieFinder, Finds, FoundDie
from vision.finding.plain_table import MARGIN

CELL_PX = 4


def finder_of(*peaks: tuple[int, int, float, float], longest_px: int = 640) -> DieFinder:
    """Return a finder whose network sees dice at (row, column) with this heat and half side in pixels, but
    none from afar."""
    first_width: list[int] = []

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        first_width.append(pictures.shape[2])
        rows, columns = pictures.shape[1] // CELL_PX, pictures.shape[2] // CELL_PX
        heat = np.zeros((1, rows, columns), np.float32)
        sides = np.ones((1, 4, rows, columns), np.float32)
        for row, column, warmth, half in peaks if columns * CELL_PX == first_width[0] else ():
            heat[0, row, column] = warmth
            sides[0, :, row, column] = half
        return [heat, sides]

    return DieFinder(FakeNetwork(answer, longest_px, ("die",), {"found": 0.4}))


def blank(height: int, width: int) -> NDArray[np.uint8]:
    return np.zeros((height, width, 3), np.uint8)


def test_a_peak_becomes_the_box_around_its_cell() -> None:
    (die,) = finder_of((10, 20, 0.9, 20.0)).find(blank(120, 160))

    assert die.box == pytest.approx((82 - 20, 42 - 20, 82 + 20, 42 + 20))
    assert die.confidence == pytest.approx(0.9)


def test_boxes_are_given_in_pixels_of_the_picture_before_it_was_shrunk() -> None:
    (die,) = finder_of((10, 20, 0.9, 20.0), longest_px=320).find(blank(480, 640))

    assert die.box == pytest.approx((124, 44, 204, 124))


def test_a_picture_of_any_size_is_padded_to_the_stride_of_the_network() -> None:
    for height, width in ((1, 1), (33, 47), (64, 96)):
        assert finder_of().find(blank(height, width)) == ()


def test_boxes_end_at_the_edge_of_the_picture() -> None:
    (die,) = finder_of((0, 0, 0.8, 30.0)).find(blank(100, 100))

    assert die.box[:2] == (0.0, 0.0)


def test_two_peaks_on_one_die_are_one_die_and_the_surer_counts() -> None:
    (die,) = finder_of((10, 10, 0.6, 20.0), (10, 11, 0.9, 20.0)).find(blank(120, 160))

    assert die.confidence == pytest.approx(0.9)


def test_a_part_of_a_surer_die_is_none_and_a_less_sure_box_around_dice_parts_nothing() -> None:
    whole, part = (10, 20, 0.9, 24.0), (12, 22, 0.6, 12.0)

    assert [die.confidence for die in finder_of(whole, part).find(blank(120, 160))] == [pytest.approx(0.9)]
    assert len(finder_of((*whole[:2], 0.5, 24.0), part).find(blank(120, 160))) == 2


def test_a_less_sure_box_that_is_little_larger_than_the_die_in_it_is_that_die() -> None:
    around, die = (10, 20, 0.6, 24.0), (11, 20, 0.9, 16.0)

    assert [one.confidence for one in finder_of(around, die).find(blank(120, 160))] == [pytest.approx(0.9)]


def test_touching_dice_stay_two() -> None:
    assert len(finder_of((10, 10, 0.6, 20.0), (10, 20, 0.9, 20.0)).find(blank(120, 160))) == 2


def test_what_is_too_cold_is_no_die() -> None:
    assert finder_of((10, 10, 0.39, 10.0)).find(blank(120, 160)) == ()


def test_a_large_picture_without_dice_is_looked_at_again_in_its_full_resolution() -> None:
    """The network sees dice only where a pixel is white; shrunk twenty times, none is white any more."""
    picture = blank(1500, 2000)
    picture[900:904, 1300:1304] = 255

    (die,) = DieFinder(FakeNetwork(_white_cells, 100, ("die",), {"found": 0.4})).find(picture)

    assert die.box == pytest.approx((1302 - 12, 902 - 12, 1302 + 12, 902 + 12), abs=CELL_PX)


def test_dice_within_a_find_are_told_in_pixels_of_the_picture() -> None:
    """The network sees dice only where a pixel is white, 24 pixels wide in what it is shown."""
    picture = blank(400, 600)
    picture[150:152, 320:322] = 255
    finder = DieFinder(FakeNetwork(_white_cells, 640, ("die",), {"found": 0.4}))

    (die,) = finder.find_within(picture, (220, 100, 420, 200))

    assert die.box == pytest.approx((321 - 6, 151 - 6, 321 + 6, 151 + 6), abs=CELL_PX)


def test_a_sliver_at_the_edge_holds_nothing() -> None:
    assert finder_of().find_within(blank(100, 100), (0.0, 99.8, 80.0, 100.0)) == ()


def test_what_is_hardly_smaller_than_a_find_is_not_within_it() -> None:
    picture = blank(400, 600)
    picture[150:152, 320:322] = 255
    finder = DieFinder(FakeNetwork(_white_cells, 640, ("die",), {"found": 0.4}))

    assert finder.find_within(picture, (313, 143, 329, 159)) == ()


def test_small_dice_are_looked_at_closer_and_large_ones_are_not() -> None:
    assert widths_seen(blank(240, 320), half=20.0) == [320]
    assert widths_seen(blank(240, 320), half=12.0) == [320, 640]


def test_a_closer_look_shows_dice_in_the_wanted_size_at_most() -> None:
    assert widths_seen(blank(240, 320), half=16.0) == [320, 480]


def test_few_dice_in_a_large_picture_are_looked_at_closer_only_where_they_are_very_small() -> None:
    large = blank(1024, 1024)

    assert widths_seen(large, half=12.0) == [320]
    assert len(widths_seen(large, half=10.0)) > 1


def test_many_dice_in_a_large_picture_are_looked_at_closer_as_in_a_small_one() -> None:
    assert len(widths_seen(blank(1024, 1024), half=12.0, dice=16)) > 1


def test_a_closer_look_must_be_surer_of_a_die() -> None:
    assert len(found_from_afar_and_near(first=0.1, closer=0.45).dice) == 1
    assert len(found_from_afar_and_near(first=0.1, closer=0.55).dice) == 2


def test_what_only_the_first_look_shows_is_kept_where_it_is_sure_enough() -> None:
    assert len(found_from_afar_and_near(first=0.35, closer=0.1).dice) == 1
    assert len(found_from_afar_and_near(first=0.45, closer=0.1).dice) == 2


def test_a_die_between_others_is_kept_from_the_first_look_though_they_cover_much_of_it() -> None:
    assert len(found_from_afar_and_near(first=0.45, closer=0.1, place=(10, 13)).dice) == 2
    assert len(found_from_afar_and_near(first=0.45, closer=0.1, place=(10, 12)).dice) == 1


def test_what_is_a_little_too_cold_is_faintly_like_a_die_where_none_lies() -> None:
    sure, beside, faint, cold = (
        (10, 10, 0.6, 20.0),
        (10, 11, 0.3, 20.0),
        (10, 30, 0.25, 20.0),
        (20, 30, 0.1, 9.0),
    )

    seen = finder_of(sure, beside, faint, cold).look(blank(120, 160))

    assert [die.confidence for die in seen.dice] == [pytest.approx(0.6)]
    assert [one.confidence for one in seen.faint] == [pytest.approx(0.25)]


@pytest.mark.parametrize(("cells", "is_told"), [(3, False), (4, True)])
def test_a_die_that_touches_another_aslant_may_be_faint(cells: int, is_told: bool) -> None:
    network = finder_of((10, 10, 0.6, 5.0 * CELL_PX), (10 + cells, 10 + cells, 0.25, 5.0 * CELL_PX))

    assert bool(network.look(blank(120, 160)).faint) is is_told


def test_what_a_closer_look_shows_faintly_is_told() -> None:
    seen = found_from_afar_and_near(first=0.1, closer=0.35)

    assert [one.confidence for one in seen.faint] == [pytest.approx(0.35)]
    assert seen.faint[0].box == pytest.approx((242 - 12, 162 - 12, 242 + 12, 162 + 12), abs=CELL_PX)


def test_who_asks_for_hardly_any_heat_is_not_told_of_every_place() -> None:
    network = FakeNetwork(lambda shown: _peaks_in_a_row(shown, 20.0, 1), 320, ("die",), {"found": 0.4})

    assert DieFinder(network, 0.1).look(blank(240, 320)).faint == ()


def found_from_afar_and_near(first: float, closer: float, place: tuple[int, int] = (40, 60)) -> Finds:
    """Return what is seen of a die of six cells that both looks see in row and column 10, and of another of
    this heat in either look, whose row and column is `place`.
    """

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        times, warmth = (1, first) if pictures.shape[2] == 320 else (2, closer)
        rows, columns = pictures.shape[1] // CELL_PX, pictures.shape[2] // CELL_PX
        heat = np.zeros((1, rows, columns), np.float32)
        if pictures.shape[2] >= 320:
            heat[0, 10 * times, 10 * times] = 0.9
            heat[0, place[0] * times, place[1] * times] = warmth
        return [heat, np.full((1, 4, rows, columns), 12.0 * times, np.float32)]

    return DieFinder(FakeNetwork(answer, 320, ("die",), {"found": 0.3})).look(blank(240, 320))


def widths_seen(picture: NDArray[np.uint8], half: float, dice: int = 1) -> list[int]:
    """Return the widths of pictures shown to a network of 320 pixels that sees so many dice, less those from
    afar."""
    seen: list[int] = []

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        seen.append(pictures.shape[2])
        return _peaks_in_a_row(pictures, half, dice)

    DieFinder(FakeNetwork(answer, 320, ("die",), {"found": 0.4})).find(picture)
    return [width for width in seen if width >= 320]


def test_a_die_too_large_to_be_seen_is_found_from_afar() -> None:
    (die,) = found_by_width({640: None, 256: (0.8, 64.0)})

    assert die.box == pytest.approx((320 - 160, 240 - 160, 320 + 160, 240 + 160), abs=8)


def test_a_die_that_fills_the_picture_is_found_from_farther_away() -> None:
    (die,) = found_by_width({640: None, 256: None, 128: (0.8, 28.0)})

    assert die.box == pytest.approx((320 - 175, 240 - 175, 320 + 175, 240 + 175), abs=20)


def test_the_surer_look_says_where_a_large_die_lies() -> None:
    near, far = (0.5, 80.0), (0.8, 40.0)

    (surer_from_afar,) = found_by_width({640: near, 256: far})
    (surer_near,) = found_by_width({640: (0.9, 80.0), 256: far})

    assert surer_from_afar.confidence == pytest.approx(0.8)
    assert surer_near.confidence == pytest.approx(0.9)


def test_what_is_not_large_is_not_taken_from_afar() -> None:
    assert found_by_width({640: None, 256: (0.8, 20.0)}) == ()


def found_by_width(seen: dict[int, tuple[float, float] | None]) -> tuple[FoundDie, ...]:
    """Return what is found in a picture of 640x480 in whose middle a die shows by the width of the look: with
    this heat and half side, or not at all."""

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        rows, columns = pictures.shape[1] // CELL_PX, pictures.shape[2] // CELL_PX
        heat, sides = np.zeros((1, rows, columns), np.float32), np.ones((1, 4, rows, columns), np.float32)
        die = seen.get(pictures.shape[2])
        if die is not None:
            scale = {640: 1.0, 256: AFAR, 128: AFAR**2}[pictures.shape[2]]
            middle = round(240 * scale) // CELL_PX, round(320 * scale) // CELL_PX
            heat[0, *middle], sides[0, :, *middle] = die
        return [heat, sides]

    return DieFinder(FakeNetwork(answer, 640, ("die",), {"found": 0.4})).find(blank(480, 640))


def test_a_die_across_two_tiles_is_found_once_and_whole() -> None:
    picture = blank(100, 1400)
    # The first tile ends at 768; the second begins at 632.
    picture[48:52, 760:764] = 255

    (die,) = DieFinder(FakeNetwork(_white_cells, 100, ("die",), {"found": 0.4})).find(picture)

    assert die.box == pytest.approx((762 - 12, 50 - 12, 762 + 12, 50 + 12), abs=CELL_PX)


def _white_cells(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    cells = pictures[:, CELL_PX // 2 :: CELL_PX, CELL_PX // 2 :: CELL_PX, 0]
    return [
        (cells == 255).astype(np.float32),
        np.full((1, 4, *cells.shape[1:]), 12.0, np.float32),
    ]


def _peaks_in_a_row(pictures: NDArray[np.uint8], half: float, dice: int) -> list[NDArray[np.float32]]:
    rows, columns = pictures.shape[1] // CELL_PX, pictures.shape[2] // CELL_PX
    heat = np.zeros((1, rows, columns), np.float32)
    heat[0, rows // 2, 4 : 4 + 4 * dice : 4] = 0.9
    return [heat, np.full((1, 4, rows, columns), half, np.float32)]


def found_on_patterned(heat: float, on_plain: float) -> Finds:
    """Return what is seen of a die with so much heat on a striped table, and on one without its stripes."""
    striped = blank(240, 320)
    striped[:, 3::8] = 255
    striped[98:142, 98:142] = 0
    news = np.zeros((240, 320), np.uint8)
    news[100:140, 100:140] = 255
    corner = 100 - round(MARGIN * 40)

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        at, warmth = (120, heat) if (pictures == 255).any() else (120 - corner, on_plain)
        rows, columns = pictures.shape[1] // CELL_PX, pictures.shape[2] // CELL_PX
        seen = np.zeros((1, rows, columns), np.float32)
        if at < CELL_PX * min(rows, columns):
            seen[0, at // CELL_PX, at // CELL_PX] = warmth
        return [seen, np.full((1, 4, rows, columns), 20.0, np.float32)]

    return DieFinder(FakeNetwork(answer, 320, ("die",), {"found": 0.3})).look(striped, news)


@pytest.mark.parametrize("heat", [0.0, HARDLY_FOUND - 0.05])
def test_a_die_that_only_a_plain_table_shows_well_is_found_where_it_lies(heat: float) -> None:
    seen = found_on_patterned(heat, SURE_ON_PLAIN + 0.1)

    assert [die.confidence for die in seen.dice] == [pytest.approx(SURE_ON_PLAIN + 0.1)]
    assert seen.dice[0].box == pytest.approx((100, 100, 140, 140), abs=CELL_PX)
    assert seen.faint == ()


def test_what_a_plain_table_shows_less_surely_is_faintly_like_a_die() -> None:
    seen = found_on_patterned(0.0, SURE_ON_PLAIN - 0.05)

    assert seen.dice == ()
    assert [one.confidence for one in seen.faint] == [pytest.approx(SURE_ON_PLAIN - 0.05)]


def test_a_die_that_is_hardly_found_stays_where_a_plain_table_shows_it_less_surely() -> None:
    seen = found_on_patterned(HARDLY_FOUND - 0.05, SURE_ON_PLAIN - 0.05)

    assert [die.confidence for die in seen.dice] == [pytest.approx(HARDLY_FOUND - 0.05)]
    assert seen.faint == ()


def test_a_die_that_is_found_anyway_stays_as_it_was_found() -> None:
    seen = found_on_patterned(HARDLY_FOUND + 0.05, SURE_ON_PLAIN + 0.1)

    assert [die.confidence for die in seen.dice] == [pytest.approx(HARDLY_FOUND + 0.05)]
    assert seen.faint == ()
