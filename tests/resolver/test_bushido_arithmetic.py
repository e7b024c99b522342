"""The arithmetic against a second, plain implementation, and against the printed numbers."""

from hypothesis import given
from hypothesis import strategies as st

from resolver.bushido.arithmetic import (
    attack_range,
    boosted_statistic,
    compare,
    deficit,
    group_result,
    kept_damage_dice,
    suffered_wounds,
    without_highest,
)
from resolver.bushido.wound_table import PRINTED, WoundTable, wounds

faces = st.lists(st.integers(1, 6), max_size=8)
levels = st.integers(0, 14)

PRINTED_SHIFTS = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}


def plain_result(rolled: list[int], modifier: int, kata: bool) -> int:
    """The result of a group, told the long way: line the dice up and count along them."""
    line: list[int] = []
    for face in (6, 5, 4, 3, 2, 1):
        if face > 1 or kata:
            line = line + [die for die in rolled if die == face]
    if line == []:
        return 0
    result = line[0]
    if len(line) >= 2:
        result = result + 1
    if len(line) >= 3:
        result = result + 1
    if line[0] > 1:
        result = result + modifier
    return result


@given(faces, st.integers(0, 3), st.booleans())
def test_a_result_is_that_of_the_plain_count(rolled: list[int], modifier: int, kata: bool) -> None:
    assert group_result(rolled, modifier, kata) == plain_result(rolled, modifier, kata)


@given(faces, faces, faces, faces, st.booleans())
def test_a_comparison_is_that_of_the_plain_count(
    attack: list[int], other: list[int], defence: list[int], more: list[int], active: bool
) -> None:
    a, d = plain_result(attack, 0, False), plain_result(defence, 0, False)
    mine = len([die for die in attack + other if die > 1])
    theirs = len([die for die in defence + more if die > 1])
    if a > d or (a == d and mine > theirs) or (a == d and mine == theirs and active):
        expected = (True, a - d)
    else:
        expected = (False, d - a)

    result = compare(group_result(attack), group_result(defence), mine, theirs, active)

    assert (result.attack_succeeds, result.success_level) == expected


@given(st.integers(-10, 25), levels)
def test_wounds_are_level_and_shift_at_every_total(total: int, level: int) -> None:
    shift = PRINTED_SHIFTS[max(2, min(12, total))]

    assert wounds(PRINTED, total, level) == max(0, level + shift)


@given(levels, st.booleans(), st.integers(-3, 3), st.integers(0, 3), st.booleans())
def test_suffered_wounds_follow_their_order(
    raw: int, halved: bool, tough: int, sharp: int, durable: bool
) -> None:
    left = raw
    if halved:
        left = int(left / 2)
    if tough > 0:
        for _ in range(max(tough - sharp, 0)):
            if left > 0:
                left -= 1
    if tough < 0 and left > 0:
        left += abs(tough)
    if durable and left > 1:
        left = 1

    assert suffered_wounds(raw, halved, tough, sharp, durable) == left
    assert left >= 0


@given(st.integers(0, 12), st.booleans(), st.booleans())
def test_an_allocation_is_in_range_exactly_when_it_keeps_the_limit(
    rolled: int, aggressive: bool, defensive: bool
) -> None:
    legal = attack_range(rolled, aggressive, defensive)
    kept = [
        attack
        for attack in range(rolled + 1)
        if (not aggressive or attack >= rolled - attack) and (not defensive or rolled - attack >= attack)
    ]

    assert list(range(legal.least, legal.most + 1)) == kept


@given(st.integers(-6, 9), st.integers(-6, 9))
def test_the_deficit_is_the_least_that_leaves_each_a_die(one: int, two: int) -> None:
    gained = deficit(one, two)

    assert min(one, two) + gained >= 1
    assert gained == 0 or min(one, two) + gained == 1


def test_boosts_end_at_twice_the_base_and_lift_zero_to_one() -> None:
    assert [boosted_statistic(3, boosts) for boosts in range(6)] == [3, 4, 5, 6, 6, 6]
    assert [boosted_statistic(0, boosts) for boosts in range(3)] == [0, 1, 1]


@given(st.lists(st.integers(1, 6), min_size=3, max_size=3))
def test_strong_keeps_the_best_sum_and_weak_the_worst(dice: list[int]) -> None:
    sums = [dice[0] + dice[1], dice[0] + dice[2], dice[1] + dice[2]]

    assert sum(kept_damage_dice(dice, weak=False)) == max(sums)
    assert sum(kept_damage_dice(dice, weak=True)) == min(sums)


@given(faces, st.integers(0, 9))
def test_dice_taken_away_are_the_highest(rolled: list[int], count: int) -> None:
    stay, gone = without_highest(rolled, count)

    assert sorted(stay + gone) == sorted(rolled)
    assert len(gone) == min(count, len(rolled))
    assert not stay or not gone or max(stay) <= min(gone)


def test_a_table_of_the_players_replaces_the_printed_one() -> None:
    table = WoundTable(tuple((9, 9) for _ in range(11)))

    assert wounds(table, 7, 0) == 9
    assert wounds(table, 7, 3) == 11
    assert wounds(table, 7, 3, last_column_for_more=True) == 9
