"""Dice thrown, pushed, covered, taken up and lost sight of at random: no roll is taken wrong or twice."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from resolver.dice import Roll
from resolver.procedure import Throw
from tests.api.play.test_referee import Bench
from tests.resolver.exchanges import any_roll
from vision.reading import DieReading

COLOURS = {
    ("Aya", "attack"): ("red", "white"),
    ("Aya", "defence"): ("black", "red"),
    ("Aya", "damage"): ("red", "white"),
    ("Chiyo", "attack"): ("green", "white"),
    ("Chiyo", "defence"): ("black", "green"),
    ("Chiyo", "damage"): ("green", "white"),
}
PLACES = [(x, y) for x in range(0, 640, 80) for y in range(0, 320, 80)]
PUSH_PX = 19


@dataclass
class Felt:
    """Dice as they truly lie on a table, and the identities that a tracker gives them."""

    bench: Bench
    chance: Random
    dice: list[DieReading]
    ids: int = 0

    def throw(self, player: str, roll: Roll) -> None:
        """Take up the player's dice of these colours and throw them with these faces."""
        thrown = [(COLOURS[player, group], face) for group, faces in roll.groups for face in faces]
        colours = {one for one, _ in thrown}
        self.dice = [die for die in self.dice if (die.body, die.marks) not in colours]
        if self.chance.random() < 0.5:
            self.look()
        taken = {(die.box[0] // 80 * 80, die.box[1] // 80 * 80) for die in self.dice}
        free = [place for place in PLACES if place not in taken]
        for ((body, marks), face), (x, y) in zip(thrown, self.chance.sample(free, len(thrown)), strict=True):
            self.ids += 1
            box = (x, y, x + 40, y + 40)
            self.dice.append(DieReading("d6", face, 0.99, box, body, marks, id=self.ids))

    def disturb(self) -> None:
        """Push, cover or take up a die, or let the tracker lose them all, and look at the table."""
        match self.chance.choice(("push", "cover", "lift", "lose")):
            case "push" if self.dice:
                at = self.chance.randrange(len(self.dice))
                x0, y0, x1, y1 = self.dice[at].box
                by = self.chance.choice((-PUSH_PX, PUSH_PX))
                self.dice[at] = replace(self.dice[at], box=(x0 + by, y0, x1 + by, y1))
            case "cover" if self.dice:
                covered = self.dice.pop(self.chance.randrange(len(self.dice)))
                self.look()
                self.dice.append(covered)
            case "lift" if self.dice:
                self.dice.pop(self.chance.randrange(len(self.dice)))
            case "lose":
                for at, die in enumerate(self.dice):
                    self.ids += 1
                    self.dice[at] = replace(die, id=self.ids)
        self.look()

    def look(self) -> None:
        self.bench.show(*self.chance.sample(self.dice, len(self.dice)))


@settings(deadline=None, max_examples=60)
@given(chance=st.integers(0, 2**64).map(Random))
def test_every_roll_is_taken_once_and_right(chance: Random) -> None:
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder), aya="traits = { prowess_attack = 1 }")
        felt = Felt(bench, chance, [])
        while isinstance(asked := bench.referee.table.progress.waiting_for, Throw):
            before = bench.referee.table.played
            if asked.before is not None:
                bench.referee.skip()
                continue
            roll = Roll.of({group: faces for group, faces in any_roll(asked, chance).groups if faces})
            felt.throw(asked.player, roll)
            felt.look()
            played = bench.referee.table.played
            # A die that comes to lie as one lay before is refused, and thrown again.
            if len(played) == len(before):
                assert bench.referee.table.progress.waiting_for == asked
                continue
            assert [one.answer for one in played] == [*(one.answer for one in before), roll]
            for _ in range(chance.randint(0, 4)):
                felt.disturb()
            assert bench.referee.table.played == played
