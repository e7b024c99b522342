"""Small exchanges for the tests, and a player who answers every question."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from resolver.bushido.events import Outcome
from resolver.bushido.exchange import exchange
from resolver.bushido.fighter import Decisions, Exchange, Fighter, Kind, Special, Traits, Weapon
from resolver.bushido.specials import special_kind
from resolver.dice import Dice, Roll
from resolver.evening import END
from resolver.procedure import Answer, Choice, Event, Procedure, Progress, Throw, replay

E = TypeVar("E", bound=Event)
Answerer = Callable[[Throw | Choice], Answer]

NO_TRAITS = Traits()


def fighter(
    name: str,
    pool: int | None = 3,
    *,
    special: str | None = "none",
    cost: int | None = 1,
    strength: int | None = 0,
    traits: Traits = NO_TRAITS,
    **fields: Any,
) -> Fighter:
    """Return a model with one weapon, the naginata, that declares `special` (None: is asked)."""
    known = () if special in (None, "none") else (Special(str(special), _kind(str(special)), cost),)
    fields = {"wounds_left": 20, **fields}
    made = Fighter(
        name=name,
        melee_pool=pool,
        weapons=(Weapon("naginata", strength, specials=known),),
        traits=traits,
        **fields,
    )
    if special is not None and "decisions" not in fields:
        made = replace(made, decisions=Decisions(special=special, boosts=0))
    return made


def _kind(name: str) -> Kind:
    kind = special_kind(name)
    assert kind is not None
    return kind


def melee(attack: Sequence[int] = (), defence: Sequence[int] = ()) -> Roll:
    return Roll.of({"attack": tuple(attack), "defence": tuple(defence)})


def damage(*faces: int) -> Roll:
    return Roll.of({"damage": faces})


def start(setup: Exchange) -> Callable[[], Procedure[Outcome]]:
    return partial(exchange, setup)


def play(setup: Exchange, *answers: Answer) -> Progress[Outcome]:
    """Answer in order; damage that is left unanswered shows 3 and 4, which is total 7."""
    progress = replay(start(setup), answers)
    while isinstance(progress.waiting_for, Throw) and progress.waiting_for.purpose == "damage":
        answers = (*answers, damage(*(3, 4, 4)[: progress.waiting_for.total]))
        progress = replay(start(setup), answers)
    return progress


def outcome_of(progress: Progress[Outcome]) -> Outcome:
    assert progress.outcome is not None, f"still waiting for {progress.waiting_for}"
    return progress.outcome


def finished(setup: Exchange, *answers: Answer) -> Outcome:
    return outcome_of(play(setup, *answers))


def run_through(begin: Callable[[], Procedure[Any]], answerer: Answerer) -> tuple[Answer, ...]:
    """Return the answers that lead to the outcome."""
    answers: list[Answer] = []
    procedure = begin()
    answer: Answer | None = None
    try:
        while True:
            step = procedure.send(answer)
            answer = None if isinstance(step, Event) else answerer(step)
            if answer is not None:
                answers.append(answer)
    except StopIteration:
        return tuple(answers)


def waiting_throw(progress: Progress[Any]) -> Throw:
    assert isinstance(progress.waiting_for, Throw), progress.waiting_for
    return progress.waiting_for


def waiting_choice(progress: Progress[Any]) -> Choice:
    assert isinstance(progress.waiting_for, Choice), progress.waiting_for
    return progress.waiting_for


def of_type(progress: Progress[Any], kind: type[E]) -> list[E]:
    return [event for event in progress.events if isinstance(event, kind)]


def any_roll(asked: Throw, random: Any) -> Roll:
    """Return a legal roll for a throw, with faces and split drawn from `random`."""
    if asked.before is not None:
        faces = {dice.group: list(asked.before.faces(dice.group)) for dice in asked.dice}
        spots = [(dice, index) for dice in asked.dice for index in range(len(faces[dice.group]))]
        for dice, index in random.sample(spots, random.randint(0, asked.may_change)):
            faces[dice.group][index] = random.randint(1, dice.sides)
        return Roll.of(faces)
    counts = _counts(asked.dice, asked.total, random)
    return Roll.of(
        {
            dice.group: [random.randint(1, dice.sides) for _ in range(count)]
            for dice, count in zip(asked.dice, counts, strict=True)
        }
    )


def _counts(dice: tuple[Dice, ...], total: int, random: Any) -> list[int]:
    """Return how many dice of each group fall, within what is asked of each and of all."""
    counts, left = [], total
    for place, one in enumerate(dice):
        later = dice[place + 1 :]
        least = max(one.least, left - sum(other.most for other in later))
        most = min(one.most, left - sum(other.least for other in later))
        counts.append(random.randint(least, most))
        left -= counts[-1]
    return counts


def any_answer(asked: Throw | Choice, random: Any) -> Answer:
    """Return a legal answer, drawn from `random`."""
    if isinstance(asked, Throw):
        return any_roll(asked, random)
    option: str = random.choice(asked.options)
    return option


def try_all_that_is_offered(start: Callable[[], Procedure[Any]], random: Any, most_answers: int) -> None:
    """Play an evening, drawn from `random`, and try each option of each decision on the way.

    Raises ChoiceRejected where one that is offered is refused.
    """
    answers: list[Answer] = []
    while len(answers) < most_answers and (asked := replay(start, answers).waiting_for):
        if isinstance(asked, Choice):
            for option in asked.options:
                replay(start, (*answers, option))
            asked = replace(asked, options=tuple(option for option in asked.options if option != END))
        answers.append(any_answer(asked, random))
