"""A film watched by the whole chain, as fast as it decodes: settling, reading, pairing, referee, hub."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from api.compose import compose
from api.settings import Settings
from api.tables import TableFile
from resolver.dice import Dice, Roll
from resolver.mordheim.fighter import Melee
from resolver.mordheim.muster import Muster
from resolver.odds import TooManyDice
from resolver.procedure import Outcome, Procedure, Throw, throw
from tests.films.labels import AskedThrow, FilmLabels
from vision.colours.calibrate import learnt
from vision.colours.grouping import TOO_LITTLE_SEEN
from vision.colours.profiles import Profiles
from vision.image import Frame, load_image
from vision.reader import TableReader
from vision.reading import SeenColours
from vision.sources.video_file import VideoFile


class Uncounted(Melee):
    """A melee of no models whose luck nobody counts."""

    def __init__(self) -> None:
        pass

    def __getattribute__(self, name: str) -> object:
        if name == "models":
            return ()
        if name.startswith("__"):
            return object.__getattribute__(self, name)
        raise TooManyDice("nobody counts the luck of a film")


@dataclass(frozen=True, slots=True)
class Told:
    """A message, and the number of the frame after which it came."""

    frame: int
    type: str
    data: dict[str, object]


@dataclass(slots=True)
class Watched:
    """What the chain told of a film; `dearest_ms` is the longest that one frame took."""

    told: list[Told] = field(default_factory=list)
    frames: int = 0
    seconds: float = 0.0
    dearest_ms: float = 0.0

    def of(self, type_: str) -> list[Told]:
        """Return the messages of one type."""
        return [one for one in self.told if one.type == type_]


class Counting:
    """A clip that knows which frame it showed last."""

    def __init__(self, film: FilmLabels) -> None:
        self._clip = VideoFile([film.clip])
        self.frame = -1

    def next_frame(self) -> Frame | None:
        shown = self._clip.next_frame()
        self.frame += shown is not None
        return shown

    @property
    def taken_s(self) -> float:
        return self._clip.taken_s

    def next_scene(self) -> bool:
        return self._clip.next_scene()

    def close(self) -> None:
        self._clip.close()


def watch(film: FilmLabels, reader: TableReader, *, calibrated: bool = True) -> Watched:
    """Return what the chain tells of a film in which it awaits the labelled throws.

    After the last one it awaits the same throws again, so that dice that are taken twice are seen to be.
    `calibrated` tells groups by the pictures of each alone, else names of colours do.
    """
    source = Counting(film)
    profiles = calibration(film, reader) if calibrated else None
    services = compose(Settings(), _table(film), source, reader, profiles=profiles)
    watched, seq, more = Watched(), 0, True
    began = time.perf_counter()
    while more:
        before = time.perf_counter()
        more = services.watcher.step()
        watched.dearest_ms = max(watched.dearest_ms, 1000 * (time.perf_counter() - before))
        for message in services.hub.after(seq):
            watched.told.append(Told(source.frame, message.type, dict(message.data)))
            seq = message.seq
    watched.seconds = time.perf_counter() - began
    watched.frames = source.frame + 1
    services.watcher.close()
    return watched


def calibration(film: FilmLabels, reader: TableReader) -> Profiles | None:
    """Return the profiles that the pictures of the film's groups alone give; None where one shows no die."""
    seen: dict[str, Sequence[SeenColours]] = {}
    for name, path in film.alone.items():
        dice = [die for die in reader.read(load_image(path)).dice if die.problem not in TOO_LITTLE_SEEN]
        seen[name] = [die.colours for die in dice if die.colours is not None]
    if not all(seen.values()):
        return None
    words = {f"{group.player} {group.group}": (group.body, group.marks) for group in film.groups}
    return learnt(seen, words)


def _table(film: FilmLabels) -> TableFile:
    players = tuple(dict.fromkeys(group.player for group in film.groups))
    start = partial(_throws, tuple(asked for _, asked in film.asked))
    # Nobody goes on to a second exchange, and any system will do whose dice are d6.
    return TableFile("A film", "mordheim", players, Uncounted(), start, film.groups, Muster(Uncounted(), ()))


def _throws(asked: tuple[AskedThrow, ...]) -> Procedure[Outcome]:
    """Ask for the throws of a film one after the other, then for the last roll's again without end."""
    before: dict[str, Roll] = {}
    while True:
        for one in asked:
            dice = tuple(Dice(group, count, count) for group, count in one.counts.items())
            known = before.get(one.player) if one.changed else None
            before[one.player] = yield from throw(
                Throw(
                    "film",
                    one.player,
                    dice,
                    sum(one.counts.values()),
                    "as the film shows",
                    known,
                    one.changed,
                )
            )
        asked = tuple(one for one in asked if not one.changed)
