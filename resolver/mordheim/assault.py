"""One model's attacks on its targets as values: what is needed at every step, and what has fallen so far.

Dice become tallies here and nowhere else; the procedure asks for them, the odds count over them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from resolver.mordheim.arithmetic import NO_SAVE, SIX, Injury, injury, is_taken_out, parried_face, worst
from resolver.mordheim.charts import CriticalChart, CriticalRow
from resolver.mordheim.editions import Profile
from resolver.mordheim.fighter import Status

Faces = tuple[int, ...]
MAIN, SECOND, OTHER = "main", "second", "other"
"""Groups of dice: for the weapon in the one hand, in the other, and for everything else."""
AUTOMATIC = 0
"""Needed for a hit without a roll."""


class Finish(Enum):
    """What puts a target out of action that is down already: nothing, an unsaved wound, any attack."""

    ROLL = "roll"
    BY_WOUND = "by_wound"
    OUTRIGHT = "outright"


@dataclass(frozen=True, slots=True)
class InjuryKind:
    """What tells injury dice apart: the number added to each, and the bands of a concussion."""

    modifier: int = 0
    concussion: bool = False


@dataclass(frozen=True, slots=True)
class Blow:
    """All attacks with one weapon on one target; `hand` is the dice group that is thrown for it.

    `to_hit` may be AUTOMATIC, `to_wound` IMPOSSIBLE, `save` NO_SAVE.
    """

    hand: str
    weapon: str
    attacks: int
    to_hit: int
    to_wound: int
    save: int
    injury: InjuryKind
    criticals: CriticalChart | None
    can_be_parried: bool


@dataclass(frozen=True, slots=True)
class Target:
    """A target as the attacker finds it; `parry_dice` are the tries it has against this attacker."""

    name: str
    player: str
    status: Status
    wounds: int
    wounds_left: int
    helmet: bool
    parry_dice: int
    finish: Finish


@dataclass(frozen=True, slots=True)
class Assault:
    """The attacks of one model on one target: at most two blows, the main weapon's first."""

    attacker: str
    player: str
    target: Target
    blows: tuple[Blow, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What the dice of an assault have shown so far; the tuples of numbers have one entry a blow.

    `sixes` are natural 6s that may be critical. `unsaved` are wounds by kind of injury roll.
    """

    hit_faces: tuple[Faces, ...] = ()
    hits: tuple[int, ...] = ()
    wounds: tuple[int, ...] = ()
    sixes: tuple[int, ...] = ()
    unsaved: tuple[tuple[InjuryKind, int], ...] = ()
    results: tuple[Injury, ...] = ()


def with_hits(assault: Assault, faces: Mapping[str, Faces]) -> Tally:
    """Return the tally after the dice to hit, by hand."""
    scored = tuple(
        tuple(face for face in faces.get(blow.hand, ()) if face >= blow.to_hit)
        if blow.to_hit != AUTOMATIC
        else ()
        for blow in assault.blows
    )
    hits = tuple(
        blow.attacks if blow.to_hit == AUTOMATIC else len(shown)
        for blow, shown in zip(assault.blows, scored, strict=True)
    )
    return Tally(hit_faces=scored, hits=hits)


def to_parry(assault: Assault, tally: Tally) -> tuple[int, tuple[int, ...]] | None:
    """Return the face that a parry must beat and the blows that show it, None where none can be parried."""
    against = parried_face(face for shown in tally.hit_faces for face in shown)
    if against is None:
        return None
    places = tuple(
        place
        for place, (blow, shown) in enumerate(zip(assault.blows, tally.hit_faces, strict=True))
        if against in shown and blow.can_be_parried
    )
    return (against, places) if places else None


def parried(tally: Tally, place: int) -> Tally:
    """Return the tally without one hit of a blow."""
    hits = tuple(hits - (at == place) for at, hits in enumerate(tally.hits))
    return replace(tally, hits=hits)


def with_wounds(assault: Assault, tally: Tally, faces: Mapping[str, Faces]) -> Tally:
    """Return the tally after the dice to wound, by hand."""
    shown = [faces.get(blow.hand, ()) for blow in assault.blows]
    both = list(zip(assault.blows, shown, strict=True))
    return replace(
        tally,
        wounds=tuple(sum(face >= blow.to_wound for face in seen) for blow, seen in both),
        sixes=tuple(seen.count(SIX) if may_be_critical(blow) else 0 for blow, seen in both),
    )


def may_be_critical(blow: Blow) -> bool:
    """Whether a natural 6 to wound is a critical hit: less than a 6 was needed."""
    return blow.criticals is not None and blow.to_wound < SIX


def first_critical(assaults: Sequence[Assault], tallies: Sequence[Tally]) -> tuple[int, int] | None:
    """Return the assault and the blow of the first natural 6: main weapon first, then targets in order."""
    found = [
        (blow_order(assault.blows[place], at), at, place)
        for at, (assault, tally) in enumerate(zip(assaults, tallies, strict=True))
        for place, sixes in enumerate(tally.sixes)
        if sixes and may_be_critical(assault.blows[place])
    ]
    if not found:
        return None
    _, at, place = min(found)
    return at, place


def blow_order(blow: Blow, at: int) -> tuple[bool, int]:
    """Return what sorts blows as their dice count: the main weapon's at every target, then the other's."""
    return blow.hand == SECOND, at


def with_critical(assault: Assault, tally: Tally, place: int, row: CriticalRow) -> Tally:
    """Return the tally in which one wound of a blow has become those of a critical hit."""
    kind = assault.blows[place].injury
    made = (replace(kind, modifier=kind.modifier + row.injury), row.wounds)
    wounds = tuple(wounds - (at == place) for at, wounds in enumerate(tally.wounds))
    return replace(tally, wounds=wounds, unsaved=(*tally.unsaved, made))


@dataclass(frozen=True, slots=True)
class WoundClass:
    """Wounds that are saved and injure alike, so that their dice need not be told apart."""

    save: int
    kind: InjuryKind
    wounds: int
    weapons: tuple[str, ...]


def wound_classes(assault: Assault, tally: Tally) -> tuple[WoundClass, ...]:
    """Return the ordinary wounds of a tally, by what is needed to save and how they injure."""
    classes: dict[tuple[int, InjuryKind], WoundClass] = {}
    for blow, wounds in zip(assault.blows, tally.wounds, strict=True):
        if not wounds:
            continue
        key = (blow.save, blow.injury)
        had = classes.get(key, WoundClass(*key, 0, ()))
        classes[key] = replace(had, wounds=had.wounds + wounds, weapons=(*had.weapons, blow.weapon))
    return tuple(classes.values())


def with_saves(assault: Assault, tally: Tally, one: WoundClass, faces: Faces) -> Tally:
    """Return the tally after the saves against one class of wounds; without dice none is saved."""
    saved = sum(face >= one.save for face in faces) if one.save != NO_SAVE else 0
    wounds = tuple(
        0 if (blow.save, blow.injury) == (one.save, one.kind) else wounds
        for blow, wounds in zip(assault.blows, tally.wounds, strict=True)
    )
    return replace(tally, wounds=wounds, unsaved=(*tally.unsaved, (one.kind, one.wounds - saved)))


def to_injure(tally: Tally) -> tuple[tuple[InjuryKind, int], ...]:
    """Return how many injury dice of each kind are thrown."""
    added: dict[InjuryKind, int] = {}
    for kind, wounds in tally.unsaved:
        if wounds:
            added[kind] = added.get(kind, 0) + wounds
    return tuple(added.items())


def with_injuries(tally: Tally, kind: InjuryKind, faces: Faces) -> Tally:
    """Return the tally after the injury dice of one kind."""
    results = tuple(injury(face, kind.modifier, kind.concussion) for face in sorted(faces))
    unsaved = tuple(entry for entry in tally.unsaved if entry[0] != kind)
    return replace(tally, unsaved=unsaved, results=tally.results + results)


def finished(finish: Finish, tally: Tally) -> Tally:
    """Return the tally of a target that was down already: Out of Action without a roll."""
    count = 1 if finish is Finish.OUTRIGHT else sum(wounds for _, wounds in tally.unsaved)
    return replace(tally, unsaved=(), results=tally.results + (Injury.OUT_OF_ACTION,) * count)


_BY_INJURY = {
    None: Status.STANDING,
    Injury.KNOCKED_DOWN: Status.KNOCKED_DOWN,
    Injury.STUNNED: Status.STUNNED,
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a target stands after the results of one attacker, before its helmet is tried."""

    status: Status
    wounds_left: int
    helmet_due: bool


def settled(target: Target, outs: int, other: Injury | None, profile: Profile) -> Standing:
    """Return what `outs` Out of Action results and the worst `other` one make of a target.

    Out of Action costs a model of several Wounds one instead; a status never improves.
    """
    left = target.wounds_left
    for _ in range(outs):
        if is_taken_out(target.wounds, left, profile.multi_wound):
            return Standing(Status.OUT_OF_ACTION, left, False)
        left -= 1
    status = _worse(target.status, _BY_INJURY[other])
    worse = status is Status.STUNNED and target.status is not Status.STUNNED
    return Standing(status, left, worse and target.helmet)


def outs_and_worst(results: Sequence[Injury]) -> tuple[int, Injury | None]:
    """Return the number of Out of Action results and the worst of the others."""
    others = [result for result in results if result is not Injury.OUT_OF_ACTION]
    return len(results) - len(others), worst(others)


def after_helmet(target: Target, helps: bool) -> Status:
    """Return the status of a model that would be Stunned, after its helmet was tried."""
    if not helps:
        return Status.STUNNED
    return _worse(target.status, Status.KNOCKED_DOWN)


def _worse(one: Status, other: Status) -> Status:
    return one if one.is_worse_than(other) else other
