"""Which webcam is meant, in a way that survives replugging.

Linux keeps two names for every camera beside its number, which the next plug may change: by-id, of maker,
model and serial number, and by-path, of the socket. Other systems give OpenCV a number alone.
"""

import re
import sys
from pathlib import Path

DEVICES = Path("/dev")
KERNEL = Path("/sys/class/video4linux")

BY_ID, BY_PATH = "v4l/by-id", "v4l/by-path"

FIRST = "-index0"
"""Ends the names of the nodes that give pictures; the others of a camera give measurements or nothing."""

LINK = re.compile(r"-video-index\d+$")
"""Ends all names but the numbers, whether a camera bears them now or not."""


def keeps_names() -> bool:
    """True on a system that names cameras other than by a number."""
    return sys.platform == "linux"


def node_of(address: str, devices: Path = DEVICES) -> Path:
    """Return the path of a camera given by number, path, or name as `plugged_in` gives it.

    The camera need not be plugged in.
    """
    if address.isdigit():
        return devices / f"video{address}"
    if "/" not in address and LINK.search(address):
        # Names of sockets begin with the bus that leads to them, pci or platform.
        return devices / (BY_ID if address.startswith("usb-") else BY_PATH) / address
    return Path(address)


def lasting(node: Path, devices: Path = DEVICES, kernel: Path = KERNEL) -> Path:
    """Return a path that will name the same camera after it was unplugged; the node itself without one.

    The name by maker, model and serial number is taken, so that the camera may come back in any socket;
    where two cameras of a model have no serial number, the name by socket.
    """
    if not node.exists() or (node.is_symlink() and devices / "v4l" in node.parents):
        return node
    if not _has_nameless_twin(node, devices, kernel):
        for link in _links(devices / BY_ID):
            if link.resolve() == node.resolve():
                return link
    return next((link for link in _links(devices / BY_PATH) if link.resolve() == node.resolve()), node)


class Remembered:
    """One camera by the best name that it was found under so far. Mutable; who opens it alone may ask."""

    def __init__(self, node: Path, devices: Path = DEVICES, kernel: Path = KERNEL) -> None:
        self._path = node
        self._devices = devices
        self._kernel = kernel

    def path(self) -> Path:
        """Return where it is to be opened now.

        One that was not plugged in at first has a name that lasts only once it is; when it has gone, nothing
        tells any more by which name it will come back.
        """
        self._path = lasting(self._path, self._devices, self._kernel)
        return self._path


def plugged_in(devices: Path = DEVICES) -> tuple[str, ...]:
    """Return the names of all cameras that give pictures, those by maker, model and serial number first."""
    by_node: dict[Path, str] = {}
    for folder in (BY_ID, BY_PATH):
        for link in _links(devices / folder):
            if link.name.endswith(FIRST):
                by_node.setdefault(link.resolve(), link.name)
    return tuple(by_node.values())


def _links(folder: Path) -> list[Path]:
    """Return the links of a folder that lead somewhere, none for a folder that is not there."""
    return sorted(link for link in folder.glob("*") if link.exists())


def _has_nameless_twin(node: Path, devices: Path, kernel: Path) -> bool:
    """True when another camera of the same model has no name by-id: both would have the same one."""
    named = {link.resolve() for link in _links(devices / BY_ID)}
    twins = (
        devices / other.name
        for other in kernel.glob("video*")
        if _model(other) == _model(kernel / node.resolve().name) and devices / other.name != node.resolve()
    )
    return any(twin.resolve() not in named for twin in twins)


def _model(entry: Path) -> str | None:
    """Return the model's name that the kernel keeps of a camera, None when it is gone."""
    try:
        return (entry / "name").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None
