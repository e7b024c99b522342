"""What changes during a melee phase. These two classes are mutable and live inside one run of it only."""

from resolver.blightmeer.events import AttackRecord, UnitOutcome
from resolver.blightmeer.fighter import Phase, Status, Unit


class Combatant:
    """One unit in the phase: how it stands and what it has left."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.name = unit.name
        self.player = unit.player
        self.status = unit.status
        self.wounds = unit.wounds

    @property
    def on_board(self) -> bool:
        """Whether the unit has not been Incapacitated."""
        return self.status is not Status.INCAPACITATED

    def outcome(self) -> UnitOutcome:
        """Return how the unit stands."""
        return UnitOutcome(self.name, self.player, self.status, self.wounds)


class Battle:
    """All units of the phase, who touches whom, and who still waits to attack in the present combat."""

    def __init__(self, setup: Phase) -> None:
        self.setup = setup
        self.edition = setup.edition
        self.combatants = {unit.name: Combatant(unit) for unit in setup.units}
        self.touching: dict[str, set[str]] = {unit.name: set() for unit in setup.units}
        for one, other in setup.contacts:
            self.touching[one].add(other)
            self.touching[other].add(one)
        self.waiting: list[Combatant] = []
        self.orders: list[tuple[str, ...]] = []
        self.attacks: list[AttackRecord] = []

    def valid_targets(self, attacker: Combatant) -> tuple[Combatant, ...]:
        """Return whom a unit may attack: enemies it touches, Dazed and Stunned ones where all are."""
        touched = tuple(
            enemy
            for name, enemy in self.combatants.items()
            if name in self.touching[attacker.name] and enemy.on_board
        )
        standing = tuple(enemy for enemy in touched if enemy.status.attacks)
        return standing or touched
