"""Defence Checks, one after the other, for each passed attack its own."""

from collections.abc import Sequence

from resolver.blightmeer.arithmetic import SIDES, Keep, kept
from resolver.blightmeer.combatant import Battle, Combatant
from resolver.blightmeer.events import AttackRecord, AttackRolled, DefenceChecked, Faces
from resolver.blightmeer.fighter import Status
from resolver.blightmeer.strikes import Hit
from resolver.dice import Dice
from resolver.procedure import Procedure, Throw, Which, throw

COUNTS = {Keep.ONE: "", Keep.HIGHER: ", the higher one counts", Keep.LOWER: ", the lower one counts"}


def defend(battle: Battle, target: Combatant, hits: Sequence[Hit]) -> Procedure[tuple[Hit, ...]]:
    """Make the Defence Checks against these hits. Returns those that got through.

    A Dazed unit makes none after the first that fails: it is incapacitated whatever the others show.
    """
    through: list[Hit] = []
    for hit in hits:
        if through and target.status is Status.DAZED:
            battle.attacks.append(record(hit.event, hit.value))
            continue
        dice = yield from _dice(target, hit, tuple(one.value for one in hits))
        natural = kept(dice, hit.profile.defence_keep) if dice else None
        saved = hit.profile.defence_least <= (SIDES if natural is None else natural)
        checked = DefenceChecked(
            target.name,
            hit.event.attacker,
            hit.event.weapon,
            hit.value,
            dice,
            natural,
            hit.profile.defence_needed,
            saved,
        )
        battle.attacks.append(record(hit.event, hit.value, checked))
        yield checked
        if not saved:
            through.append(hit)
    return tuple(through)


def record(rolled: AttackRolled, value: int, checked: DefenceChecked | None = None) -> AttackRecord:
    """Return an attack as it came out, with its Defence Check where one was made."""
    return AttackRecord(
        attacker=rolled.attacker,
        target=rolled.target,
        weapon=rolled.weapon,
        dice=rolled.dice,
        kept=rolled.kept,
        needed=rolled.needed,
        passed=rolled.passed,
        critical=rolled.critical,
        injury_value=value,
        defence_dice=checked.dice if checked else (),
        defence_needed=checked.needed if checked else None,
        saved=checked.saved if checked else None,
    )


def _dice(target: Combatant, hit: Hit, values: tuple[int, ...]) -> Procedure[Faces]:
    """Throw for the check against one hit of those with these values, unless every face passes it or none."""
    if not 1 < hit.profile.defence_least <= SIDES:
        return ()
    count = hit.profile.defence_keep.dice
    roll = yield from throw(
        Throw(
            purpose="defence",
            player=target.player,
            dice=(Dice("defence", count, count, SIDES),),
            total=count,
            reason=f"{target.name}: throw {count} D20 to defend against {hit.event.weapon} "
            f"{hit.value}, needs {hit.profile.defence_least}{COUNTS[hit.profile.defence_keep]}",
            which=Which(hit.value, values),
        )
    )
    return tuple(sorted(roll.faces("defence")))
