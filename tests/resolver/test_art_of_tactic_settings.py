"""Every reading that the text of Art of Tactic leaves open: what default and other side do up to step 7."""

from dataclasses import replace
from typing import Any

import pytest

from resolver.art_of_tactic.editions import ART_OF_TACTIC, ORDERS, Edition, Modifiers
from resolver.art_of_tactic.events import (
    AttackValueFixed,
    DefenseFixed,
    FortitudeDue,
    FortitudeReason,
    FortitudeTested,
    Move,
    PanickedUnknown,
)
from resolver.art_of_tactic.fighter import Morale
from tests.resolver.melees import finished, of_type, one_turn, play, reports, unit
from tests.resolver.readings import both, switched

KILLER: dict[str, Any] = {"attack_vs_infantry": 20, "fortitude": 20}


@both("flank_counts_when_continuing")
def test_a_melee_that_goes_on_is_fought_face_to_face(edition: Edition, is_default: bool) -> None:
    behind = unit("A", "T", facing="rear", fights=["B"])
    setup = one_turn(behind, unit("B", "U"), edition=edition)

    due = of_type(play(setup), FortitudeDue)

    assert [test.fortitude for test in due] == ([] if is_default else [5])


@both("flank_counts_when_continuing")
def test_a_flank_is_the_front_in_the_next_turn(edition: Edition, is_default: bool) -> None:
    behind = unit("A", "T", order="assault", facing="flank", fights=["B"])
    setup = one_turn(behind, unit("B", "U"), edition=edition, turns=2, ask_retreat=False)

    due = of_type(play(setup, [1], [20], [20]), FortitudeDue)

    assert len(due) == (1 if is_default else 2)


@both("test_each_flank_attacker")
def test_two_surprises_are_two_tests(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", order="assault", facing="flank", fights=["B"]),
        unit("C", "T", order="assault", facing="rear", fights=["B"]),
        unit("B", "U", fights=["A"]),
        edition=edition,
    )

    due = of_type(play(setup, *[[1]] * (2 if is_default else 1)), FortitudeDue)

    assert [(test.enemy, test.fortitude) for test in due] == (
        [("A", 7), ("C", 5)] if is_default else [("C", 5)]
    )


@both("fights_after_flight")
def test_who_is_put_to_flight_before_combat_still_fights(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", order="assault", facing="rear", fights=["B"]),
        unit("B", "U", morale="shaken", attack_vs_infantry=20),
        edition=edition,
    )
    throws = ([20], [20]) if is_default else ([20],)

    found = reports(finished(setup, [20], *throws))

    assert found["B"].put_to_flight
    assert found["B"].attack_values == ((17,) if is_default else (0,))


@both("defense_follows_morale")
def test_defense_is_worked_out_anew_after_a_flank_test(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", order="assault", facing="rear", fights=["B"]),
        unit("B", "U", defense=3),
        edition=edition,
    )

    fixed = {event.name: event.defense for event in of_type(play(setup, [20]), DefenseFixed)}

    assert fixed["B"] == (2 if is_default else 3)


def test_defense_stays_after_a_flank_test_once_a_hit_was_taken() -> None:
    setup = one_turn(
        unit("A", "T", order="assault", facing="rear", fights=["B"]),
        unit("B", "U", defense=3, defense_spent=1),
    )

    fixed = {event.name: event.defense for event in of_type(play(setup, [20]), DefenseFixed)}

    assert fixed["B"] == 2


@both("attack_value_within_die")
@pytest.mark.parametrize(("base", "free", "kept"), [(25, 25, 20), (0, 0, 1), (7, 7, 7)])
def test_an_attack_value_may_leave_the_die(
    edition: Edition, is_default: bool, base: int, free: int, kept: int
) -> None:
    setup = one_turn(unit("A", "T", attack_vs_infantry=base, fights=["B"]), unit("B", "U"), edition=edition)
    progress = play(setup, [1], [20])

    value = free if is_default else kept
    assert of_type(progress, FortitudeDue) == []
    assert progress.outcome is not None
    found = reports(progress.outcome)
    assert found["A"].attack_values == (value,)
    assert found["A"].hits == ((1,) if value >= 1 else (0,))


@both("flee_adds_to_morale")
def test_fleeing_is_what_shaken_is(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", attack_vs_infantry=9, morale="shaken", order="flee", fights=["B"]),
        unit("B", "U"),
        edition=edition,
    )

    found = reports(finished(setup, [20], [20]))

    assert found["A"].attack_values == ((6,) if is_default else (3,))


@both("shaken_drops_order")
def test_who_becomes_shaken_loses_the_order(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", order="assault", facing="rear", fights=["B"]),
        unit("B", "U", order="assault", morale="hesitant", attack_vs_infantry=9),
        edition=edition,
    )

    found = reports(finished(setup, [20], [20], [20]))

    assert found["B"].morale is Morale.SHAKEN
    assert found["B"].attack_values == ((6,) if is_default else (8,))


@both("shaken_drops_order")
def test_a_shaken_unit_cannot_be_given_an_assault(edition: Edition, is_default: bool) -> None:
    shaken = unit("A", "T", order="assault", morale="shaken", fights=["B"])

    if is_default:
        with pytest.raises(ValueError, match=r"A\.order: expected continuing, flee, retreat .* 'assault'"):
            one_turn(shaken, unit("B", "U"), edition=edition)
    else:
        assert one_turn(shaken, unit("B", "U"), edition=edition)


@both("defend_engages_two")
def test_one_target_a_turn(edition: Edition, is_default: bool) -> None:
    def setup() -> Any:
        return one_turn(
            unit("A", "T", order="defend", attack_vs_infantry=20, models=2, fights=["B", "C"]),
            unit("B", "U", fights=["A"], models=3),
            unit("C", "U", fights=["A"], models=3),
            edition=edition,
        )

    if is_default:
        with pytest.raises(ValueError, match=r"A\.fights: expected at most 1 for order 'defend', found 2"):
            setup()
        return
    asked = [play(setup(), *throws).waiting_for for throws in ([], [[1, 1]], [[1, 1], [1, 1]])]
    assert [one.reason for one in asked if one is not None] == [
        "attack: 2D20 A at B, hits on 20 or less",
        "attack: 2D20 A at C, hits on 20 or less",
        "attack: 3D20 B, hits on 0 or less",
    ]
    found = reports(finished(setup(), [1, 1], [1, 1], [1, 1, 1], [1, 1, 1], [1], [1]))
    assert found["A"].hits == (2, 2)
    assert (found["B"].casualties, found["C"].casualties) == (2, 2)
    assert found["A"].next_enemies == ("B", "C")


def test_two_targets_stay_two_while_the_melee_goes_on_and_in_a_retreat() -> None:
    setup = one_turn(
        unit("A", "T", order="defend", models=2, fights=["B", "C"]),
        unit("B", "U", fights=["A"]),
        unit("C", "U", fights=["A"]),
        edition=switched("defend_engages_two", True),
        turns=3,
    )
    throws = ([20, 20], [20, 20], [20], [20])

    outcome = finished(setup, *throws, "none", "none", *throws, "A", "none", *throws)

    assert [report.units[0].targets for report in outcome.turns] == [("B", "C")] * 3
    assert outcome.turns[2].units[0].left is Move.RETREAT


@both("one_casualty_test")
def test_losses_of_a_turn_are_one_test(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["B"]),
        unit("C", "T", **KILLER, fights=["B"]),
        unit("D", "T", **KILLER, fights=["B"]),
        unit("B", "U", models=5, defense=1, fights=["A"]),
        edition=edition,
    )
    tests: list[list[int]] = [[8]] if is_default else [[8], [8]]

    progress = play(setup, [1], [1], [1], [20] * 5, *tests)

    due = of_type(progress, FortitudeDue)
    assert progress.outcome is not None
    assert [(test.enemy, test.fortitude) for test in due] == (
        [("", 8)] if is_default else [("C", 8), ("D", 8)]
    )


@both("roll_hopeless_tests")
def test_a_fortitude_of_nothing_is_not_thrown_for(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["B"]), unit("B", "U", models=2, fortitude=1), edition=edition
    )
    tests = [] if is_default else [[1]]

    progress = play(setup, [1], [20, 20], *tests)

    assert progress.outcome is not None
    (tested,) = of_type(progress, FortitudeTested)
    assert (tested.fortitude, tested.passed, tested.face) == (0, False, None if is_default else 1)


@both("flight_by_level_before")
@pytest.mark.parametrize("level", ["normal", "hesitant", "shaken"])
def test_the_level_before_the_test_decides_on_flight(edition: Edition, is_default: bool, level: str) -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["B"]), unit("B", "U", models=2, morale=level), edition=edition
    )

    found = reports(finished(setup, [1], [20, 20], [20]))

    flees = {"normal": not is_default, "hesitant": True, "shaken": is_default}[level]
    assert found["B"].put_to_flight is flees


@both("honor_prevents_flight")
def test_a_lost_marker_replaces_the_flight(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["B"]),
        unit("B", "U", models=2, morale="hesitant", honor=1),
        edition=edition,
    )

    found = reports(finished(setup, [1], [20, 20], [20]))

    assert found["B"].honor == 0
    assert found["B"].morale is Morale.HESITANT
    assert found["B"].put_to_flight is not is_default


@both("surrendered_staff_is_lost")
def test_a_staff_that_surrenders_is_lost(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["B"]),
        unit("B", "U", models=2, morale="panicked", general_staff=True, fortitude=2),
        unit("C", "U", staff_near=True),
        edition=edition,
    )
    tests: list[list[int]] = [[20], [8]] if is_default else [[20]]

    progress = play(setup, [1], [20, 20], *tests)

    assert progress.outcome is not None
    due = [(test.name, test.reason, test.fortitude) for test in of_type(progress, FortitudeDue)]
    staff = ("B", FortitudeReason.CASUALTIES, 2)
    assert due == ([staff, ("C", FortitudeReason.STAFF_LOST, 8)] if is_default else [staff])
    (turn,) = progress.outcome.turns
    assert turn.staff_gone == ("U",)
    assert turn.staff_lost == (("U",) if is_default else ())


@pytest.mark.parametrize(("key", "facing"), [("flank_fortitude", "flank"), ("rear_fortitude", "rear")])
@pytest.mark.parametrize("number", [None, -1])
def test_a_surprise_costs_its_number(key: str, facing: str, number: int | None) -> None:
    changed: dict[str, Any] = {} if number is None else {key: number}
    setup = one_turn(
        unit("A", "T", order="assault", facing=facing, fights=["B"]),
        unit("B", "U"),
        edition=replace(ART_OF_TACTIC, **changed),
    )

    (due,) = of_type(play(setup), FortitudeDue)

    assert due.fortitude == 10 + ({"flank": -3, "rear": -5}[facing] if number is None else number)


@pytest.mark.parametrize(("number", "fortitude"), [(-2, 6), (-4, 4)])
def test_a_lost_staff_costs_its_number_once(number: int, fortitude: int) -> None:
    setup = one_turn(
        unit("A", "T", attack_vs_infantry=20, fortitude=20, models=2, fights=["B"]),
        unit("B", "U", general_staff=True, models=1),
        unit("C", "U", models=3, casualties=2),
        edition=replace(ART_OF_TACTIC, staff_lost_fortitude=number),
    )

    (due,) = of_type(play(setup, [1, 1], [20]), FortitudeDue)

    assert (due.name, due.fortitude, due.step) == ("C", fortitude, 6)


@pytest.mark.parametrize("panicked", [None, Modifiers(-5, -4, -4)])
def test_panicked_units_have_the_numbers_given_or_shakens_with_a_warning(panicked: Modifiers | None) -> None:
    setup = one_turn(
        unit("A", "T", attack_vs_infantry=9, morale="panicked", fights=["B"]),
        unit("B", "U"),
        edition=replace(ART_OF_TACTIC, panicked=panicked),
    )

    progress = play(setup, [20], [20])

    assert progress.outcome is not None
    assert reports(progress.outcome)["A"].attack_values == ((6,) if panicked is None else (4,))
    assert len(of_type(progress, PanickedUnknown)) == (panicked is None)


# The modifiers of the specification's table, written down once more.
WRITTEN = {
    "assault": (2, 0, 0),
    "fire_and_retreat": (-2, -1, -1),
    "all_around_defense": (-2, 1, -1),
    "defend": (0, 1, 1),
    "fire_ranged_weapons": (0, 0, 0),
    "march": (0, 0, 0),
    "run": (0, 0, 0),
    "move_and_fire": (-1, 0, 0),
    "retreat": (-1, -1, -1),
    "flee": (-3, -2, -2),
}


def test_all_orders_are_written_down_and_only_assault_is_sure() -> None:
    assert set(WRITTEN) == set(ORDERS)
    assert [name for name, order in ORDERS.items() if order.verified] == ["assault"]


@pytest.mark.parametrize("order", WRITTEN)
def test_each_order_changes_attack_defense_and_fortitude(order: str) -> None:
    attack, defense, fortitude = WRITTEN[order]
    setup = one_turn(
        unit("A", "T", **KILLER, dice_per_model=5, fights=["B"]),
        unit("B", "U", models=6, attack_vs_infantry=9, defense=3, order=order),
    )

    progress = play(setup, [1] * 5, [20] * 6)

    fixed = {event.name: event.defense for event in of_type(progress, DefenseFixed)}["B"]
    (due,) = of_type(progress, FortitudeDue)
    assert fixed == 3 + defense
    assert due.fortitude == 10 - (5 - fixed) + fortitude
    value = next(event for event in of_type(progress, AttackValueFixed) if event.name == "B")
    assert value.parts[0] == ("against infantry", 9)
    assert value.attack_value == sum(number for _, number in value.parts) == 9 + attack
