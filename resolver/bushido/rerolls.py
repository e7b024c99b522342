"""Step 7.2: re-rolls in their order, then dice removed and added."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from resolver.bushido.arithmetic import without_highest
from resolver.bushido.events import DiceAdded, DiceRemoved, DiceRerolled, Faces
from resolver.bushido.feats import use_feats
from resolver.bushido.side import Bout, Side
from resolver.dice import Dice, Roll
from resolver.procedure import Event, Procedure, Throw, throw

Group = Literal["attack", "defence"]


@dataclass(frozen=True, slots=True)
class Right:
    """A trait of `by` that lets up to `dice` of the named groups of `owner` be thrown again, once."""

    trait: str
    by: Side
    owner: Side
    groups: tuple[Group, ...]
    dice: int


def reroll_all(bout: Bout) -> Procedure[None]:
    """Perform all re-rolls: each side the enemy's dice, then its own; without initiative first."""
    for side in bout.without_initiative_first():
        if side.fighter.feats:
            yield from use_feats(bout, side, 7)
        for right in rights(side, bout.enemy(side)):
            yield from _reroll(right)


def rights(side: Side, enemy: Side) -> Iterator[Right]:
    """Yield the rights of a side in their order: the enemy's dice, then its own."""
    traits = side.traits
    if traits.dodge:
        yield Right("Dodge", side, enemy, ("attack",), traits.dodge)
    if traits.feint:
        yield Right("Feint", side, enemy, ("defence",), traits.feint)
    if traits.prowess_melee:
        yield Right("Prowess (Melee)", side, side, ("attack", "defence"), traits.prowess_melee)
    if traits.prowess_attack:
        yield Right("Prowess (Attack)", side, side, ("attack",), traits.prowess_attack)
    if traits.prowess_defence:
        yield Right("Prowess (Defence)", side, side, ("defence",), traits.prowess_defence)


def _reroll(right: Right) -> Procedure[None]:
    owner = right.owner
    before = {group: _faces(owner, group) for group in right.groups if _faces(owner, group)}
    total = sum(len(faces) for faces in before.values())
    most = min(right.dice, total)
    if most == 0:
        return
    whose = f"{right.by.name}'s {right.trait}"
    roll = yield from throw(
        Throw(
            purpose="reroll",
            player=owner.name,
            dice=tuple(Dice(group, len(faces), len(faces)) for group, faces in before.items()),
            total=total,
            reason=f"{whose}: throw up to {most} {' or '.join(before)} dice of {owner.name} again",
            before=Roll.of({group: before[group] for group in before}),
            may_change=most,
        )
    )
    for group in before:
        after = roll.faces(group)
        _put(owner, group, after)
        yield DiceRerolled(7, owner.name, right.by.name, right.trait, group, before[group], after)


def change_dice(bout: Bout) -> Procedure[None]:
    """Take away dice (Unblockable, Impenetrable Defence), then throw the dice that cards add."""
    for side in (bout.active, bout.other):
        enemy = bout.enemy(side)
        if side.traits.unblockable:
            yield from _remove(enemy, side, "Unblockable", "defence", side.traits.unblockable)
        if side.traits.impenetrable_defence:
            yield from _remove(enemy, side, "Impenetrable Defence", "attack", 1)
    for side in bout.without_initiative_first():
        if side.traits.added_attack_dice:
            yield from _add(side, "attack", side.traits.added_attack_dice)
        if side.traits.added_defence_dice:
            yield from _add(side, "defence", side.traits.added_defence_dice)


def _remove(owner: Side, by: Side, trait: str, group: Group, count: int) -> Iterator[Event]:
    stay, gone = without_highest(_faces(owner, group), count)
    if gone:
        _put(owner, group, stay)
        owner.removed += gone
        yield DiceRemoved(7, owner.name, by.name, trait, group, gone)


def _add(side: Side, group: Group, count: int) -> Procedure[None]:
    roll = yield from throw(
        Throw(
            purpose="added",
            player=side.name,
            dice=(Dice(group, count, count),),
            total=count,
            reason=f"{side.name}: throw {count} more {group} dice",
        )
    )
    faces = roll.faces(group)
    _put(side, group, _faces(side, group) + faces)
    yield DiceAdded(7, side.name, group, faces)


def _faces(side: Side, group: Group) -> Faces:
    return side.attack if group == "attack" else side.defence


def _put(side: Side, group: Group, faces: Faces) -> None:
    if group == "attack":
        side.attack = faces
    else:
        side.defence = faces
