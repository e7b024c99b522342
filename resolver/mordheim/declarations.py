"""Step 2 of a combat: how many attacks a model has, with which weapons, against whom."""

from resolver.mordheim.arithmetic import attacks
from resolver.mordheim.assault import Assault, Finish
from resolver.mordheim.events import AttacksDeclared
from resolver.mordheim.needs import blow_of, target_of
from resolver.mordheim.phase import Combatant, Hand, Phase, hands
from resolver.procedure import Choice, Procedure, choose

MOST_ASKED = 10


def open_targets(phase: Phase, attacker: Combatant) -> tuple[Combatant, ...]:
    """Return the enemies that a model may attack."""
    engaged = phase.touching(attacker)
    standing = tuple(other for other in engaged if other.stands)
    return standing if standing and phase.profile.standing_first else engaged


def choose_hand(attacker: Combatant, reason: str) -> Procedure[Hand]:
    """Return one of a model's weapons, asked for where there are two."""
    held = {hand.label: hand for hand in hands(attacker.model)}
    if len(held) == 1:
        return next(iter(held.values()))
    label = yield from choose(
        Choice("weapon", attacker.player, tuple(held), f"{attacker.name}: which weapon {reason}?")
    )
    return held[label]


def declare(phase: Phase, attacker: Combatant) -> Procedure[tuple[Assault, ...]]:
    """Return the attacks of a model on each of its targets, in the order they were declared."""
    numbers = yield from _numbers(phase, attacker)
    total = sum(count for _, count in numbers)
    options = tuple(other.name for other in open_targets(phase, attacker))
    declared: dict[str, dict[str, int]] = {}
    labels = {hand.group: hand.label for hand in hands(attacker.model)}
    done = 0
    for hand, count in numbers:
        for _ in range(count):
            done += 1
            name = options[0]
            if len(options) > 1:
                name = yield from choose(
                    Choice(
                        "target",
                        attacker.player,
                        options,
                        f"{attacker.name}: target of attack {done} of {total}, with the {hand.label}?",
                    )
                )
            by_hand = declared.setdefault(name, {})
            by_hand[hand.group] = by_hand.get(hand.group, 0) + 1
    if declared:
        yield AttacksDeclared(
            3,
            attacker.name,
            tuple(
                (name, labels[group], count)
                for name, by_hand in declared.items()
                for group, count in by_hand.items()
            ),
        )
    assaults = []
    for name, by_hand in declared.items():
        other = phase.combatants[name]
        target = target_of(phase, attacker, other)
        blows = []
        # A target that is put out of action by any attack is not rolled against.
        if target.finish is not Finish.OUTRIGHT:
            for hand in hands(attacker.model):
                if by_hand.get(hand.group):
                    blow = yield from blow_of(phase, attacker, other, hand, by_hand[hand.group])
                    blows.append(blow)
        assaults.append(Assault(attacker.name, attacker.player, target, tuple(blows)))
    return tuple(assaults)


def _numbers(phase: Phase, attacker: Combatant) -> Procedure[tuple[tuple[Hand, int], ...]]:
    """Return how many attacks a model makes with each weapon."""
    model = attacker.model
    held = hands(model)
    total = model.attacks_this_round
    if total is None and phase.profile.attacks_from_characteristic:
        assert model.attacks is not None
        one_handed = sum(not weapon.two_handed for weapon in model.weapons)
        total = attacks(model.attacks, one_handed, any(weapon.one_attack for weapon in model.weapons))
    if total is None:
        answer = yield from choose(
            Choice(
                "attacks",
                attacker.player,
                tuple(str(number) for number in range(MOST_ASKED + 1)),
                f"no rule for the number of attacks in profile {phase.profile.name!r}: "
                f"give that of {attacker.name}",
            )
        )
        total = int(answer)
    if len(held) == 1 or total == 0:
        return ((held[0], total),)
    if not phase.profile.attacks_from_characteristic:
        answer = yield from choose(
            Choice(
                "main_attacks",
                attacker.player,
                tuple(str(number) for number in range(total + 1)),
                f"{attacker.name}: how many of {total} attacks with the {held[0].label}?",
            )
        )
        return (held[0], int(answer)), (held[1], total - int(answer))
    # One attack with the weapon of its choice, all others with the other one.
    single = held[1]
    if total != 2 and held[0].weapon != held[1].weapon:
        single = yield from choose_hand(attacker, "makes the single attack")
    others = total - 1
    return tuple((hand, 1 if hand == single else others) for hand in held)
