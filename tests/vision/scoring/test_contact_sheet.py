"""Contact sheets show the die, fit a page, and put the worst first."""

import numpy as np

from vision.image import Frame
from vision.scoring.contact_sheet import DIE_TILE_PX, SHEET_HEIGHT_PX, SHEET_WIDTH_PX, sheets, tile_of
from vision.scoring.mistakes import Mistake
from vision.scoring.score import Verdict

RED, GREEN, GREY = (0, 0, 255), (0, 255, 0), (128, 128, 128)


def mistake(verdict: Verdict = Verdict.WRONG, of_picture: bool = False) -> Mistake:
    place = None if of_picture else (200.0, 80.0, 240.0, 120.0)
    return Mistake(verdict, "a.jpg", "4", "5", 0.97, place, of_picture, ())


def table_with_die(die: tuple[int, int, int]) -> Frame:
    frame = np.full((300, 900, 3), GREY, np.uint8)
    frame[80:120, 200:240] = die
    return frame


def share(sheet: Frame, colour: tuple[int, int, int]) -> float:
    return float(np.mean(np.all(sheet == colour, axis=-1)))


def test_a_tile_shows_the_die_and_what_lies_around_it() -> None:
    view = tile_of(table_with_die(RED), mistake()).view

    assert view.shape == (DIE_TILE_PX, DIE_TILE_PX, 3)
    assert tuple(view[DIE_TILE_PX // 2, DIE_TILE_PX // 2]) == RED
    assert tuple(view[2, 2]) == GREY
    assert 0.25 < share(view, RED) < 0.45  # 1 / 1.7 squared


def test_boxes_of_readings_are_drawn_where_they_lie() -> None:
    boxed = Mistake(
        Verdict.WRONG, "a.jpg", "4", "5", 0.9, (200, 80, 240, 120), False, (((190, 70, 250, 130), ""),)
    )
    plain, drawn = (tile_of(table_with_die(RED), one).view for one in (mistake(), boxed))

    rows, columns = np.nonzero(np.any(plain != drawn, axis=2))

    # 60 of 68 pixels seen: from 0.059 to 0.941 of the tile.
    assert (rows.min(), rows.max()) == (columns.min(), columns.max())
    assert abs(rows.min() - 0.059 * DIE_TILE_PX) < 1.5
    assert abs(rows.max() - 0.941 * DIE_TILE_PX) < 1.5


def test_a_whole_picture_keeps_its_proportions() -> None:
    view = tile_of(table_with_die(RED), mistake(Verdict.MISSED, of_picture=True)).view

    assert view.shape[1] == 3 * view.shape[0]


def test_pages_fit_a_screen_and_hold_every_tile() -> None:
    tiles = [tile_of(table_with_die(RED), mistake()) for _ in range(50)]

    pages = list(sheets("felt", tiles))

    assert len(pages) == 2
    assert all(page.shape[1] <= SHEET_WIDTH_PX and page.shape[0] <= SHEET_HEIGHT_PX + 30 for page in pages)
    one = share(tiles[0].view, RED) * DIE_TILE_PX**2
    seen = sum(share(page, RED) * page.shape[0] * page.shape[1] for page in pages)
    assert round(seen / one) == 50


def test_the_worst_stand_first() -> None:
    tiles = [
        tile_of(table_with_die(GREEN), mistake(Verdict.REFUSED)),
        tile_of(table_with_die(RED), mistake(Verdict.WRONG)),
    ]

    (page,) = sheets("felt", tiles)

    first = page[:, : DIE_TILE_PX + 3]
    assert share(first, RED) > 0.05
    assert share(first, GREEN) == 0


def test_without_mistakes_there_is_no_sheet() -> None:
    assert list(sheets("felt", [])) == []
