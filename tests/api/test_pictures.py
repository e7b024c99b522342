"""Pictures of readings: the latest are kept, in a size for pages."""

import numpy as np

from api.pictures import KEPT, Pictures
from vision.image import decode_image


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
    pictures = Pictures()
    numbers = [pictures.add(np.zeros((48, 64, 3), np.uint8)) for _ in range(KEPT + 2)]

    assert numbers == list(range(1, KEPT + 3))
    assert [pictures.jpeg(number) is None for number in (1, 2, 3, KEPT + 2)] == [True, True, False, False]
