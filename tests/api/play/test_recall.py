"""Whatever is answered, corrected and taken back: the table is a fresh run of the answers that are left."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.play.hub import Hub, Message
from api.play.mustering import begin_mustered
from api.play.palette import Palette
from api.play.played import DieChange
from api.play.prospects import Prospects
from api.play.recall import recall
from api.play.referee import Referee
from api.play.skipping import NotSkippable
from api.play.table import Table
from api.tables import TableFile, load_table
from api.wire.game import event_out
from resolver.dice import Roll, RollRejected
from resolver.odds import Distribution, Odds
from resolver.procedure import ChoiceRejected, Throw, replay
from tests.api.drawn import PRESET
from tests.resolver.exchanges import any_answer

SETUPS = {path.stem: load_table(path) for path in sorted(PRESET.parent.glob("*.toml"))}

AYA = Roll.of({"attack": [4, 2], "defence": [5]})
CHIYO = Roll.of({"attack": [5, 3], "defence": [4]})

Deed = Callable[[Referee, Random], None]


@pytest.fixture(autouse=True)
def _odds_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell the same odds of every throw: to count them takes most of the time, and other tests hold it."""
    odds = (Odds("wounds", Distribution.certain(0)),)
    monkeypatch.setattr(Prospects, "at", lambda *_: (odds, None))


def answered(referee: Referee, chance: Random) -> None:
    waiting = referee.table.progress.waiting_for
    if waiting is not None:
        referee.answer(any_answer(waiting, chance))


def corrected(referee: Referee, chance: Random) -> None:
    table = referee.table
    if not table.played:
        return
    index = chance.randrange(len(table.played))
    question = table.played[index].question
    # Of a re-roll the same is kept: what may change there hangs on what lay before.
    is_reroll = isinstance(question, Throw) and question.before is not None
    referee.correct(index, table.played[index].answer if is_reroll else any_answer(question, chance))


def die_corrected(referee: Referee, chance: Random) -> None:
    table = referee.table
    rolls = [at for at, one in enumerate(table.played) if one.dice]
    if not rolls:
        return
    index = chance.choice(rolls)
    question, dice = table.played[index].question, table.played[index].dice
    assert isinstance(question, Throw)
    die = chance.randrange(len(dice))
    sides = {one.group: one.sides for one in question.dice}
    if chance.random() < 0.5:
        changes = [DieChange(die, face=chance.randint(1, sides[dice[die].group]))]
    else:
        group = chance.choice(question.dice)
        changes = [DieChange(die), DieChange(None, chance.randint(1, group.sides), group.group)]
    referee.correct_dice(index, changes, "Aya")


DEEDS: dict[Deed, int] = {
    answered: 12,
    corrected: 2,
    die_corrected: 3,
    lambda referee, _: referee.undo(len(referee.table.played) - 1): 1,
    lambda referee, _: referee.void("Chiyo"): 1,
    lambda referee, _: referee.skip(): 1,
    lambda referee, _: referee.go_on(): 1,
    lambda referee, _: referee.pause(): 1,
    lambda referee, _: referee.resume(): 1,
}


def played_at_random(setup: TableFile, chance: Random, deeds: int) -> tuple[Table, Hub]:
    hub = Hub("0000")
    referee = Referee(Table(setup), hub, Palette(setup.groups))
    for _ in range(deeds):
        (deed,) = chance.choices([*DEEDS], [*DEEDS.values()])
        before = (referee.table.played, referee.table.progress, hub.last_seq())
        try:
            deed(referee, chance)
        except (RollRejected, ChoiceRejected, NotSkippable, IndexError):
            assert (referee.table.played, referee.table.progress, hub.last_seq()) == before
    return referee.table, hub


def as_stored(messages: tuple[Message, ...]) -> list[Message]:
    return [replace(one, data=json.loads(json.dumps(dict(one.data)))) for one in messages]


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
@settings(deadline=None, max_examples=12)
@given(chance=st.integers(0, 2**64).map(Random), deeds=st.integers(1, 40))
def test_a_table_is_a_fresh_run_of_its_answers(setup: TableFile, chance: Random, deeds: int) -> None:
    table, hub = played_at_random(setup, chance, deeds)
    start = begin_mustered(setup) if table.in_evening else setup.start

    assert table.progress == replay(start, [one.answer for one in table.played])
    fresh = Table(setup)
    if table.in_evening:
        fresh.go_on()
    for one in table.played:
        fresh.answer(one.answer, one.dice, one.picture)
    assert fresh.played == table.played

    recalled = recall(setup, as_stored(hub.after(0))).table
    assert recalled.progress == table.progress
    assert [one.question for one in recalled.played] == [one.question for one in table.played]
    assert [one.dice for one in recalled.played] == [one.dice for one in table.played]


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
@settings(deadline=None, max_examples=6)
@given(chance=st.integers(0, 2**64).map(Random))
def test_followers_hear_all_events_of_the_answers_that_count(setup: TableFile, chance: Random) -> None:
    table, hub = played_at_random(setup, chance, 30)
    told: list[object] = []
    names = {event_out(event)["type"] for event in table.progress.events}
    for message in hub.after(0):
        if message.type in ("table", "voided", "corrected"):
            told = []
        elif message.type in names:
            told.append({"type": message.type, **message.data})

    assert told == [event_out(event) for event in table.progress.events]


def test_a_table_is_recalled_paused_and_in_its_evening() -> None:
    setup = load_table(PRESET)
    hub = Hub("0000")
    referee = Referee(Table(setup), hub, Palette(setup.groups))
    referee.answer(AYA)
    referee.go_on()
    referee.pause()

    recalled = recall(setup, as_stored(hub.after(0)))
    assert recalled.paused
    assert recalled.table.in_evening
    assert [one.answer for one in recalled.table.played] == [AYA]

    referee.resume()
    assert not recall(setup, as_stored(hub.after(0))).paused


def test_an_answer_that_does_not_follow_is_no_table() -> None:
    setup = load_table(PRESET)
    hub = Hub("0000")
    referee = Referee(Table(setup), hub, Palette(setup.groups))
    referee.answer(AYA)
    referee.answer(CHIYO)
    gap = [one for one in hub.after(0) if one.data.get("answer") != 0]

    with pytest.raises(ValueError, match="accepted of an answer that does not follow"):
        recall(setup, gap)
