"""A folder of pictures as a camera that shows each of them at rest."""

from pathlib import Path

from vision.image import Frame, ImageError, load_image
from vision.sources.source import CameraError

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


class PictureFolder:
    """Pictures in the order of their names, each shown for `frames_each` frames like a table at rest."""

    def __init__(self, folder: Path, frames_each: int) -> None:
        self._waiting = sorted(
            path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES and path.is_file()
        )
        if not self._waiting:
            raise CameraError(f"{folder}: no pictures ({', '.join(PICTURE_SUFFIXES)}) in this folder")
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
        if not self._waiting:
            return False
        try:
            self._picture = load_image(self._waiting.pop(0))
        except ImageError as err:
            raise CameraError(str(err)) from err
        self._left = self._frames_each
        return True

    def close(self) -> None:
        self._picture = None
        self._waiting = []
