"""What gets through: armour saves, injury rolls, Wounds lost, helmets, and the status that is left."""

from resolver.dice import Dice
from resolver.mordheim.arithmetic import NO_SAVE
from resolver.mordheim.assault import (
    OTHER,
    Assault,
    Faces,
    Finish,
    Tally,
    Target,
    WoundClass,
    after_helmet,
    finished,
    outs_and_worst,
    settled,
    to_injure,
    with_injuries,
    with_saves,
    wound_classes,
)
from resolver.mordheim.events import (
    AttackResult,
    CriticalRolled,
    Finished,
    HelmetRolled,
    HitRolled,
    InjuryRolled,
    ParryRolled,
    SaveRolled,
    StatusChanged,
    Unharmed,
    WoundLost,
    WoundRolled,
)
from resolver.mordheim.fighter import Status
from resolver.mordheim.phase import Pending, Phase, Stage
from resolver.procedure import Procedure, Throw, Which, throw

HELMET_SAVES = 4
"""A helmet turns Stunned into Knocked Down from this face on; nothing modifies it."""


class Record:
    """What was rolled against one target, for the outcome; mutable while the attack lasts."""

    def __init__(self, step: int) -> None:
        self.step = step
        self.hits: list[HitRolled] = []
        self.parry: ParryRolled | None = None
        self.wounds: list[WoundRolled] = []
        self.critical: CriticalRolled | None = None
        self.saves: list[SaveRolled] = []
        self.injuries: list[InjuryRolled] = []
        self.helmet: HelmetRolled | None = None


def injure(phase: Phase, assault: Assault, tally: Tally, record: Record) -> Procedure[None]:
    """Resolve the wounds of a tally, from the saves to the status of the target."""
    target = assault.target

    def waiting(stage: Stage, tally: Tally) -> None:
        phase.pending = Pending(stage, (assault,), (tally,), critical_free=False)

    for one in wound_classes(assault, tally):
        if one.save != NO_SAVE:
            waiting(Stage.SAVE, tally)
        saved = yield from _save(assault, one, record)
        tally = with_saves(assault, tally, one, saved)
    if target.finish is Finish.ROLL:
        kinds = to_injure(tally)
        for kind, dice in kinds:
            waiting(Stage.INJURY, tally)
            roll = yield from throw(
                Throw(
                    "injury",
                    assault.player,
                    (Dice(OTHER, dice, dice),),
                    dice,
                    f"injury: {dice}D6 for {assault.attacker} against {target.name}"
                    f"{', concussion' if kind.concussion else ''}"
                    f"{f', {kind.modifier:+d}' if kind.modifier else ''}",
                    which=Which(kind.modifier, tuple(one.modifier for one, _ in kinds)),
                )
            )
            faces = roll.faces(OTHER)
            had = len(tally.results)
            tally = with_injuries(tally, kind, faces)
            made = InjuryRolled(
                5,
                assault.attacker,
                target.name,
                faces,
                kind.modifier,
                kind.concussion,
                tally.results[had:],
            )
            record.injuries.append(made)
            yield made
    else:
        tally = finished(target.finish, tally)
        if tally.results:
            yield Finished(5, assault.attacker, target.name, target.status, len(tally.results))
    yield from _settle(phase, assault, tally, record)


def _save(assault: Assault, one: WoundClass, record: Record) -> Procedure[Faces]:
    """Return the dice thrown to save one class of wounds, none where no die can."""
    target = assault.target
    faces: Faces = ()
    against = " and ".join(one.weapons)
    if one.save != NO_SAVE:
        roll = yield from throw(
            Throw(
                "save",
                target.player,
                (Dice(OTHER, one.wounds, one.wounds),),
                one.wounds,
                f"armour save: {one.wounds}D6 for {target.name} against the {against}, needs {one.save}+",
            )
        )
        faces = roll.faces(OTHER)
    made = SaveRolled(
        record.step,
        target.name,
        assault.attacker,
        one.weapons,
        None if one.save == NO_SAVE else one.save,
        faces,
        one.wounds - sum(face >= one.save for face in faces),
    )
    record.saves.append(made)
    yield made
    return faces


def _settle(phase: Phase, assault: Assault, tally: Tally, record: Record) -> Procedure[None]:
    """Take off Wounds and change the status of the target as all results of this attacker say."""
    target = assault.target
    combatant = phase.combatants[target.name]
    outs, other = outs_and_worst(tally.results)
    left = settled(target, outs, other, phase.profile)
    while combatant.wounds_left > left.wounds_left:
        combatant.wounds_left -= 1
        yield WoundLost(6, target.name, combatant.wounds_left)
    status = left.status
    if left.helmet_due:
        phase.pending = Pending(Stage.HELMET, (assault,), (tally,), critical_free=False)
        status = yield from _helmet(target, record)
    if combatant.worsen(status, by=assault.attacker):
        yield StatusChanged(5, target.name, combatant.status)
    elif not tally.results:
        yield Unharmed(5, target.name, assault.attacker)
    phase.attacks.append(
        AttackResult(
            attacker=assault.attacker,
            target=target.name,
            hits=tuple(record.hits),
            parry=record.parry,
            wounds=tuple(record.wounds),
            critical=record.critical,
            saves=tuple(record.saves),
            injuries=tuple(record.injuries),
            helmet=record.helmet,
            status=combatant.status,
            wounds_left=combatant.wounds_left,
        )
    )


def _helmet(target: Target, record: Record) -> Procedure[Status]:
    roll = yield from throw(
        Throw(
            "helmet",
            target.player,
            (Dice(OTHER, 1, 1),),
            1,
            f"helmet: 1D6 for {target.name}, needs {HELMET_SAVES}+",
        )
    )
    (face,) = roll.faces(OTHER)
    made = HelmetRolled(5, target.name, face, face >= HELMET_SAVES)
    record.helmet = made
    yield made
    return after_helmet(target, made.helps)
