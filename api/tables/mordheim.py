"""The table file of the Mordheim-derived draft: models of each player, contacts, charges, weapons, charts."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from api.tables.errors import WrongKey
from api.tables.form import Colours, Form, Strict, dice_groups
from api.tables.ready import DiceGroup, TableFile
from api.tables.switches import Switch, switched
from resolver.mordheim.charts import PRINTED_CRITICALS, Charts, CriticalChart, CriticalRow
from resolver.mordheim.editions import EDITIONS, MORDHEIM, Profile
from resolver.mordheim.exchange import exchange
from resolver.mordheim.fighter import Break, Charge, Fall, Melee, Model, Status
from resolver.mordheim.muster import Muster
from resolver.mordheim.weapons import COMMON, FIST, StrikeFirst, Weapon
from resolver.procedure import replay

T = TypeVar("T")

Characteristic = Annotated[int, Field(ge=0, le=10)]
Inches = Annotated[float, Field(ge=0, le=100)]
Bonus = Annotated[int, Field(ge=-6, le=6)]
Pair = Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]

UNARMED = Weapon("unarmed")
"""What a model without weapons fights with in the strict profile, which knows no bare fists."""


class Dice(Strict):
    """Which dice a player throws for what."""

    main: Colours
    """Dice to hit and to wound of the weapon in the one hand."""
    second: Colours | None = None
    """Those of the weapon in the other hand; told from the main ones by body or mark colour."""
    other: Colours | None = None
    """Dice for everything else; the main ones where not given."""


class CriticalRowForm(Strict):
    """What a face of a critical chart does."""

    wounds: Annotated[int, Field(ge=1, le=6)]
    """Wounds that it causes; none of them may be saved."""
    injury: Bonus = 0
    """What it adds to their injury rolls."""


class WeaponForm(Strict):
    """A melee weapon; its key is its name, and replaces a common weapon of that name."""

    strength: Bonus = 0
    """What it adds to the strength of its bearer."""
    charge_strength: Bonus = 0
    """What it adds besides on a charge."""
    save_mod: Annotated[int, Field(ge=-6, le=0)] = 0
    """What it takes off armour saves besides its strength, such as -1."""
    enemy_save_bonus: Annotated[int, Field(ge=0, le=6)] = 0
    """What it adds to armour saves against it; a model without any has 6+ at 1."""
    two_handed: bool = False
    """Whether it needs both hands."""
    second_weapon_allowed: bool = True
    """Whether a second weapon may be held beside it."""
    buckler_allowed: bool = True
    """Whether a buckler may be held beside it."""
    one_attack: bool = False
    """Whether its bearer has one attack only, as with bare fists."""
    strike_first: StrikeFirst = StrikeFirst.NEVER
    """When it strikes before others."""
    strike_last: bool = False
    """Whether it strikes after others."""
    parry: bool = False
    """Whether it parries."""
    concussion: bool = False
    """Whether injuries of 2 to 4 are Stunned."""
    heavy: bool = False
    """Whether its strength counts in the first round of a combat only."""
    multi_wound: bool = False
    """Whether it causes several wounds, which adds 1 to injury rolls instead."""
    criticals: Annotated[tuple[CriticalRowForm, ...], Field(min_length=6, max_length=6)] | None = None
    """A critical chart of its own, a row for each face."""


class ModelForm(Strict):
    """A model; its key is its name, which no other model at the table has.

    Characteristics stand as on the card; which ones are needed depends on the profile and the charts.
    """

    M: Annotated[int, Field(ge=0, le=20)] | None = None
    """Movement in inches; needed for a charge."""
    WS: Characteristic | None = None
    """Weapon Skill."""
    S: Annotated[int, Field(ge=1, le=10)] | None = None
    """Strength."""
    T: Annotated[int, Field(ge=1, le=10)] | None = None
    """Toughness."""
    W: Annotated[int, Field(ge=1, le=10)]
    """Wounds."""
    I: Characteristic | None = None  # noqa: E741  (as on the card)
    """Initiative."""
    A: Characteristic | None = None
    """Attacks."""
    Ld: Annotated[int, Field(ge=0, le=12)] | None = None
    """Leadership; nothing in melee is rolled against it."""
    wounds_left: Characteristic | None = None
    """Wounds left; all of them where not given."""
    armour: Literal[4, 5, 6] | None = None
    """The printed armour save, without the shield."""
    shield: bool = False
    """Whether it bears a shield."""
    buckler: bool = False
    """Whether it bears a buckler."""
    helmet: bool = False
    """Whether it wears a helmet."""
    boarding_shield: bool = False
    """Whether it bears a Boarding Shield."""
    weapons: Annotated[tuple[str, ...], Field(max_length=2)] = ()
    """The one or two weapons in its hands, the main one first; bare fists where not given."""
    status: Status = Status.STANDING
    """How it stands."""
    charging: bool = False
    """Whether it has charged this turn, where the charge is not among `charges`."""
    first_round: bool = True
    """Whether this is its first round of the combat."""
    stood_up_this_turn: bool = False
    """Whether it stood up this turn."""
    began_activation_engaged: bool = False
    """Whether it was engaged when its activation began, and so may not charge."""
    attacks_this_round: Characteristic | None = None
    """Its number of attacks in this round, whatever card and weapons say."""
    save_needed: Annotated[int, Field(ge=2, le=7)] | None = None
    """The face its armour saves need, whatever hits it; 7 is no save."""
    hit_bonus: Annotated[int, Field(ge=-4, le=4)] = 0
    """What is added to its dice to hit."""


class PlayerForm(Strict):
    """A player; the key is the name in prompts."""

    dice: Dice | None = None
    """Dice of the player; left out, they are typed in."""
    models: Mapping[str, ModelForm]
    """The player's models."""


class ChargeForm(Strict):
    """A declared charge; charges are made in the order in which they stand."""

    model: str
    """Who charges."""
    target: str
    """The enemy it must try to reach."""
    distance: Inches
    """The way to base contact, in inches."""
    touches: tuple[str, ...] = ()
    """Further enemies that it is in base contact with then."""
    bash: bool | None = None
    """Whether it makes a Shield Bash; left out, asked where it may."""
    ledge: bool | Literal["ask"] = False
    """Whether a push takes the target off an edge."""


class BreakForm(Strict):
    """A model that panics or must flee, and so breaks from combat."""

    model: str
    """Who breaks."""
    after_combat: bool = False
    """Whether it does so after the combats, not before them."""


class FallForm(Strict):
    """What a fall does."""

    hits: Characteristic
    """Automatic hits; none of them is critical."""
    strength: Annotated[int, Field(ge=1, le=10)]
    """Their strength."""
    saves: bool = False
    """Whether armour saves are allowed."""


ToHit = tuple[tuple[Annotated[int, Field(ge=2, le=6)], ...], ...]
ToWound = tuple[tuple[Annotated[int, Field(ge=2, le=7)], ...], ...]


class ChartsForm(Strict):
    """Charts of the table, each in place of the profile's; "none" has its numbers asked for."""

    to_hit: Literal["none"] | ToHit | None = None
    """Eleven rows for Weapon Skills 0 to 10 of the attacker, in each ten faces for 1 to 10 of the target."""
    to_wound: Literal["none"] | ToWound | None = None
    """Ten rows for Strength 1 to 10, in each ten faces for Toughness 1 to 10; 7 is impossible."""
    save_modifiers: Literal["none"] | tuple[Annotated[int, Field(ge=0, le=6)], ...] | None = None
    """Ten numbers that Strength 1 to 10 takes off armour saves."""
    criticals: Annotated[tuple[CriticalRowForm, ...], Field(min_length=6, max_length=6)] | None = None
    """The critical chart, a row for each face."""


class MordheimForm(Form):
    """The Mordheim-derived draft: charges, combats and breaking of one melee phase."""

    editions = EDITIONS
    preset = "mordheim_boarding.toml"

    active: str
    """The player who chooses what the rules leave to the table, such as the order of combats."""
    contacts: tuple[Pair, ...] = ()
    """Pairs of enemies in base contact before any charge."""
    charges: tuple[ChargeForm, ...] = ()
    """Declared charges."""
    breaking: tuple[BreakForm, ...] = ()
    """Models that break from combat."""
    order: tuple[str, ...] = ()
    """Models in the order in which they strike inside a strike group; left out, by the rules."""
    fall: FallForm | None = None
    """What a fall does; left out, asked when a model falls."""
    charts: ChartsForm = ChartsForm()
    """Charts in place of the profile's."""
    weapons: Mapping[str, WeaponForm] = {}
    """Weapons of your own rules; `mordheim` knows the common ones, `mordheim-strict` none."""
    settings: Mapping[str, Switch] = {}
    """Switches of the profile, by name."""
    players: Mapping[str, PlayerForm]
    """Two players or more."""

    def ready(self) -> TableFile:
        if len(self.players) < 2:
            raise WrongKey(f"players: expected 2 at least, found {len(self.players)}")
        profile = self._profile()
        setup = _made(
            "",
            Melee,
            active=self.active,
            models=tuple(self._models(profile)),
            contacts=tuple((one, other) for one, other in self.contacts),
            charges=tuple(_charge(at, charge) for at, charge in enumerate(self.charges)),
            breaking=tuple(Break(entry.model, entry.after_combat) for entry in self.breaking),
            profile=profile,
            criticals=_criticals(self.charts.criticals) or PRINTED_CRITICALS,
            fall=self.fall and Fall(self.fall.hits, self.fall.strength, self.fall.saves),
            order=self.order,
        )
        start = partial(exchange, setup)
        # A number that a card should give is missed here, not after a prompt.
        replay(start, ())
        return TableFile(
            title=self.title or " and ".join(self.players),
            system=self.system,
            players=tuple(self.players),
            setup=setup,
            start=start,
            groups=_groups(self.players),
            muster=Muster(setup, setup.models),
        )

    def _profile(self) -> Profile:
        profile = switched(EDITIONS[self.system], self.settings)
        given = {
            key: None if chart == "none" else chart
            for key in ("to_hit", "to_wound", "save_modifiers")
            if (chart := getattr(self.charts, key)) is not None
        }
        charts: dict[str, Any] = {
            key: given.get(key, getattr(profile.charts, key))
            for key in ("to_hit", "to_wound", "save_modifiers")
        }
        return replace(profile, charts=_made("charts", Charts, **charts))

    def _models(self, profile: Profile) -> list[Model]:
        known = {**COMMON} if profile.name == MORDHEIM.name else {}
        known |= {name: _weapon(name, weapon) for name, weapon in self.weapons.items()}
        bare = FIST if profile.name == MORDHEIM.name else UNARMED
        made: dict[str, Model] = {}
        for player, form in self.players.items():
            if not form.models:
                raise WrongKey(f"players.{player}.models: expected 1 at least, found none")
            for name, model in form.models.items():
                where = f"players.{player}.models.{name}"
                if name in made:
                    raise WrongKey(f"{where}: expected a name of its own, found one of {made[name].player}'s")
                if len(model.weapons) == 2 and form.dice is not None and form.dice.second is None:
                    raise WrongKey(
                        f"players.{player}.dice.second: expected colours for a second weapon, "
                        f"as {name} has one, found nothing"
                    )
                made[name] = _model(where, name, player, model, known, bare)
        return list(made.values())


def _made(where: str, kind: type[T], **values: Any) -> T:
    """Return a value of the rules, whose own checks name the key."""
    try:
        return kind(**values)
    except ValueError as error:
        raise WrongKey(f"{where}.{error}" if where else str(error)) from error


def _model(
    where: str, name: str, player: str, form: ModelForm, known: Mapping[str, Weapon], bare: Weapon
) -> Model:
    for weapon in form.weapons:
        if weapon not in known:
            names = ", ".join(known) or "no weapon, the profile knows none"
            raise WrongKey(
                f"{where}.weapons: expected one of {names}; found {weapon!r}, add weapons.{weapon}"
            )
    return _made(
        where,
        Model,
        name=name,
        player=player,
        movement=form.M,
        weapon_skill=form.WS,
        strength=form.S,
        toughness=form.T,
        wounds=form.W,
        initiative=form.I,
        attacks=form.A,
        leadership=form.Ld,
        wounds_left=form.wounds_left,
        armour=form.armour,
        shield=form.shield,
        buckler=form.buckler,
        helmet=form.helmet,
        boarding_shield=form.boarding_shield,
        weapons=tuple(known[weapon] for weapon in form.weapons) or (bare,),
        status=form.status,
        charging=form.charging,
        first_round=form.first_round,
        stood_up_this_turn=form.stood_up_this_turn,
        began_activation_engaged=form.began_activation_engaged,
        attacks_this_round=form.attacks_this_round,
        save_needed=form.save_needed,
        hit_bonus=form.hit_bonus,
    )


def _weapon(name: str, form: WeaponForm) -> Weapon:
    if not name:
        raise WrongKey("weapons.'': expected a name, found nothing")
    values = {**dict(form), "criticals": _criticals(form.criticals)}
    return _made(f"weapons.{name}", Weapon, name=name, **values)


def _criticals(rows: tuple[CriticalRowForm, ...] | None) -> CriticalChart | None:
    if rows is None:
        return None
    return CriticalChart(tuple(CriticalRow(row.wounds, row.injury) for row in rows))


def _charge(at: int, form: ChargeForm) -> Charge:
    return _made(
        f"charges.{at}",
        Charge,
        model=form.model,
        target=form.target,
        # As written: 4.9 of the file is 4.9, not the binary number next to it.
        distance=Decimal(str(form.distance)),
        touches=form.touches,
        bash=form.bash,
        ledge=None if form.ledge == "ask" else form.ledge,
    )


def _groups(players: Mapping[str, PlayerForm]) -> tuple[DiceGroup, ...]:
    return dice_groups(
        (
            (
                name,
                {
                    "main": player.dice.main,
                    **({"second": player.dice.second} if player.dice.second else {}),
                    "other": player.dice.other or player.dice.main,
                },
            )
            for name, player in players.items()
            if player.dice is not None
        ),
        alone=frozenset({"other"}),
    )
