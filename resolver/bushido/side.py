"""What changes during an exchange. These two classes are mutable and live inside one run of it only."""

from typing import NamedTuple

from resolver.bushido.arithmetic import (
    AttackRange,
    attack_range,
    boosted_statistic,
    group_result,
    usable_dice,
)
from resolver.bushido.editions import Edition
from resolver.bushido.events import Compared, DamageRolled, Faces, MeleeThrown, PoolFixed, SideOutcome
from resolver.bushido.fighter import UNARMED, Exchange, Feat, Fighter, Kind, Special, State
from resolver.bushido.specials import Effect

STATE_PENALTIES = (
    (State.PRONE, "Prone"),
    (State.BLIND, "Blind"),
    (State.STUNNED, "Stunned"),
    (State.FRIGHTENED, "Frightened"),
    (State.HELD, "Held"),
    (State.RAN, "ran this turn"),
    (State.SURPRISED, "Surprised"),
    (State.STAND_UP, "declared a Stand Up action"),
)
"""What costs one die each, however many markers of it there are; Exhausted is apart for Endurance."""


Reasons = tuple[tuple[str, int], ...]
"""What changes a pool: reasons for the players, each with its dice."""


class Side:
    """One model in the exchange: what it has left, what it declared, its dice on the table."""

    def __init__(self, fighter: Fighter, charging: bool, edition: Edition) -> None:
        self.fighter = fighter
        self.name = fighter.name
        self.charging = charging
        self.edition = edition
        self.weapon = UNARMED
        self.traits = fighter.traits + fighter.charging if charging else fighter.traits
        self.states = set(fighter.states)
        # No counter left and the state are the same thing.
        self.counters = 0 if State.EXHAUSTED in self.states else fighter.counters
        if self.counters == 0:
            self.states.add(State.EXHAUSTED)
        self.ki = fighter.ki
        self.wounds_left = fighter.wounds_left
        self.wounds = 0
        self.in_play = True
        self.may_attack = True
        self.in_contact_at_start = True
        # None where the feats are asked for.
        self.declared_feats: tuple[Feat, ...] | None = None
        self.used: list[Feat] = []
        self.boosts = 0
        self.pool = 0
        self.deficit = 0
        self.special: Special | None = None
        self.special_cost = 0
        self.allocation = AttackRange(0, 0)
        self.attack: Faces = ()
        self.defence: Faces = ()
        self.attack_allocated = 0
        self.defence_allocated = 0
        self.removed: Faces = ()
        # Results and dice for ties stand from step 8 on, whatever happens later.
        self.attack_result = 0
        self.defence_result = 0
        self.dice_left = 0
        self.damage_rolls = 0

    @property
    def specials(self) -> tuple[Special, ...]:
        """The specials of the weapon in use and those that feats have added."""
        added = [feat.special for feat in self.used if feat.special is not None]
        return (*self.weapon.specials, *added) if added else self.weapon.specials

    @property
    def rolled(self) -> int:
        """Dice that are thrown: the pool less the cost of the special."""
        return self.pool - self.special_cost

    @property
    def statistic(self) -> int:
        """The melee pool statistic with its boosts; a printed "-" is 0 and takes none."""
        base = self.fighter.melee_pool
        return 0 if base is None else boosted_statistic(base, self.boosts)

    def pool_dice(self, enemy: "Side") -> tuple[Reasons, Reasons]:
        """Return what adds dice to the pool and what takes dice from it, both as numbers above 0."""
        fighter, traits, states = self.fighter, self.traits, self.states
        more: list[tuple[str, int]] = []
        less: list[tuple[str, int]] = []
        if traits.coordinated_attack:
            more.append(("Co-ordinated Attack", 1))
        if enemy.states and State.DEATH_SENTENCE in enemy.states:
            more.append(("enemy under Death Sentence", 1))
        if states and State.EXHAUSTED in states and not traits.endurance:
            less.append(("Exhausted", 1))
        assisting = fighter.assisting_enemies - fighter.insignificant_assisting - traits.indomitable
        if assisting > 0:
            less.append(("enemies assisting", assisting))
        if states:
            less += [(reason, 1) for state, reason in STATE_PENALTIES if state in states]
        if traits.split_attack and fighter.additional_exchanges:
            less.append(("Split Attack", fighter.additional_exchanges))
        others = [("other dice", fighter.bonus_dice)]
        others += [(feat.name, feat.dice) for feat in self.used]
        others += [(feat.name, feat.enemy_dice) for feat in enemy.used]
        for reason, dice in others:
            if dice > 0:
                more.append((reason, dice))
            elif dice < 0:
                less.append((reason, -dice))
        return tuple(more), tuple(less)

    def allocated(self, kind: Kind) -> int:
        """Return the dice given to attack or defence; 1s and dice taken away later count."""
        return self.attack_allocated if kind is Kind.ATTACK else self.defence_allocated

    def attack_range(self) -> AttackRange:
        """Return the legal numbers of attack dice among those that are thrown."""
        traits, states = self.traits, self.states
        aggressive, defensive, disengaging = traits.aggressive, traits.defensive, False
        if states:
            aggressive = aggressive or State.BERSERK in states
            frightened = State.FRIGHTENED in states and not traits.steadfast
            defensive = defensive or State.HELD in states or frightened
            disengaging = State.DISENGAGING in states
        if aggressive and defensive:
            aggressive = defensive = False
        if disengaging and aggressive and self.edition.disengaging_cancels_aggressive:
            aggressive = disengaging = False
        if disengaging:
            aggressive, defensive = False, True
        return attack_range(self.rolled, aggressive, defensive)

    def attack_modifier(self) -> int:
        """Return what Brutal and Vengeance add to the attack result."""
        return self.traits.brutal + (1 if self.traits.vengeance else 0)

    def defence_modifier(self, enemy: "Side") -> int:
        """Return what Parry adds to the defence result against this enemy's weapon."""
        return max(0, self.traits.parry - enemy.traits.chain_weapon)

    def fix_results(self, attack_modifier: int, defence_modifier: int) -> None:
        """Work out both results, and the dice that count in ties, of the dice on the table."""
        self.attack_result = self._result(self.attack, attack_modifier)
        self.defence_result = self._result(self.defence, defence_modifier)
        counted = self.attack + self.defence
        if self.edition.removed_dice_count_for_ties:
            counted += self.removed
        self.dice_left = len(usable_dice(counted, self.traits.kata))

    def _result(self, faces: Faces, modifier: int) -> int:
        return group_result(faces, modifier, self.traits.kata, self.edition.kata_ones_carry_modifiers)

    def prevents(self, what: str) -> bool:
        """Whether a rule of this model prevents "moved", "prone", "held" or "stunned"."""
        if what in self.traits.immune_to:
            return True
        return self.traits.immovable and what in ("moved", "prone")

    def falls_unmoved(self) -> bool:
        """Whether this model is made Prone by what does not move it, in spite of being Immovable."""
        return not self.edition.immovable_stops_sweeps and "prone" not in self.traits.immune_to

    def outcome(self) -> SideOutcome:
        """Return how the model stands."""
        return SideOutcome(
            self.name,
            self.wounds,
            self.wounds_left,
            self.in_play,
            frozenset(self.states),
            self.counters,
            self.ki,
        )


class Hit(NamedTuple):
    """A success that makes damage rolls: in which step, who against whom, by which special."""

    step: int
    attacker: Side
    target: Side
    effect: Effect
    special: str = ""


class Success(NamedTuple):
    """What a success leads to: who hits whom with what, at which success levels damage is rolled."""

    hit: Hit
    by_attack: bool
    levels: tuple[int, ...]
    target_was_prone: bool


class Bout:
    """Both sides of an exchange, who attacks first, and what was decided so far."""

    def __init__(self, setup: Exchange) -> None:
        self.setup = setup
        self.edition = setup.edition
        self.active = Side(setup.active, setup.charge, setup.edition)
        self.other = Side(setup.other, False, setup.edition)
        self.first = self.active
        self.in_contact = True
        self.pools: list[PoolFixed] = []
        self.allocations: list[MeleeThrown] = []
        self.passes: list[Compared] = []
        self.damage: list[DamageRolled] = []
        # The success whose damage is rolled, and the levels of the rolls after the one under way.
        self.success: Success | None = None
        self.levels_left: tuple[int, ...] = ()

    def enemy(self, side: Side) -> Side:
        """Return the other side."""
        return self.other if side is self.active else self.active

    def without_initiative_first(self) -> tuple[Side, Side]:
        """Return both sides in the order in which they declare from step 3 on, step 4 excepted."""
        return self.enemy(self.first), self.first

    def non_active_first(self) -> tuple[Side, Side]:
        """Return both sides, the activating model last."""
        return self.other, self.active
