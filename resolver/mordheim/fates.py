"""What becomes of the targets of an attack under way: exact distributions over the dice still to come."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

from resolver.mordheim.arithmetic import NO_SAVE, SIX, Injury, injury
from resolver.mordheim.assault import (
    AUTOMATIC,
    Assault,
    Blow,
    Faces,
    Finish,
    InjuryKind,
    Tally,
    after_helmet,
    blow_order,
    may_be_critical,
    outs_and_worst,
    parried,
    settled,
    to_parry,
    with_hits,
)
from resolver.mordheim.editions import Profile
from resolver.mordheim.fighter import Status
from resolver.mordheim.injuries import HELMET_SAVES
from resolver.mordheim.phase import Pending, Stage
from resolver.odds import Distribution, die, like, mixture, successes

SIDES = 6
D6 = die(SIDES)


@dataclass(frozen=True, slots=True)
class Harm:
    """Injury results as far as they matter: how many Out of Action ones, and the worst of the others."""

    outs: int = 0
    worst: Injury | None = None

    def __add__(self, other: "Harm") -> "Harm":
        return Harm(self.outs + other.outs, max(self.worst, other.worst, key=_RANK.index))


_RANK = (None, Injury.KNOCKED_DOWN, Injury.STUNNED)
OUT = Harm(1)
UNHARMED = Distribution.certain(Harm())


@dataclass(frozen=True, slots=True)
class Fate:
    """How a target stands after the attacks of one model."""

    status: Status
    wounds_left: int


@lru_cache(maxsize=4096)
def fate(pending: Pending, at: int, profile: Profile) -> Distribution[Fate]:
    """Return what becomes of the target of one assault.

    Where a parry may take one of two hits, it takes the one that more likely puts out of action.
    """
    assault = pending.assaults[at]
    target = assault.target
    helmet = successes(1, SIDES + 1 - HELMET_SAVES, SIDES)

    def end(harm: Harm) -> Distribution[Fate]:
        left = settled(target, harm.outs, harm.worst, profile)
        if not left.helmet_due:
            return Distribution.certain(Fate(left.status, left.wounds_left))
        return helmet.map(lambda helps: Fate(after_helmet(target, bool(helps)), left.wounds_left))

    if target.finish is Finish.OUTRIGHT:
        return end(OUT)
    return _harm(pending, at).then(end).reduced()


def _harm(pending: Pending, at: int) -> Distribution[Harm]:
    """Return the injury results of one assault; the others matter for who has the critical hit."""
    tallies: Distribution[tuple[Tally, ...]] = Distribution.certain(())
    for place in range(len(pending.assaults)):
        tallies = tallies.combine(_hits(pending, place), lambda had, tally: (*had, tally))
    return tallies.then(lambda known: _harm_of_hits(pending.assaults, known, pending.critical_free, at))


def _hits(pending: Pending, at: int) -> Distribution[Tally]:
    """Return the tally of one assault after its parry, from what has fallen already."""
    assault, tally = pending.assaults[at], pending.tallies[at]
    thrown = len(tally.hits) == len(assault.blows)
    if thrown and pending.stage is not Stage.HIT and (pending.stage is not Stage.PARRY or at < pending.at):
        return Distribution.certain(tally)
    place = pending.place if pending.stage is Stage.PARRY and at == pending.at else None
    tallies = Distribution.certain(tally) if thrown else _hit_tallies(assault)
    # After the parry the faces matter no more: throws with as many hits are one case.
    return tallies.then(lambda shown: _parry(assault, shown, place)).map(_without_faces)


def _without_faces(tally: Tally) -> Tally:
    return replace(tally, hit_faces=())


def _hit_tallies(assault: Assault) -> Distribution[Tally]:
    dice: Distribution[tuple[tuple[str, Faces], ...]] = Distribution.certain(())
    for blow in assault.blows:
        if blow.to_hit != AUTOMATIC:
            dice = dice.combine(_scored(blow), lambda had, new: (*had, new))
    return dice.map(lambda faces: with_hits(assault, dict(faces)))


def _scored(blow: Blow) -> Distribution[tuple[str, Faces]]:
    """Return the dice to hit of one weapon; misses are all alike."""
    one = D6.map(lambda face: face if face >= blow.to_hit else 0)
    return like(blow.attacks, one).map(lambda faces: (blow.hand, faces))


def _parry(assault: Assault, tally: Tally, place: int | None) -> Distribution[Tally]:
    dice = assault.target.parry_dice
    open_to = to_parry(assault, tally) if dice and any(tally.hit_faces) else None
    if open_to is None:
        return Distribution.certain(tally)
    against, places = open_to
    if place is None:
        place = max(places, key=lambda at: danger(assault.blows[at], assault.target.finish))
    missed = against**dice
    return Distribution.of({parried(tally, place): SIDES**dice - missed, tally: missed})


def danger(blow: Blow, finish: Finish) -> Fraction:
    """Return the share of hits of a blow that lead to an Out of Action result, criticals left aside."""
    return _hit(blow, finish, critical=False).share_where(lambda step: bool(step.harm.outs))


@dataclass(frozen=True, slots=True)
class _Step:
    """What a hit comes to: its harm, and whether it was the critical one."""

    harm: Harm
    critical: bool = False


@lru_cache(maxsize=4096)
def _harm_of_hits(
    assaults: tuple[Assault, ...], tallies: tuple[Tally, ...], critical_free: bool, at: int
) -> Distribution[Harm]:
    blows = sorted(
        (blow_order(blow, of), of, place)
        for of, assault in enumerate(assaults)
        for place, blow in enumerate(assault.blows)
    )
    finish = assaults[at].target.finish
    state = Distribution.certain(_Step(_results(tallies[at]), not critical_free))
    for _, of, place in blows:
        blow, tally = assaults[of].blows[place], tallies[of]
        mine = of == at
        if tally.wounds:
            fallen = (tally.wounds[place], tally.sixes != () and tally.sixes[place] > 0)
            state = state.then(partial(_known, blow=blow, fallen=fallen, mine=mine, finish=finish))
        else:
            for _ in range(tally.hits[place]):
                state = state.then(partial(_one_hit, blow=blow, mine=mine, finish=finish))
    harm = state.map(lambda step: step.harm)
    for kind, wounds in tallies[at].unsaved:
        for _ in range(wounds):
            harm = harm.combine(_injury(kind, finish), Harm.__add__)
    return harm


def _results(tally: Tally) -> Harm:
    return Harm(*outs_and_worst(tally.results))


def _one_hit(had: _Step, blow: Blow, mine: bool, finish: Finish) -> Distribution[_Step]:
    """Return what follows when one more die to wound is thrown."""
    return _hit(blow, finish, critical=not had.critical).map(
        lambda step: _Step(had.harm + step.harm if mine else had.harm, had.critical or step.critical)
    )


def _known(
    had: _Step, blow: Blow, fallen: tuple[int, bool], mine: bool, finish: Finish
) -> Distribution[_Step]:
    """Return what follows of dice to wound that have fallen: `fallen` are wounds, and whether any is a 6."""
    wounds, six = fallen
    critical = six and not had.critical
    after = Distribution.certain(_Step(had.harm, had.critical or critical))
    if not mine:
        return after
    harms = [_wound(blow, finish)] * (wounds - critical)
    if critical:
        harms.append(_critical(blow, finish))
    for harm in harms:
        after = after.combine(harm, lambda step, more: replace(step, harm=step.harm + more))
    return after


@lru_cache(maxsize=1024)
def _hit(blow: Blow, finish: Finish, critical: bool) -> Distribution[_Step]:
    """Return what one die to wound comes to; a natural 6 may be the critical hit while there was none."""

    def wound(face: int) -> Distribution[_Step]:
        if face < blow.to_wound:
            return UNHARMED.map(_Step)
        if face == SIX and critical and may_be_critical(blow):
            return _critical(blow, finish).map(lambda harm: _Step(harm, critical=True))
        return _wound(blow, finish).map(_Step)

    return D6.then(wound)


@lru_cache(maxsize=1024)
def _wound(blow: Blow, finish: Finish) -> Distribution[Harm]:
    saved = 0 if blow.save == NO_SAVE else SIDES + 1 - blow.save
    return mixture(((UNHARMED, saved), (_injury(blow.injury, finish), SIDES - saved)))


@lru_cache(maxsize=1024)
def _critical(blow: Blow, finish: Finish) -> Distribution[Harm]:
    assert blow.criticals is not None
    rows = blow.criticals.rows

    def wounds(face: int) -> Distribution[Harm]:
        row = rows[face - 1]
        kind = replace(blow.injury, modifier=blow.injury.modifier + row.injury)
        harm = UNHARMED
        for _ in range(row.wounds):
            harm = harm.combine(_injury(kind, finish), Harm.__add__)
        return harm

    return D6.then(wounds)


@lru_cache(maxsize=256)
def _injury(kind: InjuryKind, finish: Finish) -> Distribution[Harm]:
    if finish is not Finish.ROLL:
        return Distribution.certain(OUT)
    return D6.map(lambda face: Harm(*outs_and_worst((injury(face, kind.modifier, kind.concussion),))))
