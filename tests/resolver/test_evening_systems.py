"""What an exchange leaves in the systems beside Bushido, and who is asked what comes next."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from api.play.table import Table
from resolver import SYSTEMS
from resolver.art_of_tactic.events import (
    AttackValueFixed,
    DefenseFixed,
    EngagesNext,
    FortitudeDue,
    NotFaced,
    TurnBegan,
)
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.muster import Muster as ArtOfTacticMuster
from resolver.blightmeer.muster import Muster as BlightmeerMuster
from resolver.dice import Roll
from resolver.evening import CHANGE, END, EXCHANGE, TURN, EveningOutcome, Muster, evening
from resolver.mordheim.events import Charged
from resolver.mordheim.muster import Muster as MordheimMuster
from resolver.procedure import Answer, Choice, ChoiceRejected, Progress, Throw, replay
from resolver.story import sentence
from tests.resolver.any_table import ready
from tests.resolver.blightmeer_phases import duel, grok, hild
from tests.resolver.melees import one_turn
from tests.resolver.melees import unit as army_unit
from tests.resolver.phases import enemy, model, phase
from tests.resolver.readings import switched


def play(people: Muster, *answers: Sequence[int] | str) -> Progress[EveningOutcome]:
    """Answer in order: faces for what is thrown, all of the first group, words for what is chosen."""
    start = partial(evening, people)
    made: list[Answer] = []
    for answer in answers:
        waiting = replay(start, made).waiting_for
        if isinstance(answer, str):
            made.append(answer)
        else:
            assert isinstance(waiting, Throw), f"nobody throws {answer}, waiting for {waiting}"
            made.append(Roll.of({waiting.dice[0].group: tuple(answer)}))
    return replay(start, made)


def options(progress: Progress[EveningOutcome]) -> tuple[str, ...]:
    assert isinstance(progress.waiting_for, Choice), progress.waiting_for
    return progress.waiting_for.options


def thrown(progress: Progress[EveningOutcome]) -> tuple[str, int]:
    assert isinstance(progress.waiting_for, Throw), progress.waiting_for
    return progress.waiting_for.player, progress.waiting_for.total


def ended(progress: Progress[EveningOutcome]) -> tuple[str, ...]:
    assert progress.outcome is not None, progress.waiting_for
    return progress.outcome.standing


STUNNED = ([15], [5])
"""Hild passes on 13, Grok's defence fails on 17, and an injury value of 15 stuns."""


def blightmeer() -> BlightmeerMuster:
    return BlightmeerMuster(duel(hild(), grok(wounds=1)))


def test_a_stunned_unit_recovers_in_the_upkeep_of_its_owner() -> None:
    assert ended(play(blightmeer(), *STUNNED, END))[1].startswith("Grok of Bob: stunned")
    assert ended(play(blightmeer(), *STUNNED, TURN, "Ann", END))[1].startswith("Grok of Bob: stunned")
    assert ended(play(blightmeer(), *STUNNED, TURN, "Bob", END))[1].startswith("Grok of Bob: dazed")
    again = (TURN, "Bob", TURN, "Bob")
    assert ended(play(blightmeer(), *STUNNED, *again, END))[1].startswith("Grok of Bob: staggered")
    assert ended(play(blightmeer(), *STUNNED, *again, TURN, "Ann", END))[1].startswith("Grok of Bob: ok")


def test_a_stunned_unit_is_out_in_the_next_phase_without_dice() -> None:
    progress = play(blightmeer(), *STUNNED, EXCHANGE, "done")

    assert ended(progress)[1].startswith("Grok of Bob: incapacitated")


def test_units_meet_and_part_between_phases() -> None:
    people = BlightmeerMuster(duel(hild(), grok()))
    missed = ([2], [2])
    apart = play(people, *missed, EXCHANGE, "Hild and Grok part")

    assert options(play(people, *missed, EXCHANGE)) == ("done", "Hild and Grok part")
    assert options(apart) == ("done", "Hild engages Grok", "Grok engages Hild")
    # Who engages attacks first, although Hild is the quicker.
    assert (
        thrown(play(people, *missed, EXCHANGE, "Hild and Grok part", "Grok engages Hild", "done"))[0] == "Bob"
    )
    assert thrown(play(people, *missed, EXCHANGE, "done"))[0] == "Ann"


@pytest.mark.parametrize(
    ("what", "dice"), [("attacks with Advantage", 2), ("is staggered", 2), ("1 wound more", 1)]
)
def test_what_befalls_a_unit_counts_in_the_next_phase(what: str, dice: int) -> None:
    progress = play(blightmeer(), [2], [2], CHANGE, "Hild", what, EXCHANGE, "done")

    assert thrown(progress) == ("Ann", dice)


def mordheim() -> MordheimMuster:
    setup = phase(model("Brannoc"), enemy(wounds=2, wounds_left=2))
    return MordheimMuster(setup, setup.models)


def test_a_stunned_model_is_put_out_in_the_next_phase_unless_it_stood_up() -> None:
    """Brannoc hits on 4, wounds on 4, and an injury of 3 stuns; on a model of two Wounds one is lost."""
    answers = ([4], [4], [3])
    next_phase = play(mordheim(), *answers, EXCHANGE, "done")
    stood = play(mordheim(), *answers, CHANGE, "Sela", "stands up", EXCHANGE, "done")

    assert ended(play(mordheim(), *answers, END)) == (
        "Brannoc of Ulf: standing, wounds left 1.",
        "Sela of Ina: stunned, wounds left 2.",
    )
    assert options(next_phase) == (EXCHANGE, TURN, CHANGE, END)
    assert ended(play(mordheim(), *answers, EXCHANGE, "done", END))[1] == (
        "Sela of Ina: stunned, wounds left 1."
    )
    assert thrown(stood) == ("Ulf", 1)


def test_a_model_that_lacks_a_number_is_not_led_into_melee_and_that_is_said() -> None:
    """Once everybody could be told to charge, and the answer after it was refused for good."""
    setup = replace(
        phase(model("Brannoc"), enemy("Sela"), enemy("Grim", strength=None, toughness=None)),
        contacts=(("Brannoc", "Sela"),),
    )
    people = MordheimMuster(setup, setup.models)

    asked = play(people, [1], [1], EXCHANGE)

    assert asked.waiting_for == Choice(
        "contacts",
        "Ulf",
        ("done", "Brannoc and Sela part"),
        "Grim cannot fight without S and T. Who touches whom now? Brannoc and Sela",
    )
    assert thrown(play(people, [1], [1], EXCHANGE, "done")) == ("Ulf", 1)


def test_a_model_that_comes_into_contact_charges_and_strikes_first() -> None:
    setup = phase(model("Brannoc"), enemy("Sela"))
    people = MordheimMuster(setup, setup.models)
    answers = ([1], [1], EXCHANGE)

    assert options(play(people, *answers)) == ("done", "Brannoc and Sela part")
    parted = (*answers, "Brannoc and Sela part")
    assert options(play(people, *parted)) == ("done", "Brannoc charges Sela", "Sela charges Brannoc")
    # Sela's Initiative of 1 comes last, unless she charges.
    assert thrown(play(people, *parted, "Brannoc charges Sela", "done"))[0] == "Ulf"
    assert thrown(play(people, *parted, "Sela charges Brannoc", "done"))[0] == "Ina"


def test_a_model_that_others_put_out_of_action_is_gone() -> None:
    gone = (CHANGE, "Sela", "is out of action")

    assert ended(play(mordheim(), [1], [1], *gone)) == ("Brannoc of Ulf: standing, wounds left 1.",)
    progress = play(boarders(), [1], [1], *gone, EXCHANGE)
    assert options(progress) == (
        "done",
        "Brannoc charges Orrin",
        "Tam charges Orrin",
        "Orrin charges Brannoc",
        "Orrin charges Tam",
    )


def boarders() -> MordheimMuster:
    """Return two models of Ulf's and two of Ina's, of which Brannoc and Sela are in contact."""
    models = (model("Brannoc", boarding_shield=True), model("Tam"), enemy("Sela"), enemy("Orrin"))
    setup = replace(phase(*models), contacts=(("Brannoc", "Sela"),))
    return MordheimMuster(setup, setup.models)


MISSES = ([1], [1], EXCHANGE)


def test_an_engaged_model_charges_nobody_but_may_be_charged() -> None:
    assert options(play(boarders(), *MISSES)) == (
        "done",
        "Brannoc and Sela part",
        "Tam charges Sela",
        "Tam charges Orrin",
        "Orrin charges Brannoc",
        "Orrin charges Tam",
    )


def test_a_charger_may_touch_further_enemies_and_whom_it_reached_charges_nobody() -> None:
    offered = options(play(boarders(), *MISSES, "Tam charges Orrin"))

    assert "Tam charges Sela" in offered
    assert not [option for option in offered if option.startswith("Orrin charges")]


def test_a_model_that_is_down_charges_nobody() -> None:
    offered = options(play(boarders(), [1], [1], CHANGE, "Tam", "is knocked down", EXCHANGE))

    assert not [option for option in offered if option.startswith("Tam charges")]
    assert "Orrin charges Tam" in offered


def test_a_charge_in_a_later_phase_may_end_in_a_shield_bash() -> None:
    charge = (*MISSES, "Brannoc and Sela part", "Brannoc charges Orrin", "done")

    asked = play(boarders(), *charge)
    failed = play(boarders(), *charge, "yes", [3], [3])

    assert asked.waiting_for == Choice(
        "bash",
        "Ulf",
        ("yes", "no"),
        'Brannoc: Shield Bash against Orrin with more than 2" of the charge left?',
    )
    assert thrown(play(boarders(), *charge, "no")) == ("Ulf", 1)
    # Who withstands the bash strikes first.
    assert thrown(failed) == ("Ina", 1)
    assert [sentence(event) for event in failed.events if isinstance(event, Charged)] == [
        "Brannoc charges Orrin."
    ]


def test_who_charged_may_be_reached_by_one_that_charged_before_it() -> None:
    """Brannoc meets Sela, Orrin meets Tam, and then Brannoc meets Orrin as well: Orrin charged first."""
    met = ("Brannoc charges Sela", "Orrin charges Tam", "Brannoc charges Orrin")

    asked = play(boarders(), *MISSES, "Brannoc and Sela part", *met, "done", "no")

    assert [event.name for event in asked.events if isinstance(event, Charged)] == ["Orrin", "Brannoc"]


def test_a_model_without_its_movement_may_charge_in_a_later_phase() -> None:
    setup = phase(model("Brannoc", movement=None), enemy("Sela"))
    people = MordheimMuster(setup, setup.models)

    charged = play(people, *MISSES, "Brannoc and Sela part", "Brannoc charges Sela", "done")

    assert thrown(charged) == ("Ulf", 1)


def test_what_held_for_one_round_does_not_hold_in_the_next() -> None:
    """An own number of attacks, and that a model's activation began in contact."""
    brannoc = model("Brannoc", attacks_this_round=3, began_activation_engaged=True)
    setup = phase(brannoc, enemy("Sela"))
    people = MordheimMuster(setup, setup.models)

    assert thrown(play(people)) == ("Ulf", 3)
    assert thrown(play(people, [1, 1, 1], [1], EXCHANGE, "done")) == ("Ulf", 1)
    parted = ([1, 1, 1], [1], EXCHANGE, "Brannoc and Sela part", "Brannoc charges Sela", "done")
    assert thrown(play(people, *parted)) == ("Ulf", 1)


def tactic() -> ArtOfTacticMuster:
    riders = army_unit("Riders", "T", models=2, attack_vs_infantry=10, fights=("Spears",))
    spears = army_unit("Spears", "U", models=4, attack_vs_infantry=5, fortitude=10)
    return ArtOfTacticMuster(one_turn(riders, spears))


LOST_TWO = ([3, 4], [20, 20, 20, 20], [15])
"""Two of four spears fall, and the test against Fortitude 8 fails."""


def test_casualties_and_morale_carry_over_to_the_next_melee() -> None:
    assert ended(play(tactic(), *LOST_TWO, END)) == (
        "Riders of T: models 2, casualties 0, normal, Honor 0.",
        "Spears of U: models 2, casualties 2, hesitant, Honor 0.",
    )
    # Who fought goes on to fight, now with two dice.
    progress = play(tactic(), *LOST_TWO, EXCHANGE, "done", [20, 20])
    assert thrown(progress) == ("U", 2)


def test_a_melee_in_which_nobody_touches_anybody_is_not_offered() -> None:
    apart = (*LOST_TWO, EXCHANGE, "Riders and Spears part")

    assert options(play(tactic(), *apart)) == ("Riders attacks Spears", "Spears attacks Riders")
    with pytest.raises(ChoiceRejected, match="expected one of Riders attacks Spears"):
        play(tactic(), *apart, "done")
    assert thrown(play(tactic(), *apart, "Spears attacks Riders", "done")) == ("T", 2)


def free_riders() -> ArtOfTacticMuster:
    """Return riders that destroy a scout, before two further enemies that fight nobody."""
    riders = army_unit("Riders", "T", attack_vs_infantry=19, fights=("Scout",))
    enemies = [army_unit(name, "U") for name in ("Scout", "Spears", "Archers")]
    return ArtOfTacticMuster(one_turn(riders, *enemies))


HIT, MISS = Roll.of({"attack": [1]}), Roll.of({"attack": [20]})
BESET: tuple[Answer, ...] = (HIT, MISS, EXCHANGE, "Spears attacks Riders", "Archers attacks Riders", "done")
"""The scout falls, and both other enemies attack the riders."""


def not_faced(progress: Progress[Any]) -> list[str]:
    return [sentence(event) for event in progress.events if isinstance(event, NotFaced)]


def attacks(progress: Progress[Any]) -> tuple[tuple[str, str], ...]:
    """Return who attacks whom in the latest turn."""
    return [event for event in progress.events if isinstance(event, TurnBegan)][-1].attacks


def test_a_unit_that_comes_from_the_rear_without_an_order_is_asked_for_it() -> None:
    """Without one it passed for a melee that goes on, and nobody took a Fortitude Test."""
    comes = (CHANGE, "Archers", "attacks from the rear", EXCHANGE, "Archers attacks Riders", "done")
    asked = play(free_riders(), *SCOUT_FALLS, *comes)

    begun = play(free_riders(), *SCOUT_FALLS, *comes, "assault")

    assert isinstance(asked.waiting_for, Choice)
    assert asked.waiting_for.reason == "Archers attacks from the rear: with which order?"
    assert {"assault", "march"} < set(asked.waiting_for.options)
    assert not {"retreat", "flee", "continuing"} & set(asked.waiting_for.options)
    assert isinstance(begun.waiting_for, Throw)
    assert begun.waiting_for.reason == (
        # Fortitude 10, and 2 of the Honor Marker for the scout.
        "fortitude before combat: 1D20 Riders, needs 7 or less (attacked by Archers from the rear)"
    )


def test_a_unit_that_comes_from_the_rear_with_an_order_is_not_asked_for_it() -> None:
    given = (CHANGE, "Archers", "has the order march", CHANGE, "Archers", "attacks from the flank")

    begun = play(free_riders(), *SCOUT_FALLS, *given, EXCHANGE, "Archers attacks Riders", "done")

    assert isinstance(begun.waiting_for, Throw)
    assert begun.waiting_for.purpose == "fortitude"


@pytest.mark.parametrize("faced", ["Spears", "Archers"])
def test_a_unit_that_several_enemies_attack_is_asked_whom_it_fights(faced: str) -> None:
    asked = replay(partial(evening, free_riders()), BESET)
    begun = replay(partial(evening, free_riders()), (*BESET, faced))

    assert asked.waiting_for == Choice(
        "fights", "T", ("Spears", "Archers"), "Several enemies attack Riders: which of them does it fight?"
    )
    assert attacks(begun) == (("Riders", faced), ("Spears", "Riders"), ("Archers", "Riders"))
    assert thrown(begun) == ("T", 1)
    other = "Archers" if faced == "Spears" else "Spears"
    assert not_faced(begun) == [f"Riders faces {faced} and does not attack {other}."]


@pytest.mark.parametrize("faced", ["Spears", "Archers"])
def test_a_unit_that_attacks_several_enemies_is_asked_whom_it_fights(faced: str) -> None:
    """None of them is left out unasked, as the one of the later name once was."""
    both = (*BESET[:3], "Riders attacks Spears", "Riders attacks Archers", "done")
    asked = replay(partial(evening, free_riders()), both)
    begun = replay(partial(evening, free_riders()), (*both, faced))

    assert asked.waiting_for == Choice(
        "fights",
        "T",
        ("Archers", "Spears"),
        "Riders attacks Archers and Spears: which of them does it fight?",
    )
    other = "Archers" if faced == "Spears" else "Spears"
    assert attacks(begun) == (("Riders", faced), ("Spears", "Riders"), ("Archers", "Riders"))
    assert not_faced(begun) == [f"Riders faces {faced} and does not attack {other}."]


def test_an_enemy_that_was_attacked_but_not_faced_is_turned_to_next() -> None:
    """It stands before the unit, as any that attacks it; once it was forgotten."""
    both = (*BESET[:3], "Riders attacks Spears", "Riders attacks Archers", "done")

    over = replay(partial(evening, free_riders()), (*both, "Spears", HIT, MISS, MISS))

    turned = [event for event in over.events if isinstance(event, EngagesNext)]
    assert [(event.name, event.enemy) for event in turned] == [("Riders", "Archers")]


def test_an_enemy_that_was_attacked_but_not_faced_is_asked_whom_of_several_it_fights() -> None:
    """Riders attack spears and archers and face the spears; guards attack the archers as well."""
    riders = army_unit("Riders", "T", attack_vs_infantry=19, fights=("Scout",))
    others = [army_unit("Guards", "T"), *(army_unit(name, "U") for name in ("Scout", "Spears", "Archers"))]
    people = ArtOfTacticMuster(one_turn(riders, *others))
    met = ("Riders attacks Spears", "Riders attacks Archers", "Guards attacks Archers", "done", "Spears")

    asked = play(people, *SCOUT_FALLS, EXCHANGE, *met)

    assert asked.waiting_for == Choice(
        "fights", "U", ("Riders", "Guards"), "Several enemies attack Archers: which of them does it fight?"
    )


def test_a_unit_that_may_fight_two_enemies_keeps_both() -> None:
    both = (*BESET[:3], "Riders attacks Spears", "Riders attacks Archers", "done")
    people = free_riders()
    setup = people.melee_next
    two = replace(setup, edition=replace(setup.edition, defend_engages_two=True))

    begun = replay(partial(evening, ArtOfTacticMuster(two)), both)

    assert attacks(begun)[:2] == (("Riders", "Archers"), ("Riders", "Spears"))


def test_a_unit_that_attacks_somebody_itself_is_not_asked_whom_it_fights() -> None:
    one, other = "Spears attacks Riders", "Riders attacks Archers"

    begun = replay(partial(evening, free_riders()), (*BESET[:3], one, other, "done"))

    assert attacks(begun) == (("Riders", "Archers"), ("Spears", "Riders"), ("Archers", "Riders"))


def test_whom_a_unit_fights_may_be_corrected_and_is_asked_again_when_taken_back() -> None:
    system = next(system for system in SYSTEMS if system.id == "art-of-tactic")
    table = Table(ready(system, partial(melee, free_riders().melee_next)))
    table.go_on()
    for answer in (*BESET, "Spears", MISS):
        table.answer(answer)
    decided = len(table.played) - 2
    asked = table.played[decided].question

    assert table.correct(decided, "Archers") == ()
    assert attacks(table.progress)[0] == ("Riders", "Archers")
    table.void(decided)

    assert table.progress.waiting_for == asked


def orders_offered(progress: Progress[Any]) -> list[str]:
    return [option for option in options(progress) if option.startswith("has the order")]


def test_a_unit_in_a_melee_that_goes_on_may_be_given_the_retreat_order_alone() -> None:
    assert orders_offered(play(tactic(), *LOST_TWO, CHANGE, "Riders")) == ["has the order retreat"]
    assert orders_offered(play(tactic(), *LOST_TWO, CHANGE, "Spears")) == ["has the order retreat"]


def test_a_unit_that_fights_two_may_be_given_the_retreat_order_alone() -> None:
    """Where Defend engages two."""
    one = army_unit("Guard", "T", order="defend", fights=("Spears", "Archers"))
    enemies = [army_unit(name, "U", fights=("Guard",)) for name in ("Spears", "Archers")]
    people = ArtOfTacticMuster(one_turn(one, *enemies, edition=switched("defend_engages_two", True)))

    assert orders_offered(play(people, [20], [20], [20], [20], CHANGE, "Guard")) == ["has the order retreat"]


def attack_values(progress: Progress[Any]) -> dict[str, int]:
    """Return the Attack Values of the latest turn by attacker."""
    return {
        event.name: event.attack_value for event in progress.events if isinstance(event, AttackValueFixed)
    }


SCOUT_FALLS = ([1], [20])
"""Riders with Attack Value 19 win an Honor Marker, which adds one."""


@pytest.mark.parametrize("turns", [(), (TURN,)])
def test_an_order_given_between_melees_holds_for_the_next_one(turns: tuple[str, ...]) -> None:
    """Whether it is given before or after the players say that a turn begins."""
    order = (CHANGE, "Spears", "has the order assault")
    meet = (EXCHANGE, "Spears attacks Riders", "done")

    for between in ((*turns, *order), (*order, *turns)):
        progress = play(free_riders(), *SCOUT_FALLS, *between, *meet)
        assert attack_values(progress) == {"Riders": 20, "Scout": 0, "Spears": 2}


def test_an_order_ends_with_its_turn() -> None:
    order = (CHANGE, "Spears", "has the order assault")

    progress = play(
        free_riders(), *SCOUT_FALLS, TURN, *order, TURN, TURN, EXCHANGE, "Spears attacks Riders", "done"
    )

    assert attack_values(progress)["Spears"] == 0


def test_a_unit_that_fought_nobody_keeps_its_order_for_another_melee_of_the_turn() -> None:
    riders = army_unit("Riders", "T", attack_vs_infantry=19, fights=("Scout",))
    guard = army_unit("Guard", "T", order="assault", attack_vs_infantry=5)
    people = ArtOfTacticMuster(one_turn(riders, guard, army_unit("Scout", "U"), army_unit("Spears", "U")))
    meet = (EXCHANGE, "Guard attacks Spears", "done")

    assert attack_values(play(people, *SCOUT_FALLS, *meet))["Guard"] == 7
    assert attack_values(play(people, *SCOUT_FALLS, TURN, *meet))["Guard"] == 5


def test_a_unit_that_becomes_shaken_as_its_staff_falls_has_its_order_no_more() -> None:
    riders = army_unit("Riders", "T", attack_vs_infantry=20, fights=("Staff",))
    guard = army_unit("Guard", "U", order="assault", morale="hesitant", attack_vs_infantry=5)
    people = ArtOfTacticMuster(one_turn(riders, army_unit("Staff", "U", general_staff=True), guard))
    fallen = ([1], [20], [20])

    assert orders_offered(play(people, *fallen, CHANGE, "Guard")) == []
    assert attack_values(play(people, *fallen, EXCHANGE, "Guard attacks Riders", "done"))["Guard"] == 5 - 3


@pytest.mark.parametrize(
    ("between", "defense"), [((), 0), ((TURN,), 1)], ids=["of the same turn", "of the next turn"]
)
def test_defense_that_is_used_up_is_back_in_the_next_turn(between: tuple[str, ...], defense: int) -> None:
    """Spears with Defense 1 destroy a scout that hits them once; then archers attack."""
    spears = army_unit("Spears", "T", attack_vs_infantry=19, defense=1, fights=("Scout",))
    scout, archers = (army_unit(name, "U", attack_vs_infantry=10) for name in ("Scout", "Archers"))
    people = ArtOfTacticMuster(one_turn(spears, scout, archers))

    progress = play(people, [1], [1], *between, EXCHANGE, "Archers attacks Spears", "done")

    met = [event for event in progress.events if isinstance(event, DefenseFixed) and event.name == "Spears"]
    assert [event.defense for event in met] == [1, defense]


def test_a_melee_goes_on_in_the_next_turn_with_all_the_defense_and_without_orders() -> None:
    """Whether or not the players say that a turn begins, for nobody fights the same enemy twice in one."""
    riders = army_unit("Riders", "T", order="assault", attack_vs_infantry=10, fights=("Spears",))
    people = ArtOfTacticMuster(one_turn(riders, army_unit("Spears", "U", defense=1)))

    for between in ((), (TURN,)):
        progress = play(people, [12], [20], *between, EXCHANGE, "done")
        met = [
            event for event in progress.events if isinstance(event, DefenseFixed) and event.name == "Spears"
        ]
        assert [event.defense for event in met] == [1, 1]
        assert attack_values(progress)["Riders"] == 10


@pytest.mark.parametrize(
    ("whats", "stands"),
    [
        (("1 model less",), "models 1, casualties 3, hesitant, Honor 0."),
        (("is shaken",), "models 2, casualties 2, shaken, Honor 0."),
        (("is shaken", "is panicked"), "models 2, casualties 2, panicked, Honor 0."),
        (("is shaken", "is hesitant again"), "models 2, casualties 2, hesitant, Honor 0."),
    ],
)
def test_what_befalls_a_unit_between_melees_is_said(whats: tuple[str, ...], stands: str) -> None:
    changes = [said for what in whats for said in (CHANGE, "Spears", what)]

    assert ended(play(tactic(), *LOST_TWO, *changes, END))[1] == f"Spears of U: {stands}"


def test_a_unit_that_was_shaken_flees_no_more_once_it_is_better() -> None:
    """Flee would take 3 from its Attack Value of 5, besides the 2 of Hesitant."""
    changes = (CHANGE, "Spears", "is shaken", CHANGE, "Spears", "is hesitant again")

    assert attack_values(play(tactic(), *LOST_TWO, *changes, EXCHANGE, "done"))["Spears"] == 3


def test_the_last_model_of_a_unit_falls_with_it() -> None:
    one = (CHANGE, "Spears", "1 model less", CHANGE, "Spears")

    assert "1 model less" not in options(play(tactic(), *LOST_TWO, *one))
    # Nobody is left to fight against.
    assert ended(play(tactic(), *LOST_TWO, *one, "is destroyed")) == (
        "Riders of T: models 2, casualties 0, normal, Honor 0.",
    )


def test_a_panicked_unit_may_surrender_between_melees() -> None:
    panicked = (CHANGE, "Spears", "is shaken", CHANGE, "Spears", "is panicked", CHANGE, "Spears")

    assert "surrenders" not in options(play(tactic(), *LOST_TWO, CHANGE, "Spears"))
    assert len(ended(play(tactic(), *LOST_TWO, *panicked, "surrenders"))) == 1


def test_defense_that_others_use_up_between_melees_is_said() -> None:
    hit = (CHANGE, "Spears", "1 Defense less this turn")
    meet = (EXCHANGE, "Riders attacks Spears", "done")
    riders = army_unit("Riders", "T", attack_vs_infantry=19, fights=("Scout",))
    others = army_unit("Scout", "U"), army_unit("Spears", "U", defense=2)
    people = ArtOfTacticMuster(one_turn(riders, *others))

    def defense(*between: str) -> int:
        events = play(people, *SCOUT_FALLS, *between, *meet).events
        return next(
            event.defense for event in events if isinstance(event, DefenseFixed) and event.name == "Spears"
        )

    assert [defense(*hit), defense(*hit, *hit), defense(*hit, TURN)] == [1, 0, 2]
    assert defense(*hit, CHANGE, "Spears", "1 Defense more this turn") == 2


def staffed() -> ArtOfTacticMuster:
    """Return riders that destroy a scout, before spears with their General Staff behind them."""
    riders = army_unit("Riders", "T", attack_vs_infantry=19, fights=("Scout",))
    staff = army_unit("Staff", "U", general_staff=True)
    spears = army_unit("Spears", "U", models=2, attack_vs_infantry=5, staff_near=True)
    return ArtOfTacticMuster(one_turn(riders, army_unit("Scout", "U"), staff, spears))


def test_a_general_staff_that_is_destroyed_between_melees_is_lost_to_its_army() -> None:
    people, lost = staffed(), (CHANGE, "Staff", "is destroyed")
    meet = (EXCHANGE, "Spears attacks Riders", "done")

    assert attack_values(play(people, *SCOUT_FALLS, *meet))["Spears"] == 7
    progress = play(people, *SCOUT_FALLS, *lost, *meet)
    assert attack_values(progress)["Spears"] == 5
    assert "is within 2 hexes of its General Staff" not in options(
        play(people, *SCOUT_FALLS, *lost, CHANGE, "Spears")
    )
    # One of two spears falls: Fortitude 10, 1 for it, and 2 for the General Staff.
    fallen = play(people, *SCOUT_FALLS, *lost, EXCHANGE, "Riders attacks Spears", "done", [1], [20, 20])
    assert [event.fortitude for event in fallen.events if isinstance(event, FortitudeDue)] == [7]


def test_command_changes_between_melees() -> None:
    people = staffed()
    far = (CHANGE, "Spears", "is no more within 2 hexes of its General Staff")
    meet = (EXCHANGE, "Spears attacks Riders", "done")

    assert attack_values(play(people, *SCOUT_FALLS, *far, *meet))["Spears"] == 5
    back = (*far, CHANGE, "Spears", "is within 2 hexes of its General Staff")
    assert attack_values(play(people, *SCOUT_FALLS, *back, *meet))["Spears"] == 7
    given = options(play(people, *SCOUT_FALLS, CHANGE, "Spears", "has a commander", CHANGE, "Spears"))
    assert "has its commander no more" in given
    assert "has a commander" not in options(play(people, *SCOUT_FALLS, CHANGE, "Staff"))


def test_morale_changes_between_melees() -> None:
    progress = play(tactic(), *LOST_TWO, CHANGE, "Spears", "is normal again", EXCHANGE, "done")

    assert attack_values(progress) == {"Riders": 10, "Spears": 5}


def test_an_army_without_units_ends_the_evening() -> None:
    riders = army_unit("Riders", "T", models=2, attack_vs_infantry=10, fights=("Spears",))
    spears = army_unit("Spears", "U", models=1, attack_vs_infantry=5, fortitude=10)

    standing = ended(play(ArtOfTacticMuster(one_turn(riders, spears)), [3, 4], [20]))

    assert standing == ("Riders of T: models 2, casualties 0, normal, Honor 1.",)
