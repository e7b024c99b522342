"""What the bytes of a picture file say before anything is decoded: format, size, alpha, EXIF, completeness.

Knows no pixels. OpenCV decodes a truncated file to a half-grey picture in some versions and formats, and
its codecs print to stderr; what is found here is refused before they see it.
"""

import struct
import zlib
from dataclasses import dataclass

ORIENTATION_TAG = 0x0112
UPRIGHT = 1

OTHER_PICTURES = {
    b"GIF8": "GIF",
    b"II*\x00": "TIFF or a camera's raw picture",
    b"MM\x00*": "TIFF or a camera's raw picture",
    b"%PDF": "PDF",
}
"""What such files begin with, and what people call them: they see a picture in them, and are told which."""

EXIF = b"Exif\x00\x00"
"""Begins an EXIF block, in a JPEG always, in other formats now and then."""

END_OF_IMAGE = b"\xff\xd9"
"""Ends a JPEG; in its compressed data these two bytes do not occur."""

FURTHER_DATA = bytes(range(1, 255))
"""Compressed data of nothing in particular, without a marker in it."""


class ImageError(ValueError):
    """Bytes or a path that give no picture; the message says what was found."""


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """Size in pixels as stored (before EXIF turns it), alpha or not, EXIF orientation 1 to 8."""

    format: str
    width: int
    height: int
    has_alpha: bool = False
    orientation: int = UPRIGHT


def read_header(data: bytes) -> PictureHeader:
    """Return what the file says of itself; raise `ImageError` when it is no whole JPEG, PNG, WebP or BMP."""
    if not data:
        raise ImageError("empty file")
    try:
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            return _png(data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith(b"BM"):
            return _bmp(data)
    except (struct.error, IndexError) as err:
        raise ImageError(f"truncated picture: the header breaks off after {len(data)} bytes") from err
    if data[4:8] == b"ftyp":
        raise ImageError("HEIF, AVIF or a film: expected a JPEG, PNG, WebP or BMP picture")
    for begins, name in OTHER_PICTURES.items():
        if data.startswith(begins):
            raise ImageError(f"{name}: expected a JPEG, PNG, WebP or BMP picture")
    raise ImageError(f"not a picture: expected JPEG, PNG, WebP or BMP, found bytes {data[:4].hex(' ')}")


def prolonged(jpeg: bytes) -> bytes:
    """Return a JPEG with further compressed data before its end.

    A whole one has given all its pixels by then and looks the same; where some are missing, these are taken.
    """
    end = jpeg.rfind(END_OF_IMAGE)
    return jpeg[:end] + FURTHER_DATA + jpeg[end:]


def _jpeg(data: bytes) -> PictureHeader:
    size: tuple[int, int] | None = None
    orientation = UPRIGHT
    at = 2
    while True:
        if data[at] != 0xFF:
            raise ImageError(f"damaged JPEG: expected a marker at byte {at}, found {data[at]:#04x}")
        marker = data[at + 1]
        if marker == 0xFF:  # fill byte
            at += 1
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        # Start of frame, all kinds; C4, C8 and CC in the same range are tables and extensions.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = (width, height)
        elif marker == 0xE1 and data.startswith(EXIF, at + 4):
            orientation = _exif_orientation(data[at + 4 : at + 2 + length])
        at += 2 + length
        if (
            marker == 0xDA
        ):  # start of scan: compressed data from here on, in which FF D9 only ends the picture
            break
    if size is None:
        raise ImageError("damaged JPEG: no frame header before the first scan")
    # It ends a whole file, so from the end it is found at once.
    if data.rfind(END_OF_IMAGE, at) < 0:
        raise ImageError(f"truncated JPEG: no end-of-image marker in {len(data)} bytes")
    return PictureHeader("JPEG", *size, orientation=orientation)


def _png(data: bytes) -> PictureHeader:
    width, height, _depth, colour_type = struct.unpack_from(">IIBB", data, 16)
    has_alpha = colour_type in (4, 6)
    orientation = UPRIGHT
    at = 8
    while at + 12 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        end = at + 8 + length
        if end + 4 > len(data):
            break
        (expected,) = struct.unpack_from(">I", data, end)
        if zlib.crc32(data[at + 4 : end]) != expected:
            raise ImageError(
                f"damaged PNG: checksum of chunk {name.decode('ascii', 'replace')} does not match"
            )
        if name == b"tRNS":
            has_alpha = True
        elif name == b"eXIf":
            orientation = _exif_orientation(data[at + 8 : end])
        elif name == b"IEND":
            return PictureHeader("PNG", width, height, has_alpha, orientation)
        at = end + 4
    raise ImageError(f"truncated PNG: no IEND chunk in {len(data)} bytes")


def _webp(data: bytes) -> PictureHeader:
    (riff_size,) = struct.unpack_from("<I", data, 4)
    if len(data) < riff_size + 8:
        raise ImageError(f"truncated WebP: expected {riff_size + 8} bytes, found {len(data)}")
    size: tuple[int, int] | None = None
    has_alpha = False
    orientation = UPRIGHT
    at = 12
    while at + 8 <= riff_size + 8:
        name, length = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + length]
        if name == b"VP8X":
            has_alpha = bool(body[0] & 0x10)
            size = (1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little"))
        elif name == b"VP8L":
            (bits,) = struct.unpack_from("<I", body, 1)
            size = size or ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
            has_alpha = has_alpha or bool(bits >> 28 & 1)
        elif name == b"VP8 ":
            width, height = struct.unpack_from("<HH", body, 6)
            size = size or (width & 0x3FFF, height & 0x3FFF)
        elif name == b"EXIF":
            orientation = _exif_orientation(body)
        at += 8 + length + length % 2
    if size is None:
        raise ImageError("damaged WebP: no picture chunk")
    return PictureHeader("WebP", *size, has_alpha, orientation)


def _bmp(data: bytes) -> PictureHeader:
    (pixels_at,) = struct.unpack_from("<I", data, 10)
    width, height, _planes, bits, compression = struct.unpack_from("<iiHHI", data, 18)
    stored_size = (width * bits + 31) // 32 * 4 * abs(height)
    if compression == 0 and len(data) < pixels_at + stored_size:
        raise ImageError(f"truncated BMP: expected {pixels_at + stored_size} bytes, found {len(data)}")
    return PictureHeader("BMP", width, abs(height))


def _exif_orientation(exif: bytes) -> int:
    """Return the orientation 1 to 8 of an EXIF block, 1 where the block is broken or silent."""
    exif = exif.removeprefix(EXIF)
    order = {b"II*\x00": "<", b"MM\x00*": ">"}.get(exif[:4])
    if order is None:
        return UPRIGHT
    try:
        (directory,) = struct.unpack_from(f"{order}I", exif, 4)
        (entries,) = struct.unpack_from(f"{order}H", exif, directory)
        for entry in range(entries):
            tag, _type, _count, value = struct.unpack_from(f"{order}HHIH", exif, directory + 2 + 12 * entry)
            if tag == ORIENTATION_TAG and 1 <= value <= 8:
                return int(value)
    except struct.error:
        return UPRIGHT
    return UPRIGHT
