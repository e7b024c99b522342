"""The second implementation and the resolver come to the same, attack by attack."""

import random
from collections import defaultdict
from functools import partial
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from resolver.dice import Roll
from resolver.mordheim.charts import PRINTED
from resolver.mordheim.exchange import exchange
from resolver.mordheim.weapons import Weapon
from resolver.procedure import Answer, Choice, Throw, replay
from tests.resolver.exchanges import run_through
from tests.resolver.phases import after, enemy, model, phase
from tests.resolver.plain_mordheim import (
    HIT,
    WOUND,
    PlainAttacker,
    PlainTarget,
    PlainWeapon,
    attack,
    rows,
)


def test_the_charts_are_the_printed_ones() -> None:
    assert PRINTED.to_hit is not None
    assert PRINTED.to_wound is not None
    assert [list(row) for row in PRINTED.to_hit[1:]] == rows(HIT)
    assert [[99 if needed == 7 else needed for needed in row] for row in PRINTED.to_wound] == rows(WOUND)


class Streams:
    """Endless dice by purpose, the same for both sides of the comparison."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice: dict[str, Random] = {}

    def throw(self, purpose: str) -> int:
        return self.dice.setdefault(purpose, Random(f"{self.seed} {purpose}")).randint(1, 6)


@given(seed=st.integers(0, 2**32 - 1))
def test_both_implementations_agree(seed: int) -> None:
    chance = random.Random(seed)
    # In the hands of the plain model weapons are numbers; one of them may be a kind of its own.
    plain = [
        PlainWeapon(
            strength=chance.choice((-1, 0, 0, 1, 2)),
            axe=chance.choice((0, 0, 1)),
            gift=chance.choice((0, 0, 1)),
            club=chance.random() < 0.3,
            plus_one=chance.random() < 0.2,
            dice=chance.randint(1, 3),
        )
        for _ in range(chance.randint(1, 2))
    ]
    status = chance.choice(("standing", "standing", "standing", "knocked_down", "stunned"))
    wounds = chance.randint(1, 3)
    target = PlainTarget(
        skill=chance.randint(0, 10),
        strength=chance.randint(1, 4),
        toughness=chance.randint(1, 10),
        armour=chance.choice((None, 4, 5, 6)),
        shield=chance.random() < 0.4,
        helmet=chance.random() < 0.5,
        parries=chance.choice((0, 1, 2)),
        status=status,
        wounds=wounds,
        left=chance.randint(0, wounds) if wounds > 1 else 1,
    )
    one = PlainAttacker(chance.randint(1, 10), chance.randint(1, 10), plain)
    # A shield takes the hand of a buckler, so the second try of a parry goes without one.
    target.shield = target.shield and target.parries < 2
    weapons = tuple(
        Weapon(
            f"weapon {number}",
            strength=weapon.strength,
            save_mod=-weapon.axe,
            enemy_save_bonus=weapon.gift,
            concussion=weapon.club,
            multi_wound=weapon.plus_one,
        )
        for number, weapon in enumerate(plain)
    )
    # One attack with the one weapon, the others with the other: give both sides the same numbers.
    if len(plain) == 2:
        plain[0].dice = 1
    setup = phase(
        model(
            "Brannoc",
            weapon_skill=one.skill,
            strength=one.strength,
            weapons=weapons,
            attacks_this_round=sum(weapon.dice for weapon in plain),
        ),
        enemy(
            attacks=0,
            weapon_skill=target.skill,
            strength=target.strength,
            toughness=target.toughness,
            armour=target.armour,
            shield=target.shield,
            helmet=target.helmet,
            weapons=(Weapon("guard", parry=target.parries > 0),),
            buckler=target.parries == 2,
            status=target.status,
            wounds=target.wounds,
            wounds_left=target.left,
        ),
    )
    streams = Streams(seed)

    def answer(asked: Throw | Choice) -> Answer:
        if isinstance(asked, Choice):
            return asked.options[0]
        faces: dict[str, list[int]] = defaultdict(list)
        for dice in asked.dice:
            faces[dice.group] += [streams.throw(purpose(asked, dice.group)) for _ in range(dice.most)]
        return Roll.of(faces)

    def purpose(asked: Throw, group: str) -> str:
        if asked.purpose in ("to_hit", "to_wound"):
            return f"{asked.purpose} {0 if group == 'main' else 1}"
        return asked.purpose

    progress = replay(partial(exchange, setup), run_through(partial(exchange, setup), answer))

    end = after(progress)
    assert (end.status.value, end.wounds_left) == attack(one, target, Streams(seed).throw)
