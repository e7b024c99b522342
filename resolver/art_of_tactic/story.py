"""The melee in plain words: one sentence an event."""

from resolver.art_of_tactic import events as e
from resolver.art_of_tactic.arithmetic import Parts
from resolver.art_of_tactic.fortitude import cause
from resolver.procedure import Event, Outcome

OVER = {
    e.EndReason.NOBODY_ENGAGED: "nobody is engaged any more",
    e.EndReason.LAST_TURN: "this was the last turn to be fought",
}

LEAVES = {
    e.Move.FLEE: "makes a Flee move",
    e.Move.PANIC: "makes a Panic move",
    e.Move.RETREAT: "retreats",
}


def sentence(event: Event) -> str:
    """Return what happened as a sentence for the players."""
    match event:
        case e.TurnBegan():
            attacks = ", ".join(f"{attacker} attacks {target}" for attacker, target in event.attacks)
            return f"Turn {event.turn} ({event.edition}): {attacks}."
        case e.NotFaced():
            return f"{event.name} faces {' and '.join(event.faces)} and does not attack {event.enemy}."
        case e.RetreatOrdered():
            return f"{event.name} has the Retreat order."
        case e.OrderUnverified():
            changes = f"attack {event.attack:+d}, defense {event.defense:+d}, fortitude {event.fortitude:+d}"
            return f"{event.name} has order {event.order}; check its modifiers in your rulebook: {changes}."
        case e.PanickedUnknown():
            return f"{event.name} is Panicked; its modifiers are not known, so Shaken's are used."
        case e.TurnOver():
            return f"Turn {event.turn} is over."
        case e.MeleeOver():
            return f"The melee is over: {OVER[event.reason]}."
        case _:
            return _dice_sentence(event)


def _dice_sentence(event: Event) -> str:
    match event:
        case e.AttackValueFixed():
            return (
                f"{event.name} attacks {event.target} with {_dice(event.dice)}, hits on "
                f"{event.attack_value} or less ({_told(event.parts)})."
            )
        case e.DefenseFixed():
            spent = f", {event.spent} used up this turn" if event.spent else ""
            return f"{event.name} has Defense {event.defense} ({_told(event.parts)}{spent})."
        case e.BatchRead():
            return f"{event.name} throws {_faces(event.faces)}; {event.read} of {_dice(event.total)} read."
        case e.AttackThrown():
            return f"{event.name} throws {_faces(event.faces)} at {event.target}."
        case e.HitsCounted():
            return f"{event.name} scores {_hits(event.hits)} on {event.target}."
        case e.DamageDone():
            lost = f", {_hits(event.lost)} lost beyond the last model" if event.lost else ""
            return (
                f"{event.name} suffers {_hits(event.hits)}: {event.absorbed} absorbed, Defense now "
                f"{event.defense}, {_casualties(event.casualties)}{lost}."
            )
        case e.CasualtiesRemoved():
            return f"{event.name} loses {_models(event.casualties)}, {event.models_left} left."
        case e.Destroyed():
            return f"{event.name} is destroyed."
        case e.FortitudeDue():
            fortitude = f"{event.fortitude} or less ({_told(event.parts)})"
            return f"{event.name} tests its fortitude ({cause(event)}): {fortitude}."
        case e.FortitudeTested():
            if event.face is None:
                return f"{event.name} fails without a throw."
            return f"{event.name} throws {event.face} and {'passes' if event.passed else 'fails'}."
        case _:
            return _state_sentence(event)


def _state_sentence(event: Event) -> str:
    match event:
        case e.HonorLost():
            return f"{event.name} loses its Honor Marker instead of a level of morale."
        case e.MoraleChanged():
            return f"{event.name} was {event.before.value} and is {event.after.value}."
        case e.OrderDropped():
            return f"{event.name} has order flee instead of {event.order}."
        case e.PutToFlight():
            return f"{event.name} is Put to Flight."
        case e.Surrendered():
            return f"{event.name} surrenders with {_models(event.models)} and is removed."
        case e.StaffLost():
            return f"{event.army} has lost {event.name}, its General Staff: all its units test."
        case e.HonorGained():
            return f"{event.name} gains an Honor Marker for {event.enemy}."
        case e.HonorHeld():
            return f"{event.name} has an Honor Marker already and gains none for {event.enemy}."
        case e.Left():
            return f"{event.name} {LEAVES[event.move]}."
        case e.EngagesNext():
            return f"{event.name} turns to {event.enemy} next turn{_considered(event.considered)}."
        case e.Pursues():
            return f"{event.name} tries to pursue {event.enemy}."
        case e.Freed():
            return f"{event.name} has nobody left to fight and gets orders as usual."
        case e.MeleeContinues():
            return f"{event.name} must go on fighting {event.enemy} next turn."
        case _:
            raise TypeError(f"no sentence for {type(event).__name__}")


def standing(outcome: Outcome) -> tuple[str, ...]:
    """Return a sentence a unit on how it stands in the end."""
    assert isinstance(outcome, e.MeleeOutcome)
    return tuple(_standing(unit) for unit in outcome.units)


def _standing(unit: e.UnitReport) -> str:
    if unit.destroyed:
        return f"{unit.name} is destroyed."
    if unit.surrendered:
        return f"{unit.name} has surrendered."
    parts = [_models(unit.models_left), unit.morale.value]
    if unit.honor:
        parts.append("Honor Marker")
    if unit.left is not None:
        parts.append({e.Move.FLEE: "fled", e.Move.PANIC: "panicked", e.Move.RETREAT: "retreated"}[unit.left])
    if unit.next_enemies:
        parts.append(f"fights {' and '.join(unit.next_enemies)} next")
    return f"{unit.name}: {', '.join(parts)}."


def _considered(considered: Parts) -> str:
    if len(considered) == 1:
        return ""
    return f" (Attack Values: {', '.join(f'{name} {total}' for name, total in considered)})"


def _told(parts: Parts) -> str:
    (base, number), *changes = parts
    return ", ".join((f"{number} {base}", *(f"{change:+d} {reason}" for reason, change in changes)))


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(str(face) for face in sorted(faces))


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _hits(count: int) -> str:
    return "1 hit" if count == 1 else f"{count} hits"


def _models(count: int) -> str:
    return "1 model" if count == 1 else f"{count} models"


def _casualties(count: int) -> str:
    return "1 casualty" if count == 1 else f"{count} casualties"
