"""`meleecam resolve`: an exchange without a camera, answers typed in or sent as JSON lines."""

import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue

from api.tables import TableFileError, load_table
from api.wire.game import event_out, outcome_out, question_out
from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Choice, ChoiceRejected, Event, Outcome, Procedure, Throw, replay
from resolver.story import standing, told

EXAMPLE_FACES = ("4", "2", "5", "3")
"""Shown to say how faces are typed; any die has them."""


class AnswerUnreadable(ValueError):  # noqa: N818  (like RollRejected)
    """A line that is no answer; the message states what was expected and what was found."""


def resolve(
    table: Annotated[Path, typer.Argument(metavar="TABLE.toml", help="set-up of the exchange")],
    json_lines: Annotated[
        bool, typer.Option("--json", help="speak JSON, one object a line, on stdin and stdout")
    ] = False,
    evening: Annotated[
        bool,
        typer.Option("--evening", help="ask after each outcome for the next exchange or turn, or the end"),
    ] = False,
) -> None:
    """Resolve an exchange without a camera: type the dice in."""
    try:
        loaded = load_table(table)
    except TableFileError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error
    conversation = _json_conversation if json_lines else _typed_conversation
    if not conversation(loaded.begin_evening if evening else loaded.start):
        print(f"{table}: the answers ended before the outcome", file=sys.stderr)
        raise typer.Exit(1)


Say = Callable[[Event | Throw | Choice | Outcome], None]
Read = Callable[[str, Throw | Choice], Answer]
Refuse = Callable[[str], None]
Start = Callable[[], Procedure[Outcome]]


def _converse(start: Start, lines: Iterator[str], read: Read, say: Say, refuse: Refuse) -> bool:
    """Ask until the outcome is said. Returns whether it was, which it is not when the lines end."""
    answers: tuple[Answer, ...] = ()
    told_events = 0
    progress = replay(start, answers)
    while True:
        for event in progress.events[told_events:]:
            say(event)
        told_events = len(progress.events)
        if progress.waiting_for is None:
            assert progress.outcome is not None
            say(progress.outcome)
            return True
        say(progress.waiting_for)
        # A refused answer changes nothing: the question stays open for the next line.
        while True:
            line = next(lines, None)
            if line is None:
                return False
            try:
                answer = read(line, progress.waiting_for)
                progress = replay(start, (*answers, answer))
            except (AnswerUnreadable, RollRejected, ChoiceRejected) as error:
                refuse(str(error))
                continue
            answers = (*answers, answer)
            break


def _json_conversation(start: Start) -> bool:
    def send(message: dict[str, JsonValue]) -> None:
        print(json.dumps(message), flush=True)

    def say(said: Event | Throw | Choice | Outcome) -> None:
        if isinstance(said, Outcome):
            send(outcome_out(said))
        elif isinstance(said, Throw | Choice):
            send(question_out(said))
        else:
            send(event_out(said))

    def refuse(reason: str) -> None:
        send({"type": "refused", "reason": reason})

    lines = (line for line in _stdin_lines() if line.strip())
    return _converse(start, lines, lambda line, _: answer_in(line), say, refuse)


def answer_in(line: str) -> Answer:
    """Return the answer in a JSON line, `{"faces": {...}}` or `{"choice": "..."}`.

    Raises AnswerUnreadable.
    """
    expected = 'expected {"faces": {"group": [faces]}} or {"choice": "option"}'
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise AnswerUnreadable(f"{expected}, found no JSON: {error}") from error
    if not isinstance(given, dict) or len(given) != 1:
        raise AnswerUnreadable(f"{expected}, found {line.strip()[:80]}")
    if isinstance(given.get("choice"), str):
        return str(given["choice"])
    faces = given.get("faces")
    if not isinstance(faces, dict) or not all(_are_faces(seen) for seen in faces.values()):
        raise AnswerUnreadable(f"{expected}, found {line.strip()[:80]}")
    return Roll.of(faces)


def _are_faces(seen: object) -> bool:
    return isinstance(seen, list) and all(type(face) is int for face in seen)


def _typed_conversation(start: Start) -> bool:
    def say(said: Event | Throw | Choice | Outcome) -> None:
        if isinstance(said, Throw | Choice):
            print(f"\n{said.reason}\n  {_how_to_answer(said)}\n> ", end="", flush=True)
        elif isinstance(said, Outcome):
            for sentence in standing(said):
                print(sentence)
        else:
            print(told(said))

    def refuse(reason: str) -> None:
        print(f"{reason}\n> ", end="", flush=True)

    return _converse(start, _stdin_lines(), typed_answer, say, refuse)


def typed_answer(line: str, question: Throw | Choice) -> Answer:
    """Return the answer in a typed line such as `attack 4 2 defence 5`, or `2 3` for a single group.

    For a re-roll `none` says that no die was thrown again. For a choice the line is the option, in
    capitals or not where no other is told from it by them alone; its number in the list will do unless
    options are numbers.
    Raises AnswerUnreadable.
    """
    text = line.strip()
    if isinstance(question, Choice):
        return _typed_option(text, question.options)
    if question.before is not None and text.lower() == "none":
        return question.before
    groups = [dice.group for dice in question.dice]
    group = groups[0] if len(groups) == 1 else None
    faces: dict[str, list[int]] = {}
    for word in re.findall(r"[^\s,:;]+", text):
        if word.lower() in groups:
            group = word.lower()
            faces.setdefault(group, [])
        elif word.isdecimal() and group is not None:
            faces.setdefault(group, []).append(int(word))
        else:
            raise AnswerUnreadable(f"expected {_how_to_answer(question)}, found {word!r}")
    return Roll.of(faces)


def _typed_option(text: str, options: Sequence[str]) -> str:
    """Return the option that was typed, or the text itself where it is none, for the rules to refuse."""
    alike = [option for option in options if option.lower() == text.lower()]
    if text in alike or len(alike) > 1:
        return text
    numbers = {str(number): option for number, option in enumerate(options, 1)}
    return alike[0] if alike else numbers.get(text, text)


def _how_to_answer(question: Throw | Choice) -> str:
    if isinstance(question, Choice):
        return " / ".join(question.options)
    if question.before is not None:
        there = " ".join(f"{group} {' '.join(map(str, faces))}" for group, faces in question.before.groups)
        return f"all faces as they lie after the re-roll, or none for no re-roll; {there} lie there now"
    one = len(question.dice) == 1
    noun = "face" if question.total == 1 else "faces"
    return f"{question.total} {noun}{'' if one else ' by group'}, such as {_example(question)}"


def _example(question: Throw) -> str:
    """Return faces that answer a throw, as they may be typed: groups take a die in turn while they may."""
    counts = [dice.least for dice in question.dice]
    for index in itertools.cycle(range(len(counts))):
        if sum(counts) >= min(question.total, sum(dice.most for dice in question.dice)):
            break
        counts[index] += counts[index] < question.dice[index].most
    shown = [" ".join(itertools.islice(itertools.cycle(EXAMPLE_FACES), count)) for count in counts]
    if len(question.dice) == 1:
        return shown[0]
    named = zip(question.dice, shown, strict=True)
    return " ".join(f"{dice.group} {faces}" for dice, faces in named if faces)


def _stdin_lines() -> Iterator[str]:
    # Lines that are no UTF-8 are refused as answers like any other, so they must not stop the reading.
    for line in sys.stdin.buffer:
        yield line.decode(errors="replace")
