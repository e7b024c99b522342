"""From an address, as somebody types it, to the source of frames that it names."""

import threading
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from vision.sources.camera import Camera
from vision.sources.capture import SCHEMES, Opened, open_stream, open_webcam, stream_name
from vision.sources.controls import Controls
from vision.sources.feed import Feed
from vision.sources.identity import DEVICES, Remembered, keeps_names, node_of
from vision.sources.pace import RealTime
from vision.sources.picture_folder import PICTURE_SUFFIXES, PictureFolder
from vision.sources.source import CameraError, FrameSource
from vision.sources.turning import Turn
from vision.sources.video_file import VideoFile
from vision.watching.rest import NOMINAL_FPS, Rest


@dataclass(frozen=True, slots=True)
class Live:
    """What a camera or stream is opened with; `stopping` ends the waiting for its frames.

    One that is `awaited` need not be there yet: it counts as lost until it is. Its pictures are turned.
    """

    controls: Controls = field(default_factory=Controls)
    stall_s: float = 3.0
    stopping: threading.Event = field(default_factory=threading.Event)
    awaited: bool = False
    turn: Turn = 0


def open_source(
    address: str, rest_s: float, pace: RealTime | None = None, live: Live | None = None
) -> FrameSource:
    """Return the source at a camera's number, name or device path, a URL, video file or folder of pictures.

    A picture of a folder stays as long as a table is to lie still, `rest_s` seconds. Raises CameraError when
    nothing can be opened there.
    """
    path = Path(address)
    if path.is_dir():
        return PictureFolder(path, Rest(seconds=rest_s).frames_at(NOMINAL_FPS) + 1)
    if path.is_file() and path.suffix.lower() in PICTURE_SUFFIXES:
        what = "a single picture, expected a video file or the folder of pictures"
        raise CameraError.of_file(path, what)
    if path.is_file():
        return VideoFile([path], pace)
    if "://" in address:
        return _stream(address, live or Live())
    device = node_of(address)
    if address.isdigit() or device.exists() or DEVICES in device.parents:
        return _webcam(address, device, live or Live())
    what = "no camera's number or name, device, URL, video file or folder of pictures"
    raise CameraError.of_file(Path(address), what)


def _stream(url: str, live: Live) -> Camera:
    name = stream_name(url)
    scheme = url.partition("://")[0].lower()
    if scheme not in SCHEMES:
        raise CameraError(f"{name}: expected the address of a stream with one of {', '.join(SCHEMES)}")
    opening = partial(open_stream, name, url, live.stall_s)
    return Camera(name, opening, _feed(name, live), awaited=live.awaited)


def _webcam(address: str, device: Path, live: Live) -> Camera:
    name = f"camera {address if address.isdigit() else device.name}"
    remembered = Remembered(device)

    def opening() -> Opened:
        is_named = keeps_names() or not address.isdigit()
        return open_webcam(name, remembered.path() if is_named else int(address), live.controls)

    return Camera(name, opening, _feed(name, live), awaited=live.awaited)


def _feed(name: str, live: Live) -> Feed:
    return Feed(name, live.stall_s, live.stopping, turn=live.turn)
