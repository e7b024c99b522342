"""An evening of Art of Tactic: what a melee leaves of a unit, and which units meet next."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from resolver import procedure
from resolver.art_of_tactic.editions import CONTINUING
from resolver.art_of_tactic.events import MeleeOutcome, UnitReport
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import Army, Facing, Melee, Unit, most_faced
from resolver.contacts import ask_contacts
from resolver.procedure import Choice, Procedure, choose


@dataclass(frozen=True, slots=True)
class Muster:
    """Both armies; `melee_next` is the melee that comes next, with every unit that is in play."""

    melee_next: Melee

    @property
    def setup(self) -> Melee:
        """What comes next, as odds and luck take it."""
        return self.melee_next

    @property
    def asked(self) -> str:
        """The first of the players; the rules name none before the other."""
        return self.melee_next.armies[0].name

    @property
    def may_go_on(self) -> bool:
        """Whether both armies have units."""
        return len({unit.army for unit in self.melee_next.units}) > 1

    def meet(self) -> Procedure[MeleeOutcome]:
        """Resolve the melee."""
        return melee(self.melee_next)

    def after(self, outcome: procedure.Outcome) -> "Muster":
        """Return the units as a melee left them; one that left it may come back, nobody else does."""
        assert isinstance(outcome, MeleeOutcome)
        reports = {report.name: report for report in outcome.units}
        last = outcome.turns[-1]
        units = tuple(
            _left(unit, reports[unit.name], last.staff_gone, last.staff_lost)
            for unit in self.melee_next.units
            if reports[unit.name].in_play
        )
        names = {unit.name for unit in units}
        first, second = self.melee_next.armies
        return Muster(
            replace(
                self.melee_next,
                armies=(_bereft(first, last.staff_lost), _bereft(second, last.staff_lost)),
                units=tuple(_knowing(unit, names) for unit in units),
            )
        )

    def next_turn(self) -> Procedure["Muster"]:
        """Return the units with all their Defense; nobody has an order."""
        yield from ()
        return self._with(replace(unit, defense_spent=0, order=CONTINUING) for unit in self.melee_next.units)

    def next_meeting(self) -> Procedure["Muster"]:
        """Ask which units fight; one that comes into a melee may be given its order as a change before."""
        pairs = tuple((unit.name, enemy) for unit in self.melee_next.units for enemy in unit.fights)
        known = {frozenset(pair): pair for pair in reversed(pairs)}
        sides = [(unit.name, unit.army) for unit in self.melee_next.units]
        # Without a pair there is no melee.
        contacts = yield from ask_contacts(self.asked, tuple(known.values()), sides, "attacks", least=1)
        kept = {pair for pair in pairs if {pair, pair[::-1]} & set(contacts.pairs)} | set(contacts.pairs)
        units = []
        for unit in self.melee_next.units:
            facing = unit.facing if unit.name in contacts.newcomers else Facing.FRONT
            attacked = tuple(other for one, other in sorted(kept) if one == unit.name)
            faced = yield from self._faced(unit, attacked)
            units.append(replace(unit, fights=faced, facing=facing))
        return (yield from self._with(units)._all_facing())

    def _faced(self, unit: Unit, attacked: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
        """Ask whom a unit faces that attacks more enemies than it may."""
        most = most_faced(unit.order, self.melee_next.edition)
        if len(attacked) <= most:
            return attacked
        faced: tuple[str, ...] = ()
        while len(faced) < most:
            left = tuple(enemy for enemy in attacked if enemy not in faced)
            reason = f"{unit.name} attacks {' and '.join(left)}: which of them does it fight?"
            faced += ((yield from choose(Choice("fights", unit.army, left, reason))),)
        return faced

    def _all_facing(self) -> Procedure["Muster"]:
        """Ask whom a unit faces that is attacked by several and attacks nobody."""
        faced: dict[str, tuple[str, ...]] = {}
        for unit in self.melee_next.units:
            if attackers := self.melee_next.undecided(unit):
                reason = f"Several enemies attack {unit.name}: which of them does it fight?"
                enemy = yield from choose(Choice("fights", unit.army, attackers, reason))
                faced[unit.name] = (enemy,)
        return self._with(
            replace(unit, fights=faced.get(unit.name, unit.fights)) for unit in self.melee_next.units
        )

    def changes(self) -> Mapping[str, Mapping[str, "Muster"]]:
        """Return what may befall each unit: an order, morale, honor, where it comes from, whom it faces."""
        return {
            unit.name: {
                what: self._with(changed if other is unit else other for other in self.melee_next.units)
                for what, changed in _changes(unit, self.melee_next)
            }
            for unit in self.melee_next.units
        }

    def standing(self) -> tuple[str, ...]:
        """Return how each unit in play stands."""
        return tuple(
            f"{unit.name} of {unit.army}: models {unit.models}, casualties {unit.casualties}, "
            f"{unit.morale.value}, Honor {unit.honor}."
            for unit in self.melee_next.units
        )

    def _with(self, units: Iterable[Unit]) -> "Muster":
        return Muster(replace(self.melee_next, units=tuple(units)))


def _left(unit: Unit, report: UnitReport, staff_gone: tuple[str, ...], staff_lost: tuple[str, ...]) -> Unit:
    return replace(
        unit,
        models=report.models_left,
        casualties=report.casualties_total,
        morale=report.morale,
        honor=report.honor,
        order=CONTINUING,
        commander=unit.commander,
        general_staff=unit.general_staff and unit.army not in staff_lost,
        staff_near=unit.staff_near and unit.army not in (*staff_gone, *staff_lost),
        fights=report.next_enemies if report.left is None else (),
        facing=Facing.FRONT,
        defense_spent=0,
    )


def _knowing(unit: Unit, names: set[str]) -> Unit:
    """Return a unit with nobody before it but units that are still in play."""
    return replace(
        unit,
        fights=tuple(name for name in unit.fights if name in names),
        zone_of_control=tuple(name for name in unit.zone_of_control if name in names),
    )


def _bereft(army: Army, staff_lost: tuple[str, ...]) -> Army:
    return replace(army, staff_lost=army.staff_lost or army.name in staff_lost)


def _changes(unit: Unit, setup: Melee) -> Iterator[tuple[str, Unit]]:
    if not unit.morale.breaking:
        for order in setup.orders:
            if order != unit.order and len(unit.fights) <= most_faced(order, setup.edition):
                yield f"has the order {order}", replace(unit, order=order)
    if unit.morale.worse is not None and not unit.morale.worse.breaking:
        yield f"is {unit.morale.worse.value}", replace(unit, morale=unit.morale.worse)
    if unit.morale.better is not unit.morale:
        yield f"is {unit.morale.better.value} again", replace(unit, morale=unit.morale.better)
    yield (
        ("has no Honor Marker", replace(unit, honor=0))
        if unit.honor
        else ("has an Honor Marker", replace(unit, honor=1))
    )
    for facing in Facing:
        if facing is not unit.facing:
            yield f"attacks from the {facing.value}", replace(unit, facing=facing)
    enemies = [other.name for other in setup.units if other.army != unit.army]
    for name in enemies:
        if name in unit.zone_of_control:
            near = tuple(other for other in unit.zone_of_control if other != name)
            yield f"has {name} no more in its zone of control", replace(unit, zone_of_control=near)
        else:
            near = (*unit.zone_of_control, name)
            yield f"has {name} in its zone of control", replace(unit, zone_of_control=near)
