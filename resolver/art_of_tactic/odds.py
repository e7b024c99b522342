"""Exact odds of an Art of Tactic melee before each throw, unit by unit, and luck after it."""

from collections.abc import Iterator, Sequence
from functools import partial

from resolver.art_of_tactic import events as e
from resolver.art_of_tactic.arithmetic import SIDES, count_hits, passed
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import Melee
from resolver.art_of_tactic.forecast import Fate, fates, favourable, open_attacks, this_turn
from resolver.dice import Roll
from resolver.odds import Distribution, Odds, ThrowLuck, luck, successes
from resolver.procedure import Answer, Progress, Throw, replay


def odds(setup: Melee, answers: Sequence[Answer] = ()) -> tuple[Odds, ...]:
    """Return the odds at the throw that the answers lead to: losses and fate of each unit this turn.

    What is certain already is left out, unless everything is. Empty where no throw is waited for.
    Raises TooManyDice, and for refused answers what `replay` does.
    """
    progress = replay(partial(melee, setup), answers)
    if not isinstance(progress.waiting_for, Throw):
        return ()
    turn = this_turn(progress.events)
    due = _test_due(progress) if progress.waiting_for.purpose == "fortitude" else None
    if due is not None and due.reason is e.FortitudeReason.RECOVERY:
        return (Odds(f"{due.name}: recovers a level of morale", _passes(due)),)
    began = next(event for event in turn if isinstance(event, e.TurnBegan))
    engaged = {name for attack in began.attacks for name in attack}
    told: list[Odds] = []
    for unit in setup.units:
        if unit.name in engaged:
            told += _told(unit.name, fates(setup, answers, unit.name))
    return tuple(one for one in told if len(one.outcomes.counts) > 1) or tuple(told)


def last_luck(setup: Melee, answers: Sequence[Answer]) -> ThrowLuck | None:
    """Return how lucky the last answer was: by its hits or by the test passed; None for a decision."""
    if not answers or not isinstance(answers[-1], Roll):
        return None
    before = replay(partial(melee, setup), answers[:-1])
    asked, roll = before.waiting_for, answers[-1]
    replay(partial(melee, setup), answers)
    assert isinstance(asked, Throw)
    if asked.purpose == "fortitude":
        due = _test_due(before)
        seen = int(passed(roll.faces("fortitude")[0], due.fortitude))
        return ThrowLuck(asked.player, "tests passed", luck(_test_throws(due), seen, int))
    attack = open_attacks(this_turn(before.events))[0]
    throws = successes(asked.total, favourable(attack.attack_value), SIDES)
    hits = count_hits(roll.faces("attack"), attack.attack_value)
    return ThrowLuck(asked.player, "hits", luck(throws, hits, int))


def _told(name: str, fate: Distribution[Fate]) -> Iterator[Odds]:
    losses = fate.map(lambda one: one.casualties).reduced()
    ends = fate.map(_words).reduced()
    yield Odds(f"{name}: casualties", losses)
    yield Odds(f"{name}: after this turn", ends)


def _words(fate: Fate) -> str:
    if fate.destroyed:
        return "destroyed"
    if fate.surrendered:
        return "surrenders"
    if fate.put_to_flight:
        return f"put to flight, {fate.morale.value}"
    return f"{fate.morale.value}, marker lost" if fate.honor_lost else fate.morale.value


def _test_due(progress: Progress[e.MeleeOutcome]) -> e.FortitudeDue:
    return next(event for event in reversed(progress.events) if isinstance(event, e.FortitudeDue))


def _test_throws(due: e.FortitudeDue) -> Distribution[int]:
    return successes(1, favourable(due.fortitude), SIDES)


def _passes(due: e.FortitudeDue) -> Distribution[str]:
    return _test_throws(due).map(lambda passes: "yes" if passes else "no")
