"""Which later answers still fit after a correction: the same question, whatever its numbers are now."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from api.play.played import Played
from api.play.refit import refit, retraced
from resolver.dice import Dice, Roll, RollRejected
from resolver.procedure import Answer, Choice, ChoiceRejected, Outcome, Procedure, Throw, Which, choose, throw
from tests.resolver.blightmeer_phases import attack, begin, defence, duel, grok, hild

Start = Callable[[], Procedure[Outcome]]


@dataclass(frozen=True)
class Over(Outcome):
    pass


@dataclass(frozen=True)
class Names:
    """A set-up whose models have numbers in their names."""

    models: tuple[str, ...] = ("Goblin 1", "Goblin 2", "Elf")


def die_of(name: str, reason: str = "throws 1 die", before: Roll | None = None) -> Throw:
    return Throw("strike", "Aya", (Dice("attack", 1, 1),), 1, f"{name} {reason}", before, 1)


def roll(face: int) -> Roll:
    return Roll.of({"attack": [face]})


def asks(first: Throw | Choice, then: Callable[[Answer], list[Throw | Choice]]) -> Start:
    """Return rules that ask something, and then what hangs on its answer."""

    def rules() -> Procedure[Outcome]:
        answer: Answer = (yield from throw(first)) if isinstance(first, Throw) else (yield from choose(first))
        for asked in then(answer):
            if isinstance(asked, Throw):
                yield from throw(asked)
            else:
                yield from choose(asked)
        return Over()

    return rules


def corrected(
    start: Start, first: Answer, now: Answer, later: list[Answer]
) -> tuple[list[Answer], list[int]]:
    """Return the answers after the first is corrected, and the numbers of those that are dropped."""
    played = retraced(start, [Played(die_of(""), answer) for answer in (first, *later)])
    kept, dropped = refit(start, Names(), (Played(played[0].question, now),), played[1:])
    return [one.answer for one in kept], [one.index for one in dropped]


def test_dice_stand_when_only_numbers_of_their_question_change() -> None:
    start = asks(die_of("Elf"), lambda first: [die_of("Elf", f"needs {first.faces('attack')[0]} or +1")])  # type: ignore[union-attr]  # a roll

    assert corrected(start, roll(3), roll(4), [roll(6)]) == ([roll(4), roll(6)], [])


def test_a_number_in_a_name_is_no_number() -> None:
    def strikers(first: Answer) -> list[Throw | Choice]:
        return [die_of("Goblin 1" if first == roll(1) else "Goblin 2")]

    start = asks(die_of("Elf"), strikers)

    assert corrected(start, roll(1), roll(2), [roll(6)]) == ([roll(2)], [1])
    assert corrected(start, roll(3), roll(2), [roll(6)]) == ([roll(2), roll(6)], [])


def test_a_decision_stands_for_the_same_words_alone() -> None:
    def wounds(first: Answer) -> list[Throw | Choice]:
        assert isinstance(first, Roll)
        return [Choice("wounds", "Aya", ("1", "2"), f"how many for {first.faces('attack')[0]}?")]

    start = asks(die_of("Elf"), wounds)

    assert corrected(start, roll(3), roll(3), ["2"]) == ([roll(3), "2"], [])
    assert corrected(start, roll(3), roll(4), ["2"]) == ([roll(4)], [1])


def test_a_re_roll_stands_for_the_same_dice_alone() -> None:
    def again(first: Answer) -> list[Throw | Choice]:
        assert isinstance(first, Roll)
        return [die_of("Elf", "again", before=first)]

    start = asks(die_of("Elf"), again)

    # After 2 was corrected to 5, a 5 on the table would look like a die that nobody threw again.
    assert corrected(start, roll(2), roll(5), [roll(5)]) == ([roll(5)], [1])


def test_what_is_asked_no_more_leaves_a_gap_and_the_rest_stands() -> None:
    def strikers(first: Answer) -> list[Throw | Choice]:
        hit: list[Throw | Choice] = [die_of("Elf", "wounds"), die_of("Elf", "injures")]
        return [*(hit if first == roll(6) else []), die_of("Goblin 1"), die_of("Goblin 2")]

    start = asks(die_of("Elf"), strikers)
    later: list[Answer] = [roll(1), roll(2), roll(3), roll(4)]

    assert corrected(start, roll(6), roll(1), later) == ([roll(1), roll(3), roll(4)], [1, 2])
    # The other way round nobody has thrown what is asked now, so all behind it waits for it.
    assert corrected(start, roll(1), roll(6), later[2:]) == ([roll(6)], [1, 2])


def test_no_answer_takes_the_place_of_another_where_the_rest_would_not_follow() -> None:
    def strikers(first: Answer) -> list[Throw | Choice]:
        once: list[Throw | Choice] = [die_of("Elf", "wounds")]
        # The Elf wounds now or after the goblin; the goblin is not to be left out for that.
        late = [die_of("Goblin 1"), *once, die_of("Goblin 2")]
        return [*once, *late] if first == roll(6) else late

    start = asks(die_of("Elf"), strikers)

    assert corrected(start, roll(1), roll(6), [roll(2), roll(3), roll(4)]) == ([roll(6)], [1, 2, 3])


def test_what_stands_must_be_allowed() -> None:
    start = asks(die_of("Elf"), lambda _: [])

    with pytest.raises(RollRejected):
        retraced(start, [Played(die_of("Elf"), roll(7))])
    with pytest.raises(RollRejected):
        retraced(start, [Played(die_of("Elf"), "yes")])
    with pytest.raises(RollRejected, match="everything is resolved"):
        retraced(start, [Played(die_of("Elf"), roll(6)), Played(die_of("Elf"), roll(6))])
    with pytest.raises(ChoiceRejected):
        retraced(asks(Choice("go", "Aya", ("yes",), "go?"), lambda _: []), [Played(die_of("Elf"), roll(6))])


def against(*values: int) -> list[Throw | Choice]:
    """Return throws that differ by a number alone, one for each."""
    return [
        replace(die_of("Elf", f"defends against {value}"), which=Which(value, values)) for value in values
    ]


@pytest.mark.parametrize(
    ("before", "now", "kept", "dropped"),
    [
        ((6, 5), (5,), [2], [1]),
        ((6, 5), (6,), [1], [2]),
        ((5,), (6, 5), [], [1]),
        ((6, 5), (6, 4), [1, 2], []),
        ((6, 4), (5, 4), [1, 2], []),
        # What was 6 is 4 now and comes last, where its die was thrown first.
        ((6, 5), (5, 4), [2], [1]),
        ((5, 5), (5,), [1], [2]),
        ((6, 6), (5, 4), [], [1, 2]),
    ],
)
def test_a_die_counts_for_its_own_throw_of_several_that_differ_by_a_number(
    before: tuple[int, ...], now: tuple[int, ...], kept: list[int], dropped: list[int]
) -> None:
    start = asks(die_of("Elf"), lambda first: against(*(before if first == roll(1) else now)))
    later: list[Answer] = [roll(face) for face in range(1, len(before) + 1)]

    assert corrected(start, roll(1), roll(2), later) == ([roll(2), *map(roll, kept)], dropped)


def test_a_defence_die_is_not_counted_against_another_attack() -> None:
    setup = duel(hild(attacks=2), grok())
    start = begin(setup)
    played = retraced(start, [Played(die_of(""), one) for one in (attack(19, 15), defence(20), defence(1))])

    kept, dropped = refit(start, setup, (replace(played[0], answer=attack(9, 15)),), played[1:])

    assert [one.answer for one in kept] == [attack(9, 15), defence(1)]
    assert [one.played.answer for one in dropped] == [defence(20)]
