"""What changes during a turn. These two classes are mutable and live inside one turn only."""

from dataclasses import dataclass

from resolver.art_of_tactic.arithmetic import Parts
from resolver.art_of_tactic.editions import CONTINUING, Edition
from resolver.art_of_tactic.events import Faces, FortitudeTested, Move, UnitReport
from resolver.art_of_tactic.fighter import Army, Facing, Melee, Unit


@dataclass(slots=True)
class Attack:
    """One unit attacking another, with what was thrown so far; `faces` None before the throw."""

    attacker: "UnitNow"
    target: "UnitNow"
    parts: Parts = ()
    attack_value: int = 0
    dice: int = 0
    faces: Faces | None = None
    hits: int = 0


class UnitNow:
    """One unit in this turn."""

    def __init__(self, unit: Unit, edition: Edition, army: "ArmyNow") -> None:
        self.unit = unit
        self.name = unit.name
        self.edition = edition
        self.army = army
        self.models = unit.models
        self.casualties_total = unit.casualties
        self.morale = unit.morale
        self.honor = unit.honor
        self.order = unit.order
        self.defense = 0
        self.defense_parts: Parts = ()
        self.absorbed = 0
        self.casualties = 0
        self.engaged = False
        self.put_to_flight = False
        self.destroyed = False
        self.surrendered = False
        self.left: Move | None = None
        self.tests: list[FortitudeTested] = []
        self.next_enemies: tuple[str, ...] = ()

    @property
    def in_play(self) -> bool:
        """Whether the unit was neither destroyed nor surrendered."""
        return not (self.destroyed or self.surrendered)

    @property
    def present(self) -> bool:
        """Whether the unit is in play and has not left the melee."""
        return self.in_play and self.left is None

    @property
    def staff_near(self) -> bool:
        """Whether the own General Staff is within two hexes and still there."""
        return self.unit.staff_near and not self.army.staff_gone


class ArmyNow:
    """One army in this turn."""

    def __init__(self, army: Army) -> None:
        self.name = army.name
        self.dice = army.dice
        self.staff_lost = army.staff_lost
        self.staff_gone = army.staff_lost


class Field:
    """All units of a melee in one turn, and who attacks whom."""

    def __init__(self, setup: Melee) -> None:
        self.setup = setup
        self.edition = setup.edition
        self.armies = {army.name: ArmyNow(army) for army in setup.armies}
        self.units = {unit.name: UnitNow(unit, setup.edition, self.armies[unit.army]) for unit in setup.units}
        self.attacks = [
            Attack(self.units[unit.name], self.units[target])
            for unit in setup.units
            for target in setup.targets(unit)
        ]
        for attack in self.attacks:
            attack.attacker.engaged = attack.target.engaged = True

    def attacks_by(self, unit: UnitNow) -> tuple[Attack, ...]:
        """Return the attacks that a unit makes."""
        return tuple(attack for attack in self.attacks if attack.attacker is unit)

    def attacks_on(self, unit: UnitNow) -> tuple[Attack, ...]:
        """Return the attacks that a unit suffers."""
        return tuple(attack for attack in self.attacks if attack.target is unit)

    def facing(self, attack: Attack) -> Facing:
        """Return the side an attack comes from; that of a melee that goes on is the front."""
        unit = attack.attacker.unit
        if unit.order == CONTINUING and not self.edition.flank_counts_when_continuing:
            return Facing.FRONT
        return unit.facing

    def report(self, unit: UnitNow) -> UnitReport:
        """Return how a unit stands."""
        attacks = self.attacks_by(unit)
        return UnitReport(
            name=unit.name,
            targets=tuple(attack.target.name for attack in attacks),
            attack_values=tuple(attack.attack_value for attack in attacks),
            breakdowns=tuple(attack.parts for attack in attacks),
            dice=tuple(attack.faces or () for attack in attacks),
            hits=tuple(attack.hits for attack in attacks),
            absorbed=unit.absorbed,
            casualties=unit.casualties,
            models_left=0 if unit.surrendered else unit.models,
            defense=unit.defense,
            tests=tuple(unit.tests),
            morale=unit.morale,
            put_to_flight=unit.put_to_flight,
            honor=unit.honor,
            destroyed=unit.destroyed,
            surrendered=unit.surrendered,
            left=unit.left,
            next_enemies=unit.next_enemies,
            casualties_total=unit.casualties_total,
        )
