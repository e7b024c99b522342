"""The modifiers of Art of Tactic, and every reading that its text leaves open, as named settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What something adds to the Attack Value, the Defense Value and the Fortitude of a unit."""

    attack: int = 0
    defense: int = 0
    fortitude: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """An order and its modifiers; not `verified` where only the place in a list tells them."""

    modifiers: Modifiers
    verified: bool = True


CONTINUING = "continuing"
"""No order: the unit was in melee when the turn began."""
RETREAT = "retreat"
FLEE = "flee"
DEFEND = "defend"

ORDERS: Mapping[str, Order] = MappingProxyType(
    {
        "assault": Order(Modifiers(attack=2)),
        "fire_ranged_weapons": Order(Modifiers(), verified=False),
        "fire_and_retreat": Order(Modifiers(-2, -1, -1), verified=False),
        "move_and_fire": Order(Modifiers(attack=-1), verified=False),
        "march": Order(Modifiers(), verified=False),
        "run": Order(Modifiers(), verified=False),
        "all_around_defense": Order(Modifiers(-2, 1, -1), verified=False),
        DEFEND: Order(Modifiers(defense=1, fortitude=1), verified=False),
        RETREAT: Order(Modifiers(-1, -1, -1), verified=False),
        FLEE: Order(Modifiers(-3, -2, -2), verified=False),
    }
)
"""The orders of the rules. The text prints only Assault's numbers beside its name; a table file may
give the others, and orders of its own."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The rules of one table. The comment at each switch gives its place and its reason."""

    id: str
    title: str

    honor: Modifiers = Modifiers(attack=1, fortitude=2)
    hesitant: Modifiers = Modifiers(-2, -1, -1)
    shaken: Modifiers = Modifiers(-3, -2, -2)
    # Nowhere found; None tells the players so and takes Shaken's.
    panicked: Modifiers | None = None
    commander: Modifiers = Modifiers(fortitude=3)
    staff_near: Modifiers = Modifiers(2, 1, 4)

    # Tests. Fortitude of every unit once its General Staff is lost, for the rest of the game.
    staff_lost_fortitude: int = -2
    # Step 1. Fortitude against an attack from the flank, in that test alone.
    flank_fortitude: int = -3
    # Step 1. Fortitude against an attack from the rear, in that test alone.
    rear_fortitude: int = -5

    # Step 1. The turn of an assault is when a flank or rear surprises; a melee that goes on is fought
    # face to face.
    flank_counts_when_continuing: bool = False
    # Step 1. A unit attacked from two bad sides is surprised by each; otherwise the worst alone counts.
    test_each_flank_attacker: bool = True
    # Step 1. Whether a unit that fails before the fighting still fights is cut off in the text: it is
    # engaged, and its flight comes in the Retreat Step.
    fights_after_flight: bool = True
    # Step 1. Defense belongs to the level a unit has when it is hit, so it is worked out anew as long
    # as no hit was taken this turn.
    defense_follows_morale: bool = True
    # Step 2. Nothing bounds an Attack Value: 20 or more always hits, 0 or less never. Otherwise it is
    # kept within 1 to 20.
    attack_value_within_die: bool = False
    # Step 2. Shaken units flee by themselves and the numbers of Flee are Shaken's: they are the same
    # modifiers told twice.
    flee_adds_to_morale: bool = False
    # Steps 1 and 7. A failed test changes the order: who becomes Shaken flees and loses the modifiers
    # of the order given before.
    shaken_drops_order: bool = True
    # Steps 2 and 3. A unit has one front, so all its dice go to the enemy it faces. Otherwise one that
    # was ordered to Defend may attack two enemies, each with all its dice.
    defend_engages_two: bool = False
    # Step 7. All melee losses of a turn come off together, so a unit tests once however many enemies
    # caused them; otherwise once for each enemy that did.
    one_casualty_test: bool = True
    # Steps 1 and 7. A Fortitude of 0 or less cannot be thrown; otherwise the die is thrown and read.
    roll_hopeless_tests: bool = False
    # Steps 1 and 7. "Is Hesitant or Shaken and fails": the level before the test counts. Otherwise the
    # level after it, and a Normal unit that fails is Put to Flight as well.
    flight_by_level_before: bool = True
    # Steps 1 and 7. A marker that is lost replaces all that a failed test does.
    honor_prevents_flight: bool = True
    # Step 7. A General Staff that surrenders is gone like one that was destroyed.
    surrendered_staff_is_lost: bool = True
    # Step 8. Markers are given after the tests and help from then on; otherwise as soon as the enemy
    # is destroyed.
    honor_before_tests: bool = False
    # Step 8. Every unit that attacked the destroyed enemy this turn wins, as with a surrender;
    # otherwise its player names one.
    honor_to_every_winner: bool = True
    # Step 8. Being Put to Flight takes no marker away from who destroyed an enemy.
    honor_to_fleeing_winner: bool = True
    # Step 8. The text names neither next enemy nor pursuit where the enemy retreats by order.
    retreat_frees_winner: bool = True
    # Step 8. Only a flight is said to be pursued; after a destruction orders are given as usual.
    pursue_after_destruction: bool = False
    # Step 8. Orders end with the turn, so they do not count in who will be the strongest next turn.
    orders_count_for_strongest: bool = False
    # Step 8. A unit that is Put to Flight itself runs; otherwise a winner with a next enemy stays and
    # turns to it, as the text has no exception.
    flight_before_next_enemy: bool = True
    # Step 8. Retreat is executed after the fighting; otherwise the unit leaves before it.
    retreating_unit_fights: bool = True
    # After step 8. One page has only units that are not engaged recover in the Morale Phase.
    engaged_units_recover: bool = False


ART_OF_TACTIC = Edition(id="art-of-tactic", title="Samurai Battles, Art of Tactic")

EDITIONS = {ART_OF_TACTIC.id: ART_OF_TACTIC}
