"""Exchange after exchange: what carries over, what is asked between them, and undo across all of it."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolver.bushido.events import PoolFixed
from resolver.bushido.fighter import Decisions, Exchange, Fighter, Special, State, Traits, Weapon
from resolver.bushido.fighter import Kind as SpecialKind
from resolver.bushido.muster import Muster, Turns
from resolver.dice import Roll
from resolver.evening import (
    CHANGE,
    END,
    EXCHANGE,
    TURN,
    Changed,
    EveningOutcome,
    ExchangeResolved,
    TurnBegan,
    evening,
)
from resolver.procedure import Answer, Choice, ChoiceRejected, Procedure, Progress, Throw, replay
from resolver.story import sentence, standing
from tests.resolver.exchanges import any_roll, damage, fighter, melee, of_type
from tests.resolver.test_bushido_random import some_exchange

AYA = fighter("Aya", 3, wounds_left=6)
CHIYO = fighter("Chiyo", 3, wounds_left=5)
ONCE = (melee([4, 2], [5]), melee([5, 3], [4]), damage(3, 4), damage(6, 6))
"""Aya wounds Chiyo once, Chiyo wounds Aya four times."""


def muster(active: Fighter = AYA, other: Fighter = CHIYO, *further: Fighter, **setup: object) -> Muster:
    meeting = Exchange(active, other, **setup)  # type: ignore[arg-type]
    return Muster(meeting, (active, other, *further))


def play(people: Muster, *answers: Answer) -> Progress[EveningOutcome]:
    return replay(partial(evening, people), answers)


def asked(progress: Progress[EveningOutcome]) -> Choice:
    assert isinstance(progress.waiting_for, Choice), progress.waiting_for
    return progress.waiting_for


def resolved(progress: Progress[EveningOutcome]) -> list[ExchangeResolved]:
    return of_type(progress, ExchangeResolved)


def test_after_an_exchange_the_table_asks_what_comes_next() -> None:
    progress = play(muster(), *ONCE)

    assert asked(progress).options == (EXCHANGE, TURN, CHANGE, END)
    assert [(event.turn, event.exchange) for event in resolved(progress)] == [(1, 1)]
    assert sentence(resolved(progress)[0]) == (
        "Exchange 1, turn 1: Aya: 4 suffered, 2 wounds left. Chiyo: 1 suffered, 4 wounds left."
    )


def test_the_end_tells_how_everybody_stands() -> None:
    outcome = play(muster(AYA, CHIYO, fighter("Chiyo", model="Oni", wounds_left=9)), *ONCE, END).outcome

    assert outcome is not None
    assert (outcome.turns, outcome.exchanges) == (1, 1)
    assert standing(outcome) == (
        "Aya: wounds left 2, counters 1, Ki 0.",
        "Chiyo: wounds left 4, counters 1, Ki 0.",
        "Oni of Chiyo: wounds left 9, counters 2, Ki 0.",
    )


def test_wounds_and_counters_carry_over_to_the_next_exchange() -> None:
    # Chiyo activates now, so she attacks first: 5 against 4, success level 1.
    second = play(muster(), *ONCE, EXCHANGE, "Chiyo", *ONCE)
    first, other = (event.outcome for event in resolved(second))
    assert [(side.name, side.wounds_left, side.counters) for side in first.sides] == [  # type: ignore[attr-defined]
        ("Aya", 2, 1),
        ("Chiyo", 4, 1),
    ]
    assert [(side.name, side.wounds_left, side.counters) for side in other.sides] == [  # type: ignore[attr-defined]
        ("Chiyo", 0, 1),
        ("Aya", 1, 0),
    ]


def test_a_state_gained_in_one_exchange_costs_a_die_in_the_next() -> None:
    sweeper = fighter("Aya", 4, special="Sweep Attack", cost=1)
    people = muster(sweeper, CHIYO)
    answers = (melee([6, 5, 4], []), melee([3], [2, 2]), damage(1, 2), EXCHANGE, "Chiyo", "none")

    progress = play(people, *answers)

    assert isinstance(progress.waiting_for, Throw)
    # Prone costs Chiyo one of three dice.
    assert (progress.waiting_for.player, progress.waiting_for.total) == ("Chiyo", 2)


def test_what_cost_something_is_asked_again_and_what_was_declined_is_not() -> None:
    paid = replace(AYA, ki=4, melee_boost_cost=1, decisions=Decisions(special="none", boosts=1))
    progress = play(muster(paid), melee([4, 2], [5, 1]), *ONCE[1:], EXCHANGE, "Aya")

    assert asked(progress).purpose == "boosts"
    assert asked(progress).options == ("0", "1", "2", "3")


def test_two_exchanges_leave_a_model_exhausted_until_the_next_turn() -> None:
    tough = fighter("Aya", 3, wounds_left=50)
    people = muster(tough, fighter("Chiyo", 3, wounds_left=50))
    tired = play(people, *ONCE, EXCHANGE, "Aya", *ONCE, EXCHANGE, "Aya")
    fresh = play(people, *ONCE, EXCHANGE, "Aya", *ONCE, TURN, EXCHANGE, "Aya")

    assert isinstance(tired.waiting_for, Throw)
    assert isinstance(fresh.waiting_for, Throw)
    assert (tired.waiting_for.total, fresh.waiting_for.total) == (2, 3)
    assert [event.turn for event in of_type(fresh, TurnBegan)] == [2]


def test_a_turn_gives_ki_and_ends_the_states_it_is_said_to_end() -> None:
    ran = replace(AYA, states=frozenset({State.RAN, State.BLIND}), ki=1, ki_each_turn=2)
    people = muster(ran)
    rolls = (melee([4], []), melee([], [6, 6, 6]))

    outcome = play(people, *rolls, TURN, END).outcome
    kept = play(replace(people, turns=Turns(ends=frozenset({State.BLIND}))), *rolls, TURN, EXCHANGE, "Aya")

    assert outcome is not None
    assert outcome.standing[0] == "Aya: wounds left 6, counters 2, Ki 3, blind."
    assert isinstance(kept.waiting_for, Throw)
    assert kept.waiting_for.total == 2


def test_a_removed_model_is_replaced_by_another_of_its_player() -> None:
    weak, oni = fighter("Chiyo", 3, wounds_left=1), fighter("Chiyo", 5, model="Oni", wounds_left=9)
    people = muster(AYA, weak, oni)
    answers = (melee([6, 5], [4]), melee([2], [2, 2]), damage(5, 5))

    alone = play(people, *answers, EXCHANGE, "Aya")
    progress = play(people, *answers, EXCHANGE, "Aya", "no")

    assert asked(alone).purpose == "charge"
    assert isinstance(progress.waiting_for, Throw)
    assert play(people, *answers, EXCHANGE, "Aya", "yes").events != progress.events
    both = play(people, *ONCE[:2], damage(1, 1), damage(1, 1), EXCHANGE, "Chiyo")
    assert asked(both).options == ("Chiyo", "Oni")


def test_an_evening_without_anybody_left_is_over_at_once() -> None:
    weak = fighter("Chiyo", 3, wounds_left=1)

    outcome = play(muster(AYA, weak), melee([6, 5], [4]), melee([2], [2, 2]), damage(5, 5)).outcome

    assert outcome is not None
    assert outcome.standing == ("Aya: wounds left 6, counters 1, Ki 0.",)


def test_a_last_stand_is_over_with_the_turn() -> None:
    stubborn = fighter("Chiyo", 3, wounds_left=1, traits=Traits(last_stand=True))
    answers = (melee([6, 5], [4]), melee([2], [2, 2]), damage(5, 5))

    assert play(muster(AYA, stubborn), *answers).outcome is None
    assert play(muster(AYA, stubborn), *answers, TURN).outcome is not None


@pytest.mark.parametrize(
    ("what", "dice"),
    [
        ("prone begins", 2),
        ("1 enemy more assists", 2),
        ("1 Ki more", 3),
        ("1 counter less", 2),
        ("nothing", 3),
    ],
)
def test_what_befalls_a_model_between_exchanges_counts_in_the_next(what: str, dice: int) -> None:
    progress = play(muster(), *ONCE, CHANGE, "Aya", what, EXCHANGE, "Aya")

    assert isinstance(progress.waiting_for, Throw)
    assert progress.waiting_for.total == dice
    told = [(event.name, event.what) for event in of_type(progress, Changed)]
    assert told == ([] if what == "nothing" else [("Aya", what)])


def test_states_end_and_wounds_heal_when_the_players_say_so() -> None:
    hurt = replace(AYA, states=frozenset({State.PRONE}))
    rolls = (melee([4], [1]), melee([], [6, 6, 6]))

    progress = play(muster(hurt), *rolls, CHANGE, "Aya", "prone ends", CHANGE, "Aya", "1 wound healed", END)

    assert progress.outcome is not None
    assert progress.outcome.standing[0].startswith("Aya: wounds left 7,")
    again = play(muster(hurt), *rolls, CHANGE, "Aya", "prone ends", CHANGE, "Aya")
    assert "prone begins" in asked(again).options


def test_contact_that_lasts_is_known_when_the_next_activation_begins() -> None:
    spear = fighter("Chiyo", 3, traits=Traits(reach=True), in_contact_at_start=True)
    stayed = play(muster(AYA, spear), *ONCE[:2], damage(1, 1), damage(1, 1), EXCHANGE, "Aya")

    # Both still touch when Aya activates again, so her Reach gives no initiative and nobody is asked.
    assert isinstance(stayed.waiting_for, Throw)
    pushed = fighter("Aya", 4, special="Push Attack", cost=1)
    apart = play(muster(pushed, spear), melee([6, 5, 4], []), melee([3], [2, 2]), EXCHANGE, "Aya", "no")
    assert asked(apart).purpose == "contact_at_start"


def in_vain(aya: int = 3, chiyo: int = 3) -> tuple[Roll, Roll]:
    """Return an exchange in which both defend with all their dice."""
    return melee([], [6] * aya), melee([], [6] * chiyo)


COORDINATED = Traits(coordinated_attack=True)


@pytest.mark.parametrize(
    ("given", "first", "question", "dice"),
    [
        pytest.param(
            {"traits": COORDINATED},
            4,
            "Aya: does Co-ordinated Attack count in this exchange?",
            {"no": 3, "yes": 4},
            id="co-ordinated attack",
        ),
        pytest.param(
            {"weapons": (Weapon("fan", traits=COORDINATED),)},
            4,
            "Aya: does Co-ordinated Attack count in this exchange?",
            {"no": 3, "yes": 4},
            id="of a weapon",
        ),
        pytest.param(
            {"bonus_dice": -2},
            1,
            "Aya: do its other dice (-2) count in this exchange?",
            {"no": 3, "yes": 1},
            id="other dice",
        ),
        pytest.param(
            {"traits": Traits(split_attack=True), "additional_exchanges": 2},
            1,
            "Aya: how many further exchanges does its Split Attack have?",
            {"0": 3, "1": 2, "2": 1},
            id="split attack",
        ),
    ],
)
def test_what_belongs_to_one_exchange_is_asked_anew_for_the_next(
    given: dict[str, object], first: int, question: str, dice: dict[str, int]
) -> None:
    people = muster(replace(AYA, **given))  # type: ignore[arg-type]
    again = (EXCHANGE, "Aya")

    assert asked(play(people, *in_vain(first), *again)).reason == question
    for answer, count in dice.items():
        second = (*in_vain(first), *again, answer)
        thrown = play(people, *second).waiting_for
        assert isinstance(thrown, Throw)
        assert thrown.total == count
        # Whatever counted in one, the card still has it for the next.
        assert asked(play(people, *second, *in_vain(count), *again)).reason == question


def test_only_an_activating_model_splits_its_attack() -> None:
    people = muster(replace(AYA, traits=Traits(split_attack=True), additional_exchanges=2))

    progress = play(people, *in_vain(1), EXCHANGE, "Chiyo")

    assert isinstance(progress.waiting_for, Throw)
    assert [event.pool for event in of_type(progress, PoolFixed)[2:]] == [3, 3]


def test_nobody_touches_a_model_that_is_gone() -> None:
    """Aya and Chiyo stay in contact, then Bea takes Chiyo out; so Aya may charge Oni."""
    chiyo, bea = fighter("Chiyo", 3, wounds_left=2), fighter("Aya", 3, model="Bea")
    oni = fighter("Chiyo", 3, model="Oni")
    people = Muster(Exchange(AYA, chiyo), (AYA, chiyo, bea, oni))
    killed = (melee([6, 6, 6], []), melee([6, 6, 6], []), damage(6, 6))
    touching = (EXCHANGE, "Aya", "Aya", "Chiyo")
    alone = (EXCHANGE, "Aya", "Bea", "Chiyo", "no", *killed, EXCHANGE, "Aya", "Aya")

    assert isinstance(play(people, *in_vain(), *touching).waiting_for, Throw)
    assert asked(play(people, *in_vain(), *alone)).purpose == "charge"
    helped = replace(AYA, assisting_enemies=1)
    others = Muster(Exchange(helped, chiyo), (helped, chiyo, bea, oni))
    # An enemy that assists touches Aya as before.
    assert isinstance(play(others, *in_vain(2), *alone).waiting_for, Throw)


def test_who_moves_away_may_leave_others_too() -> None:
    """Aya and Chiyo stay in contact, then Chiyo steps aside from Bea; so Aya may charge Chiyo."""
    chiyo = fighter("Chiyo", 4, special="Sidestep Defence", decisions=Decisions())
    bea = fighter("Aya", 3, model="Bea")
    people = Muster(Exchange(AYA, chiyo), (AYA, chiyo, bea))
    touching = ("none", *in_vain(3, 4), EXCHANGE, "Aya")
    aside = ("Bea", "no", "Sidestep Defence", *in_vain(), EXCHANGE, "Aya", "Aya")

    assert asked(play(people, *touching, "Aya")).purpose == "special"
    assert asked(play(people, *touching, *aside)).purpose == "charge"


@pytest.mark.parametrize(
    "leave",
    [
        pytest.param((CHANGE, "Chiyo", "removed"), id="said to be removed"),
        pytest.param((TURN,), id="after its Last Stand"),
    ],
)
def test_who_is_taken_away_between_exchanges_touches_nobody(leave: tuple[str, ...]) -> None:
    stubborn = fighter("Chiyo", 3, traits=Traits(last_stand=True), wounds_left=1)
    oni = fighter("Chiyo", model="Oni")
    hit = (melee([6, 5], [4]), melee([2], [2, 2]), damage(5, 5))
    people = muster(AYA, stubborn, oni)

    assert asked(play(people, *hit, EXCHANGE, "Aya")).options == ("Chiyo", "Oni")
    assert isinstance(play(people, *hit, EXCHANGE, "Aya", "Oni").waiting_for, Throw)
    assert asked(play(people, *hit, *leave, EXCHANGE, "Aya")).purpose == "charge"


def test_the_last_model_that_is_removed_ends_the_evening() -> None:
    over = play(muster(), *ONCE, CHANGE, "Chiyo", "removed")

    assert over.outcome is not None
    assert over.outcome.standing == ("Aya: wounds left 2, counters 1, Ki 0.",)
    assert of_type(over, Changed) == [Changed("Chiyo", "removed")]


def test_a_wound_more_takes_the_last_box_of_a_last_stand_alone() -> None:
    def options(last_stand: bool) -> tuple[str, ...]:
        chiyo = fighter("Chiyo", 3, wounds_left=1, traits=Traits(last_stand=last_stand))
        return asked(play(muster(AYA, chiyo), *in_vain(), CHANGE, "Chiyo")).options

    assert "1 wound more" not in options(last_stand=False)
    assert "1 wound more" in options(last_stand=True)


def test_a_special_that_cannot_be_paid_any_more_is_asked_not_refused() -> None:
    declared = Fighter(
        "Aya",
        2,
        20,
        weapons=(Weapon("fan", specials=(Special("Push Defence", SpecialKind.DEFENCE, 1),)),),
        decisions=Decisions(special="Push Defence"),
    )
    rolls = (melee([4], []), melee([6], [6, 6]), damage(1, 1))

    progress = play(muster(declared), *rolls, CHANGE, "Aya", "blind begins", EXCHANGE, "Aya")

    assert isinstance(progress.waiting_for, Throw)
    assert progress.waiting_for.total == 1


def test_models_of_one_player_have_names_of_their_own() -> None:
    with pytest.raises(ValueError, match=r"Chiyo\.models: expected names of their own, found 'Chiyo' twice"):
        muster(AYA, CHIYO, fighter("Chiyo", 5))


def test_an_unknown_wish_is_refused_and_the_question_stays() -> None:
    with pytest.raises(ChoiceRejected, match="expected one of next exchange, next turn, change, end"):
        play(muster(), *ONCE, "sleep")
    assert asked(play(muster(), *ONCE)).purpose == "evening"


def some_evening(people: Muster, chance: Random, questions: int) -> tuple[Answer, ...]:
    """Return as many answers as there are questions, fewer where the evening ends before."""
    answers: list[Answer] = []
    procedure: Procedure[EveningOutcome] = evening(people)
    answer: Answer | None = None
    try:
        while len(answers) < questions:
            step = procedure.send(answer)
            if isinstance(step, Throw):
                answer = any_roll(step, chance)
            elif isinstance(step, Choice):
                answer = chance.choice(step.options)
            else:
                answer = None
                continue
            answers.append(answer)
    except StopIteration:
        pass
    return tuple(answers)


@given(chance=st.randoms(use_true_random=False))
def test_any_evening_goes_on_and_undo_across_exchanges_is_a_fresh_run(chance: Random) -> None:
    setup = some_exchange(chance)
    people = Muster(setup, (setup.active, setup.other, fighter("Chiyo", 4, model="Oni")))
    answers = some_evening(people, chance, 60)
    places = chance.sample(range(len(answers) + 1), min(4, len(answers)))

    full = play(people, *answers)
    begun = {place: play(people, *answers[:place]) for place in places}

    assert play(people, *answers) == full
    for place, progress in begun.items():
        assert full.events[: len(progress.events)] == progress.events
        assert play(people, *answers[:place]) == progress
    for event in resolved(full):
        for side in event.outcome.sides:  # type: ignore[attr-defined]
            assert side.wounds_left >= 0
            assert 0 <= side.counters <= 2
            assert side.ki >= 0


def test_the_first_answers_of_an_evening_are_those_of_the_exchange_alone() -> None:
    people = muster()
    alone = replay(people.meet, ONCE)

    begun = play(people, *ONCE)

    assert begun.events[:-1] == alone.events
    assert resolved(begun)[0].outcome == alone.outcome


def test_an_evening_starts_over_from_its_answers_alone() -> None:
    people = muster()
    answers: tuple[Answer, ...] = (*ONCE, TURN, EXCHANGE, "Chiyo")

    later = play(people, *answers, Roll.of({"attack": [6, 6, 6]}))

    assert play(people, *answers).waiting_for is not None
    assert later.events != play(people, *answers).events
    assert play(people, *answers, Roll.of({"attack": [6, 6, 6]})) == later
