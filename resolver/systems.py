"""The one list of systems that can be resolved, and the one place where a system's odds are registered.

The odds of a system are a function in its `odds.py`: given its set-up (what its `exchange` starts from)
and the answers so far, it returns the odds of the throw or choice that is waited for, as a tuple of
`resolver.odds.Odds`, empty where there is nothing to tell. It may raise TooManyDice. Its luck is a
function there too: of the last answer, None where that was no throw. Both raise what `replay` raises
for an answer that is refused.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from resolver.art_of_tactic import editions as art_of_tactic
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import Army, Kind, Melee
from resolver.art_of_tactic.fighter import Unit as ArtOfTacticUnit
from resolver.art_of_tactic.odds import last_luck as art_of_tactic_luck
from resolver.art_of_tactic.odds import odds as art_of_tactic_odds
from resolver.blightmeer import editions as blightmeer
from resolver.blightmeer import odds as blightmeer_odds
from resolver.blightmeer.exchange import melee_phase
from resolver.blightmeer.fighter import Phase, Unit
from resolver.bushido import editions
from resolver.bushido.exchange import exchange
from resolver.bushido.fighter import Exchange, Fighter
from resolver.bushido.luck import last_luck
from resolver.bushido.odds import next_odds
from resolver.mordheim import editions as mordheim
from resolver.mordheim import odds as mordheim_odds
from resolver.mordheim.charts import PRINTED
from resolver.mordheim.exchange import exchange as mordheim_melee
from resolver.mordheim.fighter import Melee as MordheimMelee
from resolver.mordheim.fighter import Model
from resolver.odds import Odds, ThrowLuck
from resolver.procedure import Answer, Outcome, Procedure

NextOdds = Callable[[Any, Sequence[Answer]], tuple[Odds, ...]]
"""Set-up of the system and answers so far to the odds of what is waited for."""
LastLuck = Callable[[Any, Sequence[Answer]], ThrowLuck | None]
"""Set-up of the system and answers so far to the luck of the last of them."""


@dataclass(frozen=True, slots=True)
class System:
    """A system of rules: its id in table files, its title, the sides of its dice, a smallest set-up.

    `odds` and `luck` are None while none are worked out for it.
    """

    id: str
    title: str
    sides: tuple[int, ...]
    example: Callable[[], Procedure[Outcome]]
    odds: NextOdds | None = None
    luck: LastLuck | None = None


def _bushido(edition: editions.Edition) -> System:
    one, two = Fighter("One", 3, 6), Fighter("Two", 3, 6)
    setup = Exchange(active=one, other=two, edition=edition)
    return System(edition.id, edition.title, (6,), partial(exchange, setup), next_odds, last_luck)


def _blightmeer(edition: blightmeer.Edition) -> System:
    units = (Unit("One", "First", 13, 17, 8), Unit("Two", "Second", 13, 17, 10))
    setup = Phase("First", units, (("One", "Two"),), edition)
    return System(
        edition.id,
        edition.title,
        (20,),
        partial(melee_phase, setup),
        odds=blightmeer_odds.next_odds,
        luck=blightmeer_odds.last_luck,
    )


def _art_of_tactic(edition: art_of_tactic.Edition) -> System:
    riders = ArtOfTacticUnit("One", "First", Kind.CAVALRY, 2, 3, 1, 10, 8, 8, fights=("Two",))
    spears = ArtOfTacticUnit("Two", "Second", Kind.INFANTRY, 4, 1, 1, 10, 6, 6)
    setup = Melee((Army("First"), Army("Second", dice=3)), (riders, spears), edition, turns=2)
    return System(
        edition.id, edition.title, (20,), partial(melee, setup), art_of_tactic_odds, art_of_tactic_luck
    )


def _mordheim(profile: mordheim.Profile) -> System:
    # What the strict profile would ask for before the first throw is given.
    one = Model("One", "First", 4, 3, 3, 3, 1, 4, 1, attacks_this_round=1, save_needed=6)
    two = Model("Two", "Second", 4, 3, 3, 3, 1, 3, 1, attacks_this_round=1, save_needed=5)
    setup = MordheimMelee(
        "First",
        (one, two),
        contacts=(("One", "Two"),),
        profile=replace(profile, charts=PRINTED),
        order=("One", "Two"),
    )
    return System(
        profile.id,
        profile.title,
        (6,),
        partial(mordheim_melee, setup),
        odds=mordheim_odds.next_odds,
        luck=mordheim_odds.last_luck,
    )


SYSTEMS = (
    *(_bushido(edition) for edition in editions.EDITIONS.values()),
    *(_blightmeer(edition) for edition in blightmeer.EDITIONS.values()),
    *(_mordheim(profile) for profile in mordheim.EDITIONS.values()),
    *(_art_of_tactic(edition) for edition in art_of_tactic.EDITIONS.values()),
)
"""All systems, with every edition or revision of each."""
