"""Steps 2 to 6: weapons, initiative, feats, boosts, pools, specials and the secret allocation."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from resolver.bushido.arithmetic import AttackRange, deficit, most_statistic
from resolver.bushido.editions import DeclaresFirst
from resolver.bushido.events import (
    Boosted,
    FeatUsed,
    InitiativeFixed,
    InitiativeFound,
    PoolFixed,
    SpecialDeclared,
    WeaponChosen,
)
from resolver.bushido.feats import NONE, next_feat, reserved_ki, use, use_feats
from resolver.bushido.fighter import Feat, Special, State
from resolver.bushido.initiative import asks_for_contact, forced_second, initiative
from resolver.bushido.side import Bout, Reasons, Side
from resolver.bushido.specials import key_of, known_effect
from resolver.procedure import Choice, Event, Procedure, choose


def choose_weapons(bout: Bout) -> Procedure[None]:
    """Step 2: both weapons, the non-activating model's first."""
    for side in bout.non_active_first():
        weapons = {weapon.name: weapon for weapon in side.fighter.weapons}
        name = side.fighter.decisions.weapon
        if name not in weapons:
            name = next(iter(weapons))
            if len(weapons) > 1:
                name = yield from choose(
                    Choice(
                        "weapon", side.name, tuple(weapons), f"{side.name}: which weapon for this exchange?"
                    )
                )
        side.weapon = weapons[name]
        side.traits += side.weapon.traits
        yield WeaponChosen(2, side.name, name)


def find_initiative(bout: Bout) -> Procedure[None]:
    """Step 3: who has the initiative, feats that change it, and then it is fixed."""
    active, other = bout.active, bout.other
    if bout.setup.initiative is not None:
        bout.first = active if bout.setup.initiative == active.name else other
        reason = "set by the players"
    else:
        for side in bout.non_active_first():
            yield from _find_contact(bout, side)
        found = initiative(active, other, bout.edition.contested_initiative_to_activating)
        bout.first = active if found.active_has_it else other
        reason = found.reason
    yield InitiativeFound(3, bout.first.name, bout.enemy(bout.first).name, reason)
    # Step 3.2: the non-activating player first; the activating one may answer. With two models a
    # change of the initiative and a change back are the same, so the editions agree here.
    before = bout.first
    yield from _change_initiative(bout, other)
    if bout.first is not before or bout.edition.activating_may_begin_change:
        yield from _change_initiative(bout, active)
    # Step 3.3: fixed from here on.
    yield InitiativeFixed(3, bout.first.name, bout.enemy(bout.first).name)


def _find_contact(bout: Bout, side: Side) -> Procedure[None]:
    """Ask where a model was when the activation began, if that is not known and decides."""
    known = side.fighter.in_contact_at_start
    if known is not None:
        side.in_contact_at_start = known
    elif asks_for_contact(side, bout.enemy(side)):
        answer = yield from choose(
            Choice(
                "contact_at_start",
                side.name,
                ("no", "yes"),
                f"{side.name}: was the model in base contact with any enemy when the activation began?",
            )
        )
        side.in_contact_at_start = answer == "yes"


def _change_initiative(bout: Bout, side: Side) -> Procedure[None]:
    """Let a side change the initiative, unless that put a model first which is always second."""
    if forced_second(bout.enemy(bout.first)) and not forced_second(bout.first):
        return
    feat = yield from next_feat(bout, side, 3)
    if feat is not None:
        yield use(side, feat, 3)
        bout.first = bout.enemy(bout.first)


def declare_strength(bout: Bout) -> Procedure[None]:
    """Step 4: feats and boosts, everything of one player before the other, then both pools."""
    if bout.edition.declare_first is DeclaresFirst.NON_ACTIVE:
        order = bout.non_active_first()
    else:
        order = bout.without_initiative_first()
    for side in order:
        if side.fighter.feats:
            yield from use_feats(bout, side, 4)
        yield from _boost(side)
    yield from _fix_pools(bout)


def _boost(side: Side) -> Procedure[None]:
    cost = side.fighter.melee_boost_cost
    most = _most_boosts(side)
    boosts = side.fighter.decisions.boosts
    if boosts is None or boosts > most:
        if most == 0:
            return
        answer = yield from choose(
            Choice(
                "boosts",
                side.name,
                tuple(str(count) for count in range(most + 1)),
                f"{side.name}: boost the melee pool, {cost} Ki each?",
            )
        )
        boosts = int(answer)
    if boosts and cost is not None:
        side.boosts = boosts
        side.ki -= boosts * cost
        yield Boosted(4, side.name, boosts, boosts * cost)


def _most_boosts(side: Side) -> int:
    """How many boosts the Ki pays for, declared feats first, and the statistic can use.

    A Surprised model uses none.
    """
    base, cost = side.fighter.melee_pool, side.fighter.melee_boost_cost
    if base is None or cost is None or State.SURPRISED in side.states:
        return 0
    return min((side.ki - reserved_ki(side)) // cost, most_statistic(base) - base)


def _fix_pools(bout: Bout) -> Iterator[Event]:
    active, other = bout.active, bout.other
    sheets = (_sheet(bout, active, other), _sheet(bout, other, active))
    gained = deficit(sheets[0].raw, sheets[1].raw)
    for sheet in sheets:
        side = sheet.side
        side.deficit = gained
        side.pool = sheet.raw + gained
        pool = PoolFixed(4, side.name, sheet.statistic, sheet.bonuses, sheet.penalties, gained, side.pool)
        bout.pools.append(pool)
        yield pool


class _Sheet(NamedTuple):
    """How the pool of a side is worked out; `raw` is what it comes to before the deficit, 0 and less too."""

    side: Side
    statistic: int
    bonuses: Reasons
    penalties: Reasons
    raw: int


def _sheet(bout: Bout, side: Side, enemy: Side) -> _Sheet:
    base = side.fighter.melee_pool
    # A printed "-" cannot be changed by anything.
    if base is None:
        return _Sheet(side, 0, (), (), 0)
    statistic = side.statistic
    bonuses, penalties = side.pool_dice(enemy)
    raised = statistic + _dice(bonuses)
    if bout.edition.trait_dice_under_cap and raised > most_statistic(base):
        penalties += (("over twice the base", raised - most_statistic(base)),)
    return _Sheet(side, statistic, bonuses, penalties, raised - _dice(penalties))


def _dice(reasons: Reasons) -> int:
    return sum([dice for _, dice in reasons]) if reasons else 0


@dataclass(frozen=True, slots=True)
class Secret:
    """A feat on specials that was used in step 5 and is told in step 6."""

    side: Side
    feat: Feat


def decide_specials(bout: Bout) -> Procedure[tuple[Secret, ...]]:
    """Step 5: feats that change or give specials, and one special each, all in secret."""
    secrets: list[Secret] = []
    for side in bout.without_initiative_first():
        while side.fighter.feats and (feat := (yield from next_feat(bout, side, 5))) is not None:
            use(side, feat, 5)
            secrets.append(Secret(side, feat))
        yield from _decide_special(bout, side)
    return tuple(secrets)


def reveal(bout: Bout, secrets: tuple[Secret, ...]) -> Iterator[Event]:
    """Step 6: tell the feats on specials, then both specials."""
    for secret in secrets:
        yield FeatUsed(6, secret.side.name, secret.feat.name, secret.feat.ki)
    for side in bout.without_initiative_first():
        if side.special is not None:
            known = known_effect(side.special.name) is not None
            yield SpecialDeclared(
                6, side.name, side.special.name, side.special.kind, side.special_cost, known
            )


def _decide_special(bout: Bout, side: Side) -> Procedure[None]:
    options = special_options(bout, side)
    name = options[0]
    if len(options) > 1:
        name = yield from choose(
            Choice("special", side.name, options, f"{side.name}: a special attack or defence?", hidden=True)
        )
    side.special = special_of(side, name)
    if side.special is not None and side.special.cost is not None:
        side.special_cost = _cost(side, side.special.cost)


def special_options(bout: Bout, side: Side) -> tuple[str, ...]:
    """Return which specials a side may declare, "none" first: the decided one alone where it may."""
    decided = side.fighter.decisions.special
    if decided == NONE or not side.specials:
        return (NONE,)
    allowed = {
        key: special.name
        for key, special in _specials(side).items()
        if special_refusal(bout, side, special) is None
    }
    if decided is not None and key_of(decided) in allowed:
        return (allowed[key_of(decided)],)
    return (NONE, *allowed.values())


def special_of(side: Side, name: str) -> Special | None:
    """Return the special of that name that a side has, None where it has none."""
    return _specials(side).get(key_of(name))


def _specials(side: Side) -> dict[str, Special]:
    return {key_of(special.name): special for special in side.specials}


def special_refusal(bout: Bout, side: Side, special: Special) -> str | None:
    """Return what a special that may not be declared would have to be, None for one that may be."""
    if State.PRONE in side.states:
        return "none for a Prone model"
    if special.cost is None:
        return "one whose cost is given"
    payable = side.pool - 1
    if not bout.edition.cost_from_deficit_dice:
        # A special that costs nothing needs no dice, whatever the pool was before the deficit.
        payable = min(payable, max(0, side.pool - side.deficit))
    if _cost(side, special.cost) <= payable:
        return None
    return f"one that costs at most {payable} dice out of a pool of {side.pool}"


def _cost(side: Side, printed: int) -> int:
    return max(0, printed + sum(feat.special_cost for feat in side.used))


def decide_allocations(bout: Bout) -> Procedure[None]:
    """Step 5: how many attack dice each player may throw; one number where it is decided by now."""
    for side in bout.without_initiative_first():
        legal = side.attack_range()
        attack = side.fighter.decisions.attack_dice
        if attack is not None and not legal.least <= attack <= legal.most:
            attack = None
        if attack is None and bout.setup.ask_allocation:
            options = {
                f"{count}+{side.rolled - count}": count for count in range(legal.most, legal.least - 1, -1)
            }
            answer = yield from choose(
                Choice(
                    "allocation",
                    side.name,
                    tuple(options),
                    f"{side.name}: how many dice attack and defend (attack+defence)?",
                    hidden=True,
                )
            )
            attack = options[answer]
        side.allocation = legal if attack is None else AttackRange(attack, attack)
