"""Exact odds of exchanges: step by step through the real procedure, by brute force, by another library."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolver.bushido.course_odds import Ending, assumed
from resolver.bushido.editions import VAULT
from resolver.bushido.events import Outcome
from resolver.bushido.exchange_odds import Case, ExchangeOdds, exchange_odds
from resolver.bushido.fighter import Exchange, Traits
from resolver.bushido.group_odds import Counted, alike
from resolver.bushido.odds import next_odds
from resolver.bushido.result_odds import Result
from resolver.dice import Roll
from resolver.odds import Distribution, TooManyDice, like_dice, mixture
from resolver.procedure import Answer, Choice, Progress, Throw, replay
from tests.resolver.exchanges import any_roll, damage, fighter, melee, start
from tests.resolver.test_bushido_random import some_exchange

FEW = 150
"""Throws that one step is followed through; more would only take longer."""


def asked_next(setup: Exchange, answers: tuple[Answer, ...]) -> tuple[Progress[Outcome], tuple[Answer, ...]]:
    """Decide as the odds assume until dice are asked for or it is over."""
    progress = replay(start(setup), answers)
    while isinstance(progress.waiting_for, Choice):
        answers = (*answers, assumed(progress.waiting_for))
        progress = replay(start(setup), answers)
    return progress, answers


def ended(outcome: Outcome) -> tuple[Result, Result | None, Ending]:
    """Return the passes and the end of an exchange in the words of the odds."""
    passes = [Result(compared.attack_succeeds, compared.success_level) for compared in outcome.passes]
    one, two = outcome.sides
    ending = Ending((one.wounds, two.wounds), (one.in_play, two.in_play))
    return passes[0], passes[1] if len(passes) == 2 else None, ending


def lowest_or_highest(asked: Throw) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The policy for re-rolls, as plain as can be: a low die of one's own, a high one of the enemy's."""
    assert asked.before is not None
    own = asked.reason.startswith(f"{asked.player}'s ")
    left = asked.may_change
    chosen = []
    for dice in asked.dice:
        faces = sorted(asked.before.faces(dice.group), reverse=not own)
        bad = [face for face in faces if (face <= 3 if own else face >= 4)][:left]
        left -= len(bad)
        if bad:
            chosen.append((dice.group, tuple(sorted(bad))))
    return tuple(chosen)


def rolls(asked: Throw, case: Case, active: str) -> Iterator[tuple[Roll, int]]:
    """All rolls that answer a throw in a case, each with the number of throws that show it."""
    if asked.before is not None:
        again = dict(case.again or ())
        kept = {dice.group: list(asked.before.faces(dice.group)) for dice in asked.dice}
        for group, faces in again.items():
            for face in faces:
                kept[group].remove(face)
        counts = [len(again.get(dice.group, ())) for dice in asked.dice]  # type: ignore[call-overload]
    else:
        kept = {dice.group: [] for dice in asked.dice}
        counts = [asked.total]
        if asked.purpose == "melee":
            counts = list(case.splits[0 if asked.player == active else 1])
    parts = [like_dice(count).counts.items() for count in counts]
    for thrown in product(*parts):
        shown = {
            dice.group: kept[dice.group] + list(part)
            for dice, (part, _) in zip(asked.dice, thrown, strict=True)
        }
        times = 1
        for _, count in thrown:
            times *= count
        yield Roll.of(shown), times


def follow(setup: Exchange, answers: tuple[Answer, ...], case: Case) -> ExchangeOdds:
    """Return the odds after an answer, those of the policy where a re-roll comes next."""
    progress, answers = asked_next(setup, answers)
    if progress.outcome is not None:
        first, second, ending = ended(progress.outcome)
        return ExchangeOdds(
            (setup.active.name, setup.other.name),
            "",
            Distribution.certain(first),
            Distribution.of(((second, 1),)),
            Distribution.certain(ending),
        )
    asked = progress.waiting_for
    assert isinstance(asked, Throw)
    odds = exchange_odds(setup, answers)
    again = lowest_or_highest(asked) if asked.before is not None else None
    return odds[Case(case.splits, again)]  # type: ignore[arg-type]  # groups are named by text here


def check_one_step(setup: Exchange, answers: tuple[Answer, ...], chance: Random) -> None:
    """The odds before a throw are those after each roll, weighed by how often the roll falls."""
    asked = replay(start(setup), answers).waiting_for
    assert isinstance(asked, Throw)
    odds = exchange_odds(setup, answers)
    cases = list(odds)
    for case in chance.sample(cases, min(2, len(cases))):
        throws = list(rolls(asked, case, setup.active.name))
        if len(throws) > FEW:
            continue
        parts = [(follow(setup, (*answers, roll), case), count) for roll, count in throws]
        now = odds[case]
        assert now.first.reduced() == mixture((part.first, count) for part, count in parts).reduced()
        assert now.second.reduced() == mixture((part.second, count) for part, count in parts).reduced()
        assert now.endings.reduced() == mixture((part.endings, count) for part, count in parts).reduced()


def small(setup: Exchange, chance: Random) -> Exchange:
    """Fewer dice and no table to ask for, so that a step has few rolls; the rest stays as drawn."""
    active, other = (
        replace(side, melee_pool=chance.randint(0, 3), bonus_dice=0) for side in (setup.active, setup.other)
    )
    return replace(setup, active=active, other=other, still_in_contact=True)


@settings(max_examples=25)
@given(chance=st.randoms(use_true_random=False))
def test_odds_before_any_throw_are_those_after_it_weighed(chance: Random) -> None:
    """With models, traits, states, specials, feats and switches at random, at a throw at random."""
    setup = small(some_exchange(chance), chance)
    answers: tuple[Answer, ...] = ()
    throws = []
    while (waiting := replay(start(setup), answers).waiting_for) is not None:
        if isinstance(waiting, Throw):
            throws.append(answers)
            answers = (*answers, any_roll(waiting, chance))
        else:
            # What is assumed of later decisions must be decided so, or other odds are right.
            early = waiting.purpose in ("weapon", "boosts", "special", "allocation")
            answers = (*answers, chance.choice(waiting.options) if early else assumed(waiting))
    if throws:
        check_one_step(setup, chance.choice(throws), chance)


def test_dice_taken_away_count_in_ties_while_others_are_still_to_be_added() -> None:
    setup = Exchange(
        decided("Aya", 0, 1, traits=Traits(impenetrable_defence=True), strength=None),
        decided("Chiyo", 2, 0, traits=Traits(added_defence_dice=1), strength=None),
        edition=replace(VAULT, removed_dice_count_for_ties=True),
    )
    progress, answers = asked_next(setup, ())
    throws = []
    while isinstance(asked := progress.waiting_for, Throw):
        throws.append(answers)
        faces = {"attack": (3,), "defence": (3,)}
        shown = {dice.group: faces[dice.group] * dice.least for dice in asked.dice}
        progress, answers = asked_next(setup, (*answers, Roll.of(shown)))

    assert len(throws) == 3
    for before in throws:
        check_one_step(setup, before, Random(1))
    (odds,) = exchange_odds(setup, throws[-1]).values()
    of_chiyo = odds.first if odds.attacker == "Chiyo" else odds.second
    assert of_chiyo.reduced() == Distribution.certain(Result(attack_succeeds=True, level=0))


def brute(setup: Exchange) -> dict[tuple[Result, Result | None, Ending], Fraction]:
    """Return how an exchange with decided splits ends, by playing every throw through."""
    shares: dict[tuple[Result, Result | None, Ending], Fraction] = {}

    def play(answers: tuple[Answer, ...], weight: Fraction) -> None:
        progress, answers = asked_next(setup, answers)
        if progress.outcome is not None:
            end = ended(progress.outcome)
            shares[end] = shares.get(end, Fraction(0)) + weight
            return
        asked = progress.waiting_for
        assert isinstance(asked, Throw)
        split = tuple(dice.least for dice in asked.dice)
        again = lowest_or_highest(asked) if asked.before is not None else None
        case = Case((split, split), again)  # type: ignore[arg-type]  # one split fits all here
        throws = list(rolls(asked, case, setup.active.name))
        total = sum(count for _, count in throws)
        for roll, count in throws:
            play((*answers, roll), weight * Fraction(count, total))

    play((), Fraction(1))
    return shares


def decided(name: str, attack: int, defence: int, **fields: Any) -> Any:
    """Return a model whose split is decided, so that there is one case."""
    made = fighter(name, attack + defence + (1 if fields.get("special") else 0), **fields)
    return replace(made, decisions=replace(made.decisions, attack_dice=attack))


SMALL = {
    "one attacks, one defends": Exchange(decided("Aya", 1, 0), decided("Chiyo", 0, 1)),
    "both defend and attack": Exchange(decided("Aya", 1, 1, wounds_left=1), decided("Chiyo", 0, 1)),
    "a charge that kills": Exchange(decided("Aya", 1, 0), decided("Chiyo", 1, 0, wounds_left=2), charge=True),
    "counterstrike": Exchange(
        decided("Aya", 1, 0), decided("Chiyo", 0, 2, special="Counterstrike Defence", cost=1)
    ),
    "combo": Exchange(decided("Aya", 1, 0, special="Combo Attack"), decided("Chiyo", 0, 1, wounds_left=1)),
    "own and enemy re-rolls": Exchange(
        decided("Aya", 1, 1, traits=Traits(prowess_melee=1), strength=None),
        decided("Chiyo", 0, 1, traits=Traits(dodge=1)),
    ),
    "dice taken and added": Exchange(
        decided("Aya", 1, 0, traits=Traits(unblockable=1), strength=None),
        decided("Chiyo", 0, 2, traits=Traits(added_defence_dice=1), strength=None),
    ),
}


@pytest.mark.parametrize("setup", SMALL.values(), ids=SMALL.keys())
def test_odds_are_those_of_playing_every_throw_through(setup: Exchange) -> None:
    (odds,) = exchange_odds(setup).values()

    played = brute(setup)

    parts: tuple[Distribution[Any], ...] = (odds.first, odds.second, odds.endings)
    for place, found in enumerate(parts):
        shares: dict[object, Fraction] = {}
        for end, share in played.items():
            shares[end[place]] = shares.get(end[place], Fraction(0)) + share
        assert {outcome: found.share(outcome) for outcome in found.counts} == shares


def counted(dice: int) -> Any:
    """Return, by the other library, a die of results and dice left of a group without modifiers."""

    def come_to(faces: tuple[int, ...]) -> tuple[int, int]:
        good = [face for face in faces if face > 1]
        return (good[-1] + min(2, len(good) - 1) if good else 0), len(good)

    return icepool.d6.pool(dice).expand().map(come_to, star=False)


def decide(attack: Counted, defence: Counted, dice: int, attacker_active: bool) -> Result:
    """The comparison by hand: margin, then dice left (more for the active model), then the active model."""
    if attack[0] != defence[0]:
        return Result(attack[0] > defence[0], abs(attack[0] - defence[0]))
    return Result((dice >= 0) is attacker_active, 0)


def test_both_passes_agree_with_another_library() -> None:
    setup = Exchange(decided("Aya", 3, 2, strength=None), decided("Chiyo", 2, 3, strength=None))
    (odds,) = exchange_odds(setup).values()

    def passes(mine: Counted, guard: Counted, theirs: Counted, parry: Counted) -> tuple[Result, Result]:
        dice = mine[1] + guard[1] - theirs[1] - parry[1]
        return decide(mine, parry, dice, True), decide(theirs, guard, dice, False)

    expected = icepool.map(passes, counted(3), counted(2), counted(2), counted(3), star=False)

    first = expected.marginals[0]
    second = expected.marginals[1]
    assert dict(first.simplify().items()) == dict(odds.first.reduced().counts)
    assert dict(second.simplify().items()) == dict(odds.second.reduced().counts)


def test_wounds_agree_with_another_library() -> None:
    """Three dice against three, wounds by the shifts of the table; who is killed does not strike back."""
    setup = Exchange(decided("Aya", 2, 1, wounds_left=3), decided("Chiyo", 1, 2, wounds_left=2))
    (odds,) = exchange_odds(setup).values()
    shift = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}

    @cache
    def wounds(result: Result) -> Any:
        if not result.attack_succeeds:
            return icepool.Die([0])
        return (2 @ icepool.d6).map(lambda total: max(0, result.level + shift[total]))

    def strike(mine: Counted, guard: Counted, theirs: Counted, parry: Counted) -> Any:
        dice = mine[1] + guard[1] - theirs[1] - parry[1]
        dealt = wounds(decide(mine, parry, dice, True))
        taken = wounds(decide(theirs, guard, dice, False))
        return dealt.map(lambda given: icepool.tupleize(0 if given >= 2 else taken, given), star=False)

    expected = icepool.map(strike, counted(2), counted(1), counted(1), counted(2), star=False)

    found = odds.endings.map(lambda ending: ending.wounds).reduced()
    assert dict(expected.simplify().items()) == dict(found.counts)


@pytest.mark.parametrize("taken", [0, 1, 2, 5])
def test_throws_that_come_to_the_same_are_all_throws(taken: int) -> None:
    """Counted by formula, against every multiset: dice that are no 1s and the highest that is left."""
    for count in range(7):

        def sort(faces: tuple[int, ...]) -> tuple[int, int]:
            good = [face for face in faces if face > 1]
            return len(good), (good[: max(0, len(good) - taken)] or [0])[-1]

        assert alike(count, taken).map(sort) == like_dice(count).map(sort)


def test_many_dice_are_counted_exactly() -> None:
    assert alike(99).total == 6**99


def test_before_the_roll_each_pair_of_splits_has_its_odds() -> None:
    setup = Exchange(fighter("Aya", 3), fighter("Chiyo", 2))

    odds = exchange_odds(setup)

    assert [case.splits for case in odds][:4] == [
        ((3, 0), (2, 0)),
        ((3, 0), (1, 1)),
        ((3, 0), (0, 2)),
        ((2, 1), (2, 0)),
    ]
    assert len(odds) == 4 * 3
    after = exchange_odds(setup, (melee([4, 2], [5]),))
    assert [case.splits for case in after] == [((2, 1), (2, 0)), ((2, 1), (1, 1)), ((2, 1), (0, 2))]


def test_a_re_roll_has_odds_for_each_choice_of_dice() -> None:
    setup = Exchange(fighter("Aya", 3, traits=Traits(prowess_attack=2)), decided("Chiyo", 1, 1))

    odds = exchange_odds(setup, (melee([4, 2, 2]), melee([3], [3])))

    assert {case.again for case in odds} == {
        (), (("attack", (2,)),), (("attack", (4,)),), (("attack", (2, 2)),), (("attack", (2, 4)),),
    }  # fmt: skip


def test_at_the_damage_roll_the_wounds_are_those_of_the_table() -> None:
    """Success level 1, two dice: m(total) -1 and below 0 gives none; 1 - 36ths by hand."""
    setup = Exchange(decided("Aya", 1, 1), decided("Chiyo", 1, 1, strength=None))
    answers = (melee([4], [6]), melee([2], [3]))

    (odds,) = exchange_odds(setup, answers).values()

    # Totals 2 to 5 (10 of 36 throws), 6 to 8 (16), 9 and 10 (7), 11 (2), 12 (1).
    wounds = odds.endings.map(lambda ending: ending.wounds[1])
    assert dict(wounds.counts) == {0: 10, 1: 16, 2: 7, 3: 2, 4: 1}
    assert exchange_odds(setup, (*answers, damage(3, 4))) == {}


def test_odds_are_told_in_words_by_case() -> None:
    setup = Exchange(decided("Aya", 1, 0), decided("Chiyo", 0, 1))

    told = {odds.about: odds for odds in next_odds(setup, ())}

    assert list(told) == [
        "Aya attacks",
        "Chiyo attacks",
        "wounds of Aya",
        "Aya is removed",
        "wounds of Chiyo",
        "Chiyo is removed",
    ]
    assert {odds.given for odds in told.values()} == {"Aya 1+0, Chiyo 0+1"}
    assert next(iter(told["Aya attacks"].outcomes.counts)) == "Aya succeeds at level 6"
    assert told["wounds of Aya"].outcomes == Distribution.of({0: told["wounds of Aya"].outcomes.total})


def test_without_a_wound_table_only_the_passes_are_told() -> None:
    setup = replace(Exchange(decided("Aya", 1, 0), decided("Chiyo", 0, 1)), wound_table=None)

    assert [odds.about for odds in next_odds(setup, ())] == ["Aya attacks", "Chiyo attacks"]


def test_more_ways_to_decide_than_anyone_reads_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        TooManyDice, match=r"at most 300 pairs of splits, found 2500; decide players\.Aya\.attack_dice"
    ):
        exchange_odds(Exchange(fighter("Aya", 49), fighter("Chiyo", 49)))
    setup = Exchange(fighter("Aya", 3, traits=Traits(prowess_attack=2)), decided("Chiyo", 1, 0))
    thrown = melee([1, 2, 3]), melee([3])
    assert len(exchange_odds(setup, thrown)) == 1 + 3 + 3

    monkeypatch.setattr("resolver.bushido.exchange_odds.MOST_CASES", 6)

    with pytest.raises(TooManyDice, match="Aya: expected at most 6 ways to decide, found more"):
        exchange_odds(setup, thrown)


def test_many_dice_with_a_decided_split_have_odds() -> None:
    (odds,) = exchange_odds(Exchange(decided("Aya", 22, 18), decided("Chiyo", 20, 20))).values()

    # Nothing but ties at 8 is likely, and they go to more dice: it is even but for the active player.
    assert odds.first.total == 6**80
    assert Fraction(1, 2) < odds.first.share(Result(True, 0)) < Fraction(11, 20)
