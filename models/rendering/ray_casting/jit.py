"""`compiled`: numba's njit for the draft renderer, typed, with a cache that follows the kernels' source.

numba's own cache looks only at the file of the compiled function, so a change in a callee elsewhere would
leave old machine code in use; the cache folder is therefore named by a hash over all kernel files.
"""

import hashlib
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import numba

KERNELS = (
    "layout.py",
    "shapes.py",
    "light.py",
    "marks.py",
    "material.py",
    "trace.py",
)

F = TypeVar("F", bound=Callable[..., object])


@cache
def _cache_folder() -> str:
    digest = hashlib.sha256()
    for name in KERNELS:
        digest.update(Path(__file__).with_name(name).read_bytes())
    return str(Path(tempfile.gettempdir()) / f"meleecam-draft-{digest.hexdigest()[:12]}")


def compiled(function: F) -> F:
    """The function as machine code; compiled at its first call, then kept on disk."""
    numba.config.CACHE_DIR = _cache_folder()
    fast: F = numba.njit(cache=True, fastmath=True, nogil=True)(function)
    return fast
