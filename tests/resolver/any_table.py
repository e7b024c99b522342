"""Tables of every system drawn at random: who plays, and what was answered."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from api.tables import TableFile
from resolver import Answer, Outcome, Procedure, System
from resolver.art_of_tactic.editions import EDITIONS as ART_OF_TACTIC
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.muster import Muster as ArtOfTacticMuster
from resolver.blightmeer.exchange import melee_phase
from resolver.blightmeer.muster import Muster as BlightmeerMuster
from resolver.bushido.exchange import exchange
from resolver.bushido.muster import Muster as BushidoMuster
from resolver.evening import Muster
from resolver.mordheim.exchange import exchange as mordheim_phase
from resolver.mordheim.muster import Muster as MordheimMuster
from tests.resolver.exchanges import any_answer, run_through
from tests.resolver.melees import some_melee
from tests.resolver.phases import some_phase as some_mordheim_phase
from tests.resolver.test_blightmeer_random import some_phase
from tests.resolver.test_bushido_random import some_exchange

Start = Callable[[], Procedure[Outcome]]


def _bushido(_: System, chance: Random) -> Start:
    return partial(exchange, some_exchange(chance))


def _blightmeer(_: System, chance: Random) -> Start:
    return partial(melee_phase, some_phase(chance))


def _art_of_tactic(system: System, chance: Random) -> Start:
    return partial(melee, some_melee(chance, ART_OF_TACTIC[system.id]))


def _mordheim(_: System, chance: Random) -> Start:
    return partial(mordheim_phase, some_mordheim_phase(chance))


DRAWN: Mapping[str, Callable[[System, Random], Start]] = {
    "bushido": _bushido,
    "blightmeer": _blightmeer,
    "art_of_tactic": _art_of_tactic,
    "mordheim": _mordheim,
}
"""What draws a set-up of a system, by its folder."""


MUSTERS: Mapping[str, Callable[[Any], Muster]] = {
    "bushido": lambda setup: BushidoMuster(setup, (setup.active, setup.other)),
    "blightmeer": BlightmeerMuster,
    "art_of_tactic": ArtOfTacticMuster,
    "mordheim": lambda setup: MordheimMuster(setup, setup.models),
}
"""Who may fight an evening that begins with a set-up, by the system's folder."""


def folder(system: System) -> str:
    """Return the name of a system's folder, from where its procedure is."""
    start = system.example
    assert isinstance(start, partial)
    return str(start.func.__module__).split(".")[1]


def some_table(system: System, chance: Random) -> Start:
    """Return what begins a table of the system, its smallest set-up among them."""
    return system.example if chance.random() < 0.1 else DRAWN[folder(system)](system, chance)


def ready(system: System, start: Start) -> TableFile:
    """Return the table that `start` begins, as a table file would give it."""
    assert isinstance(start, partial)
    setup = start.args[0]
    return TableFile("", system.id, (), setup, start, (), MUSTERS[folder(system)](setup))


def some_answers(start: Start, chance: Random) -> tuple[Answer, ...]:
    """Return answers that lead to the outcome."""
    return run_through(start, lambda asked: any_answer(asked, chance))
