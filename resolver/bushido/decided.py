"""Whether what a set-up decides beforehand can stand: found before anything is asked or thrown."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from resolver.bushido.declarations import (
    choose_weapons,
    decide_allocations,
    decide_specials,
    declare_strength,
    find_initiative,
    special_of,
    special_refusal,
)
from resolver.bushido.feats import NONE, declare_feats, unusable_feat
from resolver.bushido.fighter import Exchange, Fighter, Kind, Special, Weapon
from resolver.bushido.side import Bout, Side
from resolver.bushido.specials import key_of
from resolver.procedure import Choice, ChoiceRejected, MissingData, Procedure


def check_decided(setup: Exchange) -> None:
    """Check the decisions of both models; a message begins with the key that is wrong.

    Raises MissingData where one needs a number that is not given, ChoiceRejected for one that stands with
    none of the weapons.
    """
    for fighter in (setup.active, setup.other):
        if not _usable(fighter):
            names = ", ".join(weapon.name for weapon in fighter.weapons)
            found = fighter.decisions.weapon
            raise ChoiceRejected(f"{fighter.key}.weapon: expected one of {names}, found {found!r}")
        check_numbers(fighter)
        if _decides(fighter):
            refusals = [_refusal(bout, fighter.name) for bout in _bouts(setup)]
            if all(refusals):
                raise ChoiceRejected(refusals[0])


def check_numbers(fighter: Fighter) -> None:
    """Check that there is a number for whatever a model may be asked for or decides. Raises MissingData."""
    decided = fighter.decisions
    if decided.boosts and fighter.melee_boost_cost is None:
        raise MissingData(
            f"{fighter.key}.melee_boost_cost: expected the Ki of a boost, "
            f"as {decided.boosts} are decided, found nothing"
        )
    specials = _possible_specials(fighter)
    # A card with two weapons that have the special needs one of them to have its cost.
    if decided.special is not None and any(special.cost is not None for special in specials.values()):
        return
    for where, special in specials.items():
        if special.cost is None:
            raise MissingData(f"{where}.cost: expected the dice that {special.name} costs, found nothing")


def _possible_specials(fighter: Fighter) -> dict[str, Special]:
    """Return the specials that a model may come to declare, by their keys in a table file."""
    decided = fighter.decisions.special
    if decided == NONE:
        return {}
    specials = {
        special.where or _special_key(fighter, weapon, special.name): special
        for weapon in _usable(fighter)
        for special in weapon.specials
    }
    for feat in fighter.feats:
        if feat.special is not None:
            key = feat.special.where or f"{fighter.key}.feats.{feat.name}.special"
            specials[key] = feat.special
    if decided is None:
        return specials
    same = {key: one for key, one in specials.items() if key_of(one.name) == key_of(decided)}
    # What the card does not name at all lacks its cost as well.
    return same or {_special_key(fighter, _usable(fighter)[0], decided): Special(decided, Kind.ATTACK)}


def _special_key(fighter: Fighter, weapon: Weapon, name: str) -> str:
    return f"{fighter.key}.weapons.{weapon.name}.specials.{key_of(name)}"


def _usable(fighter: Fighter) -> tuple[Weapon, ...]:
    """Return the weapons that a model may choose from, in the order of its card."""
    decided = fighter.decisions.weapon
    return tuple(weapon for weapon in fighter.weapons if decided in (None, weapon.name))


def _decides(fighter: Fighter) -> bool:
    decided = fighter.decisions
    return bool(
        decided.boosts
        or decided.feats
        or decided.special not in (None, NONE)
        or decided.attack_dice is not None
    )


def _bouts(setup: Exchange) -> Iterator[Bout]:
    """Yield the exchange with each choice of both weapons."""
    for mine, theirs in product(_usable(setup.active), _usable(setup.other)):
        active, other = (
            replace(fighter, decisions=replace(fighter.decisions, weapon=weapon.name))
            for fighter, weapon in ((setup.active, mine), (setup.other, theirs))
        )
        yield Bout(replace(setup, active=active, other=other))


def _refusal(bout: Bout, name: str) -> str | None:
    """Return why a decision of a side does not stand with these weapons, None where all of them may."""
    side = bout.active if bout.active.name == name else bout.other
    decided, where = side.fighter.decisions, side.fighter.key
    unusable = unusable_feat(bout, side)
    if unusable is not None:
        feat, why = unusable
        return f"{where}.use_feats: expected feats that can be used, found {feat.name!r}: {why}"
    declare_feats(bout)
    steps = (choose_weapons, find_initiative, declare_strength, decide_specials, decide_allocations)
    asked = {purpose for step in steps for purpose in _with_most_dice(side, step(bout))}
    if decided.boosts and side.boosts < decided.boosts:
        return f"{where}.boosts: expected at most {side.boosts}, found {decided.boosts}"
    # Feats that are asked for may bring what is missing; they are taken to be refused here.
    if any(one.fighter.feats and one.declared_feats is None for one in (bout.active, bout.other)):
        return None
    if decided.special not in (None, NONE) and side.special is None:
        return f"{where}.special: expected {_allowed_special(bout, side)}, found {decided.special!r}"
    # A pool that is decided by answers may be smaller, and its least attack dice fewer.
    least = 0 if asked & {"boosts", "special"} else side.attack_range().least
    most = side.attack_range().most
    if decided.attack_dice is not None and not least <= decided.attack_dice <= most:
        return (
            f"{where}.attack_dice: expected {least} to {most} of {side.rolled} dice, "
            f"found {decided.attack_dice}"
        )
    return None


def _allowed_special(bout: Bout, side: Side) -> str:
    assert side.fighter.decisions.special is not None
    special = special_of(side, side.fighter.decisions.special)
    if special is None:
        return f"one of {', '.join(one.name for one in side.specials) or NONE}"
    return str(special_refusal(bout, side, special))


def _with_most_dice(side: Side, step: Procedure[object]) -> Iterator[str]:
    """Take a step with the answers that leave a side the most dice, no feats; yield what was asked for."""
    answer: str | None = None
    try:
        while True:
            now = step.send(answer)
            answer = None
            if isinstance(now, Choice):
                yield now.purpose
                boosts_more = now.purpose == "boosts" and now.player == side.name
                answer = now.options[-1 if boosts_more else 0]
    except StopIteration:
        return
