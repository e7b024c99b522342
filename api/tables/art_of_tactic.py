"""The table file of Art of Tactic: two armies, their units as on their cards, who fights whom."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated

from pydantic import Field

from api.tables.errors import WrongKey, WrongTable
from api.tables.form import MOST, Colours, Count, Form, Number, Strict, dice_groups
from api.tables.ready import DiceGroup, TableFile
from api.tables.switches import Switch, switched
from resolver.art_of_tactic.editions import CONTINUING, EDITIONS, ORDERS, Edition, Modifiers, Order
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import MOST_DICE, Army, Facing, Kind, Melee, Morale, Unit
from resolver.art_of_tactic.muster import Muster
from resolver.procedure import replay


class Dice(Strict):
    """Which twenty-sided dice a player throws."""

    attack: Colours
    """Attack dice."""
    fortitude: Colours | None = None
    """The die of Fortitude Tests; an attack die where not given."""
    count: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = None
    """How many attack dice there are; more than these are thrown in batches. Left out, enough."""


class ModifiersForm(Strict):
    """What something adds to the values of a unit."""

    attack: Number = 0
    """To its Attack Value."""
    defense: Number = 0
    """To its Defense."""
    fortitude: Number = 0
    """To its Fortitude."""


class OrderForm(Strict):
    """The modifiers of an order; its key is its name."""

    attack: Number
    """To the Attack Value, 0 if none."""
    defense: Number
    """To the Defense, 0 if none."""
    fortitude: Number
    """To the Fortitude, 0 if none."""


class AllModifiersForm(Strict):
    """Modifiers in place of those of the rules, where yours has others or the rules' are not known."""

    honor: ModifiersForm | None = None
    """Of an Honor Marker; left out, attack 1 and fortitude 2."""
    hesitant: ModifiersForm | None = None
    """Of a Hesitant unit; left out, attack -2, defense -1, fortitude -1."""
    shaken: ModifiersForm | None = None
    """Of a Shaken unit; left out, attack -3, defense -2, fortitude -2."""
    panicked: ModifiersForm | None = None
    """Of a Panicked unit, which no text tells; left out, Shaken's are used and the players told so."""
    commander: ModifiersForm | None = None
    """Of a commander in the unit; left out, fortitude 3."""
    staff_near: ModifiersForm | None = None
    """Of the own General Staff within two hexes; left out, attack 2, defense 1, fortitude 4."""


class UnitForm(Strict):
    """A unit in or near the melee; its key is its name."""

    kind: Kind
    """What it is, which decides the Attack Value that its enemies use."""
    models: Annotated[int, Field(ge=1, le=MOST)]
    """Models it has now."""
    dice_per_model: Annotated[int, Field(ge=1, le=20)]
    """Attack dice of each model, as on the card."""
    attack_vs_infantry: Count | None = None
    """Attack Value against infantry on the card; needed where there is an enemy of infantry."""
    attack_vs_cavalry: Count | None = None
    """Attack Value against cavalry on the card; needed where there is an enemy of cavalry."""
    defense: Count
    """Defense Value on the card."""
    fortitude: Count
    """Fortitude on the card, before any casualties."""
    casualties: Count = 0
    """Models lost so far in the game."""
    morale: Morale = Morale.NORMAL
    """Its level of morale."""
    honor: Annotated[int, Field(ge=0, le=1)] = 0
    """Honor Markers it has."""
    order: str = CONTINUING
    """Its order of this turn in lower case, such as "assault"; "continuing" where it was in melee before.
    Needed where it attacks from flank or rear."""
    commander: bool = False
    """Whether a commander is in the unit."""
    general_staff: bool = False
    """Whether it is the General Staff, which counts as having a commander."""
    staff_near: bool = False
    """Whether its own General Staff is within two hexes."""
    fights: str | tuple[str, ...] = ()
    """The enemy it faces; left out, the only one that fights it."""
    facing: Facing = Facing.FRONT
    """From which side it attacks that enemy; in a melee that goes on they face each other."""
    zone_of_control: tuple[str, ...] = ()
    """Enemies in its zone of control besides those that fight it."""
    defense_spent: Count = 0
    """Hits that its Defense has taken earlier this turn."""
    terrain: ModifiersForm = ModifiersForm()
    """What the terrain does to it."""
    other: ModifiersForm = ModifiersForm()
    """Anything else that does something to it, such as fatigue."""


class PlayerForm(Strict):
    """A player and his army; the key is the name in prompts."""

    staff_lost: bool = False
    """Whether the army has lost its General Staff earlier in the game."""
    dice: Dice | None = None
    """Dice of the player; left out, they are typed in."""
    units: Mapping[str, UnitForm]
    """Units of the army."""


class ArtOfTacticForm(Form):
    """Samurai Battles, Art of Tactic: a melee of two armies, turn after turn."""

    editions = EDITIONS
    preset = "art_of_tactic_ford.toml"

    turns: Annotated[int, Field(ge=1, le=MOST)] | None = None
    """Turns to resolve at most; left out, until nobody is engaged."""
    ask_retreat: bool = True
    """Whether both players are asked before each further turn which unit gets the Retreat order."""
    orders: Mapping[str, OrderForm] = {}
    """Orders of your own and numbers of your own for those of the rules, by name in lower case."""
    modifiers: AllModifiersForm = AllModifiersForm()
    """Numbers of your own in place of those of the rules."""
    settings: Mapping[str, Switch] = {}
    """Readings of the rules, by name."""
    players: Mapping[str, PlayerForm]
    """Exactly two players."""

    def ready(self) -> TableFile:
        if len(self.players) != 2:
            raise WrongKey(f"players: expected 2, found {len(self.players)}")
        setup = self._setup()
        # What a card or an order does not tell is missed here, not after a prompt.
        missing = tuple(setup.missing())
        if missing:
            raise WrongTable(missing)
        start = partial(melee, setup)
        replay(start, ())
        return TableFile(
            title=self.title or " and ".join(self.players),
            system=self.system,
            players=tuple(self.players),
            setup=setup,
            start=start,
            groups=_groups(self.players),
            muster=Muster(setup),
        )

    def _setup(self) -> Melee:
        edition = self._edition()
        if not edition.flank_counts_when_continuing:
            self._expect_orders_of_surprises()
        one, other = (
            Army(name, player.dice.count if player.dice else None, player.staff_lost)
            for name, player in self.players.items()
        )
        try:
            return Melee(
                armies=(one, other),
                units=tuple(
                    _unit(name, army, unit)
                    for army, player in self.players.items()
                    for name, unit in player.units.items()
                ),
                edition=edition,
                turns=self.turns,
                ask_retreat=self.ask_retreat,
                orders={**ORDERS, **{name: _order(order) for name, order in self.orders.items()}},
            )
        except ValueError as error:
            raise WrongKey(str(error)) from error

    def _expect_orders_of_surprises(self) -> None:
        """Refuse an attack from flank or rear whose order is left out, as if its melee went on."""
        for army, player in self.players.items():
            for name, unit in player.units.items():
                if unit.facing is not Facing.FRONT and "order" not in unit.model_fields_set:
                    raise WrongKey(
                        f"players.{army}.units.{name}.order: expected the order with which it attacks from "
                        f'the {unit.facing.value}, or "{CONTINUING}" where it fights face to face by now, '
                        "found nothing"
                    )

    def _edition(self) -> Edition:
        edition = switched(EDITIONS[self.system], self.settings)
        given = {key: _modifiers(value) for key, value in self.modifiers if value is not None}
        return replace(edition, **given)  # type: ignore[arg-type]  # the keys are fields of modifiers


def _unit(name: str, army: str, form: UnitForm) -> Unit:
    return Unit(
        name=name,
        army=army,
        kind=form.kind,
        models=form.models,
        dice_per_model=form.dice_per_model,
        defense=form.defense,
        fortitude=form.fortitude,
        attack_vs_infantry=form.attack_vs_infantry,
        attack_vs_cavalry=form.attack_vs_cavalry,
        casualties=form.casualties,
        morale=form.morale,
        honor=form.honor,
        order=form.order,
        commander=form.commander,
        general_staff=form.general_staff,
        staff_near=form.staff_near,
        fights=(form.fights,) if isinstance(form.fights, str) else form.fights,
        facing=form.facing,
        zone_of_control=form.zone_of_control,
        defense_spent=form.defense_spent,
        terrain=_modifiers(form.terrain),
        other=_modifiers(form.other),
    )


def _order(form: OrderForm) -> Order:
    return Order(Modifiers(form.attack, form.defense, form.fortitude))


def _modifiers(form: ModifiersForm) -> Modifiers:
    return Modifiers(form.attack, form.defense, form.fortitude)


def _groups(players: Mapping[str, PlayerForm]) -> tuple[DiceGroup, ...]:
    return dice_groups(
        (
            (name, {"attack": dice.attack, "fortitude": dice.fortitude or dice.attack})
            for name, player in players.items()
            if (dice := player.dice) is not None
        ),
        alone=frozenset({"fortitude"}),
    )
