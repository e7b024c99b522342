"""Steps 10 to 12: one model attacks the other with the dice on the table."""

from resolver.bushido.arithmetic import compare
from resolver.bushido.damage import damage_levels, damage_rolls
from resolver.bushido.effects import apply_effect, gain_state, special_effect
from resolver.bushido.events import Compared, EndReason, Immobilised, NoDamageRoll
from resolver.bushido.feats import use_feats
from resolver.bushido.fighter import Kind, Special, State
from resolver.bushido.side import Bout, Hit, Side, Success
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
    success = yield from succeed(bout, attacker, defender, compared.attack_succeeds, compared.success_level)
    bout.success = success
    if success is None:
        return None
    # Step 12: damage, for a defence in step 10, and what it sets off.
    yield from damage_rolls(bout, success.hit, success.levels)
    return (yield from end_pass(bout, success))


def succeed(
    bout: Bout, attacker: Side, defender: Side, attack_succeeds: bool, success_level: int
) -> Procedure[Success | None]:
    """Perform steps 10 and 11 after the comparison, up to the damage rolls.

    Returns None where a defence without a special has succeeded, which leads to nothing.
    """
    succeeds = _attack_succeeds if attack_succeeds else _defence_succeeds
    return succeeds(bout, attacker, defender, success_level)


def end_pass(bout: Bout, success: Success) -> Procedure[EndReason | None]:
    """Perform what follows the damage rolls; return why the exchange ends, None where it goes on."""
    if success.by_attack:
        return (yield from _attack_ends(bout, success))
    return _defence_end(bout, success)


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


def _attack_succeeds(bout: Bout, attacker: Side, defender: Side, success_level: int) -> Procedure[Success]:
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
        if side.fighter.feats:
            yield from use_feats(bout, side, 11)
    hit = Hit(12, attacker, defender, effect, name)
    levels: tuple[int, ...] = ()
    if attacker.allocated(Kind.ATTACK):
        levels = yield from damage_levels(hit, success_level)
    else:
        yield NoDamageRoll(12, attacker.name, "no attack dice were thrown")
    return Success(hit, True, levels, was_prone)


def _attack_ends(bout: Bout, success: Success) -> Procedure[EndReason | None]:
    hit = success.hit
    attacker, defender = hit.attacker, hit.target
    if attacker.allocated(Kind.ATTACK) and attacker.traits.entangling:
        yield Immobilised(12, defender.name, attacker.weapon.name)
    if hit.effect.stuns and defender.in_play:
        yield from gain_state(defender, State.STUNNED, 12)
    if not defender.in_play:
        return EndReason.REMOVED
    # Whether the Defender is still there to attack; step 12 itself moves nobody and makes none Prone.
    if bout.edition.step_10_effects_end_exchange:
        if not bout.in_contact:
            return EndReason.OUT_OF_CONTACT
        if not success.target_was_prone and State.PRONE in defender.states:
            return EndReason.PRONE
    return EndReason.SPECIAL if hit.effect.ends_exchange else None


def _defence_succeeds(
    bout: Bout, attacker: Side, defender: Side, success_level: int
) -> Procedure[Success | None]:
    was_prone = State.PRONE in attacker.states
    # Step 10.2: the special defence.
    special = _working_special(bout, defender, Kind.DEFENCE)
    if special is None:
        return None
    effect = yield from special_effect(defender, special)
    yield from apply_effect(bout, defender, special, effect)
    hit = Hit(10, defender, attacker, effect, special.name)
    levels: tuple[int, ...] = ()
    if effect.counterstrike:
        levels = yield from _counterstrike_levels(bout, hit, success_level)
    elif effect.damage_roll:
        levels = yield from _defence_levels(bout, hit, success_level)
    return Success(hit, False, levels, was_prone)


def _defence_end(bout: Bout, success: Success) -> EndReason | None:
    attacker = success.hit.target
    if not attacker.in_play:
        return EndReason.REMOVED
    if not bout.in_contact:
        return EndReason.OUT_OF_CONTACT
    made_prone = not success.target_was_prone and State.PRONE in attacker.states
    if bout.edition.prone_attacker_ends_exchange and made_prone:
        return EndReason.PRONE
    return EndReason.SPECIAL if success.hit.effect.ends_exchange else None


def _defence_levels(bout: Bout, hit: Hit, level: int) -> Procedure[tuple[int, ...]]:
    """Return the levels of a defence's damage rolls; an Entangling weapon makes none, but immobilises."""
    levels = yield from damage_levels(hit, level)
    if hit.attacker.traits.entangling and bout.edition.entangling_defence_immobilises:
        yield Immobilised(hit.step, hit.target.name, hit.attacker.weapon.name)
    return levels


def _counterstrike_levels(bout: Bout, hit: Hit, success_level: int) -> Procedure[tuple[int, ...]]:
    """Return the level of a Counterstrike's damage roll against an Attacker who threw attack dice."""
    level = success_level - COUNTERSTRIKE_LEVELS
    if not hit.target.allocated(Kind.ATTACK):
        reason = f"no attack dice were thrown against the {hit.special}"
    elif level < 0:
        reason = (
            f"success level {success_level} is below the {COUNTERSTRIKE_LEVELS} that a {hit.special} gives up"
        )
    else:
        return (yield from _defence_levels(bout, hit, level))
    yield NoDamageRoll(hit.step, hit.attacker.name, reason)
    return ()
