"""The attacks of one model: to hit, parry, to wound, criticals; what gets through is left to `injuries`."""

from dataclasses import replace

from resolver.dice import Dice
from resolver.mordheim.arithmetic import IMPOSSIBLE
from resolver.mordheim.assault import (
    AUTOMATIC,
    OTHER,
    Assault,
    Blow,
    Faces,
    Tally,
    first_critical,
    parried,
    to_parry,
    with_critical,
    with_hits,
    with_wounds,
)
from resolver.mordheim.events import (
    CriticalRolled,
    HitRolled,
    ParryImpossible,
    ParryRolled,
    WoundRolled,
)
from resolver.mordheim.injuries import Record, injure
from resolver.mordheim.phase import Pending, Phase, Stage
from resolver.procedure import Choice, Procedure, Throw, choose, throw


def resolve_attacks(phase: Phase, assaults: tuple[Assault, ...], step: int) -> Procedure[None]:
    """Resolve the attacks of one model, which are rolled together: first all to hit, then all to wound.

    `step` is the section that the blows come from.
    """
    tallies = [Tally() for _ in assaults]
    records = [Record(step) for _ in assaults]
    critical_free = not _critical_used(phase, assaults)

    def waiting(stage: Stage, at: int, place: int | None = None) -> None:
        phase.pending = Pending(stage, assaults, tuple(tallies), critical_free, at, place)

    for at, assault in enumerate(assaults):
        waiting(Stage.HIT, at)
        tallies[at] = yield from _to_hit(assault, records[at])
    for at, assault in enumerate(assaults):
        waiting(Stage.PARRY, at)
        tallies[at] = yield from _parry(phase, assault, tallies[at], records[at])
    for at, assault in enumerate(assaults):
        waiting(Stage.WOUND, at)
        tallies[at] = yield from _to_wound(assault, tallies[at], records[at])
    found = first_critical(assaults, tallies) if critical_free else None
    if found is not None:
        at, place = found
        waiting(Stage.CRITICAL, at, place)
        tallies[at] = yield from _critical(phase, assaults[at], tallies[at], place, records[at])
    for at, assault in enumerate(assaults):
        yield from injure(phase, assault, tallies[at], records[at])
    phase.pending = None


def _critical_used(phase: Phase, assaults: tuple[Assault, ...]) -> bool:
    attacker = phase.combatants.get(assaults[0].attacker)
    return attacker is not None and attacker.critical_used


def _to_hit(assault: Assault, record: Record) -> Procedure[Tally]:
    faces: dict[str, Faces] = {}
    rolled = [blow for blow in assault.blows if blow.to_hit != AUTOMATIC]
    if rolled:
        needs = {f"{blow.to_hit}+" for blow in rolled}
        roll = yield from throw(
            Throw(
                purpose="to_hit",
                player=assault.player,
                dice=tuple(Dice(blow.hand, blow.attacks, blow.attacks) for blow in rolled),
                total=sum(blow.attacks for blow in rolled),
                reason=f"to hit: {_pool(rolled, [blow.attacks for blow in rolled])} for {assault.attacker} "
                f"against {assault.target.name}, needs {' / '.join(sorted(needs))}",
            )
        )
        faces = dict(roll.groups)
    tally = with_hits(assault, faces)
    for blow, hits in zip(assault.blows, tally.hits, strict=True):
        needed = None if blow.to_hit == AUTOMATIC else blow.to_hit
        made = HitRolled(
            record.step,
            assault.attacker,
            assault.target.name,
            blow.weapon,
            needed,
            faces.get(blow.hand, ()),
            hits,
        )
        record.hits.append(made)
        yield made
    return tally


def _parry(phase: Phase, assault: Assault, tally: Tally, record: Record) -> Procedure[Tally]:
    target = assault.target
    if not target.parry_dice or not any(tally.hit_faces):
        return tally
    # The first attacker to score a hit is the one against whom it may be tried.
    phase.combatants[target.name].parry_used = True
    open_to = to_parry(assault, tally)
    if open_to is None:
        yield ParryImpossible(
            record.step, target.name, assault.attacker, "the best hit is a 6 or has twice its strength"
        )
        return tally
    against, places = open_to
    place = places[0]
    if len(places) > 1:
        labels = {assault.blows[at].weapon: at for at in places}
        answer = yield from choose(
            Choice("parry", target.player, tuple(labels), f"{target.name}: parry the hit of which weapon?")
        )
        place = labels[answer]
    faces: Faces = ()
    while len(faces) < target.parry_dice and not any(face > against for face in faces):
        again = " once more" if faces else ""
        _await_parry(phase, place, target.parry_dice - len(faces))
        roll = yield from throw(
            _one_die(
                "parry",
                target.player,
                f"parry: 1D6{again} for {target.name} against {assault.attacker}, needs more than {against}",
            )
        )
        faces += roll.faces(OTHER)
    success = faces[-1] > against
    made = ParryRolled(
        record.step, target.name, assault.attacker, assault.blows[place].weapon, against, faces, success
    )
    record.parry = made
    yield made
    return parried(tally, place) if success else tally


def _await_parry(phase: Phase, place: int, dice_left: int) -> None:
    """Tell the odds which hit is parried, and how many tries are left."""
    pending = phase.pending
    assert isinstance(pending, Pending)
    assault = pending.assaults[pending.at]
    changed = replace(assault, target=replace(assault.target, parry_dice=dice_left))
    assaults = (*pending.assaults[: pending.at], changed, *pending.assaults[pending.at + 1 :])
    phase.pending = replace(pending, assaults=assaults, place=place)


def _to_wound(assault: Assault, tally: Tally, record: Record) -> Procedure[Tally]:
    faces: dict[str, Faces] = {}
    rolled = [
        (blow, hits)
        for blow, hits in zip(assault.blows, tally.hits, strict=True)
        if hits and blow.to_wound != IMPOSSIBLE
    ]
    if rolled:
        needs = " / ".join(f"{blow.to_wound}+" for blow, _ in rolled)
        roll = yield from throw(
            Throw(
                purpose="to_wound",
                player=assault.player,
                dice=tuple(Dice(blow.hand, hits, hits) for blow, hits in rolled),
                total=sum(hits for _, hits in rolled),
                reason=f"to wound: {_pool([blow for blow, _ in rolled], [hits for _, hits in rolled])} "
                f"for {assault.attacker} against {assault.target.name}, needs {needs}",
            )
        )
        faces = dict(roll.groups)
    tally = with_wounds(assault, tally, faces)
    for blow, hits, wounds in zip(assault.blows, tally.hits, tally.wounds, strict=True):
        if hits:
            made = WoundRolled(
                record.step,
                assault.attacker,
                assault.target.name,
                blow.weapon,
                None if blow.to_wound == IMPOSSIBLE else blow.to_wound,
                faces.get(blow.hand, ()),
                wounds,
            )
            record.wounds.append(made)
            yield made
    return tally


def _critical(phase: Phase, assault: Assault, tally: Tally, place: int, record: Record) -> Procedure[Tally]:
    blow = assault.blows[place]
    assert blow.criticals is not None
    phase.combatants[assault.attacker].critical_used = True
    roll = yield from throw(
        _one_die(
            "critical",
            assault.player,
            f"critical chart: 1D6 {blow.weapon} for {assault.attacker} against {assault.target.name}",
        )
    )
    (face,) = roll.faces(OTHER)
    row = blow.criticals.rows[face - 1]
    made = CriticalRolled(4, assault.attacker, assault.target.name, blow.weapon, face, row.wounds, row.injury)
    record.critical = made
    yield made
    return with_critical(assault, tally, place, row)


def _pool(blows: list[Blow], counts: list[int]) -> str:
    return " + ".join(f"{count}D6 {blow.weapon}" for blow, count in zip(blows, counts, strict=True))


def _one_die(purpose: str, player: str, reason: str) -> Throw:
    return Throw(purpose, player, (Dice(OTHER, 1, 1),), 1, reason)
