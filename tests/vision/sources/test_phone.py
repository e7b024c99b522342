"""Pictures as a phone sends them."""

import threading

import cv2
import numpy as np
import pytest

from tests.vision.sources.heard import Heard
from tests.vision.sources.levels import level_of
from vision.image import ImageError
from vision.sources.phone import Phone
from vision.sources.source import LiveSource


def jpeg(level: int, width: int = 320, height: int = 240) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), level, np.uint8))[1].tobytes()


@pytest.fixture
def phone() -> tuple[Phone, Heard]:
    source, heard = Phone(30.0, threading.Event()), Heard()
    source.listen(heard)
    return source, heard


def test_the_newest_picture_of_a_phone_is_handed_on(phone: tuple[Phone, Heard]) -> None:
    source, heard = phone
    source.offer(jpeg(60))
    source.offer(jpeg(120))
    frame = source.next_frame()

    assert isinstance(source, LiveSource)
    assert frame is not None
    assert level_of(frame) == 120
    assert heard.words == ["lost phone: waiting for it to open its camera page", "back"]


def test_a_phone_that_goes_is_lost(phone: tuple[Phone, Heard]) -> None:
    source, heard = phone
    source.offer(jpeg(60))
    source.next_frame()
    source.left()
    threading.Timer(0.05, source.offer, (jpeg(120),)).start()
    source.next_frame()

    assert heard.words[2:] == ["lost phone: its camera page is closed or out of reach", "back"]


def test_a_turned_phone_is_told(phone: tuple[Phone, Heard]) -> None:
    source, heard = phone
    for width, height in ((320, 240), (240, 320)):
        source.offer(jpeg(60, width, height))
        source.next_frame()

    assert heard.words[-1] == "reshaped"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty file"),
        (b"no picture", "not a picture"),
        (cv2.imencode(".png", np.zeros((48, 64, 3), np.uint8))[1].tobytes(), "expected a JPEG, found a PNG"),
        (jpeg(60)[:-20], "truncated JPEG"),
        (jpeg(60, 8, 8), "too small"),
        (jpeg(60, 3841, 2160), "expected 8.3 megapixels at most"),
        # A header of 65000 x 65000 pixels before 60 bytes of picture.
        (jpeg(60).replace(b"\x00\xf0\x01\x40", b"\xfd\xe8\xfd\xe8", 1), "expected 8.3 megapixels at most"),
    ],
)
def test_what_is_no_picture_of_a_camera_is_refused(
    phone: tuple[Phone, Heard], data: bytes, words: str
) -> None:
    with pytest.raises(ImageError, match=words):
        phone[0].offer(data)
