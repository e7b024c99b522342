"""Steps of an Art of Tactic melee that no worked example shows, and input that cannot be used."""

from typing import Any

import pytest

from resolver.art_of_tactic.arithmetic import Damage, batches, damage, shared_damage
from resolver.art_of_tactic.events import (
    EndReason,
    EngagesNext,
    FortitudeDue,
    HonorGained,
    HonorHeld,
    Left,
    MeleeContinues,
    Move,
    OrderUnverified,
    Pursues,
    RetreatOrdered,
    StaffLost,
    Surrendered,
    TurnBegan,
)
from resolver.art_of_tactic.fighter import Army, Kind, Melee, Unit
from resolver.dice import RollRejected
from resolver.procedure import Choice, MissingData, Throw
from tests.resolver.melees import ARMIES, finished, of_type, one_turn, play, reports, unit

KILLER: dict[str, Any] = {"attack_vs_infantry": 20, "fortitude": 20}


@pytest.mark.parametrize(
    ("total", "available", "sizes"),
    [(6, None, (6,)), (6, 6, (6,)), (6, 7, (6,)), (12, 6, (6, 6)), (9, 6, (6, 3)), (3, 1, (1, 1, 1))],
)
def test_dice_are_thrown_in_batches_of_what_lies_ready(
    total: int, available: int | None, sizes: tuple[int, ...]
) -> None:
    assert batches(total, available) == sizes


def test_hits_of_attackers_one_by_one_do_what_their_sum_does() -> None:
    assert damage(7, 2, 4) == Damage(absorbed=2, casualties=4, lost=1, defense_left=0)
    assert shared_damage((1, 4, 2), 2, 4) == (Damage(1, 0, 0, 1), Damage(1, 3, 0, 0), Damage(0, 1, 1, 0))


def test_prompts_say_dice_unit_and_needed_number_and_how_many_are_read() -> None:
    setup = one_turn(
        unit(
            "samurai",
            "T",
            models=2,
            dice_per_model=3,
            attack_vs_infantry=8,
            order="assault",
            fights=["spears"],
        ),
        unit("spears", "U", models=4, fortitude=10),
        armies=(Army("T", dice=4), Army("U")),
    )
    asked = []
    throws: list[list[int]] = [[1, 20, 20, 20], [1, 20], [20] * 4, [9]]
    for count in range(len(throws)):
        waiting = play(setup, *throws[:count]).waiting_for
        assert isinstance(waiting, Throw)
        assert [dice.sides for dice in waiting.dice] == [20]
        asked.append((waiting.player, waiting.total, waiting.reason, waiting.goes_on))

    assert asked == [
        ("T", 4, "attack: 4D20 samurai, hits on 10 or less (0 of 6 read)", False),
        ("T", 2, "attack: 2D20 samurai, hits on 10 or less (4 of 6 read)", True),
        ("U", 4, "attack: 4D20 spears, hits on 0 or less", False),
        ("U", 1, "fortitude: 1D20 spears, needs 8 or less (casualties)", False),
    ]
    assert finished(setup, *throws).turns[0].units[0].dice == ((1, 1, 20, 20, 20, 20),)


def test_each_fortitude_test_of_a_unit_says_why_it_is_taken() -> None:
    """Two of them had the same words but for numbers, such as those of two attacks from the rear."""
    setup = one_turn(
        unit("A", "T", order="assault", facing="flank", fights=["B"]),
        unit("C", "T", order="assault", facing="rear", fights=["B"]),
        unit("D", "T", attack_vs_infantry=20, fights=["S"]),
        unit("E", "T", attack_vs_infantry=20, fights=["B"]),
        unit("S", "U", general_staff=True),
        unit("B", "U", models=2, fights=["A"]),
    )
    throws = [[1], [1], [20], [20], [1], [1], [20], [20, 20], [1], [1]]

    asked = [play(setup, *throws[:count]).waiting_for for count in range(len(throws))]

    assert [one.reason for one in asked if one is not None and one.purpose == "fortitude"] == [
        "fortitude before combat: 1D20 B, needs 7 or less (attacked by A from the flank)",
        "fortitude before combat: 1D20 B, needs 5 or less (attacked by C from the rear)",
        "fortitude: 1D20 B, needs 7 or less (General Staff lost)",
        "fortitude: 1D20 B, needs 7 or less (casualties)",
    ]


def test_the_melee_goes_on_without_orders_and_with_its_losses() -> None:
    setup = one_turn(
        unit("A", "T", attack_vs_infantry=8, order="assault", models=2, fights=["B"]),
        unit("B", "U", models=3, defense=1, attack_vs_infantry=6),
        turns=None,
    )
    first = ([1, 2], [20, 20, 20], [9])

    progress = play(setup, *first, "none", "none", [1, 20], [20, 20])

    assert [event.turn for event in of_type(progress, TurnBegan)] == [1, 2]
    assert [event.enemy for event in of_type(progress, MeleeContinues)][:2] == ["B", "A"]
    waiting = progress.waiting_for
    assert isinstance(waiting, Choice)
    assert (waiting.purpose, waiting.hidden, waiting.options) == ("retreat", True, ("none", "A"))
    # Defense is back: the one hit of the second turn is absorbed.
    outcome = play(setup, *first, "none", "none", [1, 20], [20, 20], "none", "B", [20, 20], [20, 20]).outcome
    assert outcome is not None
    assert [turn.units[0].attack_values for turn in outcome.turns] == [(10,), (8,), (8,)]
    assert [turn.units[1].models_left for turn in outcome.turns] == [2, 2, 2]
    assert [turn.units[1].attack_values for turn in outcome.turns] == [(6,), (6,), (5,)]
    assert outcome.units[1].left is Move.RETREAT
    assert outcome.reason is EndReason.NOBODY_ENGAGED


def test_retreats_are_told_after_both_players_decided() -> None:
    setup = one_turn(unit("A", "T", fights=["B"]), unit("B", "U"), turns=2)
    throws = ([20], [20])

    assert of_type(play(setup, *throws, "A"), RetreatOrdered) == []
    told = of_type(play(setup, *throws, "A", "none"), RetreatOrdered)

    assert [event.name for event in told] == ["A"]


def test_nobody_is_asked_for_retreats_where_the_set_up_says_so() -> None:
    setup = one_turn(unit("A", "T", fights=["B"]), unit("B", "U"), turns=2, ask_retreat=False)

    outcome = finished(setup, *[[20]] * 4)

    assert outcome.reason is EndReason.LAST_TURN
    assert len(outcome.turns) == 2


def test_an_equally_strong_next_enemy_is_named_by_the_winners_player() -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["B"], zone_of_control=["C", "D", "E"]),
        unit("B", "U"),
        unit("C", "U", attack_vs_infantry=6),
        unit("D", "U", attack_vs_infantry=4, staff_near=True),
        unit("E", "U", attack_vs_infantry=5),
        turns=2,
        ask_retreat=False,
    )

    asked = play(setup, [1], [20]).waiting_for
    progress = play(setup, [1], [20], "D")

    assert isinstance(asked, Choice)
    assert (asked.player, asked.options) == ("T", ("C", "D"))
    turned = of_type(progress, EngagesNext)
    assert [(event.name, event.enemy) for event in turned] == [("A", "D"), ("D", "A")]
    assert turned[0].considered == (("C", 6), ("D", 6), ("E", 5))
    assert of_type(progress, TurnBegan)[1].attacks == (("A", "D"), ("D", "A"))


def test_cavalry_counts_the_strength_of_enemies_against_cavalry() -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, kind="cavalry", fights=["B"], zone_of_control=["C", "D"]),
        unit("B", "U"),
        unit("C", "U", attack_vs_infantry=9, attack_vs_cavalry=2),
        unit("D", "U", attack_vs_infantry=2, attack_vs_cavalry=3),
    )

    progress = play(setup, [1], [20])

    assert [event.enemy for event in of_type(progress, EngagesNext) if event.name == "A"] == ["D"]


def test_an_enemy_put_to_flight_is_pursued_without_a_marker_unless_another_is_there() -> None:
    flees = unit("B", "U", models=2, morale="hesitant")
    alone = play(one_turn(unit("A", "T", **KILLER, fights=["B"]), flees), [1], [20, 20], [20])
    other = play(
        one_turn(unit("A", "T", **KILLER, fights=["B"], zone_of_control=["C"]), flees, unit("C", "U")),
        [1],
        [20, 20],
        [20],
    )

    assert [event.enemy for event in of_type(alone, Pursues)] == ["B"]
    assert [event.enemy for event in of_type(other, EngagesNext) if event.name == "A"] == ["C"]
    for progress in (alone, other):
        assert of_type(progress, HonorGained) == []
        assert [(event.name, event.move) for event in of_type(progress, Left)] == [("B", Move.FLEE)]


def test_a_second_marker_is_not_gained() -> None:
    setup = one_turn(unit("A", "T", **KILLER, honor=1, fights=["B"]), unit("B", "U"))

    progress = play(setup, [1], [20])

    assert [event.enemy for event in of_type(progress, HonorHeld)] == ["B"]
    assert progress.outcome is not None
    assert reports(progress.outcome)["A"].honor == 1


def test_a_unit_that_surrenders_to_a_flank_attack_is_not_fought() -> None:
    setup = one_turn(
        unit("A", "T", order="assault", facing="rear", fights=["B"]),
        unit("B", "U", morale="panicked", fortitude=18),
    )

    progress = play(setup, [20])

    assert [event.step for event in of_type(progress, Surrendered)] == [1]
    assert [event.name for event in of_type(progress, HonorGained)] == ["A"]
    assert progress.outcome is not None
    assert reports(progress.outcome)["A"].dice == ((),)


def test_the_loss_of_a_general_staff_has_all_its_army_test_at_once() -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["S"]),
        unit("S", "U", general_staff=True),
        unit("C", "U", models=2, staff_near=True, fights=[]),
        unit("D", "T", attack_vs_infantry=20, fights=["E"]),
        unit("E", "U", models=2, defense=0, fights=["D"]),
    )

    progress = play(setup, [1], [20], [1], [20, 20], [8], [7], [8])

    assert [(event.army, event.step) for event in of_type(progress, StaffLost)] == [("U", 6)]
    assert [(due.step, due.name, due.fortitude) for due in of_type(progress, FortitudeDue)] == [
        (6, "C", 8),
        (6, "E", 7),
        (7, "E", 7),
    ]
    assert progress.outcome is not None
    found = reports(progress.outcome)
    assert found["C"].morale.value == "normal"
    assert found["E"].morale.value == "hesitant"
    assert found["E"].put_to_flight is False


def test_a_general_staff_counts_as_having_a_commander_once() -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["S"]), unit("S", "U", models=2, general_staff=True, commander=True)
    )

    (due,) = of_type(play(setup, [1], [20, 20]), FortitudeDue)

    assert due.parts == (("card", 10), ("casualties", -1), ("Commander", 3))


def test_only_a_unit_in_melee_is_put_to_flight() -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["S"]),
        unit("S", "U", general_staff=True),
        unit("C", "U", models=2, morale="hesitant"),
    )

    found = reports(finished(setup, [1], [20], [20]))

    assert found["C"].morale.value == "shaken"
    assert found["C"].put_to_flight is False


def test_orders_without_printed_names_are_told_as_such() -> None:
    setup = one_turn(
        unit("A", "T", order="assault", fights=["B"]), unit("B", "U", order="all_around_defense")
    )

    told = of_type(play(setup), OrderUnverified)

    assert [(event.name, event.attack, event.defense, event.fortitude) for event in told] == [
        ("B", -2, 1, -1)
    ]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"models": -1}, "players.T.units.A.models: expected 1 to 99, found -1"),
        ({"models": 0}, "players.T.units.A.models: expected 1 to 99, found 0"),
        ({"dice_per_model": 200}, "players.T.units.A.dice_per_model: expected 1 to 20, found 200"),
        ({"fortitude": -3}, "players.T.units.A.fortitude: expected 0 to 99, found -3"),
        ({"defense": 1000}, "players.T.units.A.defense: expected 0 to 99, found 1000"),
        ({"attack_vs_cavalry": -1}, "players.T.units.A.attack_vs_cavalry: expected 0 to 99, found -1"),
        ({"honor": 2}, "players.T.units.A.honor: expected 0 to 1, found 2"),
        ({"models": 50, "dice_per_model": 4}, "expected at most 100 dice for the unit, found 200"),
        ({"fights": ["A"]}, "players.T.units.A.fights: expected enemies out of B, C, found 'A'"),
        ({"fights": ["D"]}, "players.T.units.A.fights: expected enemies out of B, C, found 'D'"),
        ({"fights": ["Z"]}, "players.T.units.A.fights: expected enemies out of B, C, found 'Z'"),
        ({"fights": ["B", "C"]}, "fights: expected at most 1 for order 'continuing', found 2"),
        ({"fights": ["B", "B"]}, "fights: expected each once, found 'B' twice"),
        ({"zone_of_control": ["D"]}, "zone_of_control: expected enemies out of B, C, found 'D'"),
        ({"name": "B"}, "players.U.units.B: expected a name of its own, found another unit 'B'"),
        ({"name": "none"}, "expected a name other than 'none'"),
        ({"army": "V"}, "units A: expected the army T or U, found 'V'"),
        ({"morale": "shaken", "order": "march"}, "expected continuing, flee, retreat for a shaken unit"),
        ({"general_staff": True}, "general_staff: expected one in the army, found A, D"),
    ],
)
def test_an_impossible_unit_is_refused_with_its_key(changed: dict[str, Any], message: str) -> None:
    fields = {"name": "A", "army": "T", "fights": ["B"], **changed}

    with pytest.raises(ValueError, match="expected") as refused:
        one_turn(
            unit(**fields), unit("B", "U"), unit("C", "U"), unit("D", "T", general_staff=True, fights=["B"])
        )

    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"armies": (Army("T"), Army("T"))}, "players: expected two names, found 'T' twice"),
        ({"turns": 0}, "turns: expected at least 1, found 0"),
        (
            {"armies": (Army("T"), Army("U", staff_lost=True))},
            "players.U.units.B.staff_near: expected false, as the General Staff is lost, found true",
        ),
    ],
)
def test_an_impossible_melee_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        one_turn(unit("A", "T", fights=["B"]), unit("B", "U", staff_near=True), **fields)

    assert str(refused.value) == message


def test_no_dice_at_all_are_refused() -> None:
    with pytest.raises(ValueError, match=r"players\.T\.dice\.count: expected at least 1, found 0"):
        Army("T", dice=0)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"order": "ambush"},
            "players.T.units.A.order: expected one of continuing, assault, fire_ranged_weapons, "
            "fire_and_retreat, move_and_fire, march, run, all_around_defense, defend, retreat, flee, "
            "found 'ambush'; add orders.ambush with attack, defense and fortitude",
        ),
        (
            {"attack_vs_infantry": None},
            "players.T.units.A.attack_vs_infantry: expected the card's value, as enemies are infantry, "
            "found nothing",
        ),
        (
            {"fights": []},
            "players.T.units.A.fights: expected an enemy for this unit or another, found nothing",
        ),
    ],
)
def test_missing_data_stops_before_the_first_throw(changed: dict[str, Any], message: str) -> None:
    setup = one_turn(
        unit("A", "T", **{"fights": ["B"], "attack_vs_cavalry": None, **changed}), unit("B", "U")
    )

    with pytest.raises(MissingData) as refused:
        play(setup)

    assert str(refused.value) == message


def test_a_unit_that_two_enemies_fight_must_say_whom_it_faces() -> None:
    setup = one_turn(unit("A", "T", fights=["B"]), unit("C", "T", fights=["B"]), unit("B", "U"))

    with pytest.raises(MissingData, match=r"players\.U\.units\.B\.fights: expected the one it faces of A, C"):
        play(setup)


def test_a_value_that_no_enemy_asks_for_may_be_missing() -> None:
    rider = Unit("A", "T", Kind.CAVALRY, 1, 1, 0, 10, attack_vs_infantry=5, fights=("B",))
    spears = Unit("B", "U", Kind.INFANTRY, 1, 1, 0, 10, attack_vs_cavalry=5)

    assert play(Melee(ARMIES, (rider, spears), turns=1), [20], [20]).outcome is not None


def test_two_hundred_dice_are_refused_and_the_question_stays() -> None:
    setup = one_turn(unit("A", "T", models=2, fights=["B"]), unit("B", "U"))
    before = play(setup)

    with pytest.raises(RollRejected, match=r"T: expected 2 dice \(attack\), saw 200"):
        play(setup, [1] * 200)
    with pytest.raises(RollRejected, match="T: expected attack faces from 1 to 20, saw 21"):
        play(setup, [1, 21])

    assert play(setup) == before
