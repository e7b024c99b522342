"""How long the rules take on one thread: a replayed exchange, and exact odds before it.

On a busy machine the clock tells of others too, and so, where they share a core's caches and its clock
rate, does the processor time. So each piece is run in short batches, the median of a batch is taken in
processor time, and the best batch is the figure: what the work takes when nothing disturbs it. The
median batch and the clock stand beside it, and the ratio to a piece of plain Python, run before each batch,
can be compared from one machine to another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter, process_time

from resolver.bushido.exchange import exchange
from resolver.bushido.exchange_odds import exchange_odds
from resolver.bushido.fighter import Decisions, Exchange, Fighter
from resolver.dice import Roll
from resolver.procedure import replay

BATCHES = 9
"""Batches of each piece; a fleeting exchange is measured in many times as many."""

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class RuleSpeed:
    """How long one piece of work takes in milliseconds, and what it is allowed to take.

    `best_ms` is the best median of a batch and `median_ms` the median of these medians, both in
    processor time; `clock_ms` is the median by the clock. `ratio` is the median batch in parts of the
    plain Python run before it.
    """

    what: str
    best_ms: float
    median_ms: float
    clock_ms: float
    ratio: float
    limit_ms: float

    @property
    def within(self) -> bool:
        """It takes no longer than it is allowed to."""
        return self.best_ms <= self.limit_ms


def measure_rules() -> tuple[RuleSpeed, ...]:
    """Time a whole Bushido exchange, and odds with damage for five and for ten dice on each side."""
    five, ten = _even(5), _even(10)
    return (
        _measure("replay of an exchange with two damage rolls", _replay(), 0.2, batches=4 * BATCHES, runs=25),
        _measure(
            "odds of five dice against five, one split each", partial(exchange_odds, _decided(five, 3)), 100
        ),
        _measure("odds of five dice against five, all 36 pairs of splits", partial(exchange_odds, five), 100),
        _measure(
            "odds of ten dice against ten, one split each", partial(exchange_odds, _decided(ten, 5)), 2000
        ),
        _measure("odds of ten dice against ten, all 121 pairs of splits", partial(exchange_odds, ten), 2000),
    )


def _even(dice: int) -> Exchange:
    return Exchange(Fighter("One", dice, 6), Fighter("Two", dice, 6))


def _decided(setup: Exchange, attack: int) -> Exchange:
    one, two = (
        Fighter(side.name, side.melee_pool, side.wounds_left, decisions=Decisions(attack_dice=attack))
        for side in (setup.active, setup.other)
    )
    return Exchange(one, two)


def _replay() -> Work:
    """Return the replay of given answers: the set-up and the rolls are there before it begins."""
    # Success level 1 both ways and the wounds of totals 7 and 9: nobody falls, so both roll damage.
    faces = ({"attack": [4, 2], "defence": [5]}, {"attack": [5, 3], "defence": [4]})
    rolls = [*map(Roll.of, faces), Roll.of({"damage": [3, 4]}), Roll.of({"damage": [4, 5]})]
    work = partial(replay, partial(exchange, _even(3)), rolls)
    assert work().outcome is not None
    return work


def _measure(what: str, work: Work, limit_ms: float, batches: int = 0, runs: int = 1) -> RuleSpeed:
    clock, processor, ratios = [], [], []
    for _ in range(batches or BATCHES):
        _, plain_ms = _timed(_plain_python)
        timed = [_timed(work) for _ in range(runs)]
        clock.append(median(clock_ms for clock_ms, _ in timed))
        processor.append(median(processor_ms for _, processor_ms in timed))
        ratios.append(processor[-1] / plain_ms)
    return RuleSpeed(what, min(processor), median(processor), median(clock), median(ratios), limit_ms)


def _timed(work: Work) -> tuple[float, float]:
    """Return milliseconds by the clock and of the processor."""
    clock, processor = perf_counter(), process_time()
    work()
    return (perf_counter() - clock) * 1000, (process_time() - processor) * 1000


def _plain_python() -> int:
    return sum(number * number for number in range(200_000))
