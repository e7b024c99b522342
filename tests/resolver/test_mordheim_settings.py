"""Each named setting of the Mordheim-derived draft, on both of its sides."""

from dataclasses import fields, replace

import pytest

from resolver.mordheim.arithmetic import MultiWound
from resolver.mordheim.charts import NO_CHARTS, PRINTED
from resolver.mordheim.editions import EDITIONS, MORDHEIM, STRICT, Profile
from resolver.mordheim.events import Finished, OrderFixed
from resolver.mordheim.fighter import Break
from resolver.procedure import Choice
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
    settings,
)

both = pytest.mark.parametrize("on", [True, False])


def order(profile: Profile, **weapons: str) -> list[str]:
    setup = phase(
        model("Brannoc", initiative=3, weapons=(weapons.get("charger", "blade"),)),
        enemy(initiative=4, weapons=(weapons.get("defender", "blade"),)),
        contacts=(),
        charges=(charge(),),
        profile=profile,
    )
    (fixed,) = of_type(play(setup), OrderFixed)
    return [name for _, names in fixed.groups for name in names]


@both
def test_weapons_order_before_charges_where_the_setting_says_so(on: bool) -> None:
    profile = settings(weapon_order_first=on)

    assert order(profile, defender="spear") == (["Sela", "Brannoc"] if on else ["Brannoc", "Sela"])
    last = order(profile, charger="double-handed weapon")
    assert last == (["Sela", "Brannoc"] if on else ["Brannoc", "Sela"])
    assert order(profile) == ["Brannoc", "Sela"]


@both
def test_a_defender_that_stood_up_profits_of_a_failed_bash_unless_weapons_order_first(on: bool) -> None:
    setup = phase(
        model("Brannoc", boarding_shield=True),
        enemy(stood_up_this_turn=True),
        contacts=(),
        charges=(charge(bash=True),),
        profile=settings(weapon_order_first=on),
    )
    (fixed,) = of_type(play(setup, [2], [3]), OrderFixed)

    first = fixed.groups[0][1]
    assert first == (("Brannoc",) if on else ("Sela",))


@both
def test_the_charger_finishes_the_victim_of_its_bash(on: bool) -> None:
    setup = phase(
        model("Brannoc", boarding_shield=True),
        enemy(),
        contacts=(),
        charges=(charge(bash=True),),
        profile=settings(bash_victim_finishable=on),
    )
    bash: tuple[Short, ...] = ([5], [2], "0")

    # Knocked down, it is hit automatically either way.
    assert purposes(setup, *bash)[-1] == "to_wound"
    asked = purposes(setup, *bash, [4])
    if on:
        assert after(play(setup, *bash, [4])).status.value == "out_of_action"
    else:
        assert asked[-1] == "injury"


def test_a_second_model_finishes_the_victim_of_a_bash_anyway() -> None:
    setup = phase(
        model("Brannoc", boarding_shield=True),
        model("Tam"),
        enemy(),
        contacts=(("Tam", "Sela"),),
        charges=(charge(bash=True),),
        profile=settings(bash_victim_finishable=False),
    )
    # Brannoc misses the wound, Tam does not.
    progress = play(setup, [5], [2], "0", [1], [4])

    assert after(progress).status.value == "out_of_action"
    assert [event.attacker for event in of_type(progress, Finished)] == ["Tam"]


@both
def test_a_parry_needs_to_be_allowed(on: bool) -> None:
    setup = phase(model("Brannoc"), enemy(weapons=("sword",)), profile=settings(allow_parry=on))

    assert purposes(setup, [4])[-1] == ("parry" if on else "to_wound")


@both
def test_standing_enemies_come_first(on: bool) -> None:
    setup = phase(
        model("Brannoc"),
        enemy(status="knocked_down"),
        enemy("Orrin"),
        profile=settings(standing_first=on),
    )
    progress = play(setup)

    if on:
        assert "against Orrin" in waiting_throw(progress).reason
    else:
        assert waiting_choice(progress).options == ("Sela", "Orrin")


@both
def test_a_model_that_is_down_is_put_out_of_action(on: bool) -> None:
    profile = settings(downed_auto_out=on)
    lying = phase(model("Brannoc"), enemy(status="knocked_down"), profile=profile)
    stunned = phase(model("Brannoc"), enemy(status="stunned"), profile=profile)

    if on:
        assert purposes(lying, [4]) == ["to_wound"]
        assert after(play(lying, [4])).status.value == "out_of_action"
        assert after(play(stunned)).status.value == "out_of_action"
    else:
        assert purposes(lying, [4], [4], [1]) == ["to_hit", "to_wound", "injury"]
        assert purposes(stunned, [4], [4], [1]) == ["to_hit", "to_wound", "injury"]
        # A status never improves.
        assert after(play(stunned, [4], [4], [1])).status.value == "stunned"


@pytest.mark.parametrize(
    ("rule", "results", "status", "wounds_left"),
    [
        pytest.param(MultiWound.UNTIL_ZERO, 1, "standing", 2, id="b1"),
        pytest.param(MultiWound.UNTIL_ZERO, 3, "standing", 0, id="b3"),
        pytest.param(MultiWound.UNTIL_ZERO, 4, "out_of_action", 0, id="b4"),
        pytest.param(MultiWound.FIRST_ONLY, 1, "standing", 2, id="a1"),
        pytest.param(MultiWound.FIRST_ONLY, 2, "out_of_action", 2, id="a2"),
        pytest.param(MultiWound.AT_ZERO, 2, "standing", 1, id="c2"),
        pytest.param(MultiWound.AT_ZERO, 3, "out_of_action", 1, id="c3"),
    ],
)
def test_which_results_cost_a_wound_of_three(
    rule: MultiWound, results: int, status: str, wounds_left: int
) -> None:
    setup = phase(
        model("Brannoc", attacks=results),
        enemy(wounds=3, attacks=0),
        profile=settings(multi_wound=rule),
    )
    progress = play(setup, [4] * results, [4] * results, [5] * results)

    assert (after(progress).status.value, after(progress).wounds_left) == (status, wounds_left)


@both
def test_hits_on_a_breaking_model_find_it_standing(on: bool) -> None:
    setup = phase(
        model("Brannoc", initiative=4),
        model("Tam"),
        enemy(),
        breaking=(Break("Sela"),),
        profile=settings(breaking_hits_together=on),
    )
    # The first knocks it down, the second wounds.
    asked = purposes(setup, [4], [1], [4])

    assert asked[:3] == ["to_wound", "injury", "to_wound"]
    if on:
        assert asked[3] == "injury"
    else:
        assert after(play(setup, [4], [1], [4])).status.value == "out_of_action"


@both
def test_attacks_come_from_the_characteristic_or_are_asked(on: bool) -> None:
    setup = phase(model("Brannoc", attacks=2), enemy(), profile=settings(attacks_from_characteristic=on))
    progress = play(setup)

    if on:
        assert waiting_throw(progress).total == 2
    else:
        assert waiting_choice(progress).purpose == "attacks"
        assert waiting_throw(play(setup, "3")).total == 3


def test_without_the_characteristic_the_weapons_are_asked_too() -> None:
    setup = phase(
        model("Brannoc", weapons=("axe", "dagger")),
        enemy(),
        profile=settings(attacks_from_characteristic=False),
    )

    assert purposes(setup, "3", "1") == ["attacks", "main_attacks", "to_hit"]
    dice = {one.group: one.most for one in waiting_throw(play(setup, "3", "1")).dice}
    assert dice == {"main": 1, "second": 2}
    assert after(play(setup, "0", "0"), "Sela").status.value == "standing"


@both
def test_order_goes_by_initiative_or_is_asked(on: bool) -> None:
    setup = phase(model("Brannoc"), enemy(initiative=4), profile=settings(order_by_initiative=on))
    progress = play(setup)

    if on:
        assert waiting_throw(progress).player == "Ina"
    else:
        assert waiting_choice(progress).purpose == "order"
        assert waiting_throw(play(setup, "Brannoc")).player == "Ulf"


def test_an_order_that_is_given_is_not_asked() -> None:
    profile = settings(order_by_initiative=False)
    setup = phase(model("Brannoc"), enemy(initiative=4), profile=profile, order=("Brannoc", "Sela"))

    assert waiting_throw(play(setup)).player == "Ulf"


def test_a_missing_chart_asks_for_its_number() -> None:
    setup = phase(model("Brannoc"), enemy(armour=5), profile=replace(MORDHEIM, charts=NO_CHARTS))
    asked = purposes(setup, "3+", "4+", "none")

    assert asked == ["to_hit_needed", "to_wound_needed", "save_needed", "to_hit"]
    progress = play(setup, "3+")
    assert waiting_choice(progress).reason.startswith(
        "no to-wound chart loaded for profile 'mordheim': give the number needed"
    )
    # With 3+ a 3 hits, with 4+ a 4 wounds, without a save it injures.
    assert purposes(setup, "3+", "4+", "none", [3], [4])[-3:] == ["to_hit", "to_wound", "injury"]


def test_a_weapon_skill_of_zero_is_asked_for_without_a_chart() -> None:
    setup = phase(model("Brannoc"), enemy(weapon_skill=0), profile=replace(MORDHEIM, charts=NO_CHARTS))

    assert purposes(setup) == ["to_hit_needed"]


def test_an_asked_number_can_be_automatic_or_impossible() -> None:
    setup = phase(model("Brannoc"), enemy(attacks=0), profile=replace(MORDHEIM, charts=NO_CHARTS))

    assert purposes(setup, "automatic", "4+", "none")[-1] == "to_wound"
    assert after(play(setup, "3+", "impossible", "none", [6])).status.value == "standing"


def test_the_strict_profile_asks_for_everything_the_draft_leaves_open() -> None:
    setup = phase(model("Brannoc"), enemy(), profile=STRICT)
    answers = ("Brannoc", "1", "4+", "4+", "none")

    asked = purposes(setup, *answers)

    assert asked == [
        "order",
        "attacks",
        "to_hit_needed",
        "to_wound_needed",
        "save_needed",
        "to_hit",
    ]
    assert isinstance(play(setup).waiting_for, Choice)
    # The critical chart stays.
    assert purposes(setup, *answers, [4], [6])[-1] == "critical"


def test_what_the_strict_profile_is_given_it_does_not_ask() -> None:
    setup = phase(
        model("Brannoc", attacks_this_round=1, save_needed=7),
        enemy(attacks_this_round=1, save_needed=5),
        profile=replace(STRICT, charts=replace(PRINTED, save_modifiers=None)),
        order=("Brannoc", "Sela"),
    )

    assert purposes(setup, [4], [4], [1]) == ["to_hit", "to_wound", "save", "injury"]


def test_every_switch_has_a_side_in_both_profiles() -> None:
    """A new switch fails here until it is tested above."""
    switches = {field.name for field in fields(Profile)} - {"id", "name", "title", "charts"}

    assert switches == {
        "attacks_from_characteristic",
        "order_by_initiative",
        "allow_parry",
        "standing_first",
        "downed_auto_out",
        "weapon_order_first",
        "bash_victim_finishable",
        "multi_wound",
        "breaking_hits_together",
    }
    assert [profile.name for profile in EDITIONS.values()] == ["mordheim", "strict"]
