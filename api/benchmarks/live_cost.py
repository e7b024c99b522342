"""What watching a table costs while nothing happens and while dice roll, on one thread, at 1920x1080.

Processor time, not time on the clock: the share of one core that is left to others is what counts here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # these load OpenCV, which `meleecam --help` must not wait for
    from vision.image import Frame
    from vision.looks import LiveReader

FPS = 30
IDLE_LIMIT, ROLLING_LIMIT = 0.15, 1.0
"""Share of one core that an idle table may take, and a rolling one, at FPS frames a second."""

NOISE_LEVELS = 3.0
"""Of 255: no two frames of a camera are the same."""

ROLL_PX = 9
"""How far dice roll from frame to frame, half a metre a second seen from above."""


@dataclass(frozen=True, slots=True)
class LiveCost:
    """Milliseconds of processor time a frame, and those of the stages of one rest.

    Frames are handed in decoded: what a camera's own decoding takes comes on top.
    """

    frames: int
    idle_ms: float
    rolling_ms: float
    look_ms: float
    join_ms: float

    @property
    def idle_share(self) -> float:
        """Share of one core that an idle table takes."""
        return self.idle_ms * FPS / 1000

    @property
    def rolling_share(self) -> float:
        """Share of one core that rolling dice take; above 1 frames are left out."""
        return self.rolling_ms * FPS / 1000

    @property
    def within(self) -> bool:
        """Neither takes more than it may."""
        return self.idle_share <= IDLE_LIMIT and self.rolling_share <= ROLLING_LIMIT


def measure_live(reader: "LiveReader", jpeg: bytes, frames: int) -> LiveCost:
    """Watch a picture with dice as a table at rest, then with its dice rolling, so many frames each.

    Holds OpenCV to one thread from here on; the reader must have been opened for one thread as well.
    """
    import cv2

    from vision.image import decode_image
    from vision.watching.moment import Moment
    from vision.watching.rest import Rest
    from vision.watching.watch import TableWatch

    cv2.setNumThreads(1)
    picture = decode_image(jpeg)
    boxes = [die.box for die in reader.read(picture).dice]
    still = [_noisy(picture, seed) for seed in range(4)]
    watch, stages = TableWatch(reader, Rest()), _StageTimes()
    while watch.see(still[0], stages.done).moment is not Moment.SETTLED:
        stages.begin()
    idle_ms = _frame_ms(lambda number: watch.see(still[number % len(still)]).moment, Moment.KNOWN, frames)
    rolling = [_rolled(still[step % len(still)], boxes, step) for step in range(8)]
    watch.see(rolling[-1])
    rolling_ms = _frame_ms(
        lambda number: watch.see(rolling[number % len(rolling)]).moment, Moment.MOVING, frames
    )
    return LiveCost(frames, idle_ms, rolling_ms, stages.mean_ms("look"), stages.mean_ms("join"))


class _StageTimes:
    """Mutable: processor time of the stages of frames."""

    def __init__(self) -> None:
        self._ms: dict[str, list[float]] = {}
        self.begin()

    def begin(self) -> None:
        self._since_s = process_time()

    def done(self, stage: str) -> None:
        now_s = process_time()
        self._ms.setdefault(stage, []).append((now_s - self._since_s) * 1000)
        self._since_s = now_s

    def mean_ms(self, stage: str) -> float:
        return mean(self._ms[stage])


def _frame_ms(see: Callable[[int], object], expected: object, frames: int) -> float:
    began_s = process_time()
    moments = [see(number) for number in range(frames)]
    spent_s = process_time() - began_s
    assert set(moments) == {expected}, set(moments)
    return spent_s * 1000 / frames


def _noisy(picture: "Frame", seed: int) -> "Frame":
    """Return the picture as a camera's sensor shows it once more."""
    import cv2
    import numpy as np

    noise = np.random.default_rng(seed).normal(0, NOISE_LEVELS, picture.shape).astype(np.int16)
    return np.asarray(cv2.add(picture.astype(np.int16), noise).clip(0, 255), np.uint8)


def _rolled(picture: "Frame", boxes: Sequence[tuple[float, float, float, float]], step: int) -> "Frame":
    """Return the picture with its dice further to the right, those that would leave it left out."""
    moved = picture.copy()
    for x0, y0, x1, y1 in (tuple(round(edge) for edge in box) for box in boxes):
        way = ROLL_PX * step
        if x1 + way <= picture.shape[1]:
            moved[y0:y1, x0 + way : x1 + way] = picture[y0:y1, x0:x1]
    return moved
