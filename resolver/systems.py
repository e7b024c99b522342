"""The one list of systems that can be resolved."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from resolver.bushido import editions
from resolver.bushido.events import Outcome
from resolver.bushido.exchange import exchange
from resolver.bushido.fighter import Exchange, Fighter
from resolver.procedure import Procedure


@dataclass(frozen=True, slots=True)
class System:
    """A system of rules: its id in table files, its title, the sides of its dice, a smallest set-up."""

    id: str
    title: str
    sides: tuple[int, ...]
    example: Callable[[], Procedure[Outcome]]


def _bushido(edition: editions.Edition) -> System:
    one, two = Fighter("One", 3, 6), Fighter("Two", 3, 6)
    setup = Exchange(active=one, other=two, edition=edition)
    return System(edition.id, edition.title, (6,), partial(exchange, setup))


SYSTEMS = tuple(_bushido(edition) for edition in editions.EDITIONS.values())
