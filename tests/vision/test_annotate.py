"""Annotated pictures: legible on every picture, and never a change to the picture they are drawn from."""

from dataclasses import replace

import numpy as np
import pytest

from vision.annotate import DIE_PX, LONGEST_PX, annotate
from vision.image import Frame
from vision.reading import Box, DieReading, TableReading


def die(box: Box, face: int | None = 5, problem: str | None = None) -> DieReading:
    return DieReading("d6", face, 0.998, box, "red", "white", problem=problem)


def table(width: int, height: int, *dice: DieReading, problems: tuple[str, ...] = ()) -> TableReading:
    return TableReading(width, height, 1.0, dice, problems)


def cloth(width: int, height: int) -> Frame:
    return np.full((height, width, 3), 120, np.uint8)


def drawn_share(picture: Frame) -> float:
    return float(np.mean((picture != 120).any(axis=2)))


@pytest.mark.parametrize(
    ("width", "height", "side"),
    [(32, 24, 14), (640, 640, 40), (1920, 1080, 110), (4000, 3000, 300), (3000, 4000, 20)],
)
def test_dice_are_shown_large_enough_to_letter_in_pictures_of_every_size(
    width: int, height: int, side: int
) -> None:
    box = (width / 4, height / 4, width / 4 + side, height / 4 + side)

    picture = annotate(cloth(width, height), table(width, height, die(box)))

    scale = picture.shape[1] / width
    assert picture.shape[0] / height == pytest.approx(scale, rel=0.02)
    assert scale >= 1
    assert side * scale >= DIE_PX - 1 or max(picture.shape[:2]) == pytest.approx(LONGEST_PX, abs=2)


def test_the_frame_itself_is_left_as_it_was() -> None:
    frame = cloth(400, 300)

    picture = annotate(frame, table(400, 300, die((100, 100, 220, 220))))

    assert (frame == 120).all()
    assert picture.shape == frame.shape
    assert 0.01 < drawn_share(picture) < 0.3


def test_read_and_refused_dice_differ_in_shape_not_in_colour_alone() -> None:
    box = (100, 100, 220, 220)

    read = annotate(cloth(400, 300), table(400, 300, die(box)))
    refused = annotate(cloth(400, 300), table(400, 300, die(box, None, "glare")))

    middle_of_the_right_edge = (slice(150, 170), slice(216, 224))
    assert drawn_share(read[middle_of_the_right_edge]) > 0
    assert drawn_share(refused[middle_of_the_right_edge]) == 0


@pytest.mark.parametrize("box", [(0, 0, 60, 60), (340, 0, 400, 60), (340, 240, 400, 300), (-5, 250, 55, 310)])
def test_lettering_of_dice_at_the_edge_stays_inside(box: Box) -> None:
    plain = annotate(cloth(400, 300), table(400, 300, die(box)))
    longer = annotate(cloth(400, 300), table(400, 300, die(box, None, "unsupported")))

    # A longer word draws more, which it could not if it left the picture.
    assert (longer == 24).all(axis=2).sum() > (plain == 24).all(axis=2).sum()


def test_what_concerns_the_whole_picture_is_written_in_it() -> None:
    assert drawn_share(annotate(cloth(64, 48), table(64, 48, problems=("no dice found",)))) > 0.005
    assert drawn_share(annotate(cloth(64, 48), table(64, 48))) == 0


def test_a_die_of_a_known_group_bears_its_name_instead_of_its_colours() -> None:
    box = (100, 100, 220, 220)
    mirroring = replace(die(box), body="yellow", group="red/white")

    named = annotate(cloth(400, 300), table(400, 300, mirroring))

    assert (named == annotate(cloth(400, 300), table(400, 300, die(box)))).all()


def test_lettering_hides_no_neighbouring_die() -> None:
    upper, lower = (100, 100, 220, 220), (110, 215, 230, 335)

    picture = annotate(cloth(400, 500), table(400, 500, die(upper), die(lower, 3)))

    for x0, y0, x1, y1 in (upper, lower):
        assert not (picture[y0:y1, x0:x1] == 24).all(axis=2).any()
    assert (picture == 24).all(axis=2).any()
