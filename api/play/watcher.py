"""Watches a table: frames in, settled readings out to the referee, in a thread of its own."""

import logging
import threading
from typing import Protocol

from api.play.advising import Advising
from api.play.pictures import Pictures
from api.play.referee import Referee
from api.store import StoreError
from api.web.metrics import Metrics, Stages, Uncounted
from vision.image import Frame
from vision.looks import LiveReader
from vision.reading import TableReading
from vision.sources.source import CameraError, FrameSource, LiveSource, SourceHint
from vision.sources.timing import FrameTimes
from vision.watching.moment import Moment
from vision.watching.rest import Rest
from vision.watching.watch import Sight, TableWatch

log = logging.getLogger(__name__)

RETRY_S = 1.0
"""How long to wait before what could not be kept is tried again."""

ENDED = "watching ended by a fault of the program"

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
        reader: LiveReader,
        referee: Referee,
        pictures: Pictures,
        rest: Rest,
        metrics: Metrics | None = None,
        advising: Advising | None = None,
    ) -> None:
        """Watch a source; advice is given for the pictures of one that is live."""
        self._watch = TableWatch(reader, rest)
        self._referee = referee
        self._pictures = pictures
        self._metrics = metrics or Uncounted()
        self._owed: Sight | None = None
        """What the referee has not been told because it could not be kept."""
        self._advising = advising if isinstance(source, LiveSource) else None
        self._is_lost = False
        self.turn_to(source)

    def turn_to(self, source: FrameSource) -> None:
        """Go on with another source of the same table, whose dice are known as they lay there last."""
        self._source = source
        self._times = FrameTimes(source)
        if isinstance(source, LiveSource):
            source.listen(self)

    def lost(self, detail: str) -> None:
        """Hear that no pictures come; they are tried for."""
        self._tell_lost(detail)
        # Whoever starts the program may look at the terminal alone, so both are told there as well.
        log.warning("waiting for pictures: %s", detail)

    def back(self) -> None:
        """Hear that pictures come, or come again."""
        self._referee.back()
        self._is_lost = False
        log.warning("pictures come")

    def hint(self, hint: SourceHint) -> None:
        """Hear what the pictures are like."""
        self._referee.hint(hint)

    def step(self) -> bool:
        """Look at the next frame, in the next scene if dice are still awaited; False when there is none.

        Raises CameraError when the source breaks off, and StoreError when what was seen cannot be kept; the
        next step begins with it.
        """
        stages = Stages()
        if self._owed is not None:
            self._hand_on(self._owed, stages)
        frame = self._source.next_frame()
        if frame is None:
            if (last := self._watch.end_scene()) is not None:
                self._hand_on(last, stages)
            return self._referee.awaits_throw() and self._source.next_scene()
        if self._is_lost:  # another source was, before this one
            self.back()
        stages.done("wait")
        self._pictures.show(frame)
        sight = self._watch.see(frame, stages.done, self._times.since_s())
        self._hand_on(sight, stages)
        if self._advising is not None:
            self._advising.see(frame, sight)
            stages.done("advise")
        self._metrics.frame(stages.ms)
        return True

    def _hand_on(self, sight: Sight, stages: Stages) -> None:
        self._owed = sight
        if sight.reading is not None and sight.frame is not None:
            self._hand_on_reading(sight.moment, sight.reading, sight.frame, stages)
        else:
            self._referee.notice(sight.moment)
        self._owed = None

    def _hand_on_reading(self, moment: Moment, reading: TableReading, frame: Frame, stages: Stages) -> None:
        picture = self._pictures.add(frame)
        self._referee.read(moment, reading, picture)
        stages.done("referee")
        self._pictures.keep(frame, reading, picture)
        stages.done("keep")
        for die in reading.dice:
            if die.problem is not None:
                self._metrics.refused(die.problem)

    def watch(self, stop: threading.Event) -> None:
        """Look at frame after frame until told to stop or the source breaks off; pages hear why it ends."""
        more_seen = False
        try:
            while not stop.is_set():
                try:
                    self._referee.remind()
                    if self.step():
                        more_seen = True
                        continue
                    if stop.is_set():  # a live source waits no longer then
                        break
                    if more_seen and self._referee.awaits_throw():
                        self._referee.out_of_pictures()
                        more_seen = False
                except StoreError as err:
                    # Nothing can be accepted meanwhile, so that nothing is missed by not looking.
                    log.error("not kept, trying again: %s", err)
                    stop.wait(RETRY_S)
                stop.wait(IDLE_S)
        except CameraError as err:
            log.error("camera lost: %s", err)
            self._tell_lost(err.words)
        except Exception:
            # The last that can be done in this thread: nobody else would hear of it.
            log.exception(ENDED)
            self._tell_lost(f"{ENDED}; its log says more")
        finally:
            self.close()

    def _tell_lost(self, detail: str) -> None:
        self._referee.lost(detail)
        self._is_lost = True

    def close(self) -> None:
        """Release the source."""
        self._source.close()
