"""Exact odds and luck of the Mordheim-derived draft, against every throw played through the rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from resolver.dice import Roll, RollRejected
from resolver.mordheim.events import CriticalRolled, InjuryRolled, ParryRolled, SaveRolled, WoundRolled
from resolver.mordheim.exchange import exchange
from resolver.mordheim.fighter import Fall, Melee
from resolver.mordheim.odds import last_luck, next_odds
from resolver.procedure import Answer, Choice, Event, Throw, replay
from tests.resolver.phases import after, answer_to, charge, enemy, model, phase, play, settings

Shares = dict[str, Fraction]


def answers_of(setup: Melee, *shorts: Any) -> list[Answer]:
    made: list[Answer] = []
    for short in shorts:
        made.append(answer_to(replay(partial(exchange, setup), made).waiting_for, short))
    return made


def counted(setup: Melee, answers: Sequence[Answer], target: str = "Sela") -> Shares:
    """Return what becomes of the target, by playing every throw that can still fall."""
    return _play_all(setup, tuple(answers), target, {})


def _play_all(setup: Melee, answers: tuple[Answer, ...], target: str, known: dict[object, Shares]) -> Shares:
    progress = replay(partial(exchange, setup), answers)
    asked = progress.waiting_for
    if asked is None:
        end = after(progress, target)
        lost = end.wounds_lost
        suffix = f", {lost} Wound{'s' if lost > 1 else ''} lost" if lost else ""
        return {f"{end.status.words}{suffix}": Fraction(1)}
    if isinstance(asked, Choice):
        return _play_all(setup, (*answers, asked.options[0]), target, known)
    here = (asked, tuple(map(_what_counts, progress.events)))
    if here not in known:
        shares: Shares = {}
        rolls = throws(asked)
        total = sum(rolls.values())
        for roll, times in rolls.items():
            for word, share in _play_all(setup, (*answers, roll), target, known).items():
                shares[word] = shares.get(word, Fraction(0)) + share * times / total
        known[here] = shares
    return known[here]


def _what_counts(event: Event) -> Event:
    """Return an event without faces that nothing later depends on; of dice to wound, 6s count."""
    match event:
        case WoundRolled():
            return replace(event, faces=(event.faces.count(6),))
        case SaveRolled() | ParryRolled():
            return replace(event, faces=())
        case CriticalRolled():
            return replace(event, face=0)
        case InjuryRolled():
            return replace(event, faces=(), results=tuple(sorted(event.results, key=str)))
        case _:
            return event


def throws(asked: Throw) -> Counter[Roll]:
    groups = [dice.group for dice in asked.dice for _ in range(dice.most)]
    rolls: Counter[Roll] = Counter()
    for faces in product(range(1, 7), repeat=len(groups)):
        by_group: dict[str, list[int]] = {}
        for group, face in zip(groups, faces, strict=True):
            by_group.setdefault(group, []).append(face)
        rolls[Roll.of(by_group)] += 1
    return rolls


def told(setup: Melee, answers: Sequence[Answer], target: str = "Sela") -> Shares:
    odds = next(one for one in next_odds(setup, answers) if one.about == target)
    return {str(word): odds.outcomes.share(word) for word in odds.outcomes.counts}  # type: ignore[arg-type]


# Targets that do not strike back: the phase ends with the attack.
PLAIN = phase(model("Brannoc"), enemy(attacks=0))
GUARDED = phase(model("Brannoc"), enemy(attacks=0, armour=5, helmet=True, wounds=2, weapons=("sword",)))
TWO_WEAPONS = phase(
    model("Brannoc", weapons=("axe", "club")), enemy(attacks=0, armour=6, buckler=True, toughness=4)
)
TWO_DICE = phase(model("Brannoc", attacks=2), enemy(attacks=0, armour=6))
LYING = phase(model("Brannoc", attacks=2), enemy(attacks=0, wounds=3, status="knocked_down"))
STUNNED = phase(model("Brannoc", attacks=2), enemy(attacks=0, wounds=3, status="stunned"))
TOUGH = phase(model("Brannoc"), enemy(attacks=0, toughness=7))
LIT = phase(
    model("Brannoc", weapons=("flail",)),
    enemy(attacks=0, wounds=2, wounds_left=1, status="knocked_down", helmet=True),
    profile=settings(downed_auto_out=False),
)


@pytest.mark.parametrize(
    ("setup", "shorts"),
    [
        pytest.param(PLAIN, [], id="one attack"),
        pytest.param(PLAIN, [[4]], id="to wound"),
        pytest.param(PLAIN, [[4], [6]], id="critical"),
        pytest.param(PLAIN, [[4], [6], [5]], id="injury of a critical"),
        pytest.param(GUARDED, [], id="parry, save, helmet, two Wounds"),
        pytest.param(GUARDED, [[5]], id="parry"),
        pytest.param(GUARDED, [[5], [1], [4]], id="save"),
        pytest.param(GUARDED, [[5], [1], [4], [1]], id="injury"),
        pytest.param(GUARDED, [[5], [1], [4], [1], [3]], id="helmet"),
        pytest.param(TWO_WEAPONS, [{"main": [5], "second": [4]}], id="parry the better of two"),
        pytest.param(TWO_WEAPONS, [{"main": [5], "second": [4]}, [4]], id="two weapons to wound"),
        pytest.param(
            TWO_WEAPONS,
            [{"main": [6], "second": [4]}, {"main": [5], "second": [5]}],
            id="two weapons to save",
        ),
        pytest.param(TWO_DICE, [[4, 4]], id="two dice to wound, one critical at most"),
        pytest.param(TWO_DICE, [[4, 4], [6, 6]], id="two 6s"),
        pytest.param(LYING, [], id="lying"),
        pytest.param(STUNNED, [], id="stunned"),
        pytest.param(TOUGH, [], id="cannot wound"),
        pytest.param(LIT, [], id="lying but rolled for"),
    ],
)
def test_odds_are_what_every_throw_gives(setup: Melee, shorts: list[Any]) -> None:
    answers = answers_of(setup, *shorts)
    if not isinstance(replay(partial(exchange, setup), answers).waiting_for, Throw):
        assert next_odds(setup, answers) == ()
        return

    assert told(setup, answers) == counted(setup, answers)


def test_with_two_targets_the_first_six_in_order_is_the_critical_one() -> None:
    setup = phase(
        model("Brannoc", weapons=("axe", "dagger")),
        enemy(attacks=0),
        enemy("Orrin", attacks=0, initiative=2),
        contacts=(("Brannoc", "Sela"), ("Brannoc", "Orrin")),
    )
    # Sela is thrown for second; a 6 of the axe at Orrin takes the dagger its critical hit.
    hits = ("Orrin", "Sela", [4], [4])
    for shorts in (hits, (*hits, [4]), (*hits, [6])):
        answers = answers_of(setup, *shorts)
        for target in ("Sela", "Orrin"):
            assert told(setup, answers, target) == counted(setup, answers, target)


def test_one_attack_of_threes_by_hand() -> None:
    """Half hits, then 4 and 5 wound, a 6 is critical: two injury dice, +2 with a 5 or 6 on the chart."""
    wound = Fraction(1, 2) * Fraction(2, 6)
    critical = Fraction(1, 2) * Fraction(1, 6)
    out = wound * Fraction(1, 3) + critical * (
        Fraction(4, 6) * (1 - Fraction(4, 9)) + Fraction(2, 6) * (1 - Fraction(1, 9))
    )

    assert told(PLAIN, [])["out of action"] == out


def test_the_odds_say_what_they_assume_of_the_parry() -> None:
    (odds,) = next_odds(TWO_WEAPONS, [])

    assert "parried" in odds.given
    assert "parried" not in next_odds(PLAIN, [])[0].given


def test_the_bash_and_the_order() -> None:
    bash = phase(model("Brannoc", boarding_shield=True), enemy(), contacts=(), charges=(charge(bash=True),))
    (odds,) = next_odds(bash, [])
    assert odds.outcomes.share("succeeds") == Fraction(15, 36)  # type: ignore[arg-type]
    (odds,) = next_odds(bash, answers_of(bash, [3]))
    assert odds.outcomes.share("succeeds") == Fraction(2, 6)  # type: ignore[arg-type]
    assert next_odds(bash, answers_of(bash, [3], [2])) == ()

    tied = phase(model("Brannoc"), enemy(initiative=3))
    (odds,) = next_odds(tied, [])
    assert odds.outcomes.share("Sela") == Fraction(1, 2)  # type: ignore[arg-type]
    (odds,) = next_odds(tied, answers_of(tied, [4]))
    # A 5 or 6 of Sela's is better, a 4 is thrown again.
    assert odds.outcomes.share("Sela") == Fraction(5, 12)  # type: ignore[arg-type]


def test_a_fall_as_in_mordheim_is_a_d3() -> None:
    setup = phase(
        model("Brannoc", boarding_shield=True),
        enemy(),
        contacts=(),
        charges=(charge(bash=True, ledge=True),),
    )
    start = ([6], [1], "1", "D3 at a strength of the inches fallen", "5")
    answers = answers_of(setup, *start)
    (odds,) = next_odds(setup, answers)

    assert [odds.outcomes.share(hits) for hits in (1, 2, 3)] == [Fraction(1, 3)] * 3  # type: ignore[arg-type]
    found = last_luck(setup, answers_of(setup, *start, [6]))
    assert found is not None
    assert (found.player, found.luck.share_worse) == ("Ulf", Fraction(2, 3))


def test_a_fall_has_odds_as_an_attack() -> None:
    setup = phase(
        model("Brannoc", boarding_shield=True, attacks=0),
        enemy(attacks=0),
        contacts=(),
        charges=(charge(bash=True, ledge=True),),
        fall=Fall(2, 3),
    )
    answers = answers_of(setup, [6], [1], "1")

    assert told(setup, answers) == counted(setup, answers)


@pytest.mark.parametrize(
    ("setup", "shorts", "player", "worse"),
    [
        pytest.param(PLAIN, [[4]], "Ulf", Fraction(1, 2), id="a hit"),
        pytest.param(PLAIN, [[3]], "Ulf", Fraction(0), id="a miss"),
        pytest.param(PLAIN, [[4], [6]], "Ulf", Fraction(5, 6), id="a critical"),
        pytest.param(PLAIN, [[4], [4]], "Ulf", Fraction(3, 6), id="a wound"),
        pytest.param(PLAIN, [[4], [6], [6]], "Ulf", Fraction(4, 6), id="a 6 on the chart"),
        pytest.param(PLAIN, [[4], [4], [6]], "Ulf", Fraction(4, 6), id="out of action"),
        pytest.param(GUARDED, [[5], [6]], "Ina", Fraction(5, 6), id="parried"),
        pytest.param(GUARDED, [[5], [1]], "Ina", Fraction(0), id="not parried"),
        pytest.param(GUARDED, [[5], [1], [4], [5]], "Ina", Fraction(4, 6), id="saved"),
        pytest.param(GUARDED, [[5], [1], [4], [1], [3], [4]], "Ina", Fraction(3, 6), id="helmet"),
    ],
)
def test_luck_is_the_share_of_worse_throws(
    setup: Melee, shorts: list[Any], player: str, worse: Fraction
) -> None:
    found = last_luck(setup, answers_of(setup, *shorts))

    assert found is not None
    assert found.player == player
    assert found.luck.share_worse == worse


def test_luck_agrees_with_the_odds_after_every_throw() -> None:
    """Brute force: rank what every throw leads to by its odds."""
    before = answers_of(TWO_WEAPONS, {"main": [5], "second": [4]}, [4])
    asked = replay(partial(exchange, TWO_WEAPONS), before).waiting_for
    assert isinstance(asked, Throw)

    def badness(roll: Roll) -> tuple[Fraction, ...]:
        shares = counted(TWO_WEAPONS, [*before, roll])
        stunned = shares.get("stunned", Fraction(0))
        out = shares.get("out of action", Fraction(0))
        return (out, stunned + out, 1 - shares.get("standing", Fraction(0)))

    seen = Roll.of({"main": [4], "second": [2]})
    rolls = throws(asked)
    worse = sum(times for roll, times in rolls.items() if badness(roll) < badness(seen))
    found = last_luck(TWO_WEAPONS, [*before, seen])

    assert found is not None
    assert found.luck.share_worse == Fraction(worse, sum(rolls.values()))


def test_a_choice_has_no_luck_and_a_refused_roll_is_refused() -> None:
    bash = phase(model("Brannoc", boarding_shield=True), enemy(), contacts=(), charges=(charge(),))

    assert last_luck(bash, ["yes"]) is None
    assert last_luck(bash, []) is None
    assert next_odds(bash, []) == ()
    with pytest.raises(RollRejected):
        last_luck(PLAIN, [Roll.of({"main": [4, 4]})])


def test_odds_of_many_dice_are_exact_too() -> None:
    """Ten attacks with two weapons: shares add up to 1 and more dice do more harm."""
    many = phase(model("Brannoc", attacks=10, weapons=("axe", "dagger")), enemy(attacks=0, wounds=3))
    answers = answers_of(many, "axe")
    shares = told(many, answers)

    assert sum(shares.values()) == 1
    assert shares["standing"] < told(PLAIN, [])["standing"]
    assert play(many, "axe").waiting_for is not None
