"""What is new stays as it is, and the table around it loses its pattern."""

import numpy as np
import pytest

from vision.finding.plain_table import on_plain_table
from vision.image import Frame, Mask

TABLE, DIE = (30, 40, 50), (200, 10, 10)


def speckled(height: int = 120, width: int = 160) -> Frame:
    """Return a table with white dots, of which most is of one colour."""
    frame = np.full((height, width, 3), TABLE, np.uint8)
    frame[3::16, 3::16] = 255
    return frame


def new_at(rows: slice, columns: slice, height: int = 120, width: int = 160) -> Mask:
    news = np.zeros((height, width), np.uint8)
    news[rows, columns] = 255
    return news


def test_a_die_is_shown_on_a_table_without_dots() -> None:
    frame = speckled()
    frame[40:60, 50:80] = DIE
    news = new_at(slice(40, 60), slice(50, 80))

    plain = on_plain_table(frame, news)

    assert plain is not None
    top, left = 40 - plain.top, 50 - plain.left
    assert (plain.frame[top : top + 20, left : left + 30] == DIE).all()
    around = np.ones(plain.frame.shape[:2], bool)
    around[top - 1 : top + 21, left - 1 : left + 31] = False
    assert (plain.frame[around] == TABLE).all()
    assert min(top, left) > 1


def test_a_mask_of_a_shrunken_picture_is_enlarged() -> None:
    frame = speckled()
    frame[40:60, 48:80] = DIE

    plain = on_plain_table(frame, new_at(slice(10, 15), slice(12, 20), 30, 40))

    assert plain is not None
    assert (plain.frame[42 - plain.top : 58 - plain.top, 50 - plain.left : 78 - plain.left] == DIE).all()
    assert (plain.frame[0] == TABLE).all()


@pytest.mark.parametrize("news", [new_at(slice(0), slice(0)), new_at(slice(120), slice(100))])
def test_where_nothing_is_new_or_nearly_all_nobody_knows_the_table(news: Mask) -> None:
    assert on_plain_table(speckled(), news) is None
