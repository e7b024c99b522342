"""After a correction: which of the later answers still answer what is asked now, and why the others do not.

An answer fits the question that it was given to, which may come with other numbers now: two damage dice
against success level 1 are two damage dice against success level 2. Of several throws that differ by such a
number alone, each fits the one with its own number, or what alone has another. A decision fits the same words
alone, since numbers in them are what was decided upon. A re-roll fits the same dice before it alone.
"""

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from api.play.played import Played
from resolver.dice import RollRejected
from resolver.evening import ExchangeResolved
from resolver.procedure import (
    Answer,
    Choice,
    ChoiceRejected,
    Event,
    Outcome,
    Procedure,
    Throw,
    Which,
    is_secret,
)

Start = Callable[[], Procedure[Outcome]]


@dataclass(frozen=True, slots=True)
class Dropped:
    """An answer that fits no question any more: its number before the correction, and the reason."""

    index: int
    played: Played
    reason: str


def refit(
    start: Start, setup: object, standing: Sequence[Played], later: Sequence[Played]
) -> tuple[tuple[Played, ...], tuple[Dropped, ...]]:
    """Return all answers that stand after a correction, and those that are dropped.

    The `standing` ones are taken whatever they answer. Where a question is asked no more, the answers to it
    and to what hung on it are dropped, and those behind them stand if every one of them fits. Where they do
    not, all from there on are dropped. `setup` is where names with numbers in them are found.
    Raises RollRejected or ChoiceRejected for a standing answer that is refused.
    """
    same = _SameQuestion(setup)
    everything = (*standing, *later)
    fitting, reason = _walk(start, everything, len(standing), same)
    if reason is None:
        return fitting, ()
    gap = len(fitting)
    for behind in range(gap + 1, len(everything) + 1):
        found, misfit = _walk(start, (*fitting, *everything[behind:]), gap, same)
        if misfit is None:
            return found, tuple(Dropped(at, everything[at], reason) for at in range(gap, behind))
    raise AssertionError("nothing behind the gap is always a fit")


def retraced(start: Start, answers: Sequence[Played]) -> tuple[Played, ...]:
    """Return answers with the questions that they answer, whatever stood there.

    Raises RollRejected or ChoiceRejected when one is refused.
    """
    found, reason = _walk(start, answers, len(answers), _SameQuestion(None))
    if reason is not None:
        raise RollRejected(reason)
    return found


def _walk(
    start: Start, answers: Sequence[Played], sure: int, same: "_SameQuestion"
) -> tuple[tuple[Played, ...], str | None]:
    """Return the answers up to the first that does not fit, and why it does not; `sure` many must.

    One pass through the rules, so that an evening's hundreds of answers take no longer than a replay.
    """
    procedure = start()
    taken: list[Played] = []
    over = 0
    answer: Answer | None = None
    try:
        while True:
            step = procedure.send(answer)
            answer = None
            if isinstance(step, Event):
                over += isinstance(step, ExchangeResolved)
                continue
            if len(taken) == len(answers):
                return tuple(taken), None
            one = answers[len(taken)]
            if len(taken) >= sure and (one.exchange != over or not same(one.question, step)):
                return tuple(taken), f"what is asked in its place is: {step.reason}"
            taken.append(replace(one, question=step, exchange=over))
            _check(step, one.answer)
            answer = one.answer
    except StopIteration:
        return tuple(taken), "everything is resolved without it" if len(taken) < len(answers) else None
    except (RollRejected, ChoiceRejected) as rejected:
        if len(taken) <= sure:
            raise
        # What the rules say of a secret may name it, and everybody is told the reason.
        secret = is_secret(taken[-1].question)
        return tuple(taken[:-1]), "it can be decided so no more" if secret else str(rejected)


def _check(step: Throw | Choice, answer: Answer) -> None:
    if isinstance(step, Throw):
        if isinstance(answer, str):
            raise RollRejected(f"{step.player}: expected dice, saw the choice {answer!r}")
        step.check(answer)
    else:
        if not isinstance(answer, str):
            raise ChoiceRejected(f"{step.player}: expected {step.wanted()}, saw dice")
        step.check(answer)


class _SameQuestion:
    """Tells whether two questions are the same but for numbers that the dice of a roll do not hang on."""

    def __init__(self, setup: object) -> None:
        self._names = frozenset(_texts_with_numbers(setup))
        longest_first = sorted(self._names, key=len, reverse=True)
        self._numbers = re.compile("|".join([*map(re.escape, longest_first), r"[+-]?\d+"]))

    def __call__(self, one: Throw | Choice, other: Throw | Choice) -> bool:
        if (one.player, one.purpose) != (other.player, other.purpose):
            return False
        if isinstance(one, Throw) and isinstance(other, Throw):
            return (
                one.before == other.before
                and self._words(one.reason) == self._words(other.reason)
                and _is_same(one.which, other.which)
            )
        return type(one) is type(other) and one.reason == other.reason

    def _words(self, reason: str) -> str:
        return self._numbers.sub(lambda found: found[0] if found[0] in self._names else "#", reason)


def _is_same(one: Which | None, other: Which | None) -> bool:
    if one is None or other is None or one.own == other.own:
        return (one is None) == (other is None)
    # The numbers that stay are the same throws, so what has another number is only then known if it is alone.
    before, now = Counter(one.all), Counter(other.all)
    return before - now == Counter([one.own]) and now - before == Counter([other.own])


def _texts_with_numbers(value: object) -> Iterator[str]:
    """Yield all texts within a set-up that have digits, such as the name of "Goblin 2"."""
    if isinstance(value, str):
        if any(map(str.isdigit, value)):
            yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _texts_with_numbers(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from _texts_with_numbers((*value.keys(), *value.values()))
    elif isinstance(value, tuple | list | frozenset | set):
        for entry in value:
            yield from _texts_with_numbers(entry)
