"""A folder of pictures as a camera that shows each of them at rest."""

import logging
from pathlib import Path

from vision.image import Frame, ImageError, decode_image, picture_bytes
from vision.sources.source import CameraError

log = logging.getLogger(__name__)

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


class PictureFolder:
    """Pictures in the order of their names, each shown for `frames_each` frames like a table at rest.

    Files that give no picture are passed over, and the log names them; where all are such, it breaks off.
    """

    def __init__(self, folder: Path, frames_each: int) -> None:
        try:
            files = sorted(folder.iterdir())
        except OSError as err:
            raise CameraError.of_file(folder, err.strerror or "cannot be read") from err
        self._waiting = [file for file in files if file.suffix.lower() in PICTURE_SUFFIXES and file.is_file()]
        if not self._waiting:
            what = f"no pictures ({', '.join(PICTURE_SUFFIXES)}) in this folder"
            raise CameraError.of_file(folder, what)
        self._frames_each = frames_each
        self._left = 0
        self._picture: Frame | None = None

    def next_frame(self) -> Frame | None:
        if self._picture is None and not self.next_scene():
            return None
        if self._left == 0:
            return None
        self._left -= 1
        return self._picture

    def next_scene(self) -> bool:
        problem: ImageError | None = None
        while self._waiting:
            file = self._waiting.pop(0)
            try:
                self._picture = decode_image(picture_bytes(file))
            except ImageError as err:
                # The name alone: players hear of it too, and the folder is nobody's business.
                problem = ImageError(f"{file.name}: {err}")
                log.warning("passed over: %s", problem)
                continue
            self._left = self._frames_each
            return True
        if problem is not None and self._picture is None:
            raise CameraError(f"no picture of the folder can be shown, the last is {problem}") from problem
        return False

    def close(self) -> None:
        self._picture = None
        self._waiting = []
