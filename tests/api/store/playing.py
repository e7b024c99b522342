"""An evening that plays itself as fast as it goes and without end, to be killed at any moment.

A program of its own: drawn dice before a camera that shows them at once, a player who answers, corrects,
takes back and pauses at random, and the service with its pages.
"""

import os
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import uvicorn

from api.compose import Services, compose
from api.play.record import SetUp, open_record
from api.settings import Settings
from api.tables import TableFile, load_table, table_text
from api.web.app import create_app
from resolver.dice import Roll, RollRejected
from resolver.evening import END, EXCHANGE
from resolver.procedure import ChoiceRejected, Throw
from tests.api.drawn import PRESET, SIDE_PX, Die, SquareReader, thrown
from tests.resolver.exchanges import any_answer
from vision.image import Frame
from vision.watching.rest import NOMINAL_FPS

REST_FRAMES = 3
UNLIMITED = 1_000_000.0
"""Requests a second; none is refused."""


class Stage:
    """A camera before which scenes are played; it waits for the next one."""

    def __init__(self) -> None:
        self._scenes: deque[list[Frame]] = deque()
        self._frames: deque[Frame] = deque()
        self._played = threading.Event()
        self.ended = False

    def play(self, scene: list[Frame]) -> None:
        self._scenes.append(scene)
        self._played.set()

    def next_frame(self) -> Frame | None:
        return self._frames.popleft() if self._frames else None

    def next_scene(self) -> bool:
        while not self._scenes:
            self._played.wait(0.05)
            if self.ended:
                return False
        self._played.clear()
        self._frames.extend(self._scenes.popleft())
        return True

    def close(self) -> None:
        self.ended = True


def scene_of(waiting: Throw, roll: Roll, setup: TableFile, chance: Random) -> list[Frame]:
    """Return a scene in which these dice are thrown, each in a place of its own."""
    colours = {one.group: (one.body, one.marks) for one in setup.groups if one.player == waiting.player}
    places = chance.sample([(x, y) for x in range(30, 560, 80) for y in range(130, 300, 60)], waiting.total)
    dice = [(group, face) for group, faces in roll.groups for face in faces]
    aside = chance.randrange(SIDE_PX // 2)
    return thrown(
        *(
            Die(*colours[group], face, x + aside, y)
            for (group, face), (x, y) in zip(dice, places, strict=True)
        ),
        rest_frames=REST_FRAMES,
    )


def do_something(services: Services, stage: Stage, chance: Random) -> None:
    """Throw, type, tap, correct, take back or pause; whatever a player may do next."""
    referee, table = services.referee, services.referee.table
    waiting, deed = table.progress.waiting_for, chance.random()
    if deed < 0.05:
        referee.pause("player")
        services.stopping.wait(0.02)
        referee.resume("player")
    elif deed < 0.10 and table.played:
        referee.undo(len(table.played) - 1, "player")
    elif deed < 0.15 and table.played:
        at = chance.randrange(len(table.played))
        question = table.played[at].question
        is_reroll = isinstance(question, Throw) and question.before is not None
        referee.correct(at, table.played[at].answer if is_reroll else any_answer(question, chance), "player")
    elif isinstance(waiting, Throw) and waiting.before is None and chance.random() < 0.5:
        roll = any_answer(waiting, chance)
        assert isinstance(roll, Roll)
        stage.play(scene_of(waiting, roll, table.setup, chance))
        answers = len(table.played)
        for _ in range(50):  # a scene that is refused is followed by something else
            if len(referee.table.played) != answers or services.stopping.wait(0.01):
                break
    elif waiting is not None:
        answer = any_answer(waiting, chance)
        referee.answer(EXCHANGE if answer == END else answer, "player")


def play_on(services: Services, stage: Stage, chance: Random) -> None:
    """Play until the program ends; an evening that is over is taken back by some answers."""
    referee = services.referee
    referee.go_on("player")
    while not services.stopping.is_set():
        # The camera may have been quicker; then the rules refuse what is late.
        with suppress(RollRejected, ChoiceRejected, IndexError):
            if referee.is_over():
                for _ in range(chance.randint(1, 9)):
                    referee.undo(len(referee.table.played) - 1, "player")
            do_something(services, stage, chance)


def play(store: Path, seed: int | None, tell: Callable[[int], object]) -> None:
    """Go on with the match in a store until killed; without a seed only show how it stands."""
    settings = Settings(rest_s=REST_FRAMES / NOMINAL_FPS, requests_per_s=UNLIMITED)
    setup = SetUp(PRESET, table_text(PRESET), load_table(PRESET))
    stage = Stage()
    record = open_record(settings, setup, store, fresh=False)
    services = compose(settings, setup.table, stage, SquareReader(), record=record)
    listener = socket.create_server(("127.0.0.1", 0))
    tell(listener.getsockname()[1])
    if seed is not None:
        threading.Thread(target=play_on, args=(services, stage, Random(seed)), daemon=True).start()
    config = uvicorn.Config(create_app(services), log_level="error", ws="websockets-sansio")
    uvicorn.Server(config).run(sockets=[listener])


def main() -> None:
    """Begin a program for each line on stdin: itself once more, with all that is loaded.

    A line is a store and a seed, or a store and `still` for a program that only shows how it stands.

    stdout gets two lines a program: `begun PID`, and `listens PID PORT` once it does.
    """
    for line in sys.stdin:
        if (pid := os.fork()) == 0:
            print(f"begun {os.getpid()}", flush=True)
            store, how = line.split()
            seed = None if how == "still" else int(how)
            play(Path(store), seed, lambda port: print(f"listens {os.getpid()} {port}", flush=True))
            os._exit(0)
        os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
