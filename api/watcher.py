"""Watches a table: frames in, settled readings out to the referee, in a thread of its own."""

import logging
import threading
from typing import Protocol

from api.metrics import Metrics, Stages, Uncounted
from api.pictures import Pictures
from api.referee import Referee
from vision.image import Frame
from vision.reading import TableReading
from vision.settle import Moment, Rest, Settling, settle
from vision.sources.source import CameraError, FrameSource, LiveSource

log = logging.getLogger(__name__)

IDLE_S = 0.2
"""How often to look whether dice are awaited again once a scene has ended."""


class PictureReader(Protocol):
    """Reads the dice of one picture."""

    def read(self, frame: Frame) -> TableReading:
        """Return the dice of a (H, W, 3) BGR picture."""


class Watcher:
    """Mutable; one thread at a time may use it."""

    def __init__(
        self,
        source: FrameSource,
        reader: PictureReader,
        referee: Referee,
        pictures: Pictures,
        rest: Rest,
        metrics: Metrics | None = None,
    ) -> None:
        self._source = source
        self._reader = reader
        self._referee = referee
        self._pictures = pictures
        self._rest = rest
        self._metrics = metrics or Uncounted()
        self._settling = Settling()
        if isinstance(source, LiveSource):
            source.listen(referee)

    def step(self) -> bool:
        """Look at the next frame, in the next scene if dice are still awaited; False when there is none.

        Raises CameraError when the source breaks off.
        """
        stages = Stages()
        frame = self._source.next_frame()
        if frame is None:
            return self._referee.awaits_throw() and self._source.next_scene()
        stages.done("wait")
        self._settling = settle(self._settling, frame, self._rest)
        stages.done("settle")
        self._referee.notice(self._settling.moment)
        if self._settling.moment is Moment.SETTLED:
            self._hand_on(frame, stages)
        self._metrics.frame(stages.ms)
        return True

    def _hand_on(self, frame: Frame, stages: Stages) -> None:
        reading = self._reader.read(frame)
        stages.done("read")
        picture = self._pictures.add(frame)
        stages.done("keep")
        self._referee.read(reading, picture)
        stages.done("referee")
        for die in reading.dice:
            if die.problem is not None:
                self._metrics.refused(die.problem)

    def watch(self, stop: threading.Event) -> None:
        """Look at frame after frame until told to stop or the source breaks off."""
        more_seen = False
        try:
            while not stop.is_set():
                if self.step():
                    more_seen = True
                    continue
                if stop.is_set():  # a live source waits no longer then
                    break
                if more_seen and self._referee.awaits_throw():
                    self._referee.out_of_pictures()
                    more_seen = False
                stop.wait(IDLE_S)
        except CameraError as err:
            log.error("camera lost: %s", err)
            self._referee.lost(str(err))
        finally:
            self.close()

    def close(self) -> None:
        """Release the source."""
        self._source.close()
