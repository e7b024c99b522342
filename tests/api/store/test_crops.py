"""Crops of dice: what they show, that they are kept with their reading, and that they stay bounded."""

import numpy as np
import pytest

from api.store import Bounds, Store
from api.store.crops import MOST_PX, cut
from tests.api.drawn import AYA_MELEE, SquareReader, draw
from vision.image import Frame, decode_image
from vision.reading import Box


def begun(store: Store, bounds: Bounds) -> str:
    """Keep twelve readings of three dice each and return the match."""
    play = store.begin("/table.toml", "", "Title", "bushido", bounds)
    frame = draw(*AYA_MELEE)
    for picture in range(1, 13):
        play.crops.keep(frame, SquareReader().read(frame), picture)
    play.close()
    return play.match_id


def kept(store: Store, match: str) -> list[int]:
    """Return the pictures of which all three dice are kept."""
    return [
        picture
        for picture in range(1, 13)
        if all(store.crop(match, picture, die) is not None for die in range(3))
    ]


def test_each_die_of_a_reading_is_kept_as_it_was_seen(store: Store) -> None:
    match = begun(store, Bounds(100, 1_000_000))
    dice = SquareReader().read(draw(*AYA_MELEE)).dice

    for number, die in enumerate(dice):
        jpeg = store.crop(match, 12, number)
        assert jpeg is not None
        crop = decode_image(jpeg)
        seen = draw(*AYA_MELEE)[int(die.box[1]) + 20, int(die.box[0]) + 20]
        assert np.abs(crop[crop.shape[0] // 2, crop.shape[1] // 2].astype(int) - seen).max() < 8
    assert store.crop(match, 12, 3) is None
    assert store.crop("00000000", 12, 0) is None


def test_more_crops_than_may_be_kept_cost_the_oldest(store: Store) -> None:
    match = begun(store, Bounds(20, 1_000_000))
    found = kept(store, match)

    assert 15 <= 3 * len(found) <= 20
    assert found == list(range(13 - len(found), 13))


def test_more_bytes_than_may_be_kept_cost_the_oldest(store: Store) -> None:
    one = store.crop(begun(store, Bounds(100, 1_000_000)), 1, 0)
    assert one is not None
    # Those of the match before are the oldest and go first.
    found = kept(store, begun(store, Bounds(1000, 15 * len(one))))

    assert 3 <= len(found) <= 6
    assert found[-1] == 12


FRAME: Frame = np.zeros((360, 640, 3), np.uint8)


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        pytest.param((100, 100, 140, 140), (53, 53), id="a margin around it"),
        pytest.param((0, 0, 40, 40), (47, 47), id="at the corner"),
        pytest.param((-30, 350, 10, 390), (17, 16), id="partly outside"),
        pytest.param((640, 360, 641, 361), (1, 1), id="beyond the edge"),
        pytest.param((150, 60, 400, 310), (MOST_PX, MOST_PX), id="a large one is shrunk"),
    ],
)
def test_a_crop_shows_the_die_and_lies_within_the_picture(box: Box, expected: tuple[int, int]) -> None:
    height, width = cut(FRAME, box).shape[:2]

    assert (width, height) == pytest.approx(expected, abs=1)


def test_a_crop_holds_no_other_part_of_the_picture_in_memory() -> None:
    assert cut(FRAME, (100, 100, 140, 140)).base is None
