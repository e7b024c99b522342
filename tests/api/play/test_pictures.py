"""Pictures of readings: the latest are kept, in a size for pages."""

import numpy as np

from api.play.pictures import KEPT, Pictures
from vision.image import Frame, decode_image
from vision.reading import TableReading

NO_DICE = TableReading(64, 48, 1.0, ())


def test_a_picture_is_kept_in_page_size() -> None:
    pictures = Pictures()
    number = pictures.add(np.full((1080, 1920, 3), 90, np.uint8))

    jpeg = pictures.jpeg(number)
    assert jpeg is not None
    assert decode_image(jpeg).shape == (540, 960, 3)


def test_a_small_picture_keeps_its_size() -> None:
    pictures = Pictures()
    jpeg = pictures.jpeg(pictures.add(np.full((48, 64, 3), 90, np.uint8)))

    assert jpeg is not None
    assert decode_image(jpeg).shape == (48, 64, 3)


def test_only_the_latest_are_kept() -> None:
    pictures, frame, numbers = Pictures(), np.zeros((48, 64, 3), np.uint8), []
    for _ in range(KEPT + 2):
        numbers.append(pictures.add(frame))
        pictures.keep(frame, NO_DICE, numbers[-1])

    assert numbers == list(range(1, KEPT + 3))
    assert [pictures.jpeg(number) is None for number in (1, 2, 3, KEPT + 2)] == [True, True, False, False]


def test_numbers_go_on_and_what_is_seen_of_the_dice_is_handed_on() -> None:
    handed: list[tuple[Frame, TableReading, int]] = []
    pictures = Pictures(7, lambda *seen: handed.append(seen))
    frame = np.zeros((48, 64, 3), np.uint8)
    number = pictures.add(frame)

    assert number == 8
    assert handed == []

    pictures.keep(frame, NO_DICE, number)
    assert len(handed) == 1
    assert handed[0][0] is frame
    assert handed[0][1:] == (NO_DICE, 8)


def test_a_picture_is_there_for_whoever_asks_before_it_is_kept_and_the_same_afterwards() -> None:
    pictures, frame = Pictures(), np.full((48, 64, 3), 90, np.uint8)
    number = pictures.add(frame)
    before = pictures.jpeg(number)
    pictures.keep(frame, NO_DICE, number)

    assert before is not None
    assert pictures.jpeg(number) == before
