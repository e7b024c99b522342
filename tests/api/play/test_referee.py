"""The flow of a table: readings come as a camera gives them, and messages tell what is made of them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.play.hub import Hub, Message
from api.play.palette import Palette
from api.play.played import DieChange
from api.play.referee import Referee
from api.play.skipping import NotSkippable
from api.play.table import Table
from api.tables import load_table
from resolver.dice import Roll, RollRejected
from resolver.procedure import ChoiceRejected
from vision.reading import DieReading, TableReading
from vision.watching.moment import Moment

PLAIN = """
system = "bushido-vault"
active = "Aya"
still_in_contact = true
{settings}

[players.Aya]
melee_pool = 3
wounds = 6
special = "none"
{aya}

[players.Aya.dice]
attack = {{ body = "red", marks = "white" }}
defence = {{ body = "black", marks = "red" }}

[players.Chiyo]
melee_pool = 3
wounds = 6
special = "none"

[players.Chiyo.dice]
attack = {{ body = "green", marks = "white" }}
defence = {{ body = "black", marks = "green" }}
"""

KINDS = {"r": ("red", "white"), "b": ("black", "red"), "g": ("green", "white"), "k": ("black", "green")}
"""Aya's attack and defence, Chiyo's attack and defence."""

BOTH = "r4 r2 b5 g5 g3 k4"
"""Aya hits with 5 against 4, Chiyo with 6 against 5."""


class Bench:
    """A referee with a camera that shows what a test wants, dice with identities as a watched table has."""

    def __init__(self, folder: Path, settings: str = "", aya: str = "") -> None:
        path = folder / "table.toml"
        path.write_text(PLAIN.format(settings=settings, aya=aya), encoding="utf-8")
        setup = load_table(path)
        self.hub = Hub("0000")
        self.now = datetime(2026, 11, 21, tzinfo=UTC)
        self.referee = Referee(
            Table(setup), self.hub, Palette(setup.groups), remind_after_s=60, clock=lambda: self.now
        )
        self._heard = self.hub.last_seq()
        self._lying: list[tuple[str, DieReading]] = []
        self._ids = 0
        self._pictures = 0

    def see(self, dice: str) -> list[Message]:
        """Show dice at rest: `r4` is one thrown anew, `r4=` the one that lies there, `r?` one unread."""
        shown = [self._left(word[:-1]) if word.endswith("=") else self._thrown(word) for word in dice.split()]
        self._lying = shown
        return self.show(*(die for _, die in shown))

    def _left(self, word: str) -> tuple[str, DieReading]:
        return next(one for one in self._lying if one[0] == word)

    def _thrown(self, word: str) -> tuple[str, DieReading]:
        self._ids += 1
        x, y = 20 + 60 * (self._ids % 10), 20 + 60 * (self._ids // 10 % 5)
        face, problem = (None, "cocked") if word[1:] == "?" else (int(word[1:]), None)
        body, marks = KINDS[word[0]]
        box = (x, y, x + 40, y + 40)
        return word, DieReading("d6", face, 0.99, box, body, marks, problem=problem, id=self._ids)

    def show(self, *dice: DieReading) -> list[Message]:
        self._pictures += 1
        self.referee.read(Moment.SETTLED, TableReading(640, 360, 5.0, dice), self._pictures)
        return self.heard()

    def heard(self) -> list[Message]:
        """Return the messages since the last time."""
        news = self.hub.after(self._heard)
        self._heard = self.hub.last_seq()
        return list(news)

    def asked(self) -> tuple[str, str] | None:
        waiting = self.referee.table.progress.waiting_for
        return None if waiting is None else (waiting.player, waiting.purpose)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def types(messages: list[Message]) -> list[str]:
    return [one.type for one in messages]


def reasons(messages: list[Message]) -> object:
    (refused,) = (one for one in messages if one.type == "refused")
    return refused.data["reasons"]


def test_a_throw_says_which_dice_are_expected(bench: Bench) -> None:
    (throw,) = (one for one in bench.heard() or bench.hub.after(0) if one.type == "throw")

    assert throw.data["expected"] == [
        {"group": "attack", "body": "red", "marks": "white", "kind": "d6", "least": 0, "most": 3},
        {"group": "defence", "body": "black", "marks": "red", "kind": "d6", "least": 0, "most": 3},
    ]


def test_both_players_at_once_and_the_split_is_read_from_the_dice(bench: Bench) -> None:
    heard = bench.see(BOTH)

    assert types(heard).count("accepted") == 2
    accepted = [one.data for one in heard if one.type == "accepted"]
    assert [one["faces"] for one in accepted] == [
        {"attack": [2, 4], "defence": [5]},
        {"attack": [3, 5], "defence": [4]},
    ]
    assert {(one["by"], one["picture"]) for one in accepted} == {("camera", 1)}
    assert bench.asked() == ("Aya", "damage")


def test_one_player_after_the_other(bench: Bench) -> None:
    bench.see("r4 r2 b5")
    assert bench.asked() == ("Chiyo", "melee")

    bench.see("r4= r2= b5= g5 g3 k4")
    assert bench.asked() == ("Aya", "damage")


def test_who_is_not_asked_may_throw_first(bench: Bench) -> None:
    assert "refused" not in types(bench.see("g5 g3 k4"))
    bench.see("g5= g3= k4= r4 r2 b5")

    assert bench.asked() == ("Aya", "damage")


def test_a_split_beyond_the_pool_is_refused_until_the_table_changes(bench: Bench) -> None:
    assert reasons(bench.see("r4 r2 r1 b5")) == [
        "3 dice expected, 4 seen: 3 red dice, 1 black die with red pips"
    ]
    assert "accepted" in types(bench.see("r4= r2= b5="))


def test_a_cocked_die_is_named_and_read_once_it_was_thrown_again(bench: Bench) -> None:
    assert reasons(bench.see("r4 r2 b?")) == ["black die with red pips at the top: cocked, please re-roll it"]
    (accepted,) = (one for one in bench.see("r4= r2= b6") if one.type == "accepted")
    assert accepted.data["faces"] == {"attack": [2, 4], "defence": [6]}


def test_damage_follows_and_lifting_the_dice_starts_nothing_by_itself(bench: Bench) -> None:
    bench.see(BOTH)
    assert types(bench.see("b5= g5= g3= k4=")) == ["reading"]
    bench.see("b5= g5= g3= k4= r3 r4")

    assert bench.asked() == ("Chiyo", "damage")


def test_dice_that_lie_on_are_no_damage_roll(bench: Bench) -> None:
    bench.see(BOTH)
    lie_on = "r4= r2= b5= g5= g3= k4="

    assert "accepted" not in types(bench.see(lie_on))
    assert bench.asked() == ("Aya", "damage")


def test_one_damage_die_thrown_and_one_left_lying_is_told(bench: Bench) -> None:
    bench.see(BOTH)
    said = reasons(bench.see("r4= b5= g5= g3= k4= r6"))

    assert said == [
        "2 red dice expected, 1 seen",
        "red die at the upper left: lies there from an earlier roll, please throw it again",
    ]


def test_a_re_roll_changes_what_it_may_and_is_skipped_where_nobody_wants_it(tmp_path: Path) -> None:
    bench = Bench(tmp_path, aya="traits = { prowess_attack = 1 }")
    bench.see(BOTH)
    assert bench.asked() == ("Aya", "reroll")

    said = reasons(bench.see("r6 r1 b5= g5= g3= k4="))
    assert isinstance(said, list)
    assert said[0].startswith("at most 1 die may change, 2 did: red die at the ")
    bench.referee.skip("Aya")
    (accepted,) = (one for one in bench.heard() if one.type == "accepted")
    assert (accepted.data["faces"], accepted.data["skipped"], accepted.data["by"]) == (
        {"attack": [2, 4]},
        True,
        "Aya",
    )
    assert bench.asked() == ("Aya", "damage")


def test_a_re_rolled_die_counts_with_those_that_were_left(tmp_path: Path) -> None:
    bench = Bench(tmp_path, aya="traits = { prowess_attack = 1 }")
    bench.see(BOTH)
    heard = bench.see("r4= r6 b5= g5= g3= k4=")

    (accepted,) = (one for one in heard if one.type == "accepted")
    assert accepted.data["faces"] == {"attack": [4, 6]}


@pytest.mark.parametrize("typed", [False, True])
def test_what_the_rules_want_is_not_skipped(bench: Bench, typed: bool) -> None:
    if typed:
        bench.referee.answer(Roll.of({"attack": [4, 2], "defence": [5]}))
    before = bench.hub.last_seq()

    with pytest.raises(NotSkippable, match="expected a re-roll"):
        bench.referee.skip()
    assert bench.hub.last_seq() == before


ASKED = 'allocation = "ask"'


def test_dice_of_both_players_answer_for_the_allocation(tmp_path: Path) -> None:
    bench = Bench(tmp_path, settings=ASKED)
    assert bench.asked() == ("Chiyo", "allocation")
    heard = bench.see(BOTH)

    accepted = [one.data for one in heard if one.type == "accepted"]
    assert [one["choice"] for one in accepted[:2]] == ["2+1", "2+1"]
    assert bench.asked() == ("Aya", "damage")


def test_who_throws_alone_shows_no_allocation_that_is_secret_yet(tmp_path: Path) -> None:
    bench = Bench(tmp_path, settings=ASKED)

    assert "accepted" not in types(bench.see("g5 g3 k4"))
    assert bench.asked() == ("Chiyo", "allocation")
    bench.referee.answer("2+1", "Aya")  # Chiyo's choice, at Aya's tablet
    assert bench.asked() == ("Aya", "allocation")
    bench.see("g5= g3= k4= r4 r2 b5")
    assert bench.asked() == ("Aya", "damage")


def test_a_split_that_differs_from_the_pool_is_refused_at_the_allocation(tmp_path: Path) -> None:
    bench = Bench(tmp_path, settings=ASKED)

    assert reasons(bench.see("r4 r2 b5 g5 g3 k4 k1")) == [
        "Chiyo: 2 attack and 2 defence dice seen, expected a split that may be chosen"
    ]


def test_a_voided_roll_is_asked_again_and_its_dice_do_not_count_as_they_lie(bench: Bench) -> None:
    bench.see(BOTH)
    bench.referee.void("Chiyo")
    (voided,) = (one for one in bench.heard() if one.type == "voided")

    assert (voided.data["answer"], voided.data["by"]) == (1, "Chiyo")
    assert voided.data["text"] == "Taken back by Chiyo: Chiyo's melee, attack 3 5 and defence 4."
    assert bench.asked() == ("Chiyo", "melee")
    assert "accepted" not in types(bench.see("r4= r2= b5= g5= g3= k4="))
    (accepted, *_) = (one for one in bench.see("r4= r2= b5= g1 g2 k3") if one.type == "accepted")
    assert accepted.data["faces"] == {"attack": [1, 2], "defence": [3]}


def test_voiding_reaches_over_decisions_to_the_last_roll(bench: Bench) -> None:
    bench.see(BOTH)
    bench.referee.go_on()
    for _ in range(2):
        bench.referee.answer(Roll.of({"damage": [3, 4]}))
    bench.referee.answer("next turn")
    bench.referee.void()

    assert bench.asked() == ("Chiyo", "damage")
    bench.referee.undo(2)
    assert bench.asked() == ("Aya", "damage")


def test_there_must_be_a_roll_to_void(bench: Bench) -> None:
    with pytest.raises(IndexError, match="found none"):
        bench.referee.void()


def test_nothing_counts_while_the_table_is_paused(bench: Bench) -> None:
    bench.referee.pause("Aya")
    assert types(bench.see(BOTH)) == ["paused", "settled", "reading"]
    assert bench.referee.state()["paused"] is True

    bench.referee.resume("Aya")
    heard = bench.heard()
    assert heard[0].type == "resumed"
    assert types(heard).count("accepted") == 2


def test_a_corrected_die_changes_what_followed_and_the_log_keeps_both(bench: Bench) -> None:
    bench.see(BOTH)
    bench.heard()
    bench.referee.correct_dice(0, [DieChange(0, face=6)], "Chiyo")

    (corrected,) = (one for one in bench.heard() if one.type == "corrected")
    was, now = corrected.data["was"], corrected.data["now"]
    assert isinstance(was, dict)
    assert isinstance(now, dict)
    assert (was["faces"], now["faces"]) == (
        {"attack": [2, 4], "defence": [5]},
        {"attack": [2, 6], "defence": [5]},
    )
    assert now["dice"][0]["face"] == 6
    assert now["dice"][0]["seen"]["face"] == 4
    assert corrected.data["by"] == "Chiyo"
    assert corrected.at.tzinfo is not None
    compared = [one for one in bench.hub.after(corrected.seq) if one.type == "compared"]
    assert compared[0].data["success_level"] == 3


def test_a_corrected_die_still_lies_where_it_lay(bench: Bench) -> None:
    bench.see(BOTH)
    bench.referee.correct_dice(0, [DieChange(0, face=6)])

    assert "accepted" not in types(bench.see("r4= r2= b5= g5= g3= k4="))


def test_dice_are_regrouped_added_and_removed(bench: Bench) -> None:
    bench.see(BOTH)
    bench.referee.correct_dice(0, [DieChange(1, group="defence")])
    assert bench.referee.table.played[0].answer == Roll.of({"attack": [4], "defence": [2, 5]})

    bench.referee.correct_dice(0, [DieChange(0), DieChange(None, 3, "defence")])
    assert bench.referee.table.played[0].answer == Roll.of({"defence": [2, 5, 3]})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([DieChange(0)], "expected 3 dice"),
        ([DieChange(None, 3, "attack")], "expected 3 dice"),
        ([DieChange(0, face=7)], "faces from 1 to 6, saw 7"),
        ([DieChange(0, group="damage")], "saw damage"),
        ([DieChange(9, face=3)], "expected a die from 0 to 2, saw 9"),
    ],
)
def test_a_correction_that_is_no_answer_to_its_question_changes_nothing(
    bench: Bench, changes: list[DieChange], message: str
) -> None:
    bench.see(BOTH)
    before = bench.referee.state()

    with pytest.raises(RollRejected, match=message):
        bench.referee.correct_dice(0, changes)
    assert bench.referee.state() == before


def test_a_correction_drops_what_is_asked_no_more_and_says_so(bench: Bench) -> None:
    bench.see(BOTH)
    bench.see("r3 r4 b5= g5= g3= k4=")
    bench.heard()
    # Aya's attack of 3 is stopped now, so there is no damage roll of hers.
    bench.referee.correct(0, Roll.of({"attack": [2, 1], "defence": [5]}), "Chiyo")

    (corrected,) = (one for one in bench.heard() if one.type == "corrected")
    gone = corrected.data["dropped"]
    assert isinstance(gone, list)
    (dropped,) = gone
    assert (dropped["answer"], dropped["was"]["faces"]) == (2, {"damage": [3, 4]})
    assert str(corrected.data["text"]).startswith(
        "Corrected by Chiyo: Aya's melee, attack 1 2 and defence 5, "
        "it was Aya's melee, attack 2 4 and defence 5. No longer counts: Aya's damage, damage 3 4; "
        "what is asked in its place is: Chiyo: throw 2 damage dice"
    )
    assert bench.asked() == ("Chiyo", "damage")


def test_only_rolls_have_dice_to_correct(tmp_path: Path) -> None:
    bench = Bench(tmp_path, settings=ASKED)
    bench.referee.answer("2+1")

    with pytest.raises(RollRejected, match="expected a roll, found a decision"):
        bench.referee.correct_dice(0, [DieChange(0, face=3)])
    with pytest.raises(ChoiceRejected):
        bench.referee.correct(0, "9+9")
    with pytest.raises(IndexError):
        bench.referee.correct_dice(1, [DieChange(0, face=3)])


def test_luck_is_told_after_the_roll_it_is_of(bench: Bench) -> None:
    heard = bench.see(BOTH)
    luck = [one.data for one in heard if one.type == "luck"]

    assert [one["answer"] for one in luck] == [0, 1]
    assert [one["player"] for one in luck] == ["Aya", "Chiyo"]
    shares = [luck[0][name]["share"] for name in ("worse", "equal", "better")]  # type: ignore[index]
    assert sum(shares) == pytest.approx(1)
    assert str(luck[0]["text"]).startswith("Luck of Aya, ")
    assert types(heard)[-4:] == ["throw", "luck", "luck", "odds"]


def test_odds_are_told_once_a_throw_is_awaited_and_over_all_cases_that_are_still_secret(bench: Bench) -> None:
    (melee,) = [one.data for one in bench.hub.after(0) if one.type == "odds"]
    assert (melee["player"], melee["purpose"]) == ("Aya", "melee")
    (wounds,) = [one for one in melee["odds"] if one["about"] == "wounds of Chiyo"]  # type: ignore[attr-defined]
    assert wounds["cases"] > 1
    none = next(one for one in wounds["outcomes"] if one["outcome"] == 0)
    assert 0 < none["least"] < none["most"] <= 1

    (damage,) = [one.data for one in bench.see(BOTH) if one.type == "odds"]
    assert (damage["player"], damage["purpose"]) == ("Aya", "damage")
    for told in damage["odds"]:  # type: ignore[attr-defined]
        assert told["cases"] == 1
        assert sum(one["most"] for one in told["outcomes"]) == pytest.approx(1, abs=0.001)
    assert [one.data["player"] for one in bench.see("r3 r4") if one.type == "odds"] == ["Chiyo"]


def test_luck_and_odds_of_a_later_exchange_are_its_own(bench: Bench) -> None:
    bench.referee.go_on()
    bench.see(BOTH)
    for _ in range(2):
        bench.referee.answer(Roll.of({"damage": [6, 6]}))
    for choice in ("next exchange", "Aya"):
        bench.referee.answer(choice)
    while bench.asked() is not None and bench.asked() != ("Aya", "melee"):
        bench.referee.skip()
    bench.heard()

    odds = bench.referee.odds()
    assert odds["odds"]
    bench.referee.answer(Roll.of({"attack": [6, 6], "defence": [6]}))
    (luck,) = (one for one in bench.heard() if one.type == "luck")
    assert luck.data["player"] == "Aya"
    assert luck.data["better"] == {"share": 0.0, "exact": "0"}


def test_odds_are_told_before_the_throw(bench: Bench) -> None:
    odds = bench.referee.odds()

    waiting = odds["waiting_for"]
    assert isinstance(waiting, dict)
    assert waiting["purpose"] == "melee"
    told = odds["odds"]
    assert isinstance(told, list)
    assert all(sum(one["share"] for one in case["outcomes"]) == pytest.approx(1) for case in told)
    assert bench.referee.odds() == odds


def test_players_are_reminded_ever_more_seldom_and_nothing_is_decided(bench: Bench) -> None:
    bench.heard()
    reminded = []
    for second in range(0, 500, 10):
        bench.now = datetime(2026, 11, 21, tzinfo=UTC) + timedelta(seconds=second)
        bench.referee.remind()
        reminded += [(second, one) for one in bench.heard()]

    assert [second for second, _ in reminded] == [60, 180, 420]
    assert {one.type for _, one in reminded} == {"reminder"}
    assert reminded[0][1].data["waited_s"] == 60
    assert reminded[0][1].data["text"] == (
        "Still waiting for Aya. Aya: throw 3 melee dice, attack and defence"
    )
    assert bench.asked() == ("Aya", "melee")


@pytest.mark.parametrize("why", ["moved", "paused", "lost"])
def test_nobody_is_reminded_while_something_happens_or_cannot(bench: Bench, why: str) -> None:
    bench.now += timedelta(seconds=59)
    if why == "moved":
        bench.referee.notice(Moment.MOVING)
    elif why == "paused":
        bench.referee.pause()
    else:
        bench.referee.lost("camera 0: gives no more pictures")
    bench.heard()
    bench.now += timedelta(seconds=59)
    bench.referee.remind()

    assert bench.heard() == []


def test_moments_are_told_when_they_change(bench: Bench) -> None:
    bench.heard()
    for moment in (
        Moment.CALMING,
        Moment.KNOWN,
        Moment.HAND,
        Moment.HAND,
        Moment.MOVING,
        Moment.CALMING,
        Moment.MOVING,
        Moment.SETTLED,
        Moment.KNOWN,
        Moment.NUDGED,
        Moment.NUDGED,
        Moment.LIFTED,
        Moment.HAND,
        Moment.CALMING,
        Moment.KNOWN,
    ):
        bench.referee.notice(moment)

    assert types(bench.heard()) == [
        *("hand", "moving", "settled", "nudged", "nudged", "lifted"),
        *("hand", "settled"),
    ]


def test_a_typed_roll_stands_for_the_dice_that_lie_there(bench: Bench) -> None:
    bench.see("r4 r2 b?")
    bench.referee.answer(Roll.of({"attack": [4, 2], "defence": [5]}), "Aya")

    (accepted,) = (one for one in bench.heard() if one.type == "accepted")
    dice = accepted.data["dice"]
    assert isinstance(dice, list)
    assert [(die["group"], die["face"], die["seen"]["face"]) for die in dice] == [
        ("attack", 4, 4),
        ("attack", 2, 2),
        ("defence", 5, None),
    ]
    bench.see("r4= r2= b?= g5 g3 k4")
    assert bench.asked() == ("Aya", "damage")
    assert "accepted" not in types(bench.see("r4= r2= b?= g5= g3= k4="))


def test_what_is_thrown_while_nothing_is_awaited_changes_nothing(bench: Bench) -> None:
    bench.see(BOTH)
    for _ in range(2):
        bench.referee.answer(Roll.of({"damage": [1, 1]}))
    assert bench.referee.is_over()
    bench.heard()

    assert "accepted" not in types(bench.see("r1 r2"))
    with pytest.raises(RollRejected):
        bench.referee.answer(Roll.of({"damage": [1, 1]}))
