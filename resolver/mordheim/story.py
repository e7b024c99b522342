"""The melee phase in plain words: one sentence an event."""

from resolver.mordheim import events as e
from resolver.mordheim.arithmetic import Injury
from resolver.mordheim.fighter import Status
from resolver.procedure import Event, Outcome

RESULTS = {
    Injury.KNOCKED_DOWN: "Knocked Down",
    Injury.STUNNED: "Stunned",
    Injury.OUT_OF_ACTION: "Out of Action",
}

STATUSES = {
    Status.STANDING: "stands",
    Status.KNOCKED_DOWN: "is Knocked Down",
    Status.STUNNED: "is Stunned",
    Status.OUT_OF_ACTION: "is Out of Action",
    Status.FLEEING: "flees",
}


def sentence(event: Event) -> str:
    """Return what happened as a sentence for the players."""
    match event:
        case e.MeleeBegan():
            return f"The melee phase of {event.active} begins ({event.profile})."
        case e.CombatBegan():
            return f"Combat of {_list(event.models)}."
        case e.OrderRolled():
            rolled = zip(event.names, event.faces, strict=True)
            return f"They roll for order: {', '.join(f'{name} {face}' for name, face in rolled)}."
        case e.OrderFixed():
            order = [name for _, names in event.groups for name in names]
            return f"Strike order: {', '.join(order)}."
        case e.DoesNotStrike():
            return f"{event.name} does not strike: {event.reason}."
        case e.AttacksDeclared():
            attacks = [f"{target} with the {weapon} ({count})" for target, weapon, count in event.attacks]
            return f"{event.name} attacks {_list(attacks)}."
        case e.BreakBegan():
            strike = f"{_list(event.opponents)} may strike" if event.opponents else "nobody may strike"
            return f"{event.name} breaks from combat, {strike}."
        case e.BreakOver():
            return f"{event.name} moves away." if event.moves else f"{event.name} does not move away."
        case _:
            return _charge_sentence(event)


def _charge_sentence(event: Event) -> str:
    match event:
        case e.ChargeFailed():
            return (
                f'{event.name} fails to charge {event.target}: {event.distance}" away, '
                f'and the charge goes {event.reach}".'
            )
        case e.ChargeDropped():
            return f"{event.name} does not charge: {event.target} is gone."
        case e.Charged():
            touches = f" and touches {_list(event.touches)}" if event.touches else ""
            away = "" if event.distance is None else f' {event.distance}" away'
            return f"{event.name} charges {event.target}{away}{touches}."
        case e.BashRolled():
            won = "succeeds" if event.succeeds else f"fails, {event.defender} strikes first"
            return (
                f"{event.charger}'s Shield Bash {event.charger_die} against {event.defender}'s "
                f"{event.defender_die} {won}."
            )
        case e.Pushed():
            fall = " and off an edge" if event.falls else ""
            return f'{event.by} pushes {event.name} {event.inches}" away{fall}.'
        case e.Fell():
            return f"{event.name} falls: {_count(event.hits, 'hit')} at strength {event.strength}."
        case e.StoppedAtEdge():
            return f"{event.name} stops at the edge and does not fight {event.target}."
        case _:
            return _dice_sentence(event)


def _dice_sentence(event: Event) -> str:
    match event:
        case e.HitRolled():
            hits = _count(event.hits, "hit")
            if event.needed is None:
                return f"{event.attacker} hits {event.target} with the {event.weapon} automatically: {hits}."
            return (
                f"{event.attacker} rolls {_faces(event.faces)} to hit {event.target} with the "
                f"{event.weapon}, needs {event.needed}+: {hits}."
            )
        case e.ParryRolled():
            parries = "parries" if event.parried else "fails to parry"
            return f"{event.name} {parries} the {event.weapon}'s {event.against} with {_faces(event.faces)}."
        case e.ParryImpossible():
            return f"{event.name} cannot parry {event.attacker}: {event.reason}."
        case e.WoundRolled():
            if event.needed is None:
                return f"The {event.weapon} cannot wound {event.target}."
            return (
                f"{event.attacker} rolls {_faces(event.faces)} to wound {event.target} with the "
                f"{event.weapon}, needs {event.needed}+: {_count(event.wounds, 'wound')}."
            )
        case e.CriticalRolled():
            bonus = f" and {event.injury_bonus:+d} to injury" if event.injury_bonus else ""
            return (
                f"Critical hit with the {event.weapon}, {event.face} on the chart: "
                f"{_count(event.wounds, 'wound')} without a save{bonus}."
            )
        case e.SaveRolled():
            unsaved = f"{_count(event.unsaved, 'wound')} not saved"
            if event.needed is None:
                return f"{event.name} has no save against the {_list(event.weapons)}: {unsaved}."
            return f"{event.name} rolls {_faces(event.faces)} to save, needs {event.needed}+: {unsaved}."
        case _:
            return _injury_sentence(event)


def _injury_sentence(event: Event) -> str:
    match event:
        case e.InjuryRolled():
            modifier = f" {event.modifier:+d}" if event.modifier else ""
            results = _list([RESULTS[result] for result in event.results])
            return f"{event.attacker} rolls {_faces(event.faces)}{modifier} for injury: {results}."
        case e.Finished():
            lying = "lying" if event.status is Status.KNOCKED_DOWN else "stunned"
            return f"{event.attacker} finishes the {lying} {event.target}: {event.results} Out of Action."
        case e.HelmetRolled():
            helps = "helps" if event.helps else "does not help"
            return f"{event.name}'s helmet {helps} with a {event.face}."
        case e.WoundLost():
            return f"{event.name} loses a Wound instead, {event.wounds_left} left."
        case e.StatusChanged():
            return f"{event.name} {STATUSES[event.status]}."
        case e.Unharmed():
            return f"{event.attacker} does {event.name} no harm."
        case _:
            raise TypeError(f"no sentence for {type(event).__name__}")


def standing(outcome: Outcome) -> tuple[str, ...]:
    """Return how each model stands after the phase, a sentence each."""
    assert isinstance(outcome, e.Outcome)
    return tuple(_model(model) for model in outcome.models)


def _model(model: e.ModelOutcome) -> str:
    lost = f", {_count(model.wounds_lost, 'Wound')} lost" if model.wounds_lost else ""
    return f"{model.name} {STATUSES[model.status]}{lost}."


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(str(face) for face in faces) or "nothing"


def _list(names: tuple[str, ...] | list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
