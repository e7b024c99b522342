"""What a special does to the models besides damage: moves and states, and what cards alone describe."""

from collections.abc import Iterator

from resolver.bushido.events import Held, Moved, Prevented, Prone, SpecialApplied, Stunned
from resolver.bushido.fighter import Special, State
from resolver.bushido.side import Bout, Side
from resolver.bushido.specials import Effect, Mover, known_effect
from resolver.procedure import Choice, Event, Procedure, choose

STATE_EVENTS = {State.PRONE: Prone, State.HELD: Held, State.STUNNED: Stunned}


def special_effect(owner: Side, special: Special) -> Procedure[Effect]:
    """Return what a special does; for one the rules do not know the players answer yes or no."""
    known = known_effect(special.name)
    if known is not None:
        return known
    damage_roll = yield from _answer(owner, special, "damage_roll", special.damage_roll, "is damage rolled")
    halved = False
    if damage_roll:
        halved = yield from _answer(owner, special, "halved", special.halved, "are the wounds halved")
    ends = yield from _answer(
        owner, special, "ends_exchange", special.ends_exchange, "does it end the exchange"
    )
    return Effect(damage_roll=damage_roll, halved=halved, ends_exchange=ends)


def _answer(owner: Side, special: Special, key: str, given: bool | None, question: str) -> Procedure[bool]:
    if given is not None:
        return given
    answer = yield from choose(
        Choice(f"special_{key}", owner.name, ("yes", "no"), f"{special.name} of {owner.name}: {question}?")
    )
    return answer == "yes"


def apply_effect(bout: Bout, owner: Side, special: Special, effect: Effect) -> Iterator[Event]:
    """Apply what a special does to its owner's enemy in step 10; the damage roll is not part of it."""
    enemy = bout.enemy(owner)
    yield SpecialApplied(10, owner.name, special.name)
    if effect.move is not None:
        yield from _move(bout, owner, enemy, effect)
    if effect.prone and effect.move is None and enemy.falls_unmoved():
        yield from _gain(enemy, State.PRONE, 10)
    elif effect.prone:
        yield from gain_state(enemy, State.PRONE, 10)
    if effect.held:
        yield from gain_state(enemy, State.HELD, 10)
        # Also a model that cannot be Held attacks no more in this exchange.
        enemy.may_attack = False


def _move(bout: Bout, owner: Side, enemy: Side, effect: Effect) -> Iterator[Event]:
    move = effect.move
    assert move is not None
    # What prevents a movement beats what causes it; a model's own step aside is its player's.
    if move.who is not Mover.SELF and enemy.prevents("moved"):
        yield Prevented(10, enemy.name, "moved")
        return
    names = {
        Mover.SELF: (owner.name,),
        Mover.ENEMY: (enemy.name,),
        Mover.BOTH: (owner.name, enemy.name),
    }[move.who]
    bout.in_contact = bout.in_contact and move.keeps_contact
    yield Moved(10, names, move.inches, move.keeps_contact)


def gain_state(side: Side, state: State, step: int) -> Iterator[Event]:
    """Give a model a state it does not have yet, unless one of its rules prevents it."""
    if side.prevents(state.value):
        yield Prevented(step, side.name, state.value)
    else:
        yield from _gain(side, state, step)


def _gain(side: Side, state: State, step: int) -> Iterator[Event]:
    if state not in side.states:
        side.states.add(state)
        yield STATE_EVENTS[state](step, side.name)
