"""Pairing on readings written down here; colours are those of the rules' own example."""

from dataclasses import replace

import pytest

from api.play.complaints import REMEDIES
from api.play.lying import Lying, LyingDie
from api.play.pairing import NothingThrown, Paired, Unpaired, bystanders, pair
from api.play.palette import Palette, place
from api.play.played import PlayedDie
from api.tables import DiceGroup
from resolver.dice import Dice, Roll
from resolver.procedure import Throw
from vision.reading import DieReading, Problem, TableReading

RED, BLACK_RED = ("red", "white"), ("black", "red")
GREEN, BLACK_GREEN = ("green", "white"), ("black", "green")
PALETTE = Palette(
    (
        DiceGroup("Aya", "attack", *RED),
        DiceGroup("Aya", "defence", *BLACK_RED),
        DiceGroup("Aya", "damage", *RED),
        DiceGroup("Chiyo", "attack", *GREEN),
        DiceGroup("Chiyo", "defence", *BLACK_GREEN),
        DiceGroup("Chiyo", "damage", *GREEN),
    )
)
MELEE = (Dice("attack", 0, 3), Dice("defence", 0, 3))
AYA = Throw("melee", "Aya", MELEE, 3, "Aya: throw")
CHIYO = Throw("melee", "Chiyo", MELEE, 3, "Chiyo: throw")
DAMAGE = Throw("damage", "Aya", (Dice("damage", 2, 2),), 2, "Aya: throw damage")


def die(
    colours: tuple[str, str], face: int | None, x: float = 0, *, problem: str | None = None, kind: str = "d6"
) -> DieReading:
    """Return a die of 40 pixels with its left edge at x, on the middle line of a 640x360 picture."""
    return DieReading(kind, face, 0.99, (x, 160, x + 40, 200), *colours, problem=problem)


def d20(face: int, x: float) -> DieReading:
    """Return a red d20 with white numerals."""
    return replace(die(RED, face, x, kind="d20"), numerals=True)


def table(*dice: DieReading, problems: tuple[str, ...] = ()) -> TableReading:
    return TableReading(640, 360, 10.0, dice, problems)


def shown(group: str, *dice: DieReading) -> tuple[PlayedDie, ...]:
    """Return dice that count in a group with the faces seen."""
    return tuple(PlayedDie(group, one.face or 0, one) for one in dice)


def lying(*dice: DieReading) -> Lying:
    """Return dice of accepted rolls with the faces seen."""
    return Lying(tuple(LyingDie(one, one.face or 0) for one in dice))


AYA_DICE = (die(RED, 4, 0), die(RED, 2, 60), die(BLACK_RED, 5, 120))
CHIYO_DICE = (die(GREEN, 5, 400), die(GREEN, 3, 460), die(BLACK_GREEN, 4, 520))
AYA_SHOWN = (*shown("attack", *AYA_DICE[:2]), *shown("defence", AYA_DICE[2]))
CHIYO_SHOWN = (*shown("attack", *CHIYO_DICE[:2]), *shown("defence", CHIYO_DICE[2]))


def test_one_picture_of_four_groups_answers_both_players() -> None:
    both = table(*AYA_DICE, *CHIYO_DICE)

    first = pair(both, AYA, PALETTE, Lying())
    assert first == Paired(Roll.of({"attack": [2, 4], "defence": [5]}), AYA_SHOWN)

    second = pair(both, CHIYO, PALETTE, lying(*AYA_DICE))
    assert second == Paired(Roll.of({"attack": [3, 5], "defence": [4]}), CHIYO_SHOWN)


def test_damage_is_read_from_the_attack_dice() -> None:
    assert pair(table(die(RED, 6), die(RED, 1, 60)), DAMAGE, PALETTE, Lying()) == Paired(
        Roll.of({"damage": [1, 6]}), shown("damage", die(RED, 6), die(RED, 1, 60))
    )


def test_dice_of_an_accepted_roll_are_no_damage_roll() -> None:
    assert (
        pair(table(*AYA_DICE, *CHIYO_DICE), DAMAGE, PALETTE, lying(*AYA_DICE, *CHIYO_DICE)) == NothingThrown()
    )


def test_dice_outside_the_tray_are_not_counted() -> None:
    beside = (die(RED, None, 300, problem="outside"), die(("blue", "white"), None, 350, problem="outside"))

    assert pair(table(*AYA_DICE, *beside), AYA, PALETTE, Lying()) == Paired(
        Roll.of({"attack": [2, 4], "defence": [5]}), AYA_SHOWN
    )
    assert pair(table(*beside), AYA, PALETTE, Lying()) == NothingThrown()


def test_a_die_that_left_the_tray_is_named_where_it_is_missing() -> None:
    thrown = (AYA_DICE[0], die(RED, None, 300, problem="outside"), AYA_DICE[2])

    assert pair(table(*thrown), AYA, PALETTE, Lying()) == Unpaired(
        (
            "3 dice expected, 2 seen: 1 red die, 1 black die with red pips",
            "red die in the middle: outside, please re-roll it inside the tray",
        )
    )


def test_a_die_accepted_by_hand_outside_is_not_named_again() -> None:
    there = die(RED, None, 300, problem="outside")

    outcome = pair(table(AYA_DICE[0], there), AYA, PALETTE, lying(there))

    assert isinstance(outcome, Unpaired)
    assert not any("outside" in reason for reason in outcome.reasons)


def test_an_accepted_die_that_can_no_longer_be_read_still_lies_there() -> None:
    dimmed = (die(RED, None, 2, problem="glare"), *AYA_DICE[1:])

    assert pair(table(*dimmed), DAMAGE, PALETTE, lying(*AYA_DICE)) == NothingThrown()


def test_a_die_typed_in_as_unread_still_lies_there_once_it_can_be_read() -> None:
    typed = (die(RED, None, 0, problem="glare"), *AYA_DICE[1:])

    assert pair(table(*AYA_DICE), DAMAGE, PALETTE, lying(*typed)) == NothingThrown()


def test_a_die_thrown_again_to_another_place_counts() -> None:
    thrown = (die(RED, 4, 200), die(RED, 2, 300), AYA_DICE[2])

    assert pair(table(*thrown), DAMAGE, PALETTE, lying(*AYA_DICE)) == Paired(
        Roll.of({"damage": [2, 4]}), shown("damage", thrown[0], thrown[1])
    )


def test_one_of_two_damage_dice_still_lying_makes_the_roll_short() -> None:
    half = table(AYA_DICE[0], die(RED, 2, 300), AYA_DICE[2])

    assert pair(half, DAMAGE, PALETTE, lying(*AYA_DICE)) == Unpaired(
        (
            "2 red dice expected, 1 seen",
            "red die at the left: lies there from an earlier roll, please throw it again",
        )
    )


def test_an_empty_table_is_nothing_to_complain_about() -> None:
    assert pair(table(problems=("no dice found",)), AYA, PALETTE, Lying()) == NothingThrown()


def test_the_other_players_dice_alone_are_nothing_to_complain_about() -> None:
    assert pair(table(*CHIYO_DICE), AYA, PALETTE, Lying()) == NothingThrown()


@pytest.mark.parametrize(
    ("throw", "dice", "reason"),
    [
        pytest.param(
            DAMAGE,
            [die(RED, 1), die(RED, 2, 60), die(RED, 3, 120)],
            "2 red dice expected, 3 seen",
            id="one too many",
        ),
        pytest.param(
            AYA,
            AYA_DICE[:2],
            "3 dice expected, 2 seen: 2 red dice, 0 black dice with red pips",
            id="one too few over both groups",
        ),
        pytest.param(
            AYA,
            [die(RED, 1), die(RED, 2, 60), die(RED, 3, 120), die(RED, 3, 180)],
            "0 to 3 red dice expected, 4 seen",
            id="more than a group may have",
        ),
        pytest.param(
            AYA,
            [*AYA_DICE[:2], die(BLACK_RED, None, 100, problem="glare")],
            "black die with red pips at the left: glare, please keep the lamp off it",
            id="unread",
        ),
        pytest.param(
            AYA,
            [*AYA_DICE, die(("white", "black"), 6, 590)],
            "white die with black pips at the right: belongs to nobody at this table, please take it away",
            id="a die of nobody's colours",
        ),
        pytest.param(
            AYA,
            [*AYA_DICE, die(("black", "white"), 6, 300)],
            "black die with white pips in the middle: belongs to nobody at this table, please take it away",
            id="marks that tell no group where the body is shared",
        ),
        pytest.param(
            AYA,
            [*AYA_DICE, die(("red", "black"), 5, 300)],
            "red die with black pips in the middle: belongs to nobody at this table, please take it away",
            id="colours of one group the other way round are not taken for another by the body",
        ),
        pytest.param(
            DAMAGE,
            [die(RED, 1), die(RED, 14, 60, kind="d20")],
            "red die at the left: a d20, a d6 is expected, please throw a d6",
            id="another kind",
        ),
    ],
)
def test_a_roll_that_does_not_fit_is_refused_in_plain_words(
    throw: Throw, dice: list[DieReading], reason: str
) -> None:
    assert pair(table(*dice), throw, PALETTE, Lying()) == Unpaired((reason,))


def test_every_reason_is_given() -> None:
    seen = table(die(RED, None, 0, problem="cocked"), *CHIYO_DICE, problems=("a hand is in the picture",))

    assert pair(seen, DAMAGE, PALETTE, Lying()) == Unpaired(
        (
            "a hand is in the picture",
            "2 red dice expected, 1 seen",
            "red die at the left: cocked, please re-roll it",
        )
    )


def test_an_unread_die_of_unclear_colours_is_called_unread() -> None:
    seen = table(*AYA_DICE, die(("black", "black"), None, 300, problem="hidden"))

    assert pair(seen, AYA, PALETTE, Lying()) == Unpaired(
        ("black die with black pips in the middle: hidden, please take away what covers it",)
    )


def test_misjudged_marks_do_not_matter_where_the_body_alone_tells() -> None:
    dull = (die(("red", "grey"), 6), die(RED, 1, 60))

    assert pair(table(*dull), DAMAGE, PALETTE, Lying()) == Paired(
        Roll.of({"damage": [1, 6]}), shown("damage", *dull)
    )


MARKER = replace(die(("white", "black"), 6, 590), id=1)
CORNER = replace(die(("black", "grey"), None, 590, problem=Problem.CUT_OFF), id=1)
BELONGS_TO_NOBODY = (
    "white die with black pips at the right: belongs to nobody at this table, please take it away"
)


@pytest.mark.parametrize("there", [MARKER, CORNER])
def test_what_was_nobodys_before_a_throw_does_not_stand_in_its_way(there: DieReading) -> None:
    seen = table(*CHIYO_DICE, there)
    before = Lying(bystanders=bystanders(seen, AYA, PALETTE, Lying()))

    assert before.bystanders == (there,)
    assert pair(seen, AYA, PALETTE, before) == NothingThrown()
    assert pair(table(*AYA_DICE, there), AYA, PALETTE, before) == Paired(
        Roll.of({"attack": [2, 4], "defence": [5]}), AYA_SHOWN
    )


def test_what_was_nobodys_before_a_throw_is_named_where_a_die_is_missing() -> None:
    before = Lying(bystanders=(MARKER,))

    assert pair(table(*AYA_DICE[:2], MARKER), AYA, PALETTE, before) == Unpaired(
        ("3 dice expected, 2 seen: 2 red dice, 0 black dice with red pips", BELONGS_TO_NOBODY)
    )


@pytest.mark.parametrize("moved", [replace(MARKER, id=2), replace(MARKER, box=(490, 160, 530, 200))])
def test_what_is_nobodys_and_has_moved_may_be_of_the_throw(moved: DieReading) -> None:
    seen = table(*AYA_DICE, moved)

    assert pair(seen, AYA, PALETTE, Lying(bystanders=(MARKER,))) == Unpaired((BELONGS_TO_NOBODY,))
    assert bystanders(seen, AYA, PALETTE, Lying()) == ()


def test_a_group_without_colours_is_said_to_lack_them() -> None:
    throw = Throw("damage", "Aya", (Dice("poison", 1, 1),), 1, "")

    assert pair(table(*AYA_DICE), throw, PALETTE, Lying()) == Unpaired(
        ("no colours are set up for Aya's poison dice",)
    )


REROLL = Throw(
    "re-roll", "Aya", (Dice("attack", 2, 2),), 2, "", before=Roll.of({"attack": [2, 4]}), may_change=1
)


def test_a_re_roll_waits_until_a_die_has_changed() -> None:
    assert pair(table(*AYA_DICE), REROLL, PALETTE, lying(*AYA_DICE)) == NothingThrown()


def test_a_re_roll_reads_the_whole_group_again() -> None:
    again = (die(RED, 6, 200), AYA_DICE[1], AYA_DICE[2])

    assert pair(table(*again), REROLL, PALETTE, lying(*AYA_DICE)) == Paired(
        Roll.of({"attack": [2, 6]}), shown("attack", again[0], again[1])
    )


def test_dice_that_lie_still_keep_the_face_that_counts_in_a_re_roll() -> None:
    # The camera read 3 and sees a 3 again; a player has corrected it to 2.
    misread = die(RED, 3, 60)
    there = Lying((LyingDie(AYA_DICE[0], 4), LyingDie(misread, 2), LyingDie(AYA_DICE[2], 5)))
    outcome = pair(table(die(RED, 6, 200), misread, AYA_DICE[2]), REROLL, PALETTE, there)

    assert isinstance(outcome, Paired)
    assert outcome.roll == Roll.of({"attack": [2, 6]})


def test_a_re_roll_of_more_dice_than_allowed_names_those_that_changed() -> None:
    both = (die(RED, 6, 200), die(RED, 1, 590), AYA_DICE[2])

    assert pair(table(*both), REROLL, PALETTE, lying(*AYA_DICE)) == Unpaired(
        ("at most 1 die may change, 2 did: red die in the middle, red die at the right",)
    )


def test_a_die_that_was_only_moved_has_not_changed() -> None:
    moved = (die(RED, 6, 200), die(RED, 2, 590), AYA_DICE[2])
    outcome = pair(table(*moved), REROLL, PALETTE, lying(*AYA_DICE))

    assert isinstance(outcome, Paired)
    assert outcome.roll == Roll.of({"attack": [2, 6]})


def test_with_identities_a_die_moved_far_has_not_changed_and_one_turned_in_place_has() -> None:
    there = tuple(replace(one, id=at) for at, one in enumerate(AYA_DICE))
    turned = replace(AYA_DICE[0], face=6, id=9)
    far = replace(AYA_DICE[1], box=(590, 160, 630, 200), id=1)
    outcome = pair(table(turned, far, there[2]), REROLL, PALETTE, lying(*there))

    assert isinstance(outcome, Paired)
    assert outcome.roll == Roll.of({"attack": [2, 6]})


def test_a_die_of_a_group_that_is_not_thrown_again_is_named_when_it_changes() -> None:
    changed = (AYA_DICE[0], AYA_DICE[1], die(BLACK_RED, 1, 590))

    assert pair(table(*changed), REROLL, PALETTE, lying(*AYA_DICE)) == Unpaired(
        (
            "black die with red pips at the right: has changed, only red dice may be thrown again, "
            "please turn it back to 5",
        )
    )


def test_a_die_of_another_group_that_was_only_moved_is_no_matter() -> None:
    moved = (die(RED, 6, 200), AYA_DICE[1], die(BLACK_RED, 5, 590))

    assert isinstance(pair(table(*moved), REROLL, PALETTE, lying(*AYA_DICE)), Paired)


def test_a_d6_among_expected_d20_is_refused_by_name() -> None:
    throw = Throw("melee", "Aya", (Dice("attack", 2, 2, 20),), 2, "")
    seen = table(die(RED, 14, 0, kind="d20"), die(RED, 4, 60))

    assert pair(seen, throw, PALETTE, Lying()) == Unpaired(
        ("red die at the left: a d6, a d20 is expected, please throw a d20",)
    )


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        pytest.param(die(RED, 4, 60), "a d6, a d20 is expected, please throw a d20", id="with pips"),
        pytest.param(
            replace(die(RED, 4, 60), numerals=True),
            "a d6, a d20 is expected, please throw a d20",
            id="with numerals",
        ),
        pytest.param(
            replace(die(RED, None, 60, kind="d8", problem="unsupported"), numerals=True),
            "a d8, a d20 is expected, please throw a d20",
            id="told apart, not read",
        ),
        pytest.param(
            die(RED, None, 60, problem="cocked"), "cocked, please re-roll it", id="of no kind that was seen"
        ),
        pytest.param(
            die(RED, None, 60, problem="unsupported"),
            "unsupported, please throw a d20, or enter the roll by hand",
            id="none that can be read",
        ),
    ],
)
def test_a_die_among_d20_is_told_by_its_kind_where_that_was_seen(wrong: DieReading, words: str) -> None:
    throw = Throw("melee", "Aya", (Dice("attack", 2, 2, 20),), 2, "")

    assert pair(table(d20(14, 0), wrong), throw, PALETTE, Lying()) == Unpaired(
        (f"red die at the left: {words}",)
    )


def test_a_d20_among_expected_d6_is_refused_by_name() -> None:
    assert pair(table(d20(4, 0), die(RED, 4, 60)), DAMAGE, PALETTE, Lying()) == Unpaired(
        ("red die at the left: a d20, a d6 is expected, please throw a d6",)
    )


def test_of_d20_numerals_are_named_and_not_pips() -> None:
    palette = Palette(
        (DiceGroup("Aya", "attack", "red", "white"), DiceGroup("Chiyo", "attack", "red", "black"))
    )
    throw = Throw("melee", "Aya", (Dice("attack", 2, 2, 20),), 2, "")
    stray = replace(d20(7, 200), body="blue", marks="red")

    assert pair(table(d20(14, 0), stray), throw, palette, Lying()) == Unpaired(
        (
            "2 red dice with white numerals expected, 1 seen",
            "blue die with red numerals in the middle: belongs to nobody at this table, please take it away",
        )
    )


BATCH = Throw("attack", "Aya", (Dice("attack", 2, 2, 20),), 2, "attack: 2D20 riders (4 of 6 read)")


def test_a_batch_is_thrown_with_dice_taken_from_those_of_the_batch_before() -> None:
    before = (d20(3, 0), d20(8, 60), d20(12, 120), d20(15, 180))
    again = (d20(4, 400), d20(20, 460))

    assert pair(table(*before), BATCH, PALETTE, lying(*before)) == NothingThrown()
    assert pair(table(*before[2:], *again), BATCH, PALETTE, lying(*before)) == Paired(
        Roll.of({"attack": [4, 20]}), shown("attack", *again)
    )


def test_a_batch_of_too_many_dice_is_refused() -> None:
    before = (d20(3, 0), d20(8, 60))
    again = (d20(4, 400), d20(20, 460), d20(11, 520))

    assert pair(table(*again), BATCH, PALETTE, lying(*before)) == Unpaired(("2 red dice expected, 3 seen",))


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        ("glare", "glare, please keep the lamp off it"),
        ("blur", "blur, please let it lie still, or focus the camera"),
        ("too small", "too small, please move the camera nearer"),
        ("cocked", "cocked, please re-roll it"),
        ("hidden", "hidden, please take away what covers it"),
        ("cut off", "cut off, please re-roll it inside the picture"),
        ("unsupported", "unsupported, please throw a d6, or enter the roll by hand"),
        ("unsure", "unsure, please re-roll it, or enter the roll by hand"),
    ],
)
def test_every_problem_comes_with_what_to_do(problem: str, words: str) -> None:
    seen = table(die(RED, 1), die(RED, None, 60, problem=problem))

    assert pair(seen, DAMAGE, PALETTE, Lying()) == Unpaired((f"red die at the left: {words}",))


def test_every_problem_has_its_words() -> None:
    without = {Problem.UNSURE, Problem.UNSUPPORTED}

    assert set(REMEDIES) == set(Problem) - without


@pytest.mark.parametrize(
    ("box", "words"),
    [
        ((0, 0, 40, 40), "at the upper left"),
        ((300, 0, 340, 40), "at the top"),
        ((600, 160, 640, 200), "at the right"),
        ((300, 160, 340, 200), "in the middle"),
        ((600, 320, 640, 360), "at the lower right"),
        ((300, 320, 340, 360), "at the bottom"),
    ],
)
def test_a_place_is_told_in_thirds(box: tuple[float, float, float, float], words: str) -> None:
    assert place(box, 640, 360) == words


PROFILED = Palette(
    (DiceGroup("Aya", "attack", *RED), DiceGroup("Aya", "defence", *BLACK_RED)),
    {"my red": RED, "my black": BLACK_RED},
)


def test_with_profiles_the_calibrated_group_decides_and_not_the_colours_name() -> None:
    pink = replace(die(("pink", "grey"), 4), group="my red")
    black = replace(die(RED, 5, 60), group="my black")

    assert PROFILED.colours_of(pink) == RED
    assert PROFILED.colours_of(black) == BLACK_RED


def test_with_profiles_a_die_of_no_group_is_nobodys_whatever_its_colours() -> None:
    assert PROFILED.colours_of(die(RED, 4)) is None
    assert PROFILED.colours_of(replace(die(RED, 4), group="of another table")) is None


@pytest.mark.parametrize(
    ("names", "group", "expected"),
    [
        pytest.param(RED, "red/white", RED, id="both views agree"),
        pytest.param(RED, None, RED, id="names alone"),
        pytest.param(("grey", "red"), "black/red", BLACK_RED, id="the picture tells what names do not"),
        pytest.param(RED, "black/red", None, id="the views disagree"),
        pytest.param(("blue", "yellow"), "black/red", None, id="no colour is that of the group"),
        pytest.param(RED, "blue/white", RED, id="a group of no such table"),
    ],
)
def test_without_profiles_a_dies_own_colours_and_its_picture_must_agree(
    names: tuple[str, str], group: str | None, expected: tuple[str, str] | None
) -> None:
    assert PALETTE.colours_of(replace(die(names, 4), group=group)) == expected


FOUR = Palette(
    (
        DiceGroup("Aya", "attack", *RED),
        DiceGroup("Aya", "defence", *BLACK_RED),
        DiceGroup("Chiyo", "attack", *GREEN),
        DiceGroup("Chiyo", "defence", *BLACK_GREEN),
    ),
    {"red": RED, "black": BLACK_RED, "bright": GREEN, "green": BLACK_GREEN},
)
ONE_EACH = Throw("melee", "Aya", (Dice("attack", 1, 1), Dice("defence", 1, 1)), 2, "Aya: throw")
SPLIT = Throw("melee", "Aya", (Dice("attack", 0, 2), Dice("defence", 0, 2)), 2, "Aya: throw")
AGAIN = Throw("melee", "Aya", ONE_EACH.dice, 2, "Aya: again", Roll.of({"attack": [4], "defence": [2]}), 1)


def of(group: str, face: int, x: float = 0) -> DieReading:
    """Return a die that is seen to be of a group."""
    return replace(die(RED, face, x), group=group)


def doubtful(face: int | None, *may_be: str, x: float = 60) -> DieReading:
    """Return a die that may be of some groups."""
    return replace(die(("grey", "grey"), face, x), may_be=may_be)


@pytest.mark.parametrize(
    ("dice", "roll"),
    [
        pytest.param((of("red", 4), doubtful(2, "black")), {"attack": [4], "defence": [2]}, id="of one"),
        pytest.param(
            (of("red", 4), doubtful(2, "black", "green")), {"attack": [4], "defence": [2]}, id="of two"
        ),
        pytest.param(
            (of("red", 4), of("black", 2, 100), doubtful(5, "black", "green")),
            {"attack": [4], "defence": [2]},
            id="another player's, as this one's are complete",
        ),
        pytest.param(
            (of("red", 4), of("black", 2, 100), doubtful(None, "black", "green")),
            {"attack": [4], "defence": [2]},
            id="another player's, unread",
        ),
        pytest.param(
            (of("red", 4), of("black", 2, 100), doubtful(None, "green", "bright")),
            {"attack": [4], "defence": [2]},
            id="another player's, of either group",
        ),
        pytest.param(
            (doubtful(4, "red", x=0), doubtful(2, "black")), {"attack": [4], "defence": [2]}, id="two dice"
        ),
    ],
)
def test_a_doubtful_die_is_of_the_group_that_it_completes(
    dice: tuple[DieReading, ...], roll: dict[str, list[int]]
) -> None:
    paired = pair(table(*dice), ONE_EACH, FOUR, Lying())

    assert isinstance(paired, Paired)
    assert paired.roll == Roll.of(roll)


@pytest.mark.parametrize(
    ("throw", "dice"),
    [
        pytest.param(ONE_EACH, (of("red", 4), doubtful(2)), id="of no group"),
        pytest.param(ONE_EACH, (of("red", 4), doubtful(2, "green")), id="of a group that misses none"),
        pytest.param(ONE_EACH, (of("red", 4), doubtful(None, "black")), id="unread"),
        pytest.param(SPLIT, (of("red", 4), doubtful(2, "red", "black")), id="of either, as players split"),
        pytest.param(
            ONE_EACH, (doubtful(4, "red", "black", x=0), doubtful(2, "red", "black")), id="two of either"
        ),
    ],
)
def test_a_doubtful_die_that_completes_no_group_or_more_than_one_is_nobodys(
    throw: Throw, dice: tuple[DieReading, ...]
) -> None:
    assert isinstance(pair(table(*dice), throw, FOUR, Lying()), Unpaired)


def test_a_doubtful_die_of_an_accepted_roll_keeps_its_group() -> None:
    accepted = replace(doubtful(2, "black", "green"), group="black")
    again = replace(of("red", 6), box=(200, 160, 240, 200))

    paired = pair(table(again, doubtful(2, "black", "green")), AGAIN, FOUR, lying(of("red", 4), accepted))

    assert isinstance(paired, Paired)
    assert paired.roll == Roll.of({"attack": [6], "defence": [2]})
