"""The demo's exchanges that are thrown with twenty-sided dice, from their clips alone, no key touched.

The clips show, by the labels they were rendered from: order 14 and 5, Hild's melee 17 7, Grim's defence 11,
his melee 20, Hild's defences 18 and 4; the riders' attack 3 8 12 15 and then 4 20, the spearmen's 2 7 13 17,
their fortitude 14.
"""

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

import api.opening
from api.cli import main
from api.commands.demo import EXCHANGES
from api.compose import Services, compose
from api.play.hub import Message
from api.settings import Settings
from api.tables import load_table
from resolver.procedure import Choice
from resolver.story import standing
from tests.api.labelled_clips import Labelled, LabelledClips, labelled
from vision.reader import open_reader
from vision.reading import Problem

MOST_BYTES = 120_000

BLIGHTMEER = (
    "Hild rolls 14 for the attack order.",
    "Grim rolls 5 for the attack order.",
    "Hild rolls 17 with Sword, needs 13: injury value 17.",
    "Hild rolls 7 with Sword, needs 13: missed.",
    "Grim rolls 11 against Sword 17, needs 17: not saved.",
    "Grim loses 1 wound and has 1 left.",
    "Grim rolls 20 with Hammer, needs 14: a critical hit, injury value 24.",
    "Hild rolls 18 against Hammer 24, needs 16: saved.",
    "Hild rolls 4 against Hammer 24, needs 16: not saved.",
    "Hild is Incapacitated.",
    "Tove draws a card from the Improvement Deck for Grim.",
)
ART_OF_TACTIC = (
    "riders throws 3 8 12 15; 4 of 6 dice read.",
    "riders throws 4 20; 6 of 6 dice read.",
    "riders scores 3 hits on spearmen.",
    "spearmen scores 1 hit on riders.",
    "riders suffers 1 hit: 1 absorbed, Defense now 0, 0 casualties.",
    "spearmen loses 2 models, 2 left.",
    "spearmen throws 14 and fails.",
    "spearmen is Put to Flight.",
    "riders tries to pursue spearmen.",
)
TOLD = {"blightmeer": BLIGHTMEER, "art_of_tactic": ART_OF_TACTIC}
STANDING = {
    "blightmeer": ("Hild has left the board.", "Grim: 1 wound left."),
    "art_of_tactic": ("riders: 2 models, normal.", "spearmen: 2 models, shaken, fled."),
}

systems = pytest.mark.parametrize("system", TOLD)


def shown(system: str) -> tuple[Labelled, ...]:
    return tuple(labelled(clip) for clip in EXCHANGES[system].files())


@cache
def demo(system: str) -> tuple[Result, Services]:
    """Return what the command says and exits with, and the services that it opened."""
    opened: list[Services] = []
    open_services = api.opening.open_services

    def noted(*given: Any, **by_name: Any) -> Services:
        opened.append(open_services(*given, **by_name))
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api.opening, "open_services", noted)
        result = CliRunner(env={"COLUMNS": "250"}).invoke(main, ["demo", "--once", "--system", system])
    (services,) = opened
    return result, services


def watched(system: str) -> tuple[Services, Sequence[Message]]:
    """Return the services after watching all of a demo's clips, and all messages."""
    _, services = demo(system)
    return services, services.hub.after(0)


def watched_as(system: str, dice: tuple[Labelled, ...]) -> tuple[Services, list[Message]]:
    """Return the same after the first clips alone, in which the reader sees these dice."""
    exchange = EXCHANGES[system]
    clips = LabelledClips(exchange.files()[: len(dice)], dice)
    services = compose(Settings(), load_table(exchange.preset), clips, clips)
    messages: list[Message] = []
    services.run_through(messages.append)
    return services, messages


def texts(messages: Sequence[Message]) -> list[object]:
    return [message.data.get("text") for message in messages]


@systems
def test_an_exchange_with_d20_runs_to_its_outcome_from_its_clips_alone(system: str) -> None:
    services, messages = watched(system)

    told = texts(messages)
    assert [line for line in TOLD[system] if line not in told] == []
    outcome = services.referee.table.progress.outcome
    assert outcome is not None
    assert standing(outcome) == STANDING[system]
    assert not any(isinstance(one.question, Choice) for one in services.referee.table.played)
    assert "refused" not in {message.type for message in messages}


@systems
def test_every_throw_expects_d20_in_the_colours_that_the_clip_shows(system: str) -> None:
    _, messages = watched(system)

    for message in messages:
        if message.type == "throw":
            expected = message.data["expected"]
            assert isinstance(expected, list)
            assert {group["kind"] for group in expected} == {"d20"}
    accepted = [message.data["dice"] for message in messages if message.type == "accepted"]
    bodies = [sorted(die["seen"]["body"] for die in dice) for dice in accepted if isinstance(dice, list)]
    assert bodies == [
        [colours] * len(dice)
        for one in shown(system)
        for colours in dict.fromkeys(die.body for die in one.dice)
        for dice in ([die for die in one.dice if die.body == colours],)
    ]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        pytest.param(
            {"kind": "d6", "face": 4, "numerals": False},
            "a d6, a d20 is expected, please throw a d20",
            id="a d6 with pips",
        ),
        pytest.param(
            {"kind": "d12", "face": None, "problem": Problem.UNSUPPORTED},
            "a d12, a d20 is expected, please throw a d20",
            id="a d12",
        ),
    ],
)
def test_among_d20_another_die_is_refused_by_name_and_the_roll_waits(
    how: dict[str, object], words: str
) -> None:
    order, melee, *_ = shown("blightmeer")
    services, messages = watched_as("blightmeer", (order, melee.changed(1, **how)))

    reasons = [message.data["reasons"] for message in messages if message.type == "refused"]
    assert any(
        isinstance(one, list) and len(one) == 1 and one[0].startswith("red die") and one[0].endswith(words)
        for one in reasons
    ), reasons
    assert "Hild rolls 17 with Sword, needs 13: injury value 17." not in texts(messages)
    assert not services.referee.is_over()


@systems
def test_clips_are_small_and_end_with_the_dice_of_their_labels_at_rest(system: str) -> None:
    for clip in EXCHANGES[system].files():
        line = json.loads(clip.with_suffix(".json").read_text(encoding="utf-8"))
        (roll,) = line["rolls"]
        assert clip.stat().st_size < MOST_BYTES, clip.name
        assert cv2.VideoCapture(str(clip)).get(cv2.CAP_PROP_FRAME_COUNT) == line["frames"]
        assert all(die["kind"] == "d20" and not die["cocked"] for die in roll["dice"])
        assert all(roll["rests"] >= die["rests"] for die in roll["dice"])
        assert roll["until"] - roll["rests"] > line["fps"] / 2


@systems
def test_what_is_read_from_the_clips_themselves_is_what_they_show(system: str) -> None:
    reader = open_reader()
    for clip in EXCHANGES[system].files():
        (roll,) = json.loads(clip.with_suffix(".json").read_text(encoding="utf-8"))["rolls"]
        film = cv2.VideoCapture(str(clip))
        film.set(cv2.CAP_PROP_POS_FRAMES, film.get(cv2.CAP_PROP_FRAME_COUNT) - 1)
        shown, frame = film.read()
        assert shown
        dice = reader.read(np.asarray(frame, np.uint8)).dice

        assert [die.kind for die in dice] == ["d20"] * len(roll["dice"]), clip.name
        read = Counter(die.face for die in dice if die.face is not None)
        assert read <= Counter(die["value"] for die in roll["dice"]), clip.name


@systems
def test_the_demo_plays_them(system: str) -> None:
    result, _ = demo(system)

    assert (result.exit_code, result.stderr) == (0, "")
    assert [line for line in TOLD[system] if line not in result.stdout.splitlines()] == []
