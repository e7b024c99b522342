"""Exact odds before each throw, and after it how lucky it was: what becomes of the model attacked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from resolver.dice import Roll
from resolver.mordheim.arithmetic import bash_succeeds, d3
from resolver.mordheim.assault import (
    OTHER,
    Faces,
    after_helmet,
    parried,
    to_injure,
    to_parry,
    with_critical,
    with_hits,
    with_injuries,
    with_saves,
    with_wounds,
    wound_classes,
)
from resolver.mordheim.editions import Profile
from resolver.mordheim.exchange import resolve
from resolver.mordheim.fates import D6, Fate, fate
from resolver.mordheim.fighter import Melee, Status
from resolver.mordheim.injuries import HELMET_SAVES
from resolver.mordheim.phase import Pending, PendingBash, PendingOrder, Phase, Stage
from resolver.odds import Distribution, Odds, ThrowLuck, like_dice, luck
from resolver.procedure import Answer, Progress, Throw, replay

Group = tuple[str, Faces]
Severity = tuple[Fraction, ...]
"""How bad the end of an attack looks: first the chance of Out of Action, then Wounds, then the rest."""
D3_FALL = "fall_hits"


def next_odds(setup: Melee, answers: Sequence[Answer]) -> tuple[Odds, ...]:
    """Return the odds of the dice that are waited for: a status for each target, who wins, who is first."""
    phase, progress = _run(setup, answers)
    waiting = progress.waiting_for
    if isinstance(waiting, Throw) and waiting.purpose == D3_FALL:
        return (Odds("hits of the fall", D6.map(d3)),)
    match phase.pending:
        case PendingBash() as bash:
            about = f"Shield Bash of {bash.charger} against {bash.defender}"
            return (Odds(about, _bash(bash.charger_die).map(lambda won: "succeeds" if won else "fails")),)
        case PendingOrder() as order:
            return (Odds(f"who strikes first of {', '.join(order.names)}", _first(order)),)
        case Pending() as attack:
            return tuple(_attack_odds(attack, at, setup.profile) for at in range(len(attack.assaults)))
        case None:
            return ()


def last_luck(setup: Melee, answers: Sequence[Answer]) -> ThrowLuck | None:
    """Return how lucky the last throw was for the player who made it; None after a choice."""
    # The last answer is checked as well: a refused one has no luck.
    _run(setup, answers)
    if not answers or not isinstance(answers[-1], Roll):
        return None
    phase, progress = _run(setup, answers[:-1])
    asked = progress.waiting_for
    assert isinstance(asked, Throw)
    match phase.pending:
        case PendingBash() as bash:
            return _bash_luck(bash, asked, answers[-1])
        case PendingOrder() as order:
            return _order_luck(order, asked, answers[-1])
        case Pending() as attack:
            return _attack_luck(attack, asked, answers[-1], setup.profile)
        case None:
            (face,) = answers[-1].faces(OTHER)
            return ThrowLuck(asked.player, "hits of the fall", luck(D6, face, d3))


def _run(setup: Melee, answers: Sequence[Answer]) -> tuple[Phase, Progress[object]]:
    """Return the phase as the answers leave it, to be looked into."""
    phase = Phase(setup)
    return phase, replay(partial(resolve, phase), answers)


def _attack_odds(pending: Pending, at: int, profile: Profile) -> Odds:
    assault = pending.assaults[at]
    target = assault.target
    given = f"attacked by {assault.attacker}"
    may_choose = pending.stage is Stage.HIT or (pending.stage is Stage.PARRY and pending.place is None)
    if may_choose and target.parry_dice and len(assault.blows) > 1:
        given += "; of equal hits, the one more likely to put out of action is parried"

    def words(end: Fate) -> str:
        lost = target.wounds_left - end.wounds_left
        suffix = f", {lost} Wound{'s' if lost > 1 else ''} lost" if lost else ""
        return f"{end.status.words}{suffix}"

    return Odds(f"{target.name}", fate(pending, at, profile).map(words), given)


def _bash(charger_die: int | None) -> Distribution[bool]:
    charger = D6 if charger_die is None else Distribution.certain(charger_die)
    return charger.combine(D6, bash_succeeds)


def _first(order: PendingOrder) -> Distribution[str]:
    """Return who strikes first of tied models; those who tie again are as likely as each other."""
    faces = Distribution.certain(order.faces)
    for _ in order.names[len(order.faces) :]:
        faces = faces.combine(D6, lambda had, face: (*had, face))

    def first(shown: tuple[int, ...]) -> Distribution[str]:
        best = max(shown)
        return Distribution.of(
            (name, 1) for name, face in zip(order.names, shown, strict=True) if face == best
        )

    return faces.then(first).reduced()


def _bash_luck(bash: PendingBash, asked: Throw, roll: Roll) -> ThrowLuck:
    (face,) = roll.faces(OTHER)
    if bash.charger_die is None:
        return ThrowLuck(
            asked.player,
            "chance that the Shield Bash succeeds",
            luck(D6, face, lambda die: _bash(die).share(True)),
        )
    charger = bash.charger_die
    return ThrowLuck(
        asked.player,
        "whether the Shield Bash fails",
        luck(D6, face, lambda die: int(not bash_succeeds(charger, die))),
    )


def _order_luck(order: PendingOrder, asked: Throw, roll: Roll) -> ThrowLuck:
    name = order.names[len(order.faces)]
    (face,) = roll.faces(OTHER)
    return ThrowLuck(
        asked.player,
        f"chance that {name} strikes first",
        luck(D6, face, lambda die: _first(replace(order, faces=(*order.faces, die))).share(name)),
    )


def _attack_luck(pending: Pending, asked: Throw, roll: Roll, profile: Profile) -> ThrowLuck:
    assault = pending.assaults[pending.at]
    throws = _throws(asked)
    ends = {thrown: _after(pending, thrown) for thrown in throws.counts}
    severities = {end: _severity(end, profile) for end in set(ends.values())}
    ranked = {severity: rank for rank, severity in enumerate(sorted(set(severities.values())))}
    # Who is attacked is lucky where less harm is done.
    sign = 1 if asked.player == assault.player else -1
    return ThrowLuck(
        asked.player,
        f"harm to {assault.target.name}{'' if sign == 1 else ' avoided'}",
        luck(throws, _sorted(roll), lambda thrown: sign * ranked[severities[ends[thrown]]]),
    )


def _throws(asked: Throw) -> Distribution[Roll]:
    """Return every roll that answers a throw, with the number of ways it can fall."""
    throws: Distribution[tuple[Group, ...]] = Distribution.certain(())
    for dice in asked.dice:
        grouped = like_dice(dice.most, dice.sides).map(partial(_in_group, dice.group))
        throws = throws.combine(grouped, _joined)
    return throws.map(lambda groups: Roll.of(dict(groups)))


def _in_group(name: str, faces: Faces) -> Group:
    return name, faces


def _joined(had: tuple[Group, ...], group: Group) -> tuple[Group, ...]:
    return (*had, group)


def _sorted(roll: Roll) -> Roll:
    return Roll.of({group: faces for group, faces in roll.groups if faces})


@dataclass(frozen=True, slots=True)
class _End:
    """The attack as one throw leaves it; `helmet` is the status after a helmet's throw, which ends it."""

    pending: Pending
    helmet: Status | None = None


def _severity(end: _End, profile: Profile) -> Severity:
    fates = fate(end.pending, end.pending.at, profile)
    if end.helmet is not None:
        status = end.helmet
        fates = fates.map(lambda one: Fate(status, one.wounds_left))
    return (
        fates.share_where(lambda one: one.status is Status.OUT_OF_ACTION),
        -fates.mean(lambda one: one.wounds_left),
        fates.share_where(lambda one: one.status.is_worse_than(Status.KNOCKED_DOWN)),
        fates.share_where(lambda one: one.status is not Status.STANDING),
    )


def _after(pending: Pending, roll: Roll) -> _End:
    """Return the attack when this roll answers the throw that is waited for."""
    at = pending.at
    assault, tally = pending.assaults[at], pending.tallies[at]
    target = assault.target
    faces = roll.faces(OTHER)
    left = 0
    match pending.stage:
        case Stage.HIT:
            tally = with_hits(assault, dict(roll.groups))
            # Only the best faces can be parried: throws alike in these and in hits are one case.
            best = max((face for shown in tally.hit_faces for face in shown), default=0)
            shown = tuple(tuple({face for face in faces if face == best}) for faces in tally.hit_faces)
            tally = replace(tally, hit_faces=shown)
            left = target.parry_dice
        case Stage.PARRY:
            open_to = to_parry(assault, tally)
            assert open_to is not None
            assert pending.place is not None
            if faces[0] > open_to[0]:
                tally = parried(tally, pending.place)
            else:
                left = target.parry_dice - 1
        case Stage.WOUND:
            tally = with_wounds(assault, tally, dict(roll.groups))
        case Stage.CRITICAL:
            assert pending.place is not None
            chart = assault.blows[pending.place].criticals
            assert chart is not None
            tally = with_critical(assault, tally, pending.place, chart.rows[faces[0] - 1])
            pending = replace(pending, critical_free=False)
        case Stage.SAVE:
            tally = with_saves(assault, tally, wound_classes(assault, tally)[0], faces)
        case Stage.INJURY:
            tally = with_injuries(tally, to_injure(tally)[0][0], faces)
        case Stage.HELMET:
            return _End(pending, after_helmet(target, faces[0] >= HELMET_SAVES))
    assault = replace(assault, target=replace(target, parry_dice=left))
    assaults = (*pending.assaults[:at], assault, *pending.assaults[at + 1 :])
    tallies = (*pending.tallies[:at], tally, *pending.tallies[at + 1 :])
    return _End(replace(pending, assaults=assaults, tallies=tallies))
