"""Picture files with bytes changed, lost, doubled and swapped: an error or a picture, no crash and no leak.

MELEECAM_MUTATIONS=10000 in the environment makes it the full run of ten thousand files.
"""

import os
import subprocess
import sys

FILES = int(os.environ.pop("MELEECAM_MUTATIONS", "400"))
LEAK_MB = 40.0
"""Memory that may grow between the first fifth and the end; pictures of 64x48 take 9 kB each."""

MUTATE = """
import resource, sys
import cv2
import numpy as np
from vision.image import ImageError, decode_image

cv2.setNumThreads(1)
rng = np.random.default_rng(7)
picture = rng.integers(0, 256, (48, 64, 4)).astype(np.uint8)
picture[8:40, 8:56] = 90
whole = [
    cv2.imencode(form, picture if form in (".png", ".webp") and alpha else picture[..., :3])[1].tobytes()
    for form in (".jpg", ".png", ".webp", ".bmp")
    for alpha in (False, True)
]
whole.append(cv2.imencode(".png", picture[..., 0].astype(np.uint16) * 257)[1].tobytes())
whole.append(cv2.imencode(".jpg", picture[..., :3], (cv2.IMWRITE_JPEG_PROGRESSIVE, 1))[1].tobytes())


def mutated(data):
    data = bytearray(data)
    for _ in range(int(rng.integers(1, 9))):
        at = int(rng.integers(0, len(data) if rng.random() < 0.5 else min(64, len(data))))
        match int(rng.integers(0, 6)):
            case 0:
                data[at] = int(rng.integers(0, 256))
            case 1:
                data[at] ^= 1 << int(rng.integers(0, 8))
            case 2:
                del data[at : at + int(rng.integers(1, 40))]
            case 3:
                data[at:at] = bytes(rng.integers(0, 256, int(rng.integers(1, 40))).astype(np.uint8))
            case 4:
                del data[at:]
            case 5:
                data[at : at + 4] = b"\\xff\\xff\\xff\\xff"
        if not data:
            break
    return bytes(data)


count, read, begun = int(sys.argv[1]), 0, 0.0
for number in range(count):
    if number == count // 5:
        begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    try:
        frame = decode_image(mutated(whole[number % len(whole)]))
    except ImageError:
        continue
    assert frame.dtype == np.uint8 and frame.ndim == 3 and frame.shape[2] == 3
    read += 1
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - begun
print(read, round(grown, 1))
"""


def test_mutated_files_crash_nothing_and_leak_nothing() -> None:
    """In a process of its own: a codec that crashes must not take the tests with it, nor their memory."""
    done = subprocess.run(
        [sys.executable, "-c", MUTATE, str(FILES)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr[-2000:]
    read, grown_mb = done.stdout.split()
    # Some changes do no harm; most are found.
    assert 0 < int(read) < 0.9 * FILES
    assert float(grown_mb) < LEAK_MB
