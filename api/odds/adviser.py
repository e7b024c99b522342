"""How to split the dice of a Bushido exchange, and which special to pay: the mix that cannot be exploited.

Both players decide in secret at the same time, so a single best split would be found out: what is
advised are shares, to be drawn by chance. Odds assume what `resolver.bushido.exchange_odds` says; what
the table file has decided stays decided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import product

from api.odds.equilibrium import equilibrium
from resolver.bushido.course_odds import Ending, assumed
from resolver.bushido.declarations import special_options
from resolver.bushido.exchange import fight
from resolver.bushido.exchange_odds import Split, exchange_odds
from resolver.bushido.fighter import Exchange
from resolver.bushido.side import Bout
from resolver.odds import Distribution
from resolver.procedure import Answer, Choice, replay

SECRET = ("special", "allocation", "contact")
"""Purposes of choices at and after which the secret decisions of step 5 are made."""


class Aim(Enum):
    """What a player wants of the exchange; the enemy is taken to want the opposite."""

    WOUNDS = "wounds"
    SURVIVE = "survive"
    TAKE_OUT = "take-out"


class NoAdvice(ValueError):  # noqa: N818  (like RollRejected)
    """A table on which nothing can be advised; the message says what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class Option:
    """One secret decision: a special, "none" for none, and the split of the dice that are left."""

    special: str
    split: Split


Mix = tuple[tuple[Option, float], ...]
"""Options with their shares, the largest share first; those of 0 are left out."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The mix for a player with an aim, and the value it assures whatever the enemy does.

    The value counts wounds marked on the enemy less those on the own model (`WOUNDS`), or is the share
    of exchanges after which the own model is in play (`SURVIVE`) or the enemy is not (`TAKE_OUT`).
    `against` is the mix of the enemy that allows no more.
    """

    player: str
    aim: Aim
    value: float
    mix: Mix
    against: Mix


Game = Mapping[tuple[Option, Option], Distribution[Ending]]
"""How an exchange ends for each option of the active player and each of the other."""


def advise(setup: Exchange, answers: Sequence[Answer], aim: Aim) -> tuple[Advice, Advice]:
    """Return advice for the active player and for the other, each with that aim.

    Of `answers` counts what was decided before step 5. Raises NoAdvice while such a decision is open or
    without a wound table.
    """
    if setup.wound_table is None:
        raise NoAdvice("expected a wound table, found none: what a split is worth depends on it")
    game = _game(setup, _before_secrets(setup, answers))
    return _advice(setup, game, aim, 0), _advice(setup, game, aim, 1)


def _before_secrets(setup: Exchange, answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return the answers up to the secret decisions, with no feats where they are not answered."""
    given = list(answers)
    early: tuple[Answer, ...] = ()
    while True:
        asked = replay(partial(fight, Bout(setup)), early).waiting_for
        if not isinstance(asked, Choice) or asked.purpose in SECRET:
            return early
        if given:
            early = (*early, given.pop(0))
        elif asked.purpose == "feat":
            early = (*early, assumed(asked))
        else:
            raise NoAdvice(f"expected an answer, or a decision in the table file, to: {asked.reason}")


def _game(setup: Exchange, early: tuple[Answer, ...]) -> Game:
    bout = Bout(setup)
    replay(partial(fight, bout), early)
    offered = [special_options(bout, side) for side in (bout.active, bout.other)]
    return {
        (Option(mine, case.splits[0]), Option(theirs, case.splits[1])): odds.endings
        for mine, theirs in product(*offered)
        for case, odds in exchange_odds(*_until_thrown(setup, early, (mine, theirs))).items()
    }


def _until_thrown(
    setup: Exchange, early: tuple[Answer, ...], specials: tuple[str, str]
) -> tuple[Exchange, tuple[Answer, ...]]:
    """Return the set-up with these specials decided, and the answers that lead to the melee throw."""
    active, other = (
        replace(fighter, decisions=replace(fighter.decisions, special=special))
        for fighter, special in zip((setup.active, setup.other), specials, strict=True)
    )
    decided = replace(setup, active=active, other=other, still_in_contact=True, ask_allocation=False)
    answers = early
    while isinstance(asked := replay(partial(fight, Bout(decided)), answers).waiting_for, Choice):
        answers = (*answers, assumed(asked))
    return decided, answers


def _advice(setup: Exchange, game: Game, aim: Aim, player: int) -> Advice:
    fighters = setup.active, setup.other
    options = [list(dict.fromkeys(pair[place] for pair in game)) for place in (0, 1)]
    boxes = fighters[0].wounds_left, fighters[1].wounds_left
    own, enemy = options[player], options[1 - player]
    payoffs = [
        [
            _worth(game[(mine, theirs) if player == 0 else (theirs, mine)], aim, player, boxes)
            for theirs in enemy
        ]
        for mine in own
    ]
    found = equilibrium(payoffs)
    return Advice(fighters[player].name, aim, found.value, _mix(own, found.rows), _mix(enemy, found.columns))


def _worth(endings: Distribution[Ending], aim: Aim, player: int, boxes: tuple[int, int]) -> float:
    def payoff(ending: Ending) -> int:
        if aim is Aim.SURVIVE:
            return int(ending.in_play[player])
        if aim is Aim.TAKE_OUT:
            return int(not ending.in_play[1 - player])
        # More wounds than there are boxes to mark are worth nothing.
        dealt, taken = (min(boxes[place], ending.wounds[place]) for place in (1 - player, player))
        return dealt - taken

    return float(endings.mean(payoff))


def _mix(options: Sequence[Option], shares: Sequence[float]) -> Mix:
    played = [(option, share) for option, share in zip(options, shares, strict=True) if share > 0]
    return tuple(sorted(played, key=lambda pair: -pair[1]))
