"""What becomes of a command whose results find no room, as on a full disk."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""A full disk, a quota, and a limit on how long a file may be."""


@contextmanager
def written_or_told() -> Iterator[None]:
    """Write out what a command has printed; say in a line on stderr where there is no room for it.

    Then exit status is 1. A reader that goes away, as `head` does, is told nothing: it has what it wanted.
    """
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:  # closed before the program began
                sys.stdout.flush()
    except OSError as err:
        if err.errno not in (*NO_ROOM, errno.EPIPE):
            raise
        # Else the interpreter tries once more at its end, and complains.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if err.errno != errno.EPIPE:
            where = "" if err.filename is None else f"{err.filename}: "
            print(f"{where}cannot be written: {err.strerror}", file=sys.stderr)
        sys.exit(1)
