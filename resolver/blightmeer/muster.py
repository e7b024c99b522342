"""An evening of Blightmeer: what a melee phase leaves of a unit, and whose turn comes next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from resolver import procedure
from resolver.blightmeer.events import Outcome
from resolver.blightmeer.exchange import melee_phase
from resolver.blightmeer.fighter import Phase, Status, Unit
from resolver.blightmeer.limits import MOST_WOUNDS
from resolver.contacts import ask_contacts
from resolver.procedure import Choice, Procedure, choose

RECOVERS = {Status.STUNNED: Status.DAZED, Status.DAZED: Status.STAGGERED}
"""What the Upkeep of its owner makes of a unit; a Staggered one is well when that turn is over."""

PLAYERS_SAY = "as the players say"
SOURCES = {
    "melee_advantage": "attacks with Advantage",
    "melee_disadvantage": "attacks with Disadvantage",
    "defence_advantage": "defends with Advantage",
    "defence_disadvantage": "defends with Disadvantage",
}


@dataclass(frozen=True, slots=True)
class Muster:
    """All units of the evening; `phase` is the melee phase that comes next."""

    phase: Phase

    @property
    def setup(self) -> Phase:
        """What comes next, as odds and luck take it."""
        return self.phase

    @property
    def asked(self) -> str:
        """The player whose turn it is."""
        return self.phase.current

    @property
    def may_go_on(self) -> bool:
        """Whether two players have units on the board."""
        return len({unit.player for unit in _on_board(self.phase)}) > 1

    def meet(self) -> Procedure[Outcome]:
        """Resolve the melee phase."""
        return melee_phase(self.phase)

    def after(self, outcome: procedure.Outcome) -> "Muster":
        """Return the units as a phase left them; who left the board touches nobody."""
        assert isinstance(outcome, Outcome)
        left = {unit.name: unit for unit in outcome.units}
        return self._with(
            replace(unit, status=left[unit.name].status, wounds=left[unit.name].wounds)
            for unit in self.phase.units
        )

    def next_turn(self) -> Procedure["Muster"]:
        """Ask whose turn begins; its player's Upkeep comes first, and what held for one turn is over."""
        before = self.phase.current
        players = tuple(dict.fromkeys(unit.player for unit in _on_board(self.phase)))
        later = tuple(player for player in players if player != before)
        player = yield from choose(Choice("current", before, (*later, before), "Whose turn begins?"))
        turned = self._with(_rested(unit, before, player) for unit in self.phase.units)
        return Muster(replace(turned.phase, current=player))

    def next_meeting(self) -> Procedure["Muster"]:
        """Ask who touches whom."""
        sides = [(unit.name, unit.player) for unit in _on_board(self.phase)]
        contacts = yield from ask_contacts(self.asked, self.phase.contacts, sides, "engages")
        units = tuple(
            replace(unit, engaged_this_turn=True) if unit.name in contacts.newcomers else unit
            for unit in self.phase.units
        )
        return Muster(replace(self.phase, units=units, contacts=contacts.pairs))

    def changes(self) -> Mapping[str, Mapping[str, "Muster"]]:
        """Return what may befall each unit on the board: another status, wounds, why it rolls two dice."""
        return {
            unit.name: {
                what: self._with(changed if other is unit else other for other in self.phase.units)
                for what, changed in _changes(unit)
            }
            for unit in _on_board(self.phase)
        }

    def standing(self) -> tuple[str, ...]:
        """Return how each unit stands."""
        return tuple(
            f"{unit.name} of {unit.player}: {unit.status.value}, wounds {unit.wounds}."
            for unit in self.phase.units
        )

    def _with(self, units: Iterator[Unit]) -> "Muster":
        made = tuple(units)
        gone = {unit.name for unit in made if unit.status is Status.INCAPACITATED}
        contacts = tuple(pair for pair in self.phase.contacts if not gone & set(pair))
        return Muster(replace(self.phase, units=made, contacts=contacts))


def _on_board(phase: Phase) -> tuple[Unit, ...]:
    return tuple(unit for unit in phase.units if unit.status is not Status.INCAPACITATED)


def _rested(unit: Unit, before: str, player: str) -> Unit:
    status = unit.status
    if unit.player == before and status is Status.STAGGERED:
        status = Status.OK
    if unit.player == player:
        status = RECOVERS.get(status, status)
    return replace(
        unit,
        status=status,
        engaged_this_turn=False,
        melee_advantage=(),
        melee_disadvantage=(),
        defence_advantage=(),
        defence_disadvantage=(),
    )


def _changes(unit: Unit) -> Iterator[tuple[str, Unit]]:
    for status in Status:
        if status is not unit.status:
            yield f"is {status.value}", replace(unit, status=status)
    if unit.wounds:
        yield "1 wound less", replace(unit, wounds=unit.wounds - 1)
    if unit.wounds < MOST_WOUNDS:
        yield "1 wound more", replace(unit, wounds=unit.wounds + 1)
    for key, words in SOURCES.items():
        sources: tuple[str, ...] = getattr(unit, key)
        if sources:
            yield f"{words} no more", _sourced(unit, key, ())
        else:
            yield words, _sourced(unit, key, (PLAYERS_SAY,))


def _sourced(unit: Unit, key: str, sources: tuple[str, ...]) -> Unit:
    return replace(unit, **{key: sources})  # type: ignore[arg-type]  # one of the keys of SOURCES
