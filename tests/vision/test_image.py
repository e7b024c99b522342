"""Pictures of every kind a phone, a camera or a stranger may hand over."""

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
import simplejpeg
from numpy.typing import NDArray

from vision.image import BACKDROP, Frame, ImageError, decode_image, load_image, picture_bytes
from vision.picture_file import read_header

WIDTH, HEIGHT = 96, 64


def scene() -> Frame:
    """(64, 96, 3): four quarters of different colours, so that every turn and mirror image differs."""
    frame = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    frame[:32, :48] = (40, 40, 200)
    frame[:32, 48:] = (40, 200, 40)
    frame[32:, :48] = (200, 40, 40)
    frame[32:, 48:] = (220, 220, 220)
    return frame


def encoded(frame: NDArray[np.uint8] | NDArray[np.uint16], extension: str, *options: int) -> bytes:
    done, data = cv2.imencode(extension, frame, options)
    assert done
    return data.tobytes()


def exif(orientation: int, order: str) -> bytes:
    """A TIFF block with one entry, orientation, in either byte order."""
    mark = b"II*\x00" if order == "<" else b"MM\x00*"
    return mark + struct.pack(f"{order}IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)


def jpeg_with_exif(frame: Frame, orientation: int, order: str) -> bytes:
    data = encoded(frame, ".jpg", cv2.IMWRITE_JPEG_QUALITY, 95)
    block = b"Exif\x00\x00" + exif(orientation, order)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def png_with_exif(frame: NDArray[np.uint8], orientation: int, order: str) -> bytes:
    data = encoded(frame, ".png")
    block = b"eXIf" + exif(orientation, order)
    chunk = struct.pack(">I", len(block) - 4) + block + struct.pack(">I", zlib.crc32(block))
    return data[:33] + chunk + data[33:]  # after the signature and IHDR


def turned_upright(stored: Frame, orientation: int) -> Frame:
    """What a viewer must show, by the EXIF standard's own words for where row 0 and column 0 belong."""
    turned = {
        1: stored,
        2: cv2.flip(stored, 1),
        3: cv2.rotate(stored, cv2.ROTATE_180),
        4: cv2.flip(stored, 0),
        5: cv2.transpose(stored),
        6: cv2.rotate(stored, cv2.ROTATE_90_CLOCKWISE),
        7: cv2.flip(cv2.transpose(stored), -1),
        8: cv2.rotate(stored, cv2.ROTATE_90_COUNTERCLOCKWISE),
    }[orientation]
    return np.asarray(turned, dtype=np.uint8)


def assert_alike(found: Frame, expected: Frame, tolerance: float = 3.0) -> None:
    assert found.shape == expected.shape
    assert float(np.abs(found.astype(float) - expected).mean()) < tolerance


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_jpeg_comes_out_upright(orientation: int, order: str) -> None:
    frame = decode_image(jpeg_with_exif(scene(), orientation, order))

    assert_alike(frame, turned_upright(scene(), orientation))
    assert frame.flags.c_contiguous


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_png_with_alpha_comes_out_upright_with_its_alpha(orientation: int) -> None:
    stored = np.dstack([scene(), np.full((HEIGHT, WIDTH), 255, np.uint8)])
    stored[:20, :10, 3] = 0
    on_grey = scene()
    on_grey[:20, :10] = BACKDROP

    frame = decode_image(png_with_exif(stored, orientation, ">"))

    assert_alike(frame, turned_upright(on_grey, orientation), tolerance=0.01)


@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp", ".bmp"])
def test_every_format_keeps_size_and_channel_order(extension: str) -> None:
    data = encoded(scene(), extension)

    assert_alike(decode_image(data), scene())
    assert (read_header(data).width, read_header(data).height) == (WIDTH, HEIGHT)


def test_a_progressive_jpeg_is_read() -> None:
    assert_alike(decode_image(encoded(scene(), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)), scene())


@pytest.mark.parametrize(
    "options",
    [
        (),
        (cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444),
    ],
)
def test_a_jpeg_looks_as_opencv_decodes_it(options: tuple[int, ...]) -> None:
    noisy = np.random.default_rng(4).integers(0, 256, (81, 123, 3)).astype(np.uint8)
    data = encoded(noisy, ".jpg", *options)

    expected = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))

    assert np.abs(decode_image(data).astype(int) - expected).max() <= 1


def test_a_jpeg_in_four_inks_is_read() -> None:
    # Stored as what is left of the paper's white, without black.
    inks = np.dstack([scene()[..., ::-1], np.full((HEIGHT, WIDTH), 255, np.uint8)])

    assert_alike(decode_image(simplejpeg.encode_jpeg(inks, 95, "CMYK")), scene())


def test_a_jpeg_damaged_in_its_middle_is_read_as_far_as_it_decodes() -> None:
    large = np.kron(scene(), np.ones((10, 10, 1), np.uint8))
    # What is damaged lasts to the next restart marker.
    data = bytearray(encoded(large, ".jpg", cv2.IMWRITE_JPEG_RST_INTERVAL, 60))
    data[len(data) // 2 : len(data) // 2 + 4] = b"\x7f\x7f\x7f\x7f"
    with pytest.raises(ValueError, match="JPEG"):
        simplejpeg.decode_jpeg(bytes(data))

    frame = decode_image(bytes(data))

    assert_alike(frame[:200], large[:200])
    assert_alike(frame[-200:], large[-200:])


def test_sixteen_bits_become_eight() -> None:
    wide = scene().astype(np.uint16) * 257

    frame = decode_image(encoded(wide, ".png"))

    assert frame.dtype == np.uint8
    assert_alike(frame, scene(), tolerance=1.0)


@pytest.mark.parametrize("extension", [".jpg", ".png"])
def test_grey_becomes_three_equal_channels(extension: str) -> None:
    grey = scene()[..., 1]

    frame = decode_image(encoded(grey, extension))

    assert frame.shape == (HEIGHT, WIDTH, 3)
    assert_alike(frame, np.dstack([grey] * 3))


def test_half_transparent_sixteen_bit_pixels_are_laid_over_grey() -> None:
    stored = np.full((HEIGHT, WIDTH, 4), 200 * 257, np.uint16)
    stored[..., 3] = 65535 // 2

    frame = decode_image(encoded(stored, ".png"))

    assert np.abs(frame.astype(int) - (200 + BACKDROP) // 2).max() <= 1


def test_webp_alpha_is_laid_over_grey() -> None:
    stored = np.dstack([scene(), np.full((HEIGHT, WIDTH), 255, np.uint8)])
    stored[32:, :, 3] = 0

    frame = decode_image(encoded(stored, ".webp"))

    assert_alike(frame[:30], scene()[:30])
    assert np.abs(frame[34:].astype(int) - BACKDROP).max() <= 1


def test_twelve_megapixels_are_read_in_full() -> None:
    assert decode_image(encoded(np.zeros((3000, 4000, 3), np.uint8), ".jpg")).shape == (3000, 4000, 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "empty file", id="empty"),
        pytest.param(b"roll your melee dice\n", "not a picture", id="text"),
        pytest.param(b"\xff\xd8\xff", "truncated", id="three bytes of a JPEG"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "truncated", id="signature of a PNG alone"),
        pytest.param(b"\x00\x00\x00\x18ftypheic" + bytes(64), "HEIF", id="iPhone's HEIC"),
        pytest.param(b"GIF89a" + bytes(64), "^GIF: expected a JPEG", id="GIF"),
        pytest.param(b"II*\x00" + bytes(64), "^TIFF", id="TIFF"),
        pytest.param(encoded(np.zeros((1, 1, 3), np.uint8), ".png"), "1x1 pixels: too small", id="1x1"),
        pytest.param(
            encoded(np.zeros((15, 400, 3), np.uint8), ".jpg"), "400x15 pixels: too small", id="strip"
        ),
    ],
)
def test_what_is_no_picture_of_dice_is_refused_with_what_was_found(data: bytes, message: str) -> None:
    with pytest.raises(ImageError, match=message):
        decode_image(data)


def test_opencv_prints_nothing_of_a_damaged_picture(capfd: pytest.CaptureFixture[str]) -> None:
    data = bytearray(encoded(np.zeros((40, 60, 3), np.uint8), ".bmp"))
    data[30] = 7  # a compression that there is not
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_WARNING)
    try:
        with pytest.raises(ImageError, match="damaged BMP"):
            decode_image(bytes(data))
    finally:
        cv2.utils.logging.setLogLevel(before)

    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp", ".bmp"])
def test_a_truncated_picture_is_refused_and_not_half_grey(
    extension: str, share: float, capfd: pytest.CaptureFixture[str]
) -> None:
    noisy = np.random.default_rng(3).integers(0, 256, (80, 120, 3)).astype(np.uint8)
    data = encoded(noisy, extension)

    with pytest.raises(ImageError, match="truncated"):
        decode_image(data[: int(len(data) * share)])

    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("turned", [1, 3, 6, 8])
def test_a_truncated_jpeg_that_was_ended_again_is_refused(turned: int, share: float) -> None:
    noisy = np.random.default_rng(3).integers(0, 256, (80, 120, 3)).astype(np.uint8)
    data = encoded(noisy, ".jpg")
    cut = data[: int(len(data) * share)].removesuffix(b"\xff") + b"\xff\xd9"
    block = b"Exif\x00\x00" + exif(turned, "<")

    with pytest.raises(ImageError, match="truncated JPEG"):
        decode_image(cut[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + cut[2:])


@pytest.mark.parametrize(
    "options", [(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1), (cv2.IMWRITE_JPEG_RST_INTERVAL, 2)]
)
def test_a_whole_jpeg_with_a_grey_corner_is_read(options: tuple[int, ...]) -> None:
    frame = scene()
    frame[32:, 48:] = 128

    assert (decode_image(encoded(frame, ".jpg", *options))[-1, -1] == 128).all()


def test_a_thumbnails_end_marker_does_not_make_a_truncated_jpeg_whole() -> None:
    thumbnail = encoded(scene()[:32, :32], ".jpg")
    block = b"Exif\x00\x00" + exif(1, "<") + thumbnail
    data = encoded(scene(), ".jpg")
    whole = data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]
    decode_image(whole)

    with pytest.raises(ImageError, match="truncated JPEG"):
        decode_image(whole[:-40])


def test_a_png_with_a_changed_byte_is_refused_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    data = bytearray(encoded(scene(), ".png"))
    data[60] ^= 0x55

    with pytest.raises(ImageError, match="checksum of chunk IDAT"):
        decode_image(bytes(data))

    assert capfd.readouterr().err == ""


def test_a_small_file_that_claims_a_huge_picture_is_refused_before_decoding() -> None:
    data = bytearray(encoded(np.zeros((64, 64, 3), np.uint8), ".png"))
    data[16:24] = struct.pack(">II", 60_000, 60_000)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))

    with pytest.raises(ImageError, match="60000x60000 pixels: expected at most 100 megapixels"):
        decode_image(bytes(data))


def test_a_path_is_named_in_every_message(tmp_path: Path) -> None:
    (tmp_path / "notes.jpg").write_text("not a picture")
    (tmp_path / "good.png").write_bytes(encoded(scene(), ".png"))

    assert load_image(tmp_path / "good.png").shape == (HEIGHT, WIDTH, 3)
    for name, message in [("notes.jpg", "not a picture"), ("absent.jpg", "no such file"), (".", "a folder")]:
        path = str(tmp_path / name)
        with pytest.raises(ImageError, match=message) as caught:
            load_image(path)
        assert str(caught.value).startswith(path)


def test_a_file_that_cannot_be_opened_is_told_without_its_folder(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match=r"^cannot be read: ") as refused:
        picture_bytes(tmp_path / ("a" * 5000 + ".png"))
    assert str(tmp_path) not in str(refused.value)


def test_pipes_devices_and_endless_files_are_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")  # with nobody at its other end, so that opening it would wait
    (tmp_path / "zero.jpg").symlink_to("/dev/zero")
    with (tmp_path / "long.jpg").open("wb") as long:
        long.truncate(3_000_000_000)  # a hole, which takes no disk

    for name, message in [
        ("pipe.jpg", "a pipe or device, expected a picture"),
        ("zero.jpg", "a pipe or device, expected a picture"),
        ("long.jpg", "3000000000 bytes: expected at most 400 MB"),
    ]:
        with pytest.raises(ImageError, match=f"^{message}$"):
            picture_bytes(tmp_path / name)
