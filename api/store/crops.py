"""Crops of read dice, kept as evidence: written beside the play, bounded in number and size."""

import logging
import queue
import threading
from dataclasses import dataclass

import cv2
import numpy as np
from sqlalchemy import delete, func, insert, or_, select

from api.store.database import Database
from api.store.errors import StoreError
from api.store.reserve import Reserve
from api.store.schema import StoredCrop
from vision.image import Frame
from vision.reading import Box, TableReading

log = logging.getLogger(__name__)

MARGIN = 0.15
"""Of the box's sides, shown around it: whether a die leans is seen at its foot."""

MOST_PX = 160
"""Longer side of a crop; larger ones are shrunk."""

JPEG_QUALITY = 85

TRIMMED_TO = 0.95
"""Of the bounds, left after the oldest are deleted, so that it is not done at every reading."""

WAITING = 64
"""Readings whose crops may wait to be written; a disk that is slower than that loses the newest."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many crops are kept, and how many bytes of them; beyond either the oldest go."""

    most: int
    most_bytes: int


@dataclass(frozen=True, slots=True)
class _Seen:
    picture: int
    crops: tuple[Frame, ...]


class CropKeeper:
    """Cuts in the caller's thread and writes in its own, so that no frame waits for the disk.

    A kill may lose the crops of the last moment, never a message. Between `start` and `close`, safe to use
    from any thread.
    """

    def __init__(self, database: Database, match_id: str, bounds: Bounds, reserve: Reserve) -> None:
        self._database = database
        self._match_id = match_id
        self._bounds = bounds
        self._reserve = reserve
        self._waiting: queue.Queue[_Seen | None] = queue.Queue(WAITING)
        self._count, self._bytes = self._size()
        self._thread = threading.Thread(target=self._write_all, name="crops", daemon=True)
        self._thread.start()

    def keep(self, frame: Frame, reading: TableReading, picture: int) -> None:
        """Keep what is seen of each die of a reading, whose message names this picture."""
        if not reading.dice:
            return
        seen = _Seen(picture, tuple(cut(frame, die.box) for die in reading.dice))
        try:
            self._waiting.put_nowait(seen)
        except queue.Full:
            log.warning("crops of picture %s are not kept: the disk is too slow", picture)

    def close(self) -> None:
        """Write what still waits and end the thread."""
        self._waiting.put(None)
        self._thread.join()

    def _write_all(self) -> None:
        while (seen := self._waiting.get()) is not None:
            if not self._reserve.is_kept:
                continue  # what little space is left is for messages
            try:
                self._write(seen)
            except StoreError as err:
                log.warning("crops of picture %s are not kept: %s", seen.picture, err)

    def _write(self, seen: _Seen) -> None:
        jpegs = [_jpeg(crop) for crop in seen.crops]
        rows = [
            {
                "match_id": self._match_id,
                "picture": seen.picture,
                "die": number,
                "size_bytes": len(jpeg),
                "jpeg": jpeg,
            }
            for number, jpeg in enumerate(jpegs)
        ]
        with self._database.writing() as connection:
            connection.execute(insert(StoredCrop), rows)
        self._count += len(jpegs)
        self._bytes += sum(map(len, jpegs))
        if self._count > self._bounds.most or self._bytes > self._bounds.most_bytes:
            self._trim()

    def _trim(self) -> None:
        """Delete the oldest crops. What is too much is found first, so that messages wait for no search."""
        newest_first = StoredCrop.id.desc()
        counted = select(
            StoredCrop.id,
            func.row_number().over(order_by=newest_first).label("count"),
            func.sum(StoredCrop.size_bytes).over(order_by=newest_first).label("bytes"),
        ).subquery()
        too_old = select(func.max(counted.c.id)).where(
            or_(
                counted.c.count > self._bounds.most * TRIMMED_TO,
                counted.c.bytes > self._bounds.most_bytes * TRIMMED_TO,
            )
        )
        with self._database.reading() as connection:
            last = connection.execute(too_old).scalar()
        if last is not None:
            with self._database.writing() as connection:
                connection.execute(delete(StoredCrop).where(StoredCrop.id <= last))
        self._count, self._bytes = self._size()

    def _size(self) -> tuple[int, int]:
        """Return how many crops there are, of all matches, and their bytes."""
        asked = select(func.count(StoredCrop.id), func.coalesce(func.sum(StoredCrop.size_bytes), 0))
        with self._database.reading() as connection:
            count, size = connection.execute(asked).one()
            return count, size


def cut(frame: Frame, box: Box) -> Frame:
    """Return what a picture shows of a die and a little around it, at most MOST_PX wide and high."""
    height, width = frame.shape[:2]
    x_margin, y_margin = MARGIN * (box[2] - box[0]), MARGIN * (box[3] - box[1])
    left, top = max(0, int(box[0] - x_margin)), max(0, int(box[1] - y_margin))
    right, bottom = min(width, int(box[2] + x_margin) + 1), min(height, int(box[3] + y_margin) + 1)
    # A box at the very edge may round to nothing; a crop has a pixel at least.
    crop = frame[min(top, height - 1) : max(bottom, top + 1), min(left, width - 1) : max(right, left + 1)]
    longer = max(crop.shape[:2])
    if longer <= MOST_PX:
        return crop.copy()  # a view would keep the whole picture in memory
    scale = MOST_PX / longer
    size = (max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale)))
    return np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8)


def _jpeg(crop: Frame) -> bytes:
    _, jpeg = cv2.imencode(".jpg", crop, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))
    return jpeg.tobytes()
