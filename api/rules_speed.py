"""How long the rules take on one thread: a replayed exchange, and exact odds before it.

On a busy machine the clock tells of others too. The processor time does not, and the ratio to a piece
of plain Python, run beside each, can be compared from one machine to another.
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

RUNS = 9

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class RuleSpeed:
    """Medians over `RUNS` of one piece of work in milliseconds, and what it is allowed to take.

    `ratio` is the processor time in parts of the plain Python beside it.
    """

    what: str
    clock_ms: float
    processor_ms: float
    ratio: float
    limit_ms: float


def measure_rules() -> tuple[RuleSpeed, ...]:
    """Time a whole Bushido exchange, and odds with damage for five and for ten dice on each side."""
    five, ten = _even(5), _even(10)
    return (
        _measure("replay of an exchange with two damage rolls", _replay, 0.2, times=200),
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


def _replay() -> object:
    # Success level 1 both ways and the wounds of totals 7 and 9: nobody falls, so both roll damage.
    faces = ({"attack": [4, 2], "defence": [5]}, {"attack": [5, 3], "defence": [4]})
    rolls = [*map(Roll.of, faces), Roll.of({"damage": [3, 4]}), Roll.of({"damage": [4, 5]})]
    progress = replay(partial(exchange, _even(3)), rolls)
    assert progress.outcome is not None
    return progress


def _measure(what: str, work: Work, limit_ms: float, times: int = 1) -> RuleSpeed:
    clock, processor, ratios = [], [], []
    for _ in range(RUNS):
        _, plain = _timed(_plain_python)
        clock_s, processor_s = _timed(work, times)
        clock.append(clock_s * 1000 / times)
        processor.append(processor_s * 1000 / times)
        ratios.append(processor_s / times / plain)
    return RuleSpeed(what, median(clock), median(processor), median(ratios), limit_ms)


def _timed(work: Work, times: int = 1) -> tuple[float, float]:
    """Return seconds by the clock and of the processor."""
    clock, processor = perf_counter(), process_time()
    for _ in range(times):
        work()
    return perf_counter() - clock, process_time() - processor


def _plain_python() -> int:
    return sum(number * number for number in range(200_000))
