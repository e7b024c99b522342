"""Bytes or a path in, a frame out: upright 8-bit BGR, or an `ImageError` that says why not."""

import os
import stat
from pathlib import Path

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray

from vision.picture_file import UPRIGHT, ImageError, PictureHeader, prolonged, read_header

__all__ = ["Frame", "ImageError", "Mask", "decode_image", "load_image", "picture_bytes"]

Frame = NDArray[np.uint8]
"""(H, W, 3) BGR, 0..255, contiguous, origin top left, upright as the photographer saw it."""

Mask = NDArray[np.uint8]
"""(rows, columns), 0 or 255, of a frame or of a shrunken one."""

MIN_SIDE_PX = 16
"""A die needs about this many pixels a side to show its pips; a smaller picture cannot hold one."""

MAX_PIXELS = 100_000_000
"""Twice what phone cameras give in their largest mode; above it a small file could fill the memory."""

MAX_BYTES = 4 * MAX_PIXELS
"""A picture of so many pixels with alpha and without compression; a longer file is no photograph."""

MISSING = 128
"""Of 255, in each channel: what libjpeg puts where a JPEG's data ends too early."""

BACKDROP = 128
"""Grey behind transparent pixels: neither a highlight nor a dark die, and without a cast for colours."""


def decode_image(data: bytes) -> Frame:
    """Return the picture in these bytes of a JPEG, PNG, WebP or BMP file.

    EXIF orientation is honoured, 16-bit and grey pictures become 8-bit BGR, alpha is laid over grey.
    A JPEG damaged in its middle still decodes as far as libjpeg can.

    Raises:
        ImageError: no picture, empty, truncated, below 16 pixels a side or above 100 megapixels.
    """
    header = read_header(data)
    _check_size(header)
    frame = _in_colours(data, header)
    if header.format == "JPEG" and _has_blank_corner(frame):
        _check_is_whole(data, header)
    if header.has_alpha:
        stored = _decode(data, header, cv2.IMREAD_UNCHANGED)
        if stored.ndim == 3 and stored.shape[2] == 4:
            frame = _over_grey(frame, _turned(stored[..., 3], header.orientation))
    return np.ascontiguousarray(frame)


def picture_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file.

    Nothing is read of a pipe or a device, which may never end, nor of a file longer than any photograph.

    Raises:
        ImageError: the file is missing, a folder, no ordinary file, too long or cannot be read.
    """
    try:
        state = Path(path).stat()
        if stat.S_ISDIR(state.st_mode):
            raise ImageError("a folder, expected a picture")
        if not stat.S_ISREG(state.st_mode):
            raise ImageError("a pipe or device, expected a picture")
        if state.st_size > MAX_BYTES:
            raise ImageError(f"{state.st_size} bytes: expected at most {MAX_BYTES // 1_000_000} MB")
        return Path(path).read_bytes()
    except ImageError:  # a ValueError as well
        raise
    except FileNotFoundError as err:
        raise ImageError("no such file") from err
    except OSError as err:  # whose own words would repeat the path
        raise ImageError(f"cannot be read: {err.strerror}") from err
    except ValueError as err:  # a zero byte in the path
        raise ImageError(f"cannot be read: {err}") from err


def resized(frame: Frame, width: int, height: int) -> Frame:
    """Return the picture in another size, averaged where it shrinks, so that small pips stay.

    Halving has a fast path that averages; what is left, less than a half, interpolation does well. One
    average over the whole area takes three times as long.
    """
    while min(frame.shape[0] / height, frame.shape[1] / width) >= 2:
        rows, columns = frame.shape[0] // 2, frame.shape[1] // 2
        # The fast path wants even sides: an odd last row or column is left out.
        even = frame[: 2 * rows, : 2 * columns]
        frame = np.asarray(cv2.resize(even, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return np.asarray(cv2.resize(frame, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def load_image(path: str | os.PathLike[str]) -> Frame:
    """Return the picture in this file, as `decode_image` does; every `ImageError` begins with the path."""
    try:
        return decode_image(picture_bytes(path))
    except ImageError as err:
        raise ImageError(f"{os.fspath(path)}: {err}") from err


def _check_size(header: PictureHeader) -> None:
    size = f"{header.width}x{header.height} pixels"
    if min(header.width, header.height) < MIN_SIDE_PX:
        raise ImageError(f"{size}: too small for a die, expected at least {MIN_SIDE_PX} pixels a side")
    if header.width * header.height > MAX_PIXELS:
        raise ImageError(f"{size}: expected at most {MAX_PIXELS // 1_000_000} megapixels")


def _in_colours(data: bytes, header: PictureHeader) -> Frame:
    """Return the picture as `cv2.imdecode` gives it, an upright sound JPEG in two thirds of the time.

    OpenCV's Python binding decodes to memory of its own and copies that.
    """
    if header.format == "JPEG" and header.orientation == UPRIGHT:
        try:
            return np.asarray(simplejpeg.decode_jpeg(data, colorspace="BGR"), np.uint8)
        except ValueError:  # damaged, or of a rare kind: OpenCV gives what there is, or says what is wrong
            pass
    return _decode(data, header, cv2.IMREAD_COLOR)


def _decode(data: bytes, header: PictureHeader, flags: int) -> NDArray[np.uint8]:
    # What is wrong with a picture is ours to say: OpenCV would print lines of its own source beside it.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        frame = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as err:
        raise ImageError(f"damaged {header.format}: {err.err}") from err
    if frame is None:
        raise ImageError(f"damaged {header.format}: OpenCV cannot decode it")
    return np.asarray(frame)


def _has_blank_corner(frame: NDArray[np.uint8]) -> bool:
    """Say whether the corner where the data of a JPEG end, whichever EXIF makes it, may be missing."""
    return bool((frame[[0, 0, -1, -1], [0, -1, 0, -1]] == MISSING).all(axis=-1).any())


def _check_is_whole(jpeg: bytes, header: PictureHeader) -> None:
    """Raise ImageError where a JPEG was cut short and then ended as if it were whole."""
    frame, longer = (_decode(one, header, cv2.IMREAD_COLOR) for one in (jpeg, prolonged(jpeg)))
    if not np.array_equal(frame, longer):
        raise ImageError(f"truncated JPEG: its {len(jpeg)} bytes hold a part of the picture alone")


def _over_grey(frame: Frame, alpha: NDArray[np.uint8] | NDArray[np.uint16]) -> Frame:
    """Return (H, W, 3) `frame` laid over grey by (H, W) `alpha`, whose type's greatest value is opaque."""
    opacity = (alpha / np.iinfo(alpha.dtype).max).astype(np.float32)[..., None]
    return np.rint(frame * opacity + np.float32(BACKDROP) * (1 - opacity)).astype(np.uint8)


def _turned(alpha: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Return (H, W) `alpha` upright; OpenCV turns colour by EXIF, yet never what it decodes unchanged."""
    match orientation:
        case 2:
            return alpha[:, ::-1]
        case 3:
            return alpha[::-1, ::-1]
        case 4:
            return alpha[::-1]
        case 5:
            return alpha.T
        case 6:
            return alpha.T[:, ::-1]
        case 7:
            return alpha.T[::-1, ::-1]
        case 8:
            return alpha.T[::-1]
    return alpha
