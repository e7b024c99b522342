"""Frames to a clip that every player plays: H.264 by ffmpeg."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

from models.rendering.pictures.exposure import Frame


def encode(frames: Iterable[Frame], path: Path, fps: int, crf: int = 23, preset: str = "slow") -> None:
    """Write frames (H, W, 3) BGR of one size; raises CalledProcessError where ffmpeg fails.

    The file appears under its name once it is whole.
    """
    frames = iter(frames)
    first = next(frames)
    height, width = first.shape[:2]
    partial = path.with_suffix(f".part{path.suffix}")
    command = [
        "ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr24",
        "-s", f"{width}x{height}", "-r", str(fps), "-i", "-",
        "-c:v", "libx264", "-preset", preset, "-crf", str(crf), "-pix_fmt", "yuv420p",
        "-threads", "1", "-movflags", "+faststart", str(partial),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(first.tobytes())
        for frame in frames:
            process.stdin.write(frame.tobytes())
        process.stdin.close()
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    partial.replace(path)
