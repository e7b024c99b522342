"""The melee phase in plain words: one sentence an event."""

from resolver.blightmeer import events as e
from resolver.blightmeer.arithmetic import Keep
from resolver.blightmeer.editions import AgilityOrder
from resolver.blightmeer.fighter import Status
from resolver.blightmeer.profile import Profile
from resolver.procedure import Event, Outcome

SORTED_BY = {
    AgilityOrder.HIGHEST_NUMBER.value: "the highest Agility number first, as the rules have it literally",
    AgilityOrder.BEST.value: "the best (lowest) Agility first",
}
DICE = {
    Keep.ONE: "",
    Keep.HIGHER: " with Advantage",
    Keep.LOWER: " with Disadvantage",
}


def sentence(event: Event) -> str:
    """Return what happened as a sentence for the players."""
    match event:
        case e.PhaseBegan():
            combats = _count(len(event.combats), "combat")
            return f"{event.player}'s melee phase begins: {combats} ({event.edition})."
        case e.CombatBegan():
            return f"{_names(event.units)} fight in one combat."
        case e.OrderTied():
            return f"{_names(event.units)} are tied at Agility {event.agility}: each throws a d20."
        case e.OrderRolled():
            return f"{event.unit} rolls {event.die} for the attack order."
        case e.OrderSet():
            return _order(event)
        case e.NothingToAttack():
            return f"{event.unit} has nobody to attack."
        case e.AttacksCounted():
            return f"{event.unit} has {_count(event.attacks, 'attack')} ({_parts(event)})."
        case e.AttacksDeclared():
            split = " and ".join(f"{count} with {weapon}" for weapon, count in event.weapons)
            return f"{event.unit} declares {split} against {event.target}."
        case e.AttacksWasted():
            verb = "is" if event.attacks == 1 else "are"
            return (
                f"{_count(event.attacks, 'attack')} of {event.unit} against {event.target} {verb} wasted: "
                "a Stunned enemy takes one."
            )
        case e.TargetAttacked():
            return _attacked(event)
        case _:
            return _dice_sentence(event)


def standing(outcome: Outcome) -> tuple[str, ...]:
    """Return how all units stand after the phase, a sentence each."""
    assert isinstance(outcome, e.Outcome)
    return tuple(_stands(unit) for unit in outcome.units)


def _stands(unit: e.UnitOutcome) -> str:
    if unit.status is Status.INCAPACITATED:
        return f"{unit.name} has left the board."
    status = "" if unit.status is Status.OK else f"{unit.status.value.capitalize()}, "
    return f"{unit.name}: {status}{_count(unit.wounds, 'wound')} left."


def _dice_sentence(event: Event) -> str:
    match event:
        case e.AttackRolled():
            return _rolled(event)
        case e.DefenceChecked():
            return _defended(event)
        case e.WoundsLost():
            return f"{event.unit} loses {_count(event.wounds, 'wound')} and has {event.wounds_left} left."
        case e.WoundCauseDrawn():
            values = ", ".join(str(value) for value in event.candidates)
            if event.removed is None:
                return f"{event.die} draws none of {values}: again."
            return (
                f"{event.die} draws the {event.candidates[event.removed]} of {values}, which caused an "
                f"earlier wound of {event.unit}."
            )
        case e.Injured():
            return f"{event.unit} is injured by an attack of {event.injury_value}."
        case _:
            return _unit_sentence(event)


def _unit_sentence(event: Event) -> str:
    match event:
        case e.StatusChanged():
            return f"{event.unit} is {event.after.value.capitalize()}."
        case e.Unharmed():
            return f"Nothing got through to {event.unit}."
        case e.ImprovementDraw():
            return f"{event.player} draws a card from the Improvement Deck for {event.unit}."
        case e.Removed():
            return f"{event.unit} leaves the board."
        case e.DroppedFromOrder():
            return f"{event.unit} drops out of the attack order."
        case e.CombatOver():
            return f"The combat of {_names(event.units)} is over."
        case e.PhaseOver():
            return f"{event.player}'s melee phase is over."
        case _:
            raise TypeError(f"no sentence for {type(event).__name__}")


def _order(event: e.OrderSet) -> str:
    if not event.units:
        return "Nobody in this combat can attack."
    engaged = f"{_names(event.engaged)} engaged this turn; " if event.engaged else ""
    return f"Attack order: {', '.join(event.units)} ({engaged}{SORTED_BY[event.agility_order]})."


def _parts(event: e.AttacksCounted) -> str:
    return ", ".join(
        f"{number} {reason}" if place == 0 else f"{number:+d} {reason}"
        for place, (reason, number) in enumerate(event.parts)
    )


def _attacked(event: e.TargetAttacked) -> str:
    if event.status is Status.STUNNED:
        return f"{event.attacker} attacks {event.target}, who is Stunned: no dice are needed."
    status = "" if event.status is Status.OK else f"{event.status.value.capitalize()}, "
    needs = "; ".join(_needs(profile) for profile in event.profiles)
    wounds = _count(event.wounds, "wound")
    return f"{event.attacker} attacks {event.target} ({status}{wounds}): {needs}."


def _needs(profile: Profile) -> str:
    modifier = f", {profile.weapon} {profile.melee_modifier:+d}" if profile.melee_modifier else ""
    if profile.defence_needed is None:
        save = "no Defence Check"
    else:
        save = f"Defence needs {profile.defence_needed}{DICE[profile.defence_keep]}"
    return (
        f"{profile.attacks} with {profile.weapon}{DICE[profile.melee_keep]}, needs {profile.melee_needed} "
        f"(Melee {profile.melee}{modifier}), {save}"
    )


def _rolled(event: e.AttackRolled) -> str:
    kept = f" of {_faces(event.dice)}" if len(event.dice) > 1 else ""
    rolled = f"{event.attacker} rolls {event.kept}{kept} with {event.weapon}, needs {event.needed}"
    if not event.passed:
        return f"{rolled}: missed."
    critical = "a critical hit, " if event.critical else ""
    return f"{rolled}: {critical}injury value {event.injury_value}."


def _defended(event: e.DefenceChecked) -> str:
    against = f"against {event.weapon} {event.injury_value}"
    if event.needed is None:
        return f"{event.target} makes no Defence Check {against}."
    if event.kept is None:
        result = "needs no die" if event.saved else "cannot succeed"
        return f"{event.target} {result} {against}, as {event.needed} is needed."
    kept = f" of {_faces(event.dice)}" if len(event.dice) > 1 else ""
    result = "saved" if event.saved else "not saved"
    return f"{event.target} rolls {event.kept}{kept} {against}, needs {event.needed}: {result}."


def _faces(faces: tuple[int, ...]) -> str:
    return " and ".join(str(face) for face in faces)


def _names(names: tuple[str, ...]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _count(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"
