"""How long reading a picture takes, against what decoding alone takes, in one run on one thread."""

from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from api.benchmarks.yardstick import Yardstick

if TYPE_CHECKING:  # these load OpenCV, which `meleecam --help` must not wait for
    from api.play.watcher import PictureReader
    from vision.image import Frame
    from vision.watching.rest import Rest
    from vision.watching.settling import Settling

FULL_HD = (1920, 1080)
JPEG_QUALITY = 90


PIPS_LIMIT, NUMERALS_LIMIT, STILL_LIMIT = 3.0, 4.0, 0.3
"""From bytes to readings of dice with pips, and where there are numerals, and a frame in which nothing has
changed, in times of `cv2.imdecode`."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Medians over `runs`, in milliseconds.

    `imdecode_ms` is the yardstick: `cv2.imdecode` of a JPEG whose picture is dropped before the next;
    `imdecode_kept_ms` is what it takes where the picture before is kept until then, see `Yardstick`.
    `read_ms` is from the same bytes to the readings; `still_ms` is a decoded frame of a table that has not
    changed since it was read, as a camera hands out thirty times a second.
    """

    width: int
    height: int
    bytes: int
    dice: int
    with_numerals: int
    runs: int
    imdecode_ms: float
    imdecode_kept_ms: float
    read_ms: float
    still_ms: float

    @property
    def ratio(self) -> float:
        """How many times longer reading takes than `cv2.imdecode` alone."""
        return self.read_ms / self.imdecode_ms

    @property
    def limit(self) -> float:
        """The highest ratio that reading such a picture may have."""
        return NUMERALS_LIMIT if self.with_numerals else PIPS_LIMIT

    @property
    def still_ratio(self) -> float:
        """How many times longer an unchanged frame takes than `cv2.imdecode` alone."""
        return self.still_ms / self.imdecode_ms

    @property
    def within(self) -> bool:
        """Neither takes longer than it is allowed to."""
        return self.ratio <= self.limit and self.still_ratio <= STILL_LIMIT


def measure_speed(reader: "PictureReader", jpeg: bytes, runs: int) -> Speed:
    """Read one JPEG `runs` times, decoding it elsewhere before each, so that both meet the same weather.

    Holds OpenCV to one thread from here on; the reader must have been opened for one thread as well.
    """
    import cv2

    from vision.image import decode_image
    from vision.watching.moment import Moment
    from vision.watching.rest import Rest
    from vision.watching.settle import settle

    cv2.setNumThreads(1)
    frame = decode_image(jpeg)
    reading = reader.read(frame)  # the first run pays for caches and is not counted
    rest = Rest()
    settling = _settled(frame, rest)
    decoding, read_ms, still_ms = [], [], []
    with Yardstick(jpeg) as yardstick:
        for _ in range(runs):
            decoding.append(yardstick.measure())
            began = perf_counter()
            reading = reader.read(decode_image(jpeg))
            ended = perf_counter()
            settling = settle(settling, frame, rest)
            seen = perf_counter()
            assert settling.moment is Moment.KNOWN
            read_ms.append((ended - began) * 1000)
            still_ms.append((seen - ended) * 1000)
    return Speed(
        width=reading.width,
        height=reading.height,
        bytes=len(jpeg),
        dice=len(reading.dice),
        with_numerals=sum(die.numerals for die in reading.dice),
        runs=runs,
        imdecode_ms=median(one.dropped_ms for one in decoding),
        imdecode_kept_ms=median(one.kept_ms for one in decoding),
        read_ms=median(read_ms),
        still_ms=median(still_ms),
    )


def _settled(frame: "Frame", rest: "Rest") -> "Settling":
    """Return what is remembered of a table that was handed out for reading and lies still."""
    from vision.watching.rest import NOMINAL_FPS
    from vision.watching.settle import settle
    from vision.watching.settling import Settling

    settling = Settling()
    for _ in range(rest.frames_at(NOMINAL_FPS) + 1):
        settling = settle(settling, frame, rest)
    return settling


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
