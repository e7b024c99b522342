"""Every reading that the text of Art of Tactic leaves open: what default and other side do in step 8."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from resolver.art_of_tactic.editions import ART_OF_TACTIC, Edition
from resolver.art_of_tactic.events import (
    EndReason,
    EngagesNext,
    FortitudeDue,
    Freed,
    HonorGained,
    Left,
    MoraleChanged,
    Move,
    Pursues,
)
from resolver.art_of_tactic.fighter import Morale, Unit
from tests.resolver.melees import finished, of_type, one_turn, play, reports, unit
from tests.resolver.readings import both, switched

KILLER: dict[str, Any] = {"attack_vs_infantry": 20, "fortitude": 20}


@both("honor_before_tests")
def test_a_marker_won_this_turn_comes_after_the_tests(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", attack_vs_infantry=20, models=3, fortitude=8, fights=["B"]),
        unit("B", "U", models=2, attack_vs_infantry=5),
        edition=edition,
    )

    progress = play(setup, [1, 1, 1], [5, 20], [8])

    assert progress.outcome is not None
    found = reports(progress.outcome)
    (due,) = of_type(progress, FortitudeDue)
    assert due.fortitude == (7 if is_default else 9)
    assert found["A"].morale is (Morale.HESITANT if is_default else Morale.NORMAL)
    assert [gained.step for gained in of_type(progress, HonorGained)] == [8 if is_default else 6]
    assert found["A"].honor == 1


@both("honor_to_every_winner")
def test_each_unit_that_beat_the_enemy_gains_a_marker(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", **KILLER, fights=["B"]),
        unit("C", "T", **KILLER, fights=["B"]),
        unit("B", "U", fights=["A"]),
        edition=edition,
    )
    named: list[str] = [] if is_default else ["C"]

    found = reports(finished(setup, [1], [1], [20], *named))

    assert (found["A"].honor, found["C"].honor) == ((1, 1) if is_default else (0, 1))


@both("honor_to_fleeing_winner")
def test_a_winner_that_flees_keeps_its_marker(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", attack_vs_infantry=20, models=2, morale="hesitant", fights=["B"]),
        unit("B", "U", attack_vs_infantry=20),
        edition=edition,
    )

    found = reports(finished(setup, [1, 1], [1], [20]))

    assert found["A"].put_to_flight
    assert found["A"].honor == (1 if is_default else 0)


def next_of(*units: Unit, answers: Any = (), edition: Edition = ART_OF_TACTIC) -> Any:
    """Return what is said of A's next turn: whom it engages, whom it pursues, whether it is free."""
    progress = play(one_turn(*units, edition=edition), *answers)
    assert progress.outcome is not None, progress.waiting_for
    return (
        [event.enemy for event in of_type(progress, EngagesNext) if event.name == "A"],
        [event.enemy for event in of_type(progress, Pursues) if event.name == "A"],
        [event.name for event in of_type(progress, Freed) if event.name == "A"],
    )


@both("retreat_frees_winner")
@pytest.mark.parametrize("another", [True, False])
def test_a_retreating_enemy_leaves_its_winner_free(edition: Edition, is_default: bool, another: bool) -> None:
    found = next_of(
        unit("A", "T", fights=["B"], zone_of_control=["C"] if another else []),
        unit("B", "U", order="retreat"),
        unit("C", "U"),
        answers=([20], [20]),
        edition=edition,
    )

    if is_default:
        assert found == ([], [], ["A"])
    else:
        assert found == ((["C"], [], []) if another else ([], ["B"], []))


@pytest.mark.parametrize("edition", [ART_OF_TACTIC, switched("retreat_frees_winner", False)])
def test_whoever_still_attacks_keeps_it_in_the_melee(edition: Edition) -> None:
    found = next_of(
        unit("A", "T", fights=["B"]),
        unit("B", "U", order="retreat", fights=["A"]),
        unit("C", "U", fights=["A"]),
        answers=([20], [20], [20]),
        edition=edition,
    )

    assert found == (["C"], [], [])


@both("pursue_after_destruction")
@pytest.mark.parametrize("another", [True, False])
def test_the_destroyed_are_not_pursued(edition: Edition, is_default: bool, another: bool) -> None:
    found = next_of(
        unit("A", "T", **KILLER, fights=["B"], zone_of_control=["C"] if another else []),
        unit("B", "U"),
        unit("C", "U"),
        answers=([1], [20]),
        edition=edition,
    )

    if another:
        assert found == (["C"], [], [])
    else:
        assert found == (([], [], ["A"]) if is_default else ([], ["B"], []))


@both("orders_count_for_strongest")
def test_orders_do_not_make_an_enemy_stronger(edition: Edition, is_default: bool) -> None:
    found = next_of(
        unit("A", "T", **KILLER, fights=["B"], zone_of_control=["C", "D"]),
        unit("B", "U"),
        unit("C", "U", attack_vs_infantry=5),
        unit("D", "U", attack_vs_infantry=4, order="assault"),
        answers=([1], [20]),
        edition=edition,
    )

    assert found[0] == (["C"] if is_default else ["D"])


@both("flight_before_next_enemy")
@pytest.mark.parametrize("another", [True, False])
def test_a_winner_that_is_put_to_flight_runs(edition: Edition, is_default: bool, another: bool) -> None:
    setup = one_turn(
        unit(
            "A",
            "T",
            attack_vs_infantry=20,
            models=2,
            morale="hesitant",
            fights=["B"],
            zone_of_control=["C"] if another else [],
        ),
        unit("B", "U", attack_vs_infantry=20),
        unit("C", "U"),
        edition=edition,
    )

    progress = play(setup, [1, 1], [1], [20])

    runs = is_default or not another
    assert [event.move for event in of_type(progress, Left)] == ([Move.FLEE] if runs else [])
    assert [event.enemy for event in of_type(progress, EngagesNext) if event.name == "A"] == (
        [] if runs else ["C"]
    )
    assert of_type(progress, Pursues) == []


@both("retreating_unit_fights")
def test_who_retreats_fights_first(edition: Edition, is_default: bool) -> None:
    setup = one_turn(
        unit("A", "T", order="retreat", attack_vs_infantry=9, fights=["B"]), unit("B", "U"), edition=edition
    )
    throws: tuple[list[int], ...] = ([20], [20]) if is_default else ()

    progress = play(setup, *throws)

    assert progress.outcome is not None
    (left,) = of_type(progress, Left)
    assert (left.name, left.move, left.step) == ("A", Move.RETREAT, 8 if is_default else 1)
    assert reports(progress.outcome)["A"].attack_values == ((8,) if is_default else (0,))
    assert [event.name for event in of_type(progress, Freed)] == ["B"]
    assert progress.outcome.reason is EndReason.NOBODY_ENGAGED


@both("engaged_units_recover")
@pytest.mark.parametrize("face", [9, 10])
def test_engaged_units_do_not_recover(edition: Edition, is_default: bool, face: int) -> None:
    setup = one_turn(unit("A", "T", morale="hesitant", fights=["B"]), unit("B", "U"), edition=edition)
    tests = [] if is_default else [[face]]

    progress = play(setup, [20], [20], *tests)

    assert progress.outcome is not None
    better = not is_default and face == 9
    assert reports(progress.outcome)["A"].morale is (Morale.NORMAL if better else Morale.HESITANT)
    assert len(of_type(progress, MoraleChanged)) == better


def test_no_reading_is_without_a_test_of_both_sides() -> None:
    here = Path(__file__)
    written = here.read_text() + here.with_name("test_art_of_tactic_settings.py").read_text()

    for field in fields(Edition):
        if field.type is bool:
            assert f'@both("{field.name}")' in written, field.name
