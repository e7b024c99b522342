"""The table file of Bushido: two models, their weapons, traits and feats, and what is decided beforehand."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from api.tables.errors import WrongKey
from api.tables.form import MOST, Colours, Count, Form, Number, Strict, dice_groups
from api.tables.ready import DiceGroup, TableFile
from api.tables.switches import Switch, switched
from resolver.bushido.decided import check_numbers
from resolver.bushido.editions import EDITIONS
from resolver.bushido.exchange import exchange
from resolver.bushido.fighter import (
    NO_TRAITS,
    UNARMED,
    Decisions,
    Exchange,
    Feat,
    FeatKind,
    Fighter,
    Kind,
    Special,
    State,
    Traits,
    Weapon,
)
from resolver.bushido.muster import Muster, Turns
from resolver.bushido.specials import special_kind, title_of
from resolver.bushido.wound_table import PRINTED, WoundTable
from resolver.procedure import replay


class Dice(Strict):
    """Which dice a player throws for what."""

    attack: Colours
    """Attack dice."""
    defence: Colours
    """Defence dice; told from attack dice by body or mark colour."""
    damage: Colours | None = None
    """Damage dice; the attack dice where not given."""


class SpecialForm(Strict):
    """A special attack or defence; its key is its name in lower case, such as `sidestep_defence`."""

    name: str | None = None
    """Its name, where the key does not say it."""
    kind: Kind | None = None
    """When it works; left out where the name ends with Attack or Defence."""
    cost: Count | None = None
    """Dice it costs, as printed on the card; needed where the special may be declared."""
    damage_roll: bool | None = None
    """For a special that the rules do not know: whether damage is rolled; asked when it works."""
    halved: bool | None = None
    """For a special that the rules do not know: whether wounds are halved; asked when it works."""
    ends_exchange: bool | None = None
    """For a special that the rules do not know: whether it ends the exchange; asked when it works."""


class WeaponForm(Strict):
    """A melee weapon; its key is its name."""

    strength: Number | Literal["Sp"] = 0
    """Strength on the card; "Sp" makes no damage roll of the normal kind."""
    traits: Traits = NO_TRAITS
    """Traits of the weapon."""
    specials: Mapping[str, SpecialForm] = {}
    """Specials of the weapon."""


class FeatSpecialForm(SpecialForm):
    """A special that a feat gives."""

    name: str
    """Its name."""


class FeatForm(Strict):
    """A Ki feat as far as it touches the exchange; its key is its name."""

    step: Literal[3, 4, 5, 7, 11]
    """Step in which it is declared; one of step 3 changes the initiative."""
    kind: FeatKind = FeatKind.INSTANT
    """An active one is for the active player alone."""
    ki: Count = 0
    """Ki tokens it costs."""
    gains: Traits = NO_TRAITS
    """Traits for the rest of the exchange; a re-roll in step 7."""
    dice: Number = 0
    """Dice it adds to the own pool, up to step 4."""
    enemy_dice: Number = 0
    """Dice it adds to the enemy's pool, up to step 4; mostly negative."""
    damage: Number = 0
    """What it adds to damage rolls."""
    special_cost: Number = 0
    """What it adds to the cost of specials, up to step 5; mostly negative."""
    special: FeatSpecialForm | None = None
    """A special that it gives, up to step 5."""


class ModelForm(Strict):
    """A further model of the player for the exchanges of an evening; the key is its name."""

    melee_pool: Count | Literal["-"]
    """Melee pool on the card, or "-"."""
    wounds: Annotated[int, Field(ge=1, le=MOST)]
    """Wound boxes that are not marked."""
    ki: Count = 0
    """Ki tokens the model has."""
    ki_each_turn: Count = 0
    """Ki tokens that each further turn of an evening gives it."""
    melee_boost_cost: Annotated[int, Field(ge=1, le=MOST)] | None = None
    """Ki tokens for one more in the melee pool; left out, the model cannot boost."""
    counters: Annotated[int, Field(ge=0, le=2)] = 2
    """Activation counters left; 0 is Exhausted."""
    in_contact_at_start: bool | None = None
    """Whether the model was in base contact with any enemy when the activation began, where Reach does
    not work; left out, asked where it decides the initiative."""
    states: tuple[State, ...] = ()
    """States and circumstances of the model."""
    assisting_enemies: Count = 0
    """Enemies in base contact that fight nobody else."""
    insignificant_assisting: Count = 0
    """How many of them are Insignificant."""
    additional_exchanges: Count = 0
    """Further exchanges of a Split Attack; asked for each later exchange of an evening."""
    bonus_dice: Number = 0
    """Any other dice that cards give or take; whether they count is asked for each later exchange."""
    traits: Traits = NO_TRAITS
    """Traits of the model."""
    charging: Traits = NO_TRAITS
    """Traits of its Charging Bonus."""
    weapons: Mapping[str, WeaponForm] = {}
    """Its weapons; unarmed without any."""
    feats: Mapping[str, FeatForm] = {}
    """Its Ki feats."""
    weapon: str | None = None
    """The weapon it fights with; left out, asked where there are several."""
    special: str | None = None
    """The special it declares, or "none"; left out or not allowed by then, asked where one can be paid."""
    boosts: Count | None = None
    """How often it boosts; left out or too often by then, asked where it can."""
    use_feats: tuple[str, ...] | None = None
    """The feats it uses; left out or not all allowed by then, asked where there are any."""
    attack_dice: Count | None = None
    """How many of its dice attack; left out or not allowed by then, the dice or `allocation` tell."""


class PlayerForm(ModelForm):
    """A player and the model that fights first; the key is the name in prompts."""

    model: str = ""
    """Name of the model, where it is another than the player's."""
    dice: Dice | None = None
    """Dice of the player; left out, they are typed in."""
    models: Mapping[str, ModelForm] = {}
    """Further models of the player for the exchanges of an evening."""


class EveningForm(Strict):
    """What a new turn of an evening changes."""

    counters: Annotated[int, Field(ge=1, le=2)] = 2
    """Activation counters of every model in a new turn."""
    states_ending: tuple[State, ...] = (State.RAN,)
    """States that end with the turn; the others stay until the players say that they end."""


class BushidoForm(Form):
    """Bushido: two models in base contact, one of them activating."""

    editions = EDITIONS
    preset = "bushido_aya_chiyo.toml"

    active: str
    """Whose model is activating."""
    charge: bool = False
    """Whether it charges."""
    still_in_contact: bool | Literal["ask"] = True
    """Whether the models are still in base contact when the dice are thrown."""
    initiative: str | None = None
    """Who has the initiative, whatever traits and states say."""
    allocation: Literal["dice", "ask"] = "dice"
    """Whether the dice show the split of attack and defence, or it is decided in secret first."""
    wound_table: Literal["printed", "none"] | tuple[tuple[Count, ...], ...] = "printed"
    """The printed table, none, or eleven rows of wounds for damage totals 2 to 12."""
    ask_wounds: bool = False
    """Without a wound table: ask for the wounds that the players read in theirs."""
    settings: Mapping[str, Switch] = {}
    """Switches of the edition, by name."""
    evening: EveningForm = EveningForm()
    """What a new turn changes, with `--evening`."""
    players: Mapping[str, PlayerForm]
    """Exactly two players."""

    def ready(self) -> TableFile:
        names = tuple(self.players)
        if len(names) != 2:
            raise WrongKey(f"players: expected 2, found {len(names)}")
        for key, name in (("active", self.active), ("initiative", self.initiative)):
            if name is not None and name not in names:
                raise WrongKey(f"{key}: expected one of {', '.join(names)}, found {name!r}")
        fighters = {
            name: _fighter(f"players.{name}", name, player.model, player)
            for name, player in self.players.items()
        }
        other = names[1] if self.active == names[0] else names[0]
        setup = Exchange(
            active=fighters[self.active],
            other=fighters[other],
            edition=switched(EDITIONS[self.system], self.settings),
            charge=self.charge,
            still_in_contact=None if self.still_in_contact == "ask" else self.still_in_contact,
            initiative=self.initiative,
            ask_allocation=self.allocation == "ask",
            wound_table=_wound_table(self.wound_table),
            ask_wounds=self.ask_wounds,
        )
        start = partial(exchange, setup)
        muster = self._muster(setup)
        # What is decided in the file is tried at once: a missing cost is found here, not after a prompt.
        replay(start, ())
        for model in muster.models:
            check_numbers(model)
        return TableFile(
            title=self.title or f"{names[0]} and {names[1]}",
            system=self.system,
            players=(self.active, other),
            setup=setup,
            start=start,
            muster=muster,
            groups=_groups(self.players),
        )

    def _muster(self, setup: Exchange) -> Muster:
        further = (
            _fighter(f"players.{name}.models.{key}", name, key, model)
            for name, player in self.players.items()
            for key, model in player.models.items()
        )
        turns = Turns(self.evening.counters, frozenset(self.evening.states_ending))
        try:
            return Muster(setup, (setup.active, setup.other, *further), turns)
        except ValueError as error:
            raise WrongKey(f"players.{error}") from error


def _groups(players: Mapping[str, PlayerForm]) -> tuple[DiceGroup, ...]:
    dice = {name: player.dice for name, player in players.items()}
    return dice_groups(
        (
            (
                name,
                {
                    "attack": given.attack,
                    "defence": given.defence,
                    "damage": given.damage or given.attack,
                },
            )
            for name, given in dice.items()
            if given is not None
        ),
        alone=frozenset({"damage"}),
    )


def _wound_table(given: str | tuple[tuple[int, ...], ...]) -> WoundTable | None:
    if given == "printed":
        return PRINTED
    if isinstance(given, str):
        return None
    try:
        return WoundTable(given)
    except ValueError as error:
        raise WrongKey(f"wound_table: {error}") from error


def _fighter(where: str, name: str, model: str, player: ModelForm) -> Fighter:
    weapons = tuple(_weapon(where, key, weapon) for key, weapon in player.weapons.items()) or (UNARMED,)
    held = tuple(weapon.name for weapon in weapons)
    if player.weapon is not None and player.weapon not in held:
        raise WrongKey(f"{where}.weapon: expected one of {', '.join(held)}, found {player.weapon!r}")
    for feat in player.use_feats or ():
        if feat not in player.feats:
            raise WrongKey(f"{where}.use_feats: expected names out of {where}.feats, found {feat!r}")
    return Fighter(
        name=name,
        melee_pool=None if player.melee_pool == "-" else player.melee_pool,
        wounds_left=player.wounds,
        model=model,
        ki=player.ki,
        ki_each_turn=player.ki_each_turn,
        melee_boost_cost=player.melee_boost_cost,
        counters=player.counters,
        in_contact_at_start=player.in_contact_at_start,
        states=frozenset(player.states),
        assisting_enemies=player.assisting_enemies,
        insignificant_assisting=player.insignificant_assisting,
        additional_exchanges=player.additional_exchanges,
        bonus_dice=player.bonus_dice,
        weapons=weapons,
        traits=player.traits,
        charging=player.charging,
        feats=tuple(_feat(f"{where}.feats.{key}", key, feat) for key, feat in player.feats.items()),
        where=where,
        decisions=Decisions(
            weapon=player.weapon,
            boosts=player.boosts,
            special=player.special,
            feats=player.use_feats,
            attack_dice=player.attack_dice,
        ),
    )


def _weapon(where: str, name: str, weapon: WeaponForm) -> Weapon:
    return Weapon(
        name=name,
        strength=None if weapon.strength == "Sp" else weapon.strength,
        traits=weapon.traits,
        specials=tuple(
            _special(f"{where}.weapons.{name}.specials.{key}", key, special)
            for key, special in weapon.specials.items()
        ),
    )


def _feat(where: str, name: str, feat: FeatForm) -> Feat:
    special = feat.special and _special(f"{where}.special", feat.special.name, feat.special)
    try:
        return Feat(name=name, **{**dict(feat), "special": special})
    except ValueError as error:
        raise WrongKey(f"{where}.{error}") from error


def _special(where: str, key: str, special: SpecialForm) -> Special:
    name = title_of(special.name or key)
    named = special_kind(name)
    kind = special.kind or named
    if kind is None:
        raise WrongKey(f'{where}.kind: expected "attack" or "defence", found nothing')
    if named is not None and kind is not named:
        raise WrongKey(f"{where}.kind: expected {named.value}, as {name} says, found {kind.value}")
    return Special(
        name, kind, special.cost, special.damage_roll, special.halved, special.ends_exchange, where
    )
