"""Exact odds before each throw, and after it how lucky it was: what becomes of the unit attacked."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from resolver.blightmeer.arithmetic import SIDES, drawn, kept
from resolver.blightmeer.block import Block, block_of
from resolver.blightmeer.check import Strike, strike_of
from resolver.blightmeer.editions import Edition
from resolver.blightmeer.events import OrderTied, TargetAttacked
from resolver.blightmeer.exchange import melee_phase
from resolver.blightmeer.fighter import Phase
from resolver.blightmeer.harm import check_odds, representative
from resolver.blightmeer.order_odds import Tie, tie_of
from resolver.blightmeer.profile import Profile
from resolver.dice import Roll
from resolver.odds import Distribution, Odds, ThrowLuck, die, like, luck
from resolver.procedure import Answer, Event, Throw, replay

Case = tuple[tuple[Profile, Strike], ...]
"""What the attacks of one throw come to."""

HARM = "harm done"
"""What luck is measured by: the expected steps of the target towards leaving the board."""


def next_odds(setup: Phase, answers: Sequence[Answer]) -> tuple[Odds, ...]:
    """Return the odds of the throw that is waited for: of the unit attacked, or of the attack order."""
    progress = replay(partial(melee_phase, setup), answers)
    waiting = progress.waiting_for
    if not isinstance(waiting, Throw):
        return ()
    if waiting.purpose == "order":
        tie = tie_of(_since(progress.events, OrderTied), setup.edition)
        return (Odds("attacks first", tie.first(), f"{' and '.join(tie.units)} tied"),)
    block = block_of(_since(progress.events, TargetAttacked), setup.edition)
    return (Odds(block.attacked.target, block.words(), f"attacked by {block.attacked.attacker}"),)


def last_luck(setup: Phase, answers: Sequence[Answer]) -> ThrowLuck | None:
    """Return how lucky the last throw was for the player who made it; None after a choice."""
    if not answers or not isinstance(answers[-1], Roll):
        return None
    roll = answers[-1]
    before = replay(partial(melee_phase, setup), answers[:-1])
    asked = before.waiting_for
    # The last answer is checked as well: a refused one has no luck.
    replay(partial(melee_phase, setup), answers)
    assert isinstance(asked, Throw)
    if asked.purpose == "order":
        return _order_luck(asked, tie_of(_since(before.events, OrderTied), setup.edition), roll)
    block = block_of(_since(before.events, TargetAttacked), setup.edition)
    match asked.purpose:
        case "melee":
            return _melee_luck(asked, block, roll)
        case "defence":
            return _defence_luck(asked, block, roll)
        case _:
            return _drawing_luck(asked, block, roll)


def _since(events: Sequence[Event], kind: type[Event]) -> Sequence[Event]:
    """Return the events from the last one of this kind on."""
    start = max(place for place, event in enumerate(events) if isinstance(event, kind))
    return events[start:]


def _order_luck(asked: Throw, tie: Tie, roll: Roll) -> ThrowLuck:
    unit = tie.units[len(tie.thrown)]

    def score(face: int) -> Fraction:
        return replace(tie, thrown=(*tie.thrown, (unit, face))).first().share(unit)

    (face,) = roll.faces("order")
    return ThrowLuck(asked.player, "chance to attack first", luck(die(SIDES), face, score))


def _melee_luck(asked: Throw, block: Block, roll: Roll) -> ThrowLuck:
    """Measure all dice of the throw together, each reduced to what it comes to."""
    groups = {dice.group for dice in asked.dice}
    extra = _extra_stage(block)
    cases: Distribution[Case] = Distribution.certain(())
    seen: Case = ()
    for profile in block.attacked.profiles:
        if profile.group not in groups:
            continue
        faces = roll.faces(profile.group)
        count = len(faces) // profile.melee_keep.dice
        come_to = _come_to(profile, block.edition, extra)
        one = check_odds(profile.melee_keep).map(come_to)
        cases = cases.combine(like(count, one), _joining(profile))
        naturals = faces if profile.melee_keep.dice == 1 else (kept(faces, profile.melee_keep),)
        # Like draws come in the order of the outcomes.
        strikes = sorted((come_to(natural) for natural in naturals), key=list(one.counts).index)
        seen = _joining(profile)(seen, tuple(strikes))

    def score(case: Case) -> Fraction:
        added = tuple((profile, strike, extra) for profile, strike in case)
        return replace(block, rolled=(*block.rolled, *added)).expected()

    return ThrowLuck(asked.player, HARM, luck(cases, seen, score))


def _joining(profile: Profile) -> Callable[[Case, tuple[Strike, ...]], Case]:
    """Return what adds the attacks with another weapon to a case."""

    def join(before: Case, strikes: tuple[Strike, ...]) -> Case:
        return before + tuple((profile, strike) for strike in strikes)

    return join


def _extra_stage(block: Block) -> bool:
    """Whether all declared attacks are rolled, so that those of critical hits are."""
    made = sum(not extra for _, _, extra in block.rolled)
    return made == sum(profile.attacks for profile in block.attacked.profiles)


def _come_to(profile: Profile, edition: Edition, extra: bool) -> Callable[[int], Strike]:
    """Return what a natural value comes to, all that cause the same injury alike."""

    def strike(natural: int) -> Strike:
        exact = strike_of(profile, natural, edition, extra)
        return replace(exact, value=representative(exact.value) if exact.passed else 0)

    return strike


def _defence_luck(asked: Throw, block: Block, roll: Roll) -> ThrowLuck:
    profile, _ = block.hits()[len(block.saved)]

    def score(face: int) -> Fraction:
        return -replace(block, saved=(*block.saved, face >= profile.defence_least)).expected()

    natural = kept(roll.faces("defence"), profile.defence_keep)
    return ThrowLuck(asked.player, "harm averted", luck(check_odds(profile.defence_keep), natural, score))


def _drawing_luck(asked: Throw, block: Block, roll: Roll) -> ThrowLuck:
    candidates = len(block.pool())

    def score(face: int) -> Fraction:
        place = drawn(face, candidates)
        return (block if place is None else replace(block, removed=(*block.removed, place))).expected()

    (face,) = roll.faces("random")
    return ThrowLuck(asked.player, HARM, luck(die(SIDES), face, score))
