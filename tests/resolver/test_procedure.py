"""Asking and answering: what a throw and a choice accept, and what replay does with answers."""

import pytest

from resolver.dice import Dice, Roll, RollRejected
from resolver.procedure import Choice, ChoiceRejected, Procedure, Throw, choose, replay, throw

MELEE = Throw("melee", "Aya", (Dice("attack", 0, 3), Dice("defence", 0, 3)), 3, "throw")
AGGRESSIVE = Throw("melee", "Aya", (Dice("attack", 2, 3), Dice("defence", 0, 1)), 3, "throw")
REROLL = Throw(
    "reroll", "Aya", (Dice("attack", 3, 3),), 3, "again", before=Roll.of({"attack": [5, 1, 1]}), may_change=1
)


@pytest.mark.parametrize(
    ("asked", "faces", "message"),
    [
        (
            MELEE,
            {"attack": [4, 2], "defence": [5, 5]},
            "Aya: expected 3 dice (attack and defence), saw 4",
        ),
        (MELEE, {"attack": [4]}, "Aya: expected 3 dice (attack and defence), saw 1"),
        (MELEE, {"attack": [4, 2, 7]}, "Aya: expected attack faces from 1 to 6, saw 7"),
        (MELEE, {"attack": [4, 2, 0]}, "Aya: expected attack faces from 1 to 6, saw 0"),
        (MELEE, {"attack": [4, 2], "damage": [1]}, "Aya: expected attack and defence dice only, saw damage"),
        (AGGRESSIVE, {"attack": [4], "defence": [2, 2]}, "Aya: expected 2 to 3 attack dice, saw 1"),
        (REROLL, {"attack": [5, 2, 2]}, "Aya: expected at most 1 die to change, saw 2"),
        (REROLL, {"attack": [5, 1]}, "Aya: expected 3 dice (attack), saw 2"),
    ],
)
def test_a_throw_refuses_with_expected_and_seen(
    asked: Throw, faces: dict[str, list[int]], message: str
) -> None:
    with pytest.raises(RollRejected) as refused:
        asked.check(Roll.of(faces))

    assert str(refused.value) == message


@pytest.mark.parametrize("after", [[5, 1, 1], [5, 1, 6], [2, 1, 1]])
def test_a_reroll_accepts_up_to_its_dice_changed_or_none(after: list[int]) -> None:
    REROLL.check(Roll.of({"attack": after}))


def toy() -> Procedure[int]:
    roll = yield from throw(MELEE)
    answer = yield from choose(Choice("double", "Aya", ("yes", "no"), "double?"))
    return sum(roll.faces("attack")) * (2 if answer == "yes" else 1)


ROLL = Roll.of({"attack": [4, 2], "defence": [5]})


def test_replay_asks_then_finishes() -> None:
    assert replay(toy, ()).waiting_for == MELEE
    assert replay(toy, (ROLL,)).outcome is None
    assert replay(toy, (ROLL, "yes")).outcome == 12


def test_a_refused_answer_changes_nothing() -> None:
    before = replay(toy, (ROLL,))

    with pytest.raises(ChoiceRejected, match="Aya: expected one of yes, no, saw 'maybe'"):
        replay(toy, (ROLL, "maybe"))

    assert replay(toy, (ROLL,)) == before
    assert replay(toy, (ROLL, "no")).outcome == 6


def test_an_answer_of_the_wrong_kind_is_refused() -> None:
    with pytest.raises(RollRejected, match="expected 3 dice, saw the choice 'yes'"):
        replay(toy, ("yes",))
    with pytest.raises(ChoiceRejected, match="expected one of yes, no, saw dice"):
        replay(toy, (ROLL, ROLL))


@pytest.mark.parametrize(("surplus", "refused"), [(ROLL, RollRejected), ("yes", ChoiceRejected)])
def test_answers_after_the_end_are_refused(surplus: Roll | str, refused: type[Exception]) -> None:
    with pytest.raises(refused, match="no further answer"):
        replay(toy, (ROLL, "yes", surplus))


def test_undo_is_replaying_one_answer_less() -> None:
    other = Roll.of({"attack": [6, 6], "defence": [1]})

    assert replay(toy, (other, "no")).outcome == 12
    assert replay(toy, (ROLL, "no")).outcome == 6
