"""The numbered steps of a Bushido melee exchange as one procedure. No arithmetic, no dice of its own."""

from collections.abc import Iterator

from resolver.bushido.decided import check_decided
from resolver.bushido.declarations import (
    choose_weapons,
    decide_allocations,
    decide_specials,
    declare_strength,
    find_initiative,
    reveal,
)
from resolver.bushido.events import (
    BoostExpired,
    ContactLost,
    CounterKept,
    CounterRemoved,
    EndReason,
    ExchangeBegan,
    ExchangeOver,
    MeleeThrown,
    Outcome,
    Removed,
    ResultsFixed,
    SpecialWithoutDice,
)
from resolver.bushido.feats import declare_feats
from resolver.bushido.fighter import Exchange, State
from resolver.bushido.passes import attack_pass
from resolver.bushido.rerolls import change_dice, reroll_all
from resolver.bushido.side import Bout, Side
from resolver.dice import Dice
from resolver.procedure import Choice, Event, Procedure, Throw, choose, throw


def exchange(setup: Exchange) -> Procedure[Outcome]:
    """Resolve one exchange. Raises ChoiceRejected when a decision of the set-up is not allowed."""
    check_decided(setup)
    return fight(Bout(setup))


def fight(bout: Bout) -> Procedure[Outcome]:
    """Resolve the exchange of a bout that has not begun; decisions that are not allowed are asked for."""
    setup = bout.setup
    declare_feats(bout)
    # Step 1: both models turn to face each other.
    yield ExchangeBegan(
        1,
        bout.active.name,
        setup.active.model or bout.active.name,
        bout.other.name,
        setup.other.model or bout.other.name,
        setup.edition.title,
        setup.charge,
    )
    # Step 2: weapons, the non-activating side first.
    yield from choose_weapons(bout)
    # Step 3: the initiative, which makes one model the Attacker of the first pass.
    yield from find_initiative(bout)
    # Step 4: feats, boosts and pools.
    yield from declare_strength(bout)
    # Step 5: specials and, where it is not left to the dice, the allocation, in secret.
    secrets = yield from decide_specials(bout)
    yield from decide_allocations(bout)
    # Step 6: feats on specials and the specials are revealed; the dice reveal the allocation.
    yield from reveal(bout, secrets)
    # Step 7.1: out of contact it ends here.
    bout.in_contact = yield from _still_in_contact(bout)
    if not bout.in_contact:
        yield ContactLost(7)
        return (yield from finish(bout, EndReason.CONTACT_LOST_BEFORE_ROLL))
    for side in (bout.active, bout.other):
        yield from _throw_melee(bout, side)
    # Step 7.2: re-rolls, then dice removed and added.
    yield from reroll_all(bout)
    yield from change_dice(bout)
    # Step 8: results.
    for side in (bout.active, bout.other):
        yield _results(bout, side)
    # Step 9: specials without dice on their side do not work.
    for side in (bout.active, bout.other):
        if side.special is not None and not side.allocated(side.special.kind):
            yield SpecialWithoutDice(9, side.name, side.special.name, side.special.kind)
    # Steps 10 to 13: at most two passes, the second with the roles swapped.
    attacker, defender = bout.first, bout.enemy(bout.first)
    reason = yield from attack_pass(bout, 1, attacker, defender)
    if reason is None and not defender.may_attack:
        reason = EndReason.MAY_NOT_ATTACK
    if reason is None:
        reason = yield from attack_pass(bout, 2, defender, attacker)
    return (yield from finish(bout, reason or EndReason.BOTH_ATTACKED))


def _still_in_contact(bout: Bout) -> Procedure[bool]:
    if bout.setup.still_in_contact is not None:
        return bout.setup.still_in_contact
    answer = yield from choose(
        Choice("contact", bout.active.name, ("yes", "no"), "Are the models still in base contact?")
    )
    return answer == "yes"


def _throw_melee(bout: Bout, side: Side) -> Procedure[None]:
    total, attack = side.rolled, side.allocation
    roll = yield from throw(
        Throw(
            "melee",
            side.name,
            (
                Dice("attack", attack.least, attack.most),
                Dice("defence", total - attack.most, total - attack.least),
            ),
            total,
            f"{side.name}: throw {total} melee dice, attack and defence",
        )
    )
    side.attack, side.defence = roll.faces("attack"), roll.faces("defence")
    # Dice that are 1s or taken away later still were allocated.
    side.attack_allocated, side.defence_allocated = len(side.attack), len(side.defence)
    thrown = MeleeThrown(7, side.name, side.attack, side.defence)
    bout.allocations.append(thrown)
    yield thrown


def _results(bout: Bout, side: Side) -> ResultsFixed:
    attack_modifier, defence_modifier = side.attack_modifier(), side.defence_modifier(bout.enemy(side))
    side.fix_results(attack_modifier, defence_modifier)
    return ResultsFixed(
        8,
        side.name,
        side.attack_result,
        attack_modifier,
        side.defence_result,
        defence_modifier,
        side.dice_left,
    )


def finish(bout: Bout, reason: EndReason) -> Procedure[Outcome]:
    """Perform steps 14 and 15, and return how both models stand."""
    # Step 14: over; counters.
    yield ExchangeOver(14, reason)
    contact_lost = reason is EndReason.CONTACT_LOST_BEFORE_ROLL
    for side in (bout.active, bout.other):
        if bout.edition.last_stand_ends_with_exchange and side.in_play and side.wounds_left == 0:
            side.in_play = False
            yield Removed(14, side.name)
        # Step 7.1: without a roll the activating model alone loses a counter.
        if side.in_play and (side is bout.active or not contact_lost):
            yield from _lose_counter(side, began=side is bout.active)
    # Step 15: boosts expire.
    for side in (bout.active, bout.other):
        if side.boosts and (bout.edition.boosts_expire_without_roll or not contact_lost):
            yield BoostExpired(15, side.name, side.boosts)
    return Outcome(
        reason,
        tuple(bout.pools),
        tuple(bout.allocations),
        tuple(bout.passes),
        tuple(bout.damage),
        bout.in_contact,
        (bout.active.outcome(), bout.other.outcome()),
    )


def _lose_counter(side: Side, began: bool) -> Iterator[Event]:
    if side.traits.tireless and not began:
        yield CounterKept(14, side.name)
    elif side.counters:
        side.counters -= 1
        if side.counters == 0:
            side.states.add(State.EXHAUSTED)
        yield CounterRemoved(14, side.name, side.counters)
