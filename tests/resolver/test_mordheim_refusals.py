"""What the Mordheim-derived draft refuses before any roll: a message with what was expected and found."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from resolver.dice import Roll, RollRejected
from resolver.mordheim.charts import PRINTED, Charts, CriticalChart, CriticalRow
from resolver.mordheim.fighter import Break, Charge, Fall, Melee, Model
from resolver.mordheim.weapons import COMMON, StrikeFirst, Weapon
from resolver.procedure import ChoiceRejected, MissingData, Throw
from tests.resolver.phases import STRICT_WITH_CHARTS, charge, enemy, model, phase, play


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: model("A", strength=11), "strength: expected 1 to 10, found 11"),
        (lambda: model("A", toughness=0), "toughness: expected 1 to 10, found 0"),
        (lambda: model("A", attacks=200), "attacks: expected 0 to 10, found 200"),
        (lambda: model("A", attacks_this_round=-1), "attacks_this_round: expected 0 to 10, found -1"),
        (lambda: model("A", initiative=-1), "initiative: expected 0 to 10, found -1"),
        (lambda: model("A", wounds=0), "wounds: expected 1 to 10, found 0"),
        (lambda: model("A", wounds=2, wounds_left=3), "wounds_left: expected 0 to 2, found 3"),
        (lambda: model("A", wounds_left=0), "wounds_left: expected 1 for a model of one Wound, found 0"),
        (lambda: model("A", armour=3), "armour: expected 6, 5, 4 or none, found 3"),
        (lambda: model("A", save_needed=1), "save_needed: expected 2 to 7, found 1"),
        (
            lambda: model("A", charging=True, first_round=False),
            "charging: expected first_round = true for a charging model, found false",
        ),
        (lambda: model("A", weapons=()), "weapons: expected 1 or 2 in hand, found 0"),
        (
            lambda: model("A", weapons=("halberd", "dagger")),
            "weapons: expected what two hands can hold, found 3 hands' worth",
        ),
        (
            lambda: model("A", weapons=("sword", "dagger"), shield=True),
            "weapons: expected what two hands can hold, found 3 hands' worth",
        ),
        (
            lambda: model("A", weapons=("spear", "dagger")),
            "weapons: expected no second weapon beside the spear, found one",
        ),
        (
            lambda: model("A", weapons=("morning star",), buckler=True),
            "buckler: expected none beside the morning star, found one",
        ),
        (lambda: charge(distance="-1"), "distance: expected 0 to 100 inches, found -1"),
        (lambda: charge(distance="NaN"), "distance: expected 0 to 100 inches, found NaN"),
        (lambda: Fall(11, 3), "hits: expected 0 to 10, found 11"),
        (lambda: Fall(1, 0), "strength: expected 1 to 10, found 0"),
        (lambda: Weapon(""), "name: expected the name of the weapon, found nothing"),
        (lambda: Weapon("A", strength=7), "strength: expected -6 to 6, found 7"),
        (lambda: Weapon("A", save_mod=1), "save_mod: expected -6 to 0, found 1"),
        (lambda: Weapon("A", enemy_save_bonus=-1), "enemy_save_bonus: expected 0 to 6, found -1"),
        (
            lambda: Weapon("A", strike_last=True, strike_first=StrikeFirst.ALWAYS),
            "strike_last: expected strike_first = never, found always",
        ),
        (lambda: CriticalRow(0), "wounds: expected 1 to 6, found 0"),
        (lambda: CriticalRow(2, 7), "injury: expected -6 to 6, found 7"),
        (lambda: CriticalChart(()), "rows: expected 6, one a face, found 0"),
        (lambda: Charts(to_hit=()), "to_hit: expected 11 rows, found 0"),
        (lambda: Charts(to_wound=((4,),) * 10), "to_wound: expected 10 numbers a row, found 1"),
        (lambda: Charts(to_wound=((8,) * 10,) * 10), "to_wound: expected numbers from 2 to 7, found 8"),
        (lambda: Charts(save_modifiers=(1,)), "save_modifiers: expected 10 numbers, found 1"),
        (lambda: Charts(save_modifiers=(-1,) * 10), "save_modifiers: expected 0 to 6, found -1"),
    ],
)
def test_absurd_values_cannot_be_built(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        make()

    assert str(refused.value) == message


BRANNOC, SELA = model("Brannoc"), enemy()


def melee(*models: Model, **fields: object) -> Melee:
    return Melee(**{"active": "Ulf", "models": models or (BRANNOC, SELA), **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: melee(BRANNOC, BRANNOC, SELA), "models: expected a name each, found 'Brannoc' twice"),
        (lambda: melee(BRANNOC), "models: expected those of 2 players at least, found 1"),
        (lambda: melee(active="Orm"), "active: expected one of Ulf, Ina, found 'Orm'"),
        (
            lambda: melee(contacts=(("Brannoc", "Tam"),)),
            "contacts: expected one of Brannoc, Sela, found 'Tam'",
        ),
        (
            lambda: melee(contacts=(("Sela", "Sela"),)),
            "contacts: expected two models, found 'Sela' against itself",
        ),
        (
            lambda: melee(BRANNOC, model("Tam"), SELA, contacts=(("Brannoc", "Tam"),)),
            "contacts: expected enemies, found 'Brannoc' and 'Tam' of 'Ulf'",
        ),
        (
            lambda: melee(BRANNOC, enemy(status="fleeing"), contacts=(("Brannoc", "Sela"),)),
            "contacts: expected models that fight, found 'Sela' fleeing",
        ),
        (
            lambda: melee(charges=(Charge("Brannoc", "Brannoc", Decimal(3)),)),
            "charges.0.target: expected two models, found 'Brannoc' against itself",
        ),
        (
            lambda: melee(charges=(charge(), charge())),
            "charges: expected one charge a model, found two of 'Brannoc'",
        ),
        (
            lambda: melee(breaking=(Break("Sela"), Break("Sela"))),
            "breaking: expected each model once, found 'Sela' twice",
        ),
        (lambda: melee(order=("Tam",)), "order: expected one of Brannoc, Sela, found 'Tam'"),
    ],
)
def test_a_phase_that_cannot_be_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        make()

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (
            phase(model("Brannoc", began_activation_engaged=True), SELA, contacts=(), charges=(charge(),)),
            "charges.0.model: expected one that did not begin its activation engaged, found 'Brannoc'",
        ),
        (
            phase(BRANNOC, SELA, charges=(charge(),)),
            "charges.0.model: expected one that did not begin its activation engaged, found 'Brannoc'",
        ),
        (
            phase(model("Brannoc", status="stunned"), SELA, contacts=(), charges=(charge(),)),
            "charges.0.model: expected a standing one, found 'Brannoc' stunned",
        ),
        (
            phase(BRANNOC, SELA, contacts=(), charges=(charge(bash=True),)),
            "charges.0.bash: expected a boarding_shield of Brannoc, found none",
        ),
        (
            phase(
                model("Brannoc", boarding_shield=True),
                SELA,
                contacts=(),
                charges=(charge(distance="5.0", bash=True),),
            ),
            'charges.0.bash: expected more than 2" of the charge left for a Shield Bash, found 2.0"',
        ),
        (
            phase(BRANNOC, SELA, contacts=(), charges=(charge(), charge("Sela", "Brannoc"))),
            "charges.1.model: expected one whom no enemy has reached before, found 'Sela'",
        ),
        (
            phase(BRANNOC, enemy(status="knocked_down"), breaking=(Break("Sela"),)),
            "breaking.0.model: expected a standing one, found 'Sela' knocked down",
        ),
    ],
)
def test_what_the_rules_forbid_is_refused_before_any_roll(setup: Melee, message: str) -> None:
    with pytest.raises(ChoiceRejected) as refused:
        play(setup)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("field", "letter"),
    [
        ("weapon_skill", "WS"),
        ("strength", "S"),
        ("toughness", "T"),
        ("initiative", "I"),
        ("attacks", "A"),
    ],
)
def test_a_missing_characteristic_is_named_before_any_roll(field: str, letter: str) -> None:
    without: dict[str, Any] = {field: None}
    with pytest.raises(MissingData) as missing:
        play(phase(BRANNOC, enemy(**without)))

    assert str(missing.value) == (
        f"players.Ina.models.Sela.{letter}: expected a number for melee in profile 'mordheim', found nothing"
    )


def test_a_charge_needs_movement() -> None:
    with pytest.raises(MissingData, match=r"players\.Ulf\.models\.Brannoc\.M: expected a number"):
        play(phase(model("Brannoc", movement=None), SELA, contacts=(), charges=(charge(),)))


def test_what_a_profile_does_not_use_may_be_missing() -> None:
    bare = replace(STRICT_WITH_CHARTS, charts=replace(PRINTED, to_hit=None))
    setup = phase(
        model("Brannoc", weapon_skill=None, attacks=None, initiative=None),
        enemy(weapon_skill=None, attacks=None, initiative=None),
        profile=bare,
    )

    assert play(setup).waiting_for is not None


def test_two_hundred_dice_are_refused_and_change_nothing() -> None:
    setup = phase(BRANNOC, SELA)
    before = play(setup)

    with pytest.raises(RollRejected, match=r"Ulf: expected 1 die \(main\), saw 200"):
        play(setup, [4] * 200)

    assert play(setup) == before
    assert isinstance(before.waiting_for, Throw)
    with pytest.raises(RollRejected, match="expected main dice only, saw red"):
        play(setup, {"red": [4]})
    assert Roll.of({"main": [4]}).faces("main") == (4,)


def test_the_common_weapons_are_those_of_the_chart() -> None:
    assert COMMON["sword"].parry
    assert COMMON["axe"].save_mod == -1
    assert COMMON["fist"].strength == -1
    assert {name for name, weapon in COMMON.items() if weapon.two_handed} == {
        "halberd",
        "flail",
        "double-handed weapon",
    }
    assert {name for name, weapon in COMMON.items() if weapon.concussion} == {"club", "mace", "hammer"}
    assert {name for name, weapon in COMMON.items() if weapon.heavy} == {"flail", "morning star"}
