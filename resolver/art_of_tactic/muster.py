"""An evening of Art of Tactic: what a melee leaves of a unit, and which units meet next."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from resolver import procedure
from resolver.art_of_tactic.editions import CONTINUING, FLEE, RETREAT, Edition
from resolver.art_of_tactic.events import MeleeOutcome, NotFaced, UnitReport
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import (
    ORDERS_OF_THE_BROKEN,
    Army,
    Facing,
    Melee,
    Unit,
    most_faced,
)
from resolver.contacts import ask_contacts
from resolver.procedure import Choice, Procedure, choose


@dataclass(frozen=True, slots=True)
class Muster:
    """Both armies; `melee_next` is the melee that comes next, with every unit that is in play.

    `ordered` are the units that were given an order since the last melee: it is one of the turn that
    comes, whether the players say before or after it that a turn begins.
    """

    melee_next: Melee
    ordered: frozenset[str] = frozenset()

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
        """Return the units as a melee left them; one that left it may come back, nobody else does.

        The turn in which they fought goes on for those that are free now, with their order and the Defense
        they have left, and for those that fought nobody. Who must go on fighting does so in the next turn.
        """
        assert isinstance(outcome, MeleeOutcome)
        reports = {report.name: report for report in outcome.units}
        last = outcome.turns[-1]
        units = tuple(
            _left(unit, reports[unit.name], outcome, self.melee_next.edition)
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
        """Return the units with all their Defense; nobody has an order but whoever was given one since."""
        yield from ()
        units = (
            replace(unit, defense_spent=0, order=unit.order if unit.name in self.ordered else CONTINUING)
            for unit in self.melee_next.units
        )
        return replace(self._with(units), ordered=frozenset())

    def next_meeting(self) -> Procedure["Muster"]:
        """Ask which units fight, and the order of one that comes from flank or rear and was given none.

        One that comes from the front may be given its order as a change before.
        """
        pairs = tuple((unit.name, enemy) for unit in self.melee_next.units for enemy in unit.fights)
        known = {frozenset(pair): pair for pair in reversed(pairs)}
        sides = [(unit.name, unit.army) for unit in self.melee_next.units]
        # Without a pair there is no melee.
        contacts = yield from ask_contacts(self.asked, tuple(known.values()), sides, "attacks", least=1)
        kept = {pair for pair in pairs if {pair, pair[::-1]} & set(contacts.pairs)} | set(contacts.pairs)
        touching = {name for pair in kept for name in pair}
        units = []
        for unit in self.melee_next.units:
            if unit.name in contacts.newcomers:
                units.append((yield from self._coming(unit)))
            else:
                units.append(replace(unit, facing=Facing.FRONT) if unit.name in touching else unit)
        return (yield from self._with(units)._facing(kept))

    def _coming(self, unit: Unit) -> Procedure[Unit]:
        """Return a unit that comes into a melee, with the order that it attacks with from flank or rear.

        Without one its melee would pass for one that goes on, and nobody is surprised by that.
        """
        if unit.facing is Facing.FRONT or unit.order != CONTINUING:
            return unit
        if unit.morale.breaking:
            return replace(unit, order=FLEE)
        orders = tuple(order for order in self.melee_next.orders if order not in (RETREAT, FLEE))
        reason = f"{unit.name} attacks from the {unit.facing.value}: with which order?"
        order = yield from choose(Choice("order", unit.army, orders, reason))
        return replace(unit, order=order)

    def _facing(self, pairs: Collection[tuple[str, str]]) -> Procedure["Muster"]:
        """Ask whom each unit faces of those it attacks or, where it attacks nobody, of those that attack it.

        Pairs are who attacks and who is attacked. An enemy that a unit attacks but does not face has it
        before it, like any that is attacked.
        """
        faced: dict[str, tuple[str, ...]] = {}
        for unit in self.melee_next.units:
            if attacked := tuple(sorted(other for one, other in pairs if one == unit.name)):
                met = f"{unit.name} attacks {' and '.join(attacked)}"
                faced[unit.name] = yield from self._faced(unit, attacked, met)
        for unit in self.melee_next.units:
            attackers = tuple(one.name for one in self.melee_next.units if (one.name, unit.name) in pairs)
            if attackers and unit.name not in faced:
                met = f"Several enemies attack {unit.name}"
                faced[unit.name] = yield from self._faced(unit, attackers, met)
        return self._with(replace(unit, fights=faced.get(unit.name, ())) for unit in self.melee_next.units)

    def _faced(self, unit: Unit, enemies: tuple[str, ...], met: str) -> Procedure[tuple[str, ...]]:
        """Ask which enemies a unit faces where it `met` more than it may fight; the others are told."""
        most = most_faced(unit.order, self.melee_next.edition)
        if len(enemies) <= most:
            return enemies
        faced: tuple[str, ...] = ()
        left = enemies
        while len(faced) < most:
            which = f"which does it fight besides {faced[0]}" if faced else "which of them does it fight"
            faced += ((yield from choose(Choice("fights", unit.army, left, f"{met}: {which}?"))),)
            left = tuple(enemy for enemy in enemies if enemy not in faced)
        for enemy in left:
            yield NotFaced(unit.name, enemy, faced)
        return faced

    def changes(self) -> Mapping[str, Mapping[str, "Muster"]]:
        """Return what may befall each unit: losses, an order, morale, honor, command, where it comes from.

        Tests that follow from them, as when a General Staff is lost, are the players' to take.
        """
        return {
            unit.name: {
                **{what: self._changed(unit, changed) for what, changed in _changes(unit, self.melee_next)},
                **dict(self._ends(unit)),
            }
            for unit in self.melee_next.units
        }

    def _ends(self, unit: Unit) -> Iterator[tuple[str, "Muster"]]:
        yield "is destroyed", self._without(unit, unit.general_staff)
        if unit.morale.worse is None:
            lost = unit.general_staff and self.melee_next.edition.surrendered_staff_is_lost
            yield "surrenders", self._without(unit, lost)

    def _without(self, gone: Unit, staff_lost: bool) -> "Muster":
        """Return everybody but a unit that is gone, whose army bears the loss of its General Staff or not."""
        there = [unit for unit in self.melee_next.units if unit is not gone]
        names = {unit.name for unit in there}
        bereft = gone.army if gone.general_staff else None
        units = (replace(unit, staff_near=unit.staff_near and unit.army != bereft) for unit in there)
        first, second = self.melee_next.armies
        lost = (gone.army,) if staff_lost else ()
        armies = _bereft(first, lost), _bereft(second, lost)
        known = tuple(_knowing(unit, names) for unit in units)
        return replace(self, melee_next=replace(self.melee_next, armies=armies, units=known))

    def standing(self) -> tuple[str, ...]:
        """Return how each unit in play stands."""
        return tuple(
            f"{unit.name} of {unit.army}: models {unit.models}, casualties {unit.casualties}, "
            f"{unit.morale.value}, Honor {unit.honor}."
            for unit in self.melee_next.units
        )

    def _with(self, units: Iterable[Unit]) -> "Muster":
        return replace(self, melee_next=replace(self.melee_next, units=tuple(units)))

    def _changed(self, unit: Unit, changed: Unit) -> "Muster":
        there = self._with(changed if other is unit else other for other in self.melee_next.units)
        return there if changed.order == unit.order else replace(there, ordered=self.ordered | {unit.name})


def _left(unit: Unit, report: UnitReport, outcome: MeleeOutcome, edition: Edition) -> Unit:
    """Return a unit as a melee left it, with what is left of the turn in which it last fought."""
    last = outcome.turns[-1]
    stands = replace(
        unit,
        models=report.models_left,
        casualties=report.casualties_total,
        morale=report.morale,
        honor=report.honor,
        general_staff=unit.general_staff and unit.army not in last.staff_lost,
        staff_near=unit.staff_near and unit.army not in (*last.staff_gone, *last.staff_lost),
    )
    fought = [
        turn.turn for turn in outcome.turns for one in turn.units if one.name == unit.name and one.targets
    ]
    if not fought:
        return _obeying(stands, edition)
    rested = replace(stands, order=CONTINUING, fights=(), facing=Facing.FRONT, defense_spent=0)
    if report.left is None and report.next_enemies:
        return replace(rested, fights=report.next_enemies)
    if fought[-1] < last.turn:
        return rested
    if last.turn > 1:
        return replace(rested, defense_spent=report.absorbed)
    spent = unit.defense_spent + report.absorbed
    return _obeying(replace(rested, order=unit.order, defense_spent=spent), edition)


def _obeying(unit: Unit, edition: Edition) -> Unit:
    """Return a unit that flees where its morale lets it follow its order no more."""
    flees = edition.shaken_drops_order and unit.morale.breaking
    return replace(unit, order=FLEE) if flees and unit.order not in ORDERS_OF_THE_BROKEN else unit


def _knowing(unit: Unit, names: set[str]) -> Unit:
    """Return a unit with nobody before it but units that are still in play."""
    return replace(
        unit,
        fights=tuple(name for name in unit.fights if name in names),
        zone_of_control=tuple(name for name in unit.zone_of_control if name in names),
    )


def _bereft(army: Army, staff_lost: tuple[str, ...]) -> Army:
    return replace(army, staff_lost=army.staff_lost or army.name in staff_lost)


def _orders(unit: Unit, setup: Melee) -> Collection[str]:
    """Return the orders a unit may be given: in a melee that goes on Retreat alone, none where it flees."""
    if unit.fights or setup.fought_by(unit.name):
        return (RETREAT,)
    return () if unit.morale.breaking else setup.orders


def _changes(unit: Unit, setup: Melee) -> Iterator[tuple[str, Unit]]:
    for order in _orders(unit, setup):
        if order != unit.order:
            yield f"has the order {order}", replace(unit, order=order)
    if unit.models > 1:
        yield "1 model less", replace(unit, models=unit.models - 1, casualties=unit.casualties + 1)
    yield "1 Defense less this turn", replace(unit, defense_spent=unit.defense_spent + 1)
    if unit.defense_spent:
        yield "1 Defense more this turn", replace(unit, defense_spent=unit.defense_spent - 1)
    yield from _changes_of_spirit(unit, setup)
    yield from _changes_of_place(unit, setup)


def _changes_of_spirit(unit: Unit, setup: Melee) -> Iterator[tuple[str, Unit]]:
    if unit.morale.worse is not None:
        worse = replace(unit, morale=unit.morale.worse)
        yield f"is {worse.morale.value}", _obeying(worse, setup.edition)
    if unit.morale.better is not unit.morale:
        better = replace(unit, morale=unit.morale.better)
        if better.order == FLEE and not better.morale.breaking:
            better = replace(better, order=CONTINUING)
        yield f"is {better.morale.value} again", better
    if unit.honor:
        yield "has no Honor Marker", replace(unit, honor=0)
    else:
        yield "has an Honor Marker", replace(unit, honor=1)
    if not unit.general_staff:
        commanded = "has its commander no more" if unit.commander else "has a commander"
        yield commanded, replace(unit, commander=not unit.commander)


def _changes_of_place(unit: Unit, setup: Melee) -> Iterator[tuple[str, Unit]]:
    (army,) = (army for army in setup.armies if army.name == unit.army)
    if unit.staff_near:
        yield "is no more within 2 hexes of its General Staff", replace(unit, staff_near=False)
    elif not unit.general_staff and not army.staff_lost:
        yield "is within 2 hexes of its General Staff", replace(unit, staff_near=True)
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
