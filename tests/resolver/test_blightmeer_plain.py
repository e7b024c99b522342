"""A second implementation of Blightmeer's arithmetic, as plain as possible, against the procedure.

It shares no code with it: dice are a list of numbers, a unit a dictionary, the rules are ifs.
"""

from random import Random
from typing import Any

from resolver.blightmeer.editions import EDITIONS
from resolver.blightmeer.equipment import Armour, Skill, Weapon
from resolver.blightmeer.fighter import Phase, Status, Unit
from resolver.dice import Roll
from resolver.procedure import Choice, Event
from tests.resolver.blightmeer_phases import begin

ROLLS = 10_000


def plain_attack(a: dict[str, Any], t: dict[str, Any], later: bool, take: Any) -> tuple[str, int, int]:
    """Attack once with everything; `take(n, kind)` returns n dice. Returns status, wounds, cards drawn."""

    def natural(good: int, bad: int, kind: str) -> int:
        if good and not bad:
            return int(max(take(2, kind)))
        if bad and not good:
            return int(min(take(2, kind)))
        return int(take(1, kind)[0])

    if t["status"] == "stunned":
        return "incapacitated", t["wounds"], 1
    good = a["good"] + (t["status"] == "dazed")
    bad = a["bad"] + (a["status"] == "staggered")
    naturals: list[tuple[int, bool]] = []
    if bool(good) == bool(bad):
        naturals = [(die, True) for die in take(a["attacks"], "attack")]
    else:
        naturals = [(natural(good, bad, "attack"), True) for _ in range(a["attacks"])]
    values = []
    more = 0
    for die, _ in naturals:
        needed = a["melee"] - a["weapon_melee"]
        if later:
            passed = die == 20 or (die >= needed and die > 4)
            if passed:
                values.append(die + a["injury"])
                if die + a["injury"] >= a["critical_on"]:
                    more += 1
        elif die >= a["critical_on"]:
            values += [20 + a["injury"]] * 2
        elif die >= needed:
            values.append(die + a["injury"])
    if more and bool(good) == bool(bad):
        extra = take(more, "attack")
    else:
        extra = [natural(good, bad, "attack") for _ in range(more)]
    for die in extra:
        if die == 20 or (die >= a["melee"] - a["weapon_melee"] and die > 4):
            values.append(die + a["injury"])
    values.sort(reverse=True)
    defence = t["defence"]
    if defence is None:
        needed = 21 if not (later and t["armour"] > 0) else 21 - t["armour"] + a["pierce"]
    else:
        needed = defence - t["armour"] + a["pierce"]
    checks = defence is not None or (later and t["armour"] > 0)
    if later:
        needed = max(needed, 5)
    if later and checks:
        needed = min(needed, 20)
    through: list[int] = []
    for value in values:
        if through and t["status"] == "dazed":
            break
        if not checks or needed > 20:
            through.append(value)
        elif needed > 1:
            die = natural(0, t["status"] == "staggered", "defence")
            if die < needed:
                through.append(value)
    if t["status"] == "dazed":
        return ("incapacitated", t["wounds"], 1) if through else ("dazed", t["wounds"], 0)
    if not through:
        return t["status"], t["wounds"], 0
    wounds = t["wounds"] or 1
    if len(through) < wounds:
        return t["status"], wounds - len(through), 0
    for _ in range(wounds - 1):
        share = 20 // len(through)
        die = take(1, "random")[0]
        while die > share * len(through):
            die = take(1, "random")[0]
        del through[(die - 1) // share]
    left = (1 if t["wounds"] else 0) if later else 0
    best = max(through)
    if best <= 14:
        return "dazed", left, 0
    if best <= 17:
        return "stunned", left, 0
    return "incapacitated", left, 1


def some_attack(chance: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    attacker = {
        "melee": chance.randint(2, 20),
        "weapon_melee": chance.randint(0, 5),
        "attacks": chance.randint(1, 4),
        "injury": chance.randint(-2, 5),
        "pierce": chance.randint(-2, 5),
        "critical_on": chance.choice((20, 20, 19)),
        "status": chance.choice(("ok", "ok", "staggered")),
        "good": chance.choice((0, 0, 1)),
        "bad": chance.choice((0, 0, 1)),
    }
    target = {
        "defence": chance.choice((None, *range(1, 21))),
        "armour": chance.randint(0, 8),
        "wounds": chance.randint(0, 4),
        "status": chance.choice(("ok", "ok", "ok", "staggered", "dazed", "stunned")),
    }
    return attacker, target


def phase_of(a: dict[str, Any], t: dict[str, Any], edition: str) -> Phase:
    one = Unit(
        "One",
        "First",
        a["melee"],
        17,
        20,
        attacks=a["attacks"],
        pierce=a["pierce"],
        status=Status(a["status"]),
        weapons=(Weapon("Blade", a["weapon_melee"], a["injury"]),),
        skills=(Skill("Skill", critical_on=a["critical_on"]),),
        melee_advantage=("good",) * a["good"],
        melee_disadvantage=("bad",) * a["bad"],
    )
    two = Unit(
        "Two",
        "Second",
        17,
        t["defence"],
        1,
        wounds=t["wounds"],
        status=Status(t["status"]),
        armour=(Armour("Armour", t["armour"]),),
    )
    return Phase("First", (one, two), (("One", "Two"),), EDITIONS[edition])


def test_both_implementations_agree_on_ten_thousand_random_rolls() -> None:
    for seed in range(ROLLS):
        chance = Random(seed)
        attacker, target = some_attack(chance)
        edition = chance.choice(list(EDITIONS))
        thrown: list[tuple[str, list[int]]] = []

        def take(
            count: int, kind: str, chance: Random = chance, thrown: list[tuple[str, list[int]]] = thrown
        ) -> list[int]:
            dice = [chance.randint(1, 20) for _ in range(count)]
            thrown.append((kind, dice))
            return dice

        expected = plain_attack(attacker, target, edition == "blightmeer-2026-07", take)

        assert resolved(phase_of(attacker, target, edition), thrown) == expected, (seed, thrown)


def resolved(setup: Phase, thrown: list[tuple[str, list[int]]]) -> tuple[str, int, int]:
    """Return how Two stands after One's attacks, which must ask for exactly these dice."""
    procedure = begin(setup)()
    dice = iter(thrown)
    cards = 0
    status, wounds = setup.units[1].status.value, setup.units[1].wounds
    answer: Roll | None = None
    while True:
        try:
            step = procedure.send(answer)
        except StopIteration:
            break
        answer = None
        if isinstance(step, Event):
            name = type(step).__name__
            if name == "CombatOver" or getattr(step, "attacker", "") == "Two":
                break
            cards += name == "ImprovementDraw"
            if name == "StatusChanged":
                status = step.after.value  # type: ignore[attr-defined]
            if name == "WoundsLost":
                wounds = step.wounds_left  # type: ignore[attr-defined]
            continue
        assert not isinstance(step, Choice)
        kind, faces = next(dice)
        assert (step.dice[0].group, step.total) == (kind, len(faces))
        answer = Roll.of({kind: faces})
    assert next(dice, None) is None
    return status, wounds, cards
