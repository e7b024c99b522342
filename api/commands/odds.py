"""`meleecam odds`: exact odds of the next throw, luck of the last, and how to split dice in secret."""

import json
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from api.commands.resolve import AnswerUnreadable, answer_in
from api.odds.adviser import Advice, Aim, NoAdvice, Option, advise
from api.odds.foresight import odds_at, system_of
from api.play.present import present_exchange
from api.tables import TableFile, TableFileError, load_table
from api.wire.game import advice_out, luck_out, odds_out, question_out
from resolver.bushido.feats import NONE
from resolver.bushido.fighter import Exchange
from resolver.dice import RollRejected
from resolver.odds import Odds, ThrowLuck, TooManyDice
from resolver.procedure import Answer, Choice, ChoiceRejected, Throw, replay

MOST_IN_FULL = 6
"""Cases that are printed in full; of more than that a row each must do."""

AIMS = {
    Aim.WOUNDS: "wounds dealt less wounds taken",
    Aim.SURVIVE: "share of exchanges survived",
    Aim.TAKE_OUT: "share of exchanges in which the enemy is taken out",
}


def odds(
    table: Annotated[Path, typer.Argument(metavar="TABLE.toml", help="set-up of the melee")],
    answers: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="answers so far, JSON lines as `resolve --json` takes them"),
    ] = None,
    evening: Annotated[
        bool,
        typer.Option("--evening", help="the answers are those of `resolve --evening`, over all exchanges"),
    ] = False,
    aim: Annotated[Aim | None, typer.Option(help="Bushido: advise splits and specials for this aim")] = None,
    case: Annotated[str, typer.Option(metavar="TEXT", help="only cases whose name contains this")] = "",
    json_lines: Annotated[bool, typer.Option("--json", help="print one JSON object a line")] = False,
) -> None:
    """Print the exact odds of the next throw and past luck."""
    try:
        loaded = load_table(table)
        given = _answers(answers)
        waiting = replay(loaded.begin_evening if evening else loaded.start, given).waiting_for
        # Between two exchanges the last one is resolved, and its odds and luck are over.
        between = evening and bool(given) and isinstance(given[-1], str)
        if evening:
            loaded, given = present_exchange(loaded, given)
        told = _of_case(odds_at(loaded, given), case)
        tell_luck = system_of(loaded).luck
        luck = tell_luck(loaded.setup, given) if tell_luck is not None and not between else None
        advice = _advice(loaded, given, aim)
    except (
        TableFileError,
        AnswerUnreadable,
        RollRejected,
        ChoiceRejected,
        NoAdvice,
        UnknownCaseError,
    ) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error
    except TooManyDice as error:
        print(f"{table}: {error}", file=sys.stderr)
        raise typer.Exit(1) from error
    (_tell_json if json_lines else _tell_people)(waiting, told, luck, advice)


class UnknownCaseError(ValueError):
    """A case that there is not; the message says which there are."""


def _of_case(every: Sequence[Odds], text: str) -> tuple[Odds, ...]:
    """Return the odds of cases whose name contains this.

    Raises UnknownCaseError where there are others alone.
    """
    told = tuple(one for one in every if text in one.given)
    if every and not told:
        cases = list(dict.fromkeys(one.given for one in every if one.given))
        if not cases:
            raise UnknownCaseError(f"--case: expected none, for there are no cases here, found {text!r}")
        named = " | ".join(cases[:MOST_IN_FULL])
        more = f" and {len(cases) - MOST_IN_FULL} more" if len(cases) > MOST_IN_FULL else ""
        raise UnknownCaseError(f"--case: expected a part of {named}{more}, found {text!r}")
    return told


def _answers(path: Path | None) -> tuple[Answer, ...]:
    if path is None:
        return ()
    try:
        lines = path.read_bytes().decode(errors="replace").splitlines()
    except OSError as error:
        raise AnswerUnreadable(f"{path}: {error.strerror or error}") from error
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(answer_in(line))
            except AnswerUnreadable as error:
                raise AnswerUnreadable(f"{path}, line {number}: {error}") from error
    return tuple(found)


def _advice(table: TableFile, answers: tuple[Answer, ...], aim: Aim | None) -> tuple[Advice, ...]:
    if aim is None:
        return ()
    if not isinstance(table.setup, Exchange):
        raise NoAdvice(f"--aim: expected a Bushido table, found one of {table.system}")
    return advise(table.setup, answers, aim)


def _tell_json(
    waiting: Throw | Choice | None, told: Sequence[Odds], luck: ThrowLuck | None, advice: Sequence[Advice]
) -> None:
    messages = [] if waiting is None else [question_out(waiting)]
    messages += [] if luck is None else [luck_out(luck)]
    messages += map(odds_out, told)
    messages += map(advice_out, advice)
    for message in messages:
        print(json.dumps(message))


def _tell_people(
    waiting: Throw | Choice | None, told: Sequence[Odds], luck: ThrowLuck | None, advice: Sequence[Advice]
) -> None:
    console = Console(highlight=False, markup=False)
    if luck is not None:
        worse, equal = (100 * count / luck.luck.total for count in (luck.luck.worse, luck.luck.equal))
        console.print(
            f"The last throw of {luck.player}: {worse:.1f}% of throws would have been worse, "
            f"{equal:.1f}% as good ({luck.score}).",
            soft_wrap=True,
        )
    if waiting is None:
        console.print("Everything is resolved: no throw is waited for.")
    else:
        console.print(waiting.reason, soft_wrap=True)
        if not told:
            console.print("No odds here: answer what is asked first (--answers).")
    cases = list(dict.fromkeys(one.given for one in told))
    summed_up = _summed_up(told) if len(cases) > MOST_IN_FULL else {}
    if summed_up:
        console.print(_summary(cases, told, summed_up))
        console.print("All of a case: --case, with a part of its name.")
    else:
        for name in cases:
            if name:
                console.print(name, soft_wrap=True)
            console.print(_in_full([one for one in told if one.given == name]))
    for one in advice:
        console.print(
            f"{one.player} makes sure of {one.value:.3f}, {AIMS[one.aim]}, by chance:", soft_wrap=True
        )
        console.print(_mixes(one))


def _in_full(told: Sequence[Odds]) -> Table:
    table = Table("", "", "share")
    for one in told:
        about = one.about
        for outcome, count in one.outcomes.counts.items():
            table.add_row(about, str(outcome), _percent(count / one.outcomes.total))
            about = ""
        table.add_section()
    return table


def _summary(cases: Sequence[str], told: Sequence[Odds], headings: Mapping[str, str]) -> Table:
    """Return a row a case: means of numbers, shares of yes."""
    table = Table("case", *headings.values())
    cells = {(one.given, one.about): _cell(one) for one in told if one.about in headings}
    for case in cases:
        table.add_row(case, *(cells.get((case, about), "") for about in headings))
    return table


def _summed_up(told: Sequence[Odds]) -> dict[str, str]:
    """Return headings of what one number can sum up, by what it is about."""
    headings = {one.about: _column(one) for one in told}
    return {about: heading for about, heading in headings.items() if heading is not None}


def _column(odds: Odds) -> str | None:
    outcomes = set(odds.outcomes.counts)
    if all(isinstance(outcome, int) for outcome in outcomes):
        return f"{odds.about}, mean"
    return odds.about if outcomes <= {"yes", "no"} else None


def _cell(odds: Odds) -> str:
    outcomes = odds.outcomes
    if all(isinstance(outcome, int) for outcome in outcomes.counts):
        return (
            f"{sum(int(outcome) * count for outcome, count in outcomes.counts.items()) / outcomes.total:.2f}"
        )
    return _percent(outcomes.counts.get("yes", 0) / outcomes.total)  # type: ignore[call-overload]


def _mixes(advice: Advice) -> Table:
    table = Table(f"{advice.player}: attack+defence", "share", "the enemy then", "share")
    for mine, theirs in zip_longest(advice.mix, advice.against):
        table.add_row(*_mix_row(mine), *_mix_row(theirs))
    return table


def _mix_row(entry: tuple[Option, float] | None) -> tuple[str, str]:
    if entry is None:
        return "", ""
    option, share = entry
    special = "" if option.special == NONE else f", {option.special}"
    return f"{option.split[0]}+{option.split[1]}{special}", _percent(share)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
