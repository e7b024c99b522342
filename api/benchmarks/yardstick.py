"""What `cv2.imdecode` takes for a picture, in programs that do nothing else, so that no other memory counts.

Its own memory counts for much: a picture that is dropped before the next gives its pages back to the system,
which must clear new ones; where the one before is kept until then, they stay, and decoding takes 0.6 times as
long. Within a reader's process chance decides which of both it is.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter
from types import TracebackType
from typing import NamedTuple, Self


class Decoding(NamedTuple):
    """Milliseconds of one picture that is dropped before the next, and of one that is kept until then."""

    dropped_ms: float
    kept_ms: float


class Yardstick:
    """Decodes a JPEG whenever it is asked, on one thread of a process of its own for either way."""

    def __init__(self, jpeg: bytes) -> None:
        self._jpeg = jpeg
        # Not forked: a copy of this process would have its memory.
        alone = get_context("spawn")
        self._dropping, self._keeping = (ProcessPoolExecutor(1, mp_context=alone) for _ in range(2))

    def __enter__(self) -> Self:
        self.measure()  # the first run pays for imports and caches
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._dropping.shutdown()
        self._keeping.shutdown()

    def measure(self) -> Decoding:
        """Return what decoding takes now."""
        return Decoding(
            self._dropping.submit(_dropped_ms, self._jpeg).result(),
            self._keeping.submit(_kept_ms, self._jpeg).result(),
        )


_before: list[object] = []
"""The picture that was decoded before, in the process that keeps it."""


def _dropped_ms(jpeg: bytes) -> float:
    import cv2
    import numpy as np

    cv2.setNumThreads(1)
    began = perf_counter()
    cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return (perf_counter() - began) * 1000


def _kept_ms(jpeg: bytes) -> float:
    import cv2
    import numpy as np

    cv2.setNumThreads(1)
    began = perf_counter()
    _before[:] = [cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)]
    return (perf_counter() - began) * 1000
