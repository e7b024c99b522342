"""What holds in every melee, with units, orders, morale and engagements drawn at random."""

from dataclasses import fields, replace
from functools import partial
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from api.wire.game import event_out, outcome_out, question_out
from resolver.art_of_tactic import events as e
from resolver.art_of_tactic.editions import ART_OF_TACTIC, Edition, Modifiers
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import Facing, Melee, Morale
from resolver.art_of_tactic.forecast import open_attacks, this_turn
from resolver.art_of_tactic.story import sentence, standing
from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Choice, Event, Throw, replay
from tests.resolver import art_of_tactic_plain as plain
from tests.resolver.exchanges import any_roll, run_through
from tests.resolver.melees import by_hand, reports, some_melee

# Seeds instead of single draws: a melee takes hundreds, and so ten thousand of them stay minutes.
chances = given(chance=st.integers(0, 2**64).map(Random))


def some_edition(chance: Random) -> Edition:
    switches = [field.name for field in fields(Edition) if field.type is bool]
    turned = chance.sample(switches, chance.randint(0, 5))
    flipped = {name: not getattr(ART_OF_TACTIC, name) for name in turned}
    panicked = chance.choice((None, Modifiers(-4, -3, -3)))
    return replace(ART_OF_TACTIC, **flipped, panicked=panicked)  # type: ignore[arg-type]  # all are switches


def some_answers(setup: Melee, chance: Random) -> tuple[Answer, ...]:
    def answer(asked: Throw | Choice) -> Answer:
        return chance.choice(asked.options) if isinstance(asked, Choice) else any_roll(asked, chance)

    return run_through(partial(melee, setup), answer)


@chances
def test_any_melee_reaches_a_sound_outcome(chance: Random) -> None:
    setup = some_melee(chance, some_edition(chance), turns=3)
    answers = some_answers(setup, chance)

    progress = replay(partial(melee, setup), answers)

    outcome = progress.outcome
    assert outcome is not None
    assert replay(partial(melee, setup), answers) == progress
    assert len(outcome.turns) <= 3
    before = {unit.name: (unit.models, unit.casualties) for unit in setup.units}
    for turn in outcome.turns:
        for unit in turn.units:
            models, casualties = before[unit.name]
            assert unit.models_left in (0, models - unit.casualties)
            assert unit.casualties_total == casualties + unit.casualties
            assert (models == unit.casualties) is unit.destroyed
            assert unit.honor in (0, 1)
            assert unit.defense >= 0
            assert unit.next_enemies == () or (unit.in_play and unit.left is None)
            before[unit.name] = unit.models_left, unit.casualties_total
    assert {unit.name for unit in outcome.units} == set(before)
    for event in progress.events:
        sent = event_out(event)
        assert str(sent["text"]).endswith(".")
    assert outcome_out(outcome)["type"]
    assert len(standing(outcome)) == len(before)


@chances
def test_everybody_who_is_fought_next_turn_fights_back(chance: Random) -> None:
    setup = some_melee(chance, some_edition(chance), turns=2)

    outcome = replay(partial(melee, setup), some_answers(setup, chance)).outcome

    assert outcome is not None
    for turn in outcome.turns:
        units = {unit.name: unit for unit in turn.units}
        for unit in turn.units:
            for enemy in unit.next_enemies:
                assert units[enemy].next_enemies


@chances
def test_the_order_of_dice_means_nothing(chance: Random) -> None:
    setup = some_melee(chance, turns=2)
    answers = some_answers(setup, chance)
    turned = tuple(
        Roll(tuple((group, tuple(reversed(faces))) for group, faces in answer.groups))
        if isinstance(answer, Roll)
        else answer
        for answer in answers
    )

    one, other = (replay(partial(melee, setup), given).outcome for given in (answers, turned))

    assert one == other


@chances
def test_a_refused_answer_changes_nothing(chance: Random) -> None:
    setup = some_melee(chance, turns=2)
    answers = some_answers(setup, chance)
    # Units that cannot pass a test surrender without a throw, and it may be over before one.
    assume(answers)
    kept = answers[: chance.randrange(len(answers))]
    before = replay(partial(melee, setup), kept)
    waiting = before.waiting_for
    assert waiting is not None
    assert question_out(waiting)["type"] in ("throw", "choice")

    if isinstance(waiting, Throw):
        group = waiting.dice[0].group
        for faces in ([21] * waiting.total, [1] * (waiting.total + 1), [1] * 200):
            with pytest.raises(RollRejected, match=r"expected .* saw "):
                replay(partial(melee, setup), (*kept, Roll.of({group: faces})))

    assert replay(partial(melee, setup), kept) == before


@chances
def test_a_corrected_answer_is_a_fresh_run(chance: Random) -> None:
    setup = some_melee(chance, some_edition(chance), turns=2)
    answers = some_answers(setup, chance)
    assume(answers)
    place = chance.randrange(len(answers))
    start = partial(melee, setup)
    waiting = replay(start, answers[:place]).waiting_for
    assert waiting is not None
    corrected: Answer = (
        any_roll(waiting, chance) if isinstance(waiting, Throw) else chance.choice(waiting.options)
    )

    replay(start, answers)

    fresh = partial(melee, some_melee(Random(0)))
    replay(fresh, ())
    assert replay(start, (*answers[:place], corrected)) == replay(
        partial(melee, setup), (*answers[:place], corrected)
    )


class Dice:
    """Faces for every throw that could be asked, the same whoever asks and in whatever order."""

    def __init__(self, setup: Melee, seed: int) -> None:
        self.seed = seed
        self.counts = {unit.name: unit.models * unit.dice_per_model for unit in setup.units}

    def attack(self, name: str) -> list[int]:
        chance = Random(f"{self.seed} {name}")
        return [chance.randint(1, 20) for _ in range(self.counts[name])]

    def test(self, name: str, why: str, enemy: str) -> int:
        return Random(f"{self.seed} {name} {why} {enemy}").randint(1, 20)

    def outcome(self, setup: Melee) -> e.MeleeOutcome:
        """Return what the procedure makes of these dice, every decision as first offered."""
        procedure = melee(setup)
        told: list[Event] = []
        answer: Answer | None = None
        try:
            while True:
                step = procedure.send(answer)
                answer = None
                if isinstance(step, Event):
                    told.append(step)
                else:
                    answer = step.options[0] if isinstance(step, Choice) else self._roll(step, told)
        except StopIteration as end:
            outcome: e.MeleeOutcome = end.value
            return outcome

    def _roll(self, waiting: Throw, told: list[Event]) -> Roll:
        turn = this_turn(told)
        if waiting.purpose == "fortitude":
            due = [event for event in turn if isinstance(event, e.FortitudeDue)][-1]
            return Roll.of({"fortitude": [self.test(due.name, due.reason.value, due.enemy)]})
        attack = open_attacks(turn)[0]
        read = self.counts[attack.attacker] - attack.dice
        return Roll.of({"attack": self.attack(attack.attacker)[read : read + waiting.total]})


@chances
def test_a_second_plain_implementation_agrees(chance: Random) -> None:
    setup = some_melee(chance)
    dice = Dice(setup, chance.randrange(10**9))

    outcome = dice.outcome(setup)
    units = by_hand(setup)
    targets = {unit.name: target for unit in setup.units for target in setup.targets(unit)}
    plain.turn(units, targets, dice.attack, dice.test)

    found = reports(outcome)
    for unit in units:
        report = found[unit["name"]]
        assert report.morale.value == plain.LEVELS[unit["morale"]]
        assert (report.destroyed, report.surrendered) == (unit["dead"], unit["surrendered"])
        assert report.put_to_flight is unit["flight"]
        assert report.honor == unit["honor"]
        assert report.casualties_total == unit["lost"]
        if not report.surrendered:
            # What the Defense of a unit that is no longer there was, nobody asks.
            assert report.defense == unit["defense_now"]
        if report.in_play:
            assert report.models_left == unit["models"]
            assert (report.left is not None) is bool(unit["away"])


def test_every_event_has_a_sentence() -> None:
    """An event that the story forgets fails here: each is built with the first value of each field."""
    kinds = [kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event)]
    for kind in kinds:
        if kind is not Event:
            event = kind(**{field.name: _value(str(field.type)) for field in fields(kind)})  # type: ignore[arg-type]
            assert sentence(event).endswith(".")


def _value(annotation: str) -> object:
    for part, value in (
        ("tuple[tuple[str, int]", (("card", 1),)),
        ("tuple[tuple", (("x", "y"),)),
        ("tuple[int", (1,)),
        ("EndReason", e.EndReason.LAST_TURN),
        ("FortitudeReason", e.FortitudeReason.FLANK),
        ("Facing", Facing.FLANK),
        ("Morale", Morale.SHAKEN),
        ("Move", e.Move.FLEE),
        ("bool", True),
        ("int", 1),
        ("str", "x"),
    ):
        if part in annotation:
            return value
    raise AssertionError(annotation)
