"""Files that are written whole or not at all: what was there is lost only once all of the new is."""

import os
from collections.abc import Iterable
from pathlib import Path


def write_whole(file: Path, pieces: Iterable[str]) -> None:
    """Write text as it is, line ends included, in the place of what a file held. Raises OSError.

    Other errors while the pieces are made leave the file as it was. What is no file, as a pipe, is written
    to as the pieces come.
    """
    kept = Path(os.path.realpath(file))  # what a link names is replaced, not the link
    if kept.exists() and not kept.is_file():
        with kept.open("w", encoding="utf-8", newline="") as sink:
            sink.writelines(pieces)
        return
    beside = kept.with_name(f".{kept.name}.{os.getpid()}")
    try:
        with beside.open("x", encoding="utf-8", newline="") as written:
            written.writelines(pieces)
        beside.replace(kept)
    finally:
        beside.unlink(missing_ok=True)
