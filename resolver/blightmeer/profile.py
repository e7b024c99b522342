"""What attacks with one weapon need against one target: every number, worked out before the first die."""

from dataclasses import dataclass

from resolver.blightmeer.arithmetic import Keep


@dataclass(frozen=True, slots=True)
class Profile:
    """So many attacks with a weapon against a target, whose dice lie in `group`.

    `melee` is the card's number and `melee_modifier` what the weapon takes off it. `needed` are the
    numbers after all modifiers, `least` the faces that pass after the rules on 20s and
    low faces: 1 where every face does, 21 where none does. `defence_needed` None makes no Defence Check.
    `injury` is added to natural values, and `critical_on` is compared with what the revision names.
    """

    weapon: str
    group: str
    attacks: int
    melee: int
    melee_modifier: int
    melee_needed: int
    melee_least: int
    melee_keep: Keep
    critical_on: int
    injury: int
    defence_needed: int | None
    defence_least: int
    defence_keep: Keep
