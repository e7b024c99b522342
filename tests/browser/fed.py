"""Pages that a test feeds with messages itself: stories of every system, faster than tables tell them."""

import itertools
import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from playwright.sync_api import Page, Route, WebSocketRoute

from api.compose import compose
from api.play.referee import Referee
from api.settings import Settings
from api.tables import load_table
from resolver.dice import Roll, RollRejected
from resolver.evening import END
from resolver.procedure import Answer, Choice, ChoiceRejected, Throw
from tests.api.drawn import PRESET, Scenes, SquareReader
from tests.browser.sample import ROLLS

PRESETS = {path.stem: path for path in sorted(PRESET.parent.glob("*.toml"))}

Told = Mapping[str, object]
"""A message as it goes over the wire."""

MOST_TRIES = 200
"""Of a roll that the rules refuse; one that they take is found long before."""


LOOK_MS = 10
MOST_LOOKS = 1000


@cache
def story(preset: str, seed: int = 7, further: int = 0) -> tuple[Told, ...]:
    """Return a table of a preset from the first message to the outcome, played by chance from a seed.

    With `further` answers an evening goes on after the first exchange.
    """
    chance = random.Random(seed)
    services = compose(Settings(), load_table(PRESETS[preset]), Scenes(), SquareReader())
    _play(services.referee, chance, itertools.count())
    if further:
        services.referee.go_on()
        _play(services.referee, chance, range(further))
    return tuple(one.as_json() for one in services.hub.after(0))


def _play(referee: Referee, chance: random.Random, times: Iterable[int]) -> None:
    for _ in times:
        if (asked := referee.table.progress.waiting_for) is None:
            return
        for _ in range(MOST_TRIES):
            try:
                referee.answer(_answer(asked, chance))
                break
            except (RollRejected, ChoiceRejected):
                continue


@cache
def example() -> tuple[Told, ...]:
    """Return the example exchange, in which both sides hit."""
    services = compose(Settings(), load_table(PRESET), Scenes(), SquareReader())
    for faces in ROLLS:
        services.referee.answer(Roll.of(faces))
    return tuple(one.as_json() for one in services.hub.after(0))


def _answer(asked: Throw | Choice, chance: random.Random) -> Answer:
    if isinstance(asked, Choice):
        return chance.choice([one for one in asked.options if one != END])
    left = asked.total
    faces: dict[str, list[int]] = {}
    for place, dice in enumerate(asked.dice):
        last = place == len(asked.dice) - 1
        count = left if last else chance.randint(dice.least, min(dice.most, left))
        faces[dice.group] = [chance.randint(1, dice.sides) for _ in range(count)]
        left -= count
    return Roll.of(faces)


def renamed(messages: Sequence[Told], names: Mapping[str, str]) -> tuple[Told, ...]:
    """Return a story with other names in all it says."""
    text = json.dumps(messages, ensure_ascii=False)
    for old, new in names.items():
        text = text.replace(old, json.dumps(new, ensure_ascii=False)[1:-1])
    return tuple(json.loads(text))


def up_to(messages: Sequence[Told], type_: str, count: int = 1) -> tuple[Told, ...]:
    """Return a story up to its first, second, ... message of a type."""
    places = [place for place, one in enumerate(messages) if one["type"] == type_]
    return tuple(messages[: places[count - 1] + 1])


def until(page: Page, holds: str) -> None:
    """Wait until an expression holds; Playwright's own way needs an eval, which the pages forbid."""
    for _ in range(MOST_LOOKS):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"expected in time: {holds}")


def thread_clock(page: Page) -> Callable[[], float]:
    """Return a clock of the milliseconds that the page's own thread has worked; others do not count."""
    profiler = page.context.new_cdp_session(page)
    profiler.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked_ms() -> float:
        found = profiler.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(one["value"] for one in found if one["name"] == "TaskDuration"))

    return worked_ms


class Feed:
    """Mutable; a page with messages from a test instead of the server."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._address = address
        self._past: Sequence[Told] = ()
        self._line: WebSocketRoute | None = None
        page.route_web_socket("**/api/events*", self._opened)
        page.route("**/api/state", self._state)

    def open(self, query: str, past: Sequence[Told]) -> None:
        """Load the overlay, to which all of `past` has happened, and wait until it is drawn."""
        self._past = past
        self.page.goto(f"{self._address}/overlay?{query}")
        self.page.wait_for_selector("#stage:not([hidden])")
        until(self.page, "!document.body.classList.contains('still')")

    def open_table(self, past: Sequence[Told]) -> None:
        """Load the table page, to which all of `past` has happened, and wait until it is drawn."""
        self._past = past
        self.page.goto(self._address)
        self.drawn(past[-1])

    def drawn(self, message: Told) -> None:
        """Wait until the page shows all up to a message."""
        until(self.page, f"document.body.dataset.seq >= {message['seq']}")

    def send(self, *messages: Told) -> None:
        """Tell what happens now."""
        assert self._line is not None
        for one in messages:
            self._line.send(json.dumps(one))

    def _opened(self, line: WebSocketRoute) -> None:
        self._line = line
        for one in self._past:
            line.send(json.dumps(one))

    def _state(self, route: Route) -> None:
        route.fulfill(json={"seq": self._past[-1]["seq"]})
