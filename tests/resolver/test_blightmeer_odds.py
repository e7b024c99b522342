"""The odds of Blightmeer against counting every throw through the procedure itself."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given

from resolver.blightmeer.editions import EDITIONS, JULY_2026, NOVEMBER_2025, InjuryPool
from resolver.blightmeer.equipment import Skill
from resolver.blightmeer.events import DefenceChecked, StatusChanged, WoundCauseDrawn, WoundsLost
from resolver.blightmeer.fighter import Phase, Status, Unit
from resolver.blightmeer.odds import last_luck, next_odds
from resolver.dice import Roll
from resolver.odds import Distribution, like_dice
from resolver.procedure import Answer, Throw, replay
from tests.resolver.blightmeer_phases import (
    SEEDS,
    attack,
    begin,
    defence,
    drawing,
    duel,
    events_of,
    go,
    grok,
    hild,
    order,
    some_way_through,
    weapon,
)
from tests.resolver.test_blightmeer_random import some_phase

Shares = dict[Any, Fraction]


def shares(distribution: Distribution[Any]) -> Shares:
    return {outcome: distribution.share(outcome) for outcome in distribution.counts}


def rolls_of(asked: Throw) -> Iterator[tuple[Roll, int]]:
    """Yield every roll that answers a throw, with the number of ways in which it falls."""
    pools = [like_dice(dice.most, dice.sides).counts.items() for dice in asked.dice]
    for drawn in product(*pools):
        ways = 1
        for _, count in drawn:
            ways *= count
        yield Roll.of({dice.group: faces for dice, (faces, _) in zip(asked.dice, drawn, strict=True)}), ways


def counted(setup: Phase, answers: tuple[Answer, ...], attacker: str = "Hild") -> Shares:
    """Return what becomes of Grok by going through all throws of the attack on him."""
    progress = replay(begin(setup), answers)
    asked = progress.waiting_for
    changed = events_of(progress, StatusChanged)
    lost = events_of(progress, WoundsLost)
    if changed:
        return {changed[-1].after.value: Fraction(1)}
    if not isinstance(asked, Throw) or (asked.purpose == "melee" and attacker not in asked.reason[:5]):
        left = lost[-1].wounds_left if lost else 0
        words = {0: "unharmed", 1: "1 wound left"}.get(left, f"{left} wounds left")
        return {"still dazed" if setup.units[1].status is Status.DAZED else words: Fraction(1)}
    alike: dict[Any, tuple[Roll, int]] = {}
    for roll, ways in rolls_of(asked):
        comes_to = _comes_to(setup, (*answers, roll), asked)
        alike[comes_to] = (roll, alike.get(comes_to, (roll, 0))[1] + ways)
    # Where nobody was drawn, it is thrown again.
    alike.pop(None, None)
    total = sum(ways for _, ways in alike.values())
    added: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for roll, ways in alike.values():
        for outcome, share in counted(setup, (*answers, roll), attacker).items():
            added[outcome] += ways * share / total
    return dict(added)


def _comes_to(setup: Phase, answers: tuple[Answer, ...], asked: Throw) -> object:
    """Return what makes one throw differ from another for all that follows."""
    progress = replay(begin(setup), answers)
    if asked.purpose == "defence":
        return events_of(progress, DefenceChecked)[-1].saved
    if asked.purpose == "random":
        return events_of(progress, WoundCauseDrawn)[-1].removed
    return answers[-1]


HAMMER = weapon("hammer")
CASES = [
    pytest.param({}, {}, NOVEMBER_2025, (), id="one attack on one wound"),
    pytest.param({}, {}, JULY_2026, (), id="an attack that gives another"),
    pytest.param({"injury": -6}, {}, JULY_2026, (), id="a 20 that is not critical"),
    pytest.param({"weapons": (HAMMER,)}, {"defence": None}, NOVEMBER_2025, (), id="no Defence Check"),
    pytest.param({}, {"defence": None, "wounds": 2}, JULY_2026, (), id="2026, two wounds"),
    pytest.param({}, {"status": Status.STAGGERED}, NOVEMBER_2025, (), id="a staggered target"),
    pytest.param({}, {"status": Status.DAZED}, NOVEMBER_2025, (), id="a dazed target"),
    pytest.param({"melee_disadvantage": ("fear",)}, {"wounds": 2}, NOVEMBER_2025, (), id="afraid"),
    pytest.param(
        {"skills": (Skill("Improved Critical", critical_on=19),)}, {}, NOVEMBER_2025, (), id="critical on 19"
    ),
    pytest.param({"attacks": 2}, {"defence": None, "wounds": 2}, NOVEMBER_2025, (), id="random removal"),
    pytest.param(
        {"attacks": 2},
        {"defence": 20, "wounds": 2},
        NOVEMBER_2025,
        (attack(20, 15),),
        id="three checks ahead",
    ),
    pytest.param(
        {"attacks": 2},
        {"wounds": 2},
        replace(NOVEMBER_2025, injury_pool=InjuryPool.PASSED),
        (attack(20, 15), defence(1)),
        id="all passed attacks in the pool",
    ),
    pytest.param(
        {"attacks": 3},
        {"wounds": 3},
        NOVEMBER_2025,
        (attack(18, 16, 13), defence(1), defence(1), defence(1), drawing(1)),
        id="between two draws",
    ),
    pytest.param(
        {"attacks": 1, "weapons": (HAMMER, weapon("dagger"))},
        {"defence": None},
        NOVEMBER_2025,
        (),
        id="two weapons",
    ),
]


@pytest.mark.parametrize(("mine", "theirs", "edition", "answers"), CASES)
def test_the_odds_are_those_of_all_throws(
    mine: dict[str, Any], theirs: dict[str, Any], edition: Any, answers: tuple[Answer, ...]
) -> None:
    setup = duel(hild(**mine), grok(**theirs), edition)

    (odds,) = next_odds(setup, answers)

    assert odds.about == "Grok"
    assert shares(odds.outcomes) == counted(setup, answers)


def tie(names: str, edition: Any = NOVEMBER_2025) -> Phase:
    units = (
        Unit("Hild", "Ann", 13, 17, 8),
        *(Unit(name, f"player of {name}", 13, 17, 8) for name in names),
    )
    return Phase("Ann", units, tuple(("Hild", name) for name in names), edition)


@pytest.mark.parametrize("only_tied_reroll", [True, False])
@pytest.mark.parametrize("thrown", [(), (15,), (15, 15), (20, 3)])
def test_who_of_three_goes_first(thrown: tuple[int, ...], only_tied_reroll: bool) -> None:
    setup = tie("XY", replace(NOVEMBER_2025, only_tied_reroll=only_tied_reroll))

    (odds,) = next_odds(setup, tuple(order(face) for face in thrown))

    names = ("Hild", "X", "Y")
    expected: defaultdict[str, Fraction] = defaultdict(Fraction)
    for rest in product(range(1, 21), repeat=3 - len(thrown)):
        dice = dict(zip(names, thrown + rest, strict=True))
        best = [name for name in names if dice[name] == max(dice.values())]
        if not only_tied_reroll and len(set(dice.values())) < 3:
            best = list(names)
        for name in best:
            expected[name] += Fraction(1, len(best) * 20 ** (3 - len(thrown)))
    assert shares(odds.outcomes) == expected


def test_nothing_is_told_before_a_choice_or_after_the_end() -> None:
    setup = duel(hild(attacks=2, weapons=(weapon("sword"), weapon("dagger"))), grok())
    chance = Random(1)
    over = some_way_through(setup, chance)

    assert next_odds(setup, ()) == ()
    assert next_odds(setup, over) == ()
    assert last_luck(setup, ()) is None
    assert last_luck(setup, ("2 Sword + 1 Dagger",)) is None


def test_a_better_die_is_luckier_and_its_share_is_exact() -> None:
    setup = duel(hild(weapons=(weapon("dagger"),)), grok())

    # 12 faces miss, 13 and 14 daze, 15 to 17 stun, 18 and 19 take out, 20 does so with two chances.
    worse = {1: 0, 12: 0, 13: 12, 14: 12, 15: 14, 17: 14, 18: 17, 19: 17, 20: 19}
    for face, count in worse.items():
        lucky = last_luck(setup, (attack(face),))
        assert lucky is not None
        assert (lucky.player, lucky.score, lucky.luck.worse, lucky.luck.total) == (
            "Ann",
            "harm done",
            count,
            20,
        )


def test_luck_of_the_defender_is_harm_averted() -> None:
    lucky = last_luck(duel(hild(), grok()), (attack(15), defence(17)))

    assert lucky is not None
    assert (lucky.player, lucky.score, lucky.luck.worse, lucky.luck.better) == ("Bob", "harm averted", 16, 0)


def test_luck_of_a_draw_is_that_the_lesser_hit_is_taken_away() -> None:
    setup = duel(hild(attacks=2), grok(wounds=2))
    before = (attack(18, 13), defence(1), defence(1))

    lucky = [last_luck(setup, (*before, drawing(face))) for face in (10, 11)]

    assert [one.luck.worse for one in lucky if one] == [0, 10]


def test_luck_of_the_order_is_the_chance_to_go_first() -> None:
    lucky = last_luck(tie("X"), (order(20),))

    assert lucky is not None
    assert (lucky.player, lucky.luck.worse) == ("Ann", 19)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@given(seed=SEEDS)
def test_every_throw_has_odds_that_add_up_and_every_roll_its_luck(edition: Any, seed: int) -> None:
    chance = Random(seed)
    setup = replace(some_phase(chance), edition=edition)
    answers = some_way_through(setup, chance)
    count = chance.randrange(len(answers)) if answers else 0
    waiting = replay(begin(setup), answers[:count]).waiting_for

    told = next_odds(setup, answers[:count])
    lucky = last_luck(setup, answers[: count + 1])

    if isinstance(waiting, Throw):
        (odds,) = told
        assert sum(shares(odds.outcomes).values()) == 1
        assert lucky is not None
        assert lucky.player == waiting.player
    else:
        assert told == ()
        assert lucky is None


def test_the_odds_of_a_throw_are_the_mean_of_the_odds_after_it() -> None:
    setup = duel(hild(weapons=(weapon("sword"),), attacks=2), grok(wounds=2))
    asked = go(setup).waiting_for
    assert isinstance(asked, Throw)
    added: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for roll, ways in rolls_of(asked):
        after = replay(begin(setup), (roll,))
        if isinstance(after.waiting_for, Throw) and after.waiting_for.purpose == "defence":
            told = shares(next_odds(setup, (roll,))[0].outcomes)
        else:
            told = {"unharmed": Fraction(1)}
        for outcome, share in told.items():
            added[outcome] += Fraction(ways, 400) * share

    assert added == shares(next_odds(setup, ())[0].outcomes)


def _attack_by_icepool(needed: int, save: int, injury: int) -> Any:
    """Return the injury value that gets through of one attack, 0 for none, worked out by icepool."""

    def comes_to(natural: int) -> Any:
        if natural < needed and natural < 20:
            return 0
        through = icepool.d20.map(lambda die: 0 if die >= save else natural + injury)
        return through.highest(2) if natural == 20 else through

    return icepool.d20.map(comes_to)


@pytest.mark.parametrize(
    ("attacks", "needed", "save", "injury"), [(1, 13, 17, 0), (4, 11, 14, 4), (10, 20, 19, -3)]
)
def test_the_odds_are_those_of_another_library(attacks: int, needed: int, save: int, injury: int) -> None:
    setup = duel(hild(melee=needed, attacks=attacks, injury=injury), grok(defence=save))

    def word(value: int) -> str:
        if not value:
            return "unharmed"
        return "incapacitated" if value >= 18 else "stunned" if value >= 15 else "dazed"

    expected = _attack_by_icepool(needed, save, injury).highest(attacks).map(word)

    (odds,) = next_odds(setup, ())
    assert shares(odds.outcomes) == {
        word: Fraction(count, expected.denominator()) for word, count in expected.items()
    }
