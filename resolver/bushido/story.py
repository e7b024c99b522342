"""The exchange in plain words: one sentence an event, with the step of the rules it belongs to."""

from resolver.bushido import events as e
from resolver.bushido.arithmetic import DecidedBy
from resolver.procedure import Event, Outcome

OVER = {
    e.EndReason.CONTACT_LOST_BEFORE_ROLL: "the models are out of base contact",
    e.EndReason.BOTH_ATTACKED: "both models have attacked",
    e.EndReason.REMOVED: "a model has left play",
    e.EndReason.OUT_OF_CONTACT: "the models are out of base contact",
    e.EndReason.PRONE: "a model was made Prone",
    e.EndReason.MAY_NOT_ATTACK: "the other model may not attack",
    e.EndReason.SPECIAL: "the special ends it",
}

DECIDED = {
    DecidedBy.MARGIN: "",
    DecidedBy.DICE: ", the tie goes to more dice left",
    DecidedBy.ACTIVE: ", the tie goes to the active player",
    DecidedBy.ZERO_ATTACK: ", an attack of 0 cannot hit",
}


def sentence(event: Event) -> str:
    """Return what happened as a sentence for the players."""
    match event:
        case e.ExchangeBegan():
            how = "charges" if event.charge else "attacks"
            return f"{event.active_model} {how} {event.other_model} ({event.edition})."
        case e.WeaponChosen():
            return f"{event.name} fights with {event.weapon}."
        case e.InitiativeFound():
            return f"{event.attacker} has the initiative: {event.reason}."
        case e.InitiativeFixed():
            return f"{event.attacker} is the Attacker, {event.defender} the Defender."
        case e.FeatUsed():
            return f"{event.name} uses {event.feat} for {event.ki} Ki."
        case e.Boosted():
            return f"{event.name} boosts the melee pool by {event.boosts} for {event.ki} Ki."
        case e.PoolFixed():
            return _pool(event)
        case e.SpecialDeclared():
            unknown = "" if event.known else ", which only the card describes"
            return f"{event.name} declares {event.special} for {_dice(event.cost)}{unknown}."
        case e.ContactLost():
            return "The models are no longer in base contact, so no dice are thrown."
        case e.MeleeThrown():
            return f"{event.name} throws attack {_faces(event.attack)}, defence {_faces(event.defence)}."
        case _:
            return _dice_sentence(event)


def standing(outcome: Outcome) -> tuple[str, ...]:
    """Return how both models stand after the exchange, a sentence each."""
    assert isinstance(outcome, e.Outcome)
    return tuple(
        f"{side.name}: {side.wounds} suffered, "
        f"{f'{side.wounds_left} wounds left' if side.in_play else 'removed'}."
        for side in outcome.sides
    )


def _dice_sentence(event: Event) -> str:
    match event:
        case e.DiceRerolled():
            if event.before == event.after:
                return f"{event.by}'s {event.trait} changes no {event.group} die of {event.name}."
            return (
                f"{event.by}'s {event.trait} turns {event.name}'s {event.group} dice "
                f"from {_faces(event.before)} to {_faces(event.after)}."
            )
        case e.DiceRemoved():
            return f"{event.by}'s {event.trait} takes {event.name}'s {event.group} {_faces(event.faces)}."
        case e.DiceAdded():
            return f"{event.name} adds {event.group} {_faces(event.faces)}."
        case e.ResultsFixed():
            return (
                f"{event.name} has attack {event.attack} and defence {event.defence}, "
                f"{_dice(event.dice_left)} left for ties."
            )
        case e.SpecialWithoutDice():
            return f"{event.name}'s {event.special} cannot work: no {event.kind.value} dice were thrown."
        case e.Compared():
            verb = "succeeds" if event.attack_succeeds else "fails"
            return (
                f"{event.attacker}'s attack {event.attack} against {event.defender}'s defence "
                f"{event.defence} {verb}{DECIDED[event.by]}: "
                f"success level {event.success_level} for {event.winner}."
            )
        case e.SpecialApplied():
            return f"{event.name}'s {event.special} works."
        case e.Moved():
            far = "" if event.inches is None else f' {event.inches}"'
            contact = "still in base contact" if event.still_in_contact else "out of base contact"
            return f"{' and '.join(event.names)} moved{far}, {contact}."
        case _:
            return _state_sentence(event)


def _state_sentence(event: Event) -> str:
    match event:
        case e.Prone() | e.Held() | e.Stunned():
            return f"{event.name} is {type(event).__name__}."
        case e.Immobilised():
            return f"{event.name} is entangled by {event.weapon} and cannot move."
        case e.Prevented():
            return f"{event.name} cannot be {event.what}."
        case e.NoDamageRoll():
            return f"{event.attacker} makes no damage roll: {event.reason}."
        case e.DamageRolled():
            return _damage(event)
        case e.WoundTableMissing():
            return (
                f"No wound table loaded: read SL {event.success_level}, total {event.total} "
                f"from your rulebook for {event.target}."
            )
        case e.CriticalHit():
            return f"{event.attacker}'s two {event.face}s are a critical hit on {event.target}."
        case e.Wounded():
            return f"{event.name} suffers {_wounds(event.wounds)} and has {event.wounds_left} left."
        case e.Markers():
            return f"{event.name} gains {event.marker} {event.amount}."
        case e.LastStand():
            return f"{event.name} has no wounds left and makes a last stand."
        case e.Removed():
            return f"{event.name} is removed."
        case _:
            return _end_sentence(event)


def _end_sentence(event: Event) -> str:
    match event:
        case e.ExchangeOver():
            return f"The exchange is over: {OVER[event.reason]}."
        case e.CounterRemoved():
            return f"{event.name} loses an activation counter, {event.counters_left} left."
        case e.CounterKept():
            return f"{event.name} is Tireless and keeps the activation counter."
        case e.BoostExpired():
            return f"{event.name}'s boost expires."
        case _:
            raise TypeError(f"no sentence for {type(event).__name__}")


def _pool(event: e.PoolFixed) -> str:
    parts = [f"statistic {event.statistic}"]
    parts += [f"+{dice} {reason}" for reason, dice in event.bonuses]
    parts += [f"-{dice} {reason}" for reason, dice in event.penalties]
    if event.deficit:
        parts.append(f"+{event.deficit} as a pool was below one")
    return f"{event.name}'s pool is {_dice(event.pool)} ({', '.join(parts)})."


def _damage(event: e.DamageRolled) -> str:
    dropped = "" if event.dice == event.kept else f" of {_faces(event.dice)}"
    parts = [f"{_faces(event.kept)}{dropped}"]
    parts += [f"{number:+d} {reason}" for reason, number in event.modifiers]
    told_total = f"{event.attacker} rolls {', '.join(parts)}: total {event.total}"
    level = f"success level {event.success_level}"
    if event.wounds is None:
        return f"{told_total} at {level}."
    after = "" if event.wounds == event.raw_wounds else f", {event.wounds} after the rules of both models"
    return f"{told_total} at {level} is {_wounds(event.raw_wounds or 0)}{after}."


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(str(face) for face in sorted(faces, reverse=True)) or "none"


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _wounds(count: int) -> str:
    return "1 wound" if count == 1 else f"{count} wounds"
