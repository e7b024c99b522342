"""Charges, the Shield Bash, falls and breaking in the Mordheim-derived draft."""

import pytest

from resolver.mordheim.events import (
    BreakBegan,
    BreakOver,
    ChargeDropped,
    ChargeFailed,
    Fell,
    OrderFixed,
    Pushed,
    StoppedAtEdge,
    WoundRolled,
)
from resolver.mordheim.fighter import Break, Fall, Melee
from tests.resolver.exchanges import of_type, waiting_choice, waiting_throw
from tests.resolver.phases import (
    Short,
    after,
    charge,
    enemy,
    model,
    phase,
    play,
    purposes,
)

BASHER = model("Brannoc", boarding_shield=True)


def order(setup: Melee, *answers: Short) -> list[str]:
    (fixed,) = of_type(play(setup, *answers), OrderFixed)
    return [name for _, names in fixed.groups for name in names]


def test_a_charge_out_of_reach_makes_no_contact() -> None:
    setup = phase(BASHER, enemy(), contacts=(), charges=(charge(distance="7.1"),))
    progress = play(setup)

    (failed,) = of_type(progress, ChargeFailed)
    assert (failed.reach, failed.distance) == (7, "7.1")
    assert progress.outcome is not None
    assert progress.outcome.contacts == ()
    assert progress.outcome.orders == ()


def test_a_charge_just_in_reach_makes_contact_with_all_it_touches() -> None:
    setup = phase(
        model("Brannoc"),
        enemy(),
        enemy("Orrin", initiative=2),
        contacts=(),
        charges=(charge(distance="7", touches=("Orrin",)),),
    )

    assert waiting_choice(play(setup)).options == ("Sela", "Orrin")


def test_every_model_that_reaches_the_same_enemy_strikes_first() -> None:
    setup = phase(
        model("Brannoc", initiative=1),
        model("Tam", initiative=2),
        model("Wulf", initiative=9),
        enemy(initiative=8),
        contacts=(("Wulf", "Sela"),),
        charges=(charge(), charge("Tam", distance="3")),
    )

    assert order(setup) == ["Tam", "Brannoc", "Wulf", "Sela"]


@pytest.mark.parametrize(("bash", "asked"), [(None, ["bash"]), (False, ["to_hit"]), (True, ["bash"])])
def test_a_bash_is_a_choice(bash: bool | None, asked: list[str]) -> None:
    setup = phase(BASHER, enemy(), contacts=(), charges=(charge(bash=bash),))

    assert purposes(setup) == asked
    assert waiting_player(setup) == "Ulf"
    if bash is None:
        assert purposes(setup, "no") == ["bash", "to_hit"]
        assert waiting_throw(play(setup, "yes")).reason == "shield bash: 1D6 for Brannoc"


def waiting_player(setup: Melee) -> str:
    waiting = play(setup).waiting_for
    assert waiting is not None
    return waiting.player


def test_without_a_boarding_shield_nobody_is_asked() -> None:
    setup = phase(model("Brannoc", shield=True), enemy(), contacts=(), charges=(charge(),))

    assert purposes(setup) == ["to_hit"]


def test_both_players_roll_for_the_bash_and_the_target_goes_down_even_unpushed() -> None:
    setup = phase(BASHER, enemy(), contacts=(), charges=(charge(bash=True),))
    progress = play(setup, [4], [3], "0")

    assert waiting_throw(play(setup, [4])).player == "Ina"
    (pushed,) = of_type(progress, Pushed)
    assert (pushed.inches, pushed.falls) == ("0", False)
    assert purposes(setup, [4], [3])[-1] == "push"
    # Down, it is hit automatically and does not strike.
    assert after(play(setup, [4], [3], "0", [1])).status.value == "knocked_down"


def test_after_a_failed_bash_the_loser_strikes_after_the_defender_whatever_its_weapon() -> None:
    spear = model("Brannoc", initiative=9, boarding_shield=True, weapons=("spear",))
    setup = phase(spear, enemy(), contacts=(), charges=(charge(bash=True),))

    assert order(setup, [3], [3]) == ["Sela", "Brannoc"]


def test_after_a_failed_bash_other_chargers_and_the_lance_keep_their_benefits() -> None:
    lancer = model("Brannoc", initiative=9, boarding_shield=True, weapons=("lance",))
    setup = phase(
        lancer,
        model("Tam", initiative=5),
        enemy(initiative=1, attacks=0),
        contacts=(),
        charges=(charge(bash=True), charge("Tam")),
    )

    assert order(setup, [1], [2]) == ["Tam", "Sela", "Brannoc"]
    # Strength 5 against Toughness 3 wounds on 2+.
    progress = play(setup, [1], [2], [1], [4])
    assert "needs 2+" in waiting_throw(progress).reason


def test_a_pushed_model_may_lose_touch_with_others() -> None:
    setup = phase(
        BASHER,
        model("Tam"),
        enemy(),
        contacts=(("Tam", "Sela"),),
        charges=(charge(bash=True),),
    )

    assert purposes(setup, [6], [1], "1")[-1] == "contact"
    progress = play(setup, [6], [1], "1", "no", [1])
    assert progress.outcome is not None
    assert progress.outcome.contacts == (("Brannoc", "Sela"),)


def test_a_fall_asks_what_it_does_and_whether_the_target_is_in_reach() -> None:
    setup = phase(BASHER, enemy(attacks=0), contacts=(), charges=(charge(bash=True, ledge=None),))
    pushed = ([6], [1], "2")

    assert purposes(setup, *pushed)[-1] == "ledge"
    # No edge: down, as if nothing had been asked.
    assert after(play(setup, *pushed, "no", [1])).status.value == "knocked_down"
    asked = purposes(setup, *pushed, "yes", "2", "4", [6, 1], [1], "no")
    assert asked[4:] == ["fall_hits", "fall_strength", "to_wound", "injury", "reach"]
    progress = play(setup, *pushed, "yes", "2", "4", [6, 1], [1], "no")
    (wounded,) = of_type(progress, WoundRolled)
    # Strength 4 against Toughness 3; a 6 is no critical hit in a fall.
    assert (wounded.needed, wounded.wounds) == (3, 1)
    assert of_type(progress, StoppedAtEdge)
    assert after(progress).status.value == "knocked_down"
    assert progress.outcome is not None
    assert progress.outcome.contacts == ()


def test_a_fallen_model_in_reach_is_fought() -> None:
    setup = phase(
        BASHER, enemy(attacks=0), contacts=(), charges=(charge(bash=True, ledge=True),), fall=Fall(0, 1)
    )
    progress = play(setup, [6], [1], "2", "yes")

    # It stands: a fall that does nothing does not knock down.
    assert waiting_throw(progress).purpose == "to_hit"


def test_a_fall_as_in_mordheim_rolls_d3_hits() -> None:
    setup = phase(BASHER, enemy(), contacts=(), charges=(charge(bash=True, ledge=True),))
    start = ([6], [1], "1", "D3 at a strength of the inches fallen", "5")

    assert purposes(setup, *start)[-1] == "fall_hits"
    (fell,) = of_type(play(setup, *start, [3]), Fell)
    assert (fell.hits, fell.strength) == (2, 5)


@pytest.mark.parametrize("saves", [True, False])
def test_armour_helps_in_a_fall_where_the_table_says_so(saves: bool) -> None:
    setup = phase(
        BASHER,
        enemy(armour=4),
        contacts=(),
        charges=(charge(bash=True, ledge=True),),
        fall=Fall(1, 4, saves=saves),
    )

    assert purposes(setup, [6], [1], "1", [6])[-1] == ("save" if saves else "injury")


def test_the_fall_may_take_the_target_out_before_the_next_charge() -> None:
    setup = phase(
        BASHER,
        model("Tam"),
        enemy(),
        contacts=(),
        charges=(charge(bash=True, ledge=True), charge("Tam")),
        fall=Fall(1, 4),
    )
    progress = play(setup, [6], [1], "1", [6], [6])

    assert [(event.name, event.target) for event in of_type(progress, ChargeDropped)] == [("Tam", "Sela")]
    assert after(progress).status.value == "out_of_action"


def test_each_standing_opponent_strikes_at_a_breaking_model_once() -> None:
    setup = phase(
        model("Brannoc", weapons=("axe", "dagger")),
        model("Tam", status="knocked_down"),
        model("Wulf", attacks=4),
        enemy(weapons=("sword",), armour=5),
        breaking=(Break("Sela"),),
    )

    # A weapon of its choice, no roll to hit and no parry; the save is modified by the axe.
    assert waiting_choice(play(setup)).options == ("axe", "dagger")
    progress = play(setup, "axe", [4], [6], [1])
    (began,) = of_type(progress, BreakBegan)
    assert began.opponents == ("Brannoc", "Wulf")
    assert [event.needed for event in of_type(progress, WoundRolled)] == [4, 4]
    assert of_type(progress, BreakOver)[0].moves
    assert after(progress).status.value == "fleeing"


def test_a_hit_on_a_breaking_model_may_be_critical() -> None:
    setup = phase(model("Brannoc"), enemy(armour=4), breaking=(Break("Sela"),))

    assert purposes(setup, [6], [1])[1:] == ["critical", "injury"]


def test_a_model_put_down_does_not_move() -> None:
    setup = phase(model("Brannoc"), enemy(), breaking=(Break("Sela"),))
    progress = play(setup, [4], [3])

    assert not of_type(progress, BreakOver)[0].moves
    # Brannoc stunned it in this phase, so it must be rolled for like anyone.
    assert waiting_throw(progress).purpose == "to_wound"
    assert after(play(setup, [4], [3], [4], [2])).status.value == "stunned"


def test_breaking_after_the_combats_finds_what_they_left() -> None:
    setup = phase(model("Brannoc"), enemy(attacks=0), breaking=(Break("Sela", after_combat=True),))

    assert after(play(setup, [4], [4], [1])).status.value == "knocked_down"
    progress = play(setup, [1], [1])
    assert after(progress).status.value == "fleeing"
