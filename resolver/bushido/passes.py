"""Steps 10 to 12: one model attacks the other with the dice on the table."""

from resolver.bushido.arithmetic import compare
from resolver.bushido.damage import Hit, damage_rolls
from resolver.bushido.effects import apply_effect, gain_state, special_effect
from resolver.bushido.events import Compared, EndReason, Immobilised, NoDamageRoll
from resolver.bushido.feats import use_feats
from resolver.bushido.fighter import Kind, Special, State
from resolver.bushido.side import Bout, Side
from resolver.bushido.specials import Effect
from resolver.procedure import Procedure

COUNTERSTRIKE_LEVELS = 2
"""Success levels that a Counterstrike Defence gives up."""

PLAIN = Effect()
"""An attack without a special."""


def attack_pass(bout: Bout, number: int, attacker: Side, defender: Side) -> Procedure[EndReason | None]:
    """Return why the exchange ends with this pass, None where it goes on."""
    # Step 10: compare.
    compared = _compare(bout, number, attacker, defender)
    bout.passes.append(compared)
    yield compared
    succeeds = _attack_succeeds if compared.attack_succeeds else _defence_succeeds
    return (yield from succeeds(bout, attacker, defender, compared.success_level))


def _compare(bout: Bout, number: int, attacker: Side, defender: Side) -> Compared:
    attack, defence = attacker.attack_result, defender.defence_result
    result = compare(
        attack,
        defence,
        attacker.dice_left,
        defender.dice_left,
        attacker is bout.active,
        bout.edition.zero_attack_can_hit,
    )
    winner = attacker if result.attack_succeeds else defender
    return Compared(
        10,
        number,
        attacker.name,
        defender.name,
        attack,
        defence,
        winner.name,
        result.attack_succeeds,
        result.by,
        result.success_level,
    )


def _working_special(bout: Bout, side: Side, kind: Kind) -> Special | None:
    """Return the special that a success of this kind sets off, None where there is none."""
    special = side.special
    if special is None or special.kind is not kind or not side.allocated(kind):
        return None
    if State.PRONE in side.states and not bout.edition.special_survives_prone:
        return None
    return special


def _attack_succeeds(
    bout: Bout, attacker: Side, defender: Side, success_level: int
) -> Procedure[EndReason | None]:
    was_prone = State.PRONE in defender.states
    # Step 10.1: the special attack.
    special = _working_special(bout, attacker, Kind.ATTACK)
    effect, name = PLAIN, ""
    if special is not None:
        name = special.name
        effect = yield from special_effect(attacker, special)
        yield from apply_effect(bout, attacker, special, effect)
    # Step 11: feats of the models involved.
    for side in bout.without_initiative_first():
        yield from use_feats(bout, side, 11)
    # Step 12: damage and what it sets off.
    if attacker.allocated(Kind.ATTACK):
        yield from damage_rolls(bout, Hit(12, attacker, defender, effect, name), success_level)
        if attacker.traits.entangling:
            yield Immobilised(12, defender.name, attacker.weapon.name)
    else:
        yield NoDamageRoll(12, attacker.name, "no attack dice were thrown")
    if effect.stuns and defender.in_play:
        yield from gain_state(defender, State.STUNNED, 12)
    if not defender.in_play:
        return EndReason.REMOVED
    # Whether the Defender is still there to attack; step 12 itself moves nobody and makes none Prone.
    if bout.edition.step_10_effects_end_exchange:
        if not bout.in_contact:
            return EndReason.OUT_OF_CONTACT
        if not was_prone and State.PRONE in defender.states:
            return EndReason.PRONE
    return EndReason.SPECIAL if effect.ends_exchange else None


def _defence_succeeds(
    bout: Bout, attacker: Side, defender: Side, success_level: int
) -> Procedure[EndReason | None]:
    was_prone = State.PRONE in attacker.states
    # Step 10.2: the special defence.
    special = _working_special(bout, defender, Kind.DEFENCE)
    if special is None:
        return None
    effect = yield from special_effect(defender, special)
    yield from apply_effect(bout, defender, special, effect)
    hit = Hit(10, defender, attacker, effect, special.name)
    if effect.counterstrike:
        yield from _counterstrike(bout, hit, success_level)
    elif effect.damage_roll:
        yield from damage_rolls(bout, hit, success_level)
    if not attacker.in_play:
        return EndReason.REMOVED
    if not bout.in_contact:
        return EndReason.OUT_OF_CONTACT
    if bout.edition.prone_attacker_ends_exchange and not was_prone and State.PRONE in attacker.states:
        return EndReason.PRONE
    return EndReason.SPECIAL if effect.ends_exchange else None


def _counterstrike(bout: Bout, hit: Hit, success_level: int) -> Procedure[None]:
    """Make the damage roll of a Counterstrike against an Attacker who threw attack dice."""
    level = success_level - COUNTERSTRIKE_LEVELS
    if not hit.target.allocated(Kind.ATTACK):
        reason = f"no attack dice were thrown against the {hit.special}"
        yield NoDamageRoll(hit.step, hit.attacker.name, reason)
    elif level < 0:
        reason = (
            f"success level {success_level} is below the {COUNTERSTRIKE_LEVELS} that a {hit.special} gives up"
        )
        yield NoDamageRoll(hit.step, hit.attacker.name, reason)
    else:
        yield from damage_rolls(bout, hit, level)
