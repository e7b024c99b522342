"""How long reading a picture takes, against what decoding alone takes, in one run on one thread."""

from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # these load OpenCV, which `meleecam --help` must not wait for
    from api.watcher import PictureReader
    from vision.image import Frame

FULL_HD = (1920, 1080)
JPEG_QUALITY = 90


@dataclass(frozen=True, slots=True)
class Speed:
    """Medians over `runs`, in milliseconds; `read_ms` is from the same bytes to the readings."""

    width: int
    height: int
    bytes: int
    dice: int
    runs: int
    imdecode_ms: float
    read_ms: float

    @property
    def ratio(self) -> float:
        """How many times longer reading takes than `cv2.imdecode` alone."""
        return self.read_ms / self.imdecode_ms


def measure_speed(reader: "PictureReader", jpeg: bytes, runs: int) -> Speed:
    """Read one JPEG `runs` times, decoding it alone before each, so that both meet the same weather.

    Holds OpenCV to one thread from here on; the reader must have been opened for one thread as well.
    """
    import cv2
    import numpy as np

    from vision.image import decode_image

    cv2.setNumThreads(1)
    reading = reader.read(decode_image(jpeg))  # the first run pays for caches and is not counted
    decode_ms, read_ms = [], []
    for _ in range(runs):
        began = perf_counter()
        cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        decoded = perf_counter()
        reading = reader.read(decode_image(jpeg))
        ended = perf_counter()
        decode_ms.append((decoded - began) * 1000)
        read_ms.append((ended - decoded) * 1000)
    return Speed(
        reading.width, reading.height, len(jpeg), len(reading.dice), runs, median(decode_ms), median(read_ms)
    )


def full_hd_jpeg(frame: "Frame") -> bytes:
    """Return a picture as a JPEG of 1920x1080, enlarged or shrunk to cover it and cut around its middle."""
    import cv2

    width, height = FULL_HD
    scale = max(width / frame.shape[1], height / frame.shape[0])
    size = (max(width, round(frame.shape[1] * scale)), max(height, round(frame.shape[0] * scale)))
    covering = cv2.resize(frame, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    cut = covering[top : top + height, left : left + width]
    return cv2.imencode(".jpg", cut, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))[1].tobytes()
