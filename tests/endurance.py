"""Hours of clips through the whole chain, as fast as they decode: does memory stay flat?

`python -m tests.endurance --hours 2` plays the clips of the demo with the models that are delivered;
with `--drawn` drawn dice that need none. One program, one match: watcher, referee, hub, store with crops, a
follower. After each exchange all its answers are taken back: the table stays small, what leaks would grow.
Prints the memory in use every five minutes of clip time, and fails where it grew by more than --most-mb after
the first quarter.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random

from api.commands.demo import CLIP_NAMES, CLIPS, PRESET
from api.compose import Services, compose
from api.play.record import SetUp, open_record
from api.settings import Settings
from api.tables import load_table, table_text
from resolver.procedure import Choice
from tests.api.drawn import AYA_DAMAGE, AYA_MELEE, CHIYO_DAMAGE, CHIYO_MELEE, Die, SquareReader, thrown
from vision.image import Frame
from vision.looks import LiveReader
from vision.reader import open_reader
from vision.sources.video_file import VideoFile

TOLD_EVERY_S = 300.0
PAGE_MB = 4096 / 1e6
DRAWN_FPS = 30.0


class Endless:
    """Clips or drawn scenes over and over; counts the seconds that they would have taken."""

    def __init__(self, clips: list[Path] | None, seed: int) -> None:
        self._clips = cycle(clips) if clips else None
        self._clip: VideoFile | None = None
        self._drawn = self._scenes(Random(seed))
        self._frames: Iterator[Frame] = iter(())
        self.clip_s = 0.0

    def next_frame(self) -> Frame | None:
        if self._clips is None:
            frame = next(self._frames, None)
            self.clip_s += 1 / DRAWN_FPS
            return frame
        if self._clip is None:
            return None
        frame = self._clip.next_frame()
        self.clip_s += 1 / self._clip.fps
        return frame

    def next_scene(self) -> bool:
        if self._clips is None:
            self._frames = iter(next(self._drawn))
        else:
            self.close()
            self._clip = VideoFile([next(self._clips)])
            self._clip.next_scene()
        return True

    def close(self) -> None:
        if self._clip is not None:
            self._clip.close()

    @staticmethod
    def _scenes(chance: Random) -> Iterator[list[Frame]]:
        while True:
            for dice in ((*AYA_MELEE, *CHIYO_MELEE), AYA_DAMAGE, CHIYO_DAMAGE):
                aside = chance.randrange(40)
                moved = [Die(one.body, one.marks, one.face, one.x + aside, one.y) for one in dice]
                yield thrown(*moved, rest_frames=150)  # five seconds of dice that lie there


def resident_mb() -> float:
    """Return the memory of this process that is in use."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE_MB


def follow(services: Services, heard: list[int]) -> None:
    """Count all messages as a page does, in a thread of its own."""

    async def hear() -> None:
        async for message in services.hub.follow(0):
            heard[0] = message.seq

    asyncio.run(hear())


def decide(services: Services) -> None:
    """Answer decisions, and begin again once the exchange is over."""
    referee = services.referee
    while isinstance(waiting := referee.table.progress.waiting_for, Choice):
        referee.answer(waiting.options[0])
    if referee.is_over():
        for index in reversed(range(len(referee.table.played))):
            referee.undo(index)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--drawn", action="store_true")
    parser.add_argument("--most-mb", type=float, default=20.0)
    given = parser.parse_args()
    settings = Settings()
    setup = SetUp(PRESET, table_text(PRESET), load_table(PRESET))
    clips = None if given.drawn else [CLIPS / f"{name}.mp4" for name in CLIP_NAMES]
    reader: LiveReader = SquareReader() if given.drawn else open_reader(None, 1, None)
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "matches.db"
        source = Endless(clips, 1)
        services = compose(
            settings, setup.table, source, reader, record=open_record(settings, setup, store, fresh=True)
        )
        heard = [0]
        threading.Thread(target=follow, args=(services, heard), daemon=True).start()
        exchanges, told_s, begun = 0, 0.0, time.monotonic()
        sizes: list[tuple[float, float]] = []
        while source.clip_s < given.hours * 3600:
            services.watcher.step()
            if services.referee.is_over():
                exchanges += 1
            decide(services)
            if source.clip_s - told_s >= TOLD_EVERY_S:
                told_s = source.clip_s
                sizes.append((told_s, resident_mb()))
                print(
                    f"{told_s / 60:6.1f} min of clips in {(time.monotonic() - begun) / 60:5.1f} min: "
                    f"{sizes[-1][1]:6.1f} MB, {exchanges} exchanges, {services.hub.last_seq()} messages "
                    f"({heard[0]} heard), store {store.stat().st_size / 1e6:.1f} MB",
                    flush=True,
                )
        services.stop()
    early = [size for at, size in sizes if at <= given.hours * 900]
    grown = max(size for at, size in sizes) - max(early or [sizes[0][1]])
    print(f"grown by {grown:.1f} MB after the first quarter")
    return 0 if grown <= given.most_mb else 1


if __name__ == "__main__":
    sys.exit(main())
