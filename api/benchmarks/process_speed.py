"""What one photograph costs as a whole process: start, models, reading, end; time and memory."""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

SECONDS_LIMIT, MEGABYTES_LIMIT = 0.7, 300.0
"""What `meleecam read one.jpg` may take."""

RUNS = 5
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class ProcessSpeed:
    """Of `RUNS` runs of `meleecam read`: the median wall clock, and the most memory that was resident.

    `megabytes` is None where the system does not tell.
    """

    seconds: float
    megabytes: float | None

    @property
    def within(self) -> bool:
        """It takes no more time and memory than it is allowed to; memory that is not known is not held to."""
        return self.seconds <= SECONDS_LIMIT and (self.megabytes or 0.0) <= MEGABYTES_LIMIT


def measure_process(jpeg: bytes) -> ProcessSpeed:
    """Read a JPEG with the command, again and again; one more run before fills the caches of the disk.

    That run also compiles every module, as installing the package does.

    Raises:
        OSError: the command failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder, "one.jpg")
        picture.write_bytes(jpeg)
        runs = [_run(picture, Path(folder, "compiled")) for _ in range(RUNS + 1)][1:]
    known = [peak for _, peak in runs if peak is not None]
    return ProcessSpeed(median(seconds for seconds, _ in runs), max(known, default=None))


def _run(picture: Path, compiled: Path) -> tuple[float, float | None]:
    """Return seconds and megabytes of one run that finds compiled modules in a folder, or puts them there."""
    command = [sys.executable, "-m", "api.cli", "read", str(picture)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
        if not hasattr(os, "wait4"):  # Windows
            status, peak = process.wait(), None
        else:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = status = os.waitstatus_to_exitcode(status)
            # Linux counts in kilobytes, macOS in bytes.
            peak = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    seconds = perf_counter() - began
    if status != 0:
        raise OSError(f"meleecam read ended with status {status}")
    return seconds, peak
