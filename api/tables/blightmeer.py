"""The table file of Blightmeer: units of two or more players, what they carry, who touches whom."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from api.tables.errors import WrongKey
from api.tables.form import Colours, Form, Strict, dice_groups
from api.tables.ready import DiceGroup, TableFile
from api.tables.switches import Switch, switched
from resolver.blightmeer.armoury import ARMOUR, WEAPONS, key_of, missing_armour, missing_weapon
from resolver.blightmeer.editions import EDITIONS
from resolver.blightmeer.equipment import UNARMED, Armour, Skill, Weapon
from resolver.blightmeer.exchange import melee_phase
from resolver.blightmeer.fighter import Phase, Status, Unit
from resolver.blightmeer.limits import MOST_ATTACKS, MOST_MODIFIER, MOST_NEEDED, MOST_WOUNDS, SLOTS
from resolver.blightmeer.muster import Muster

Needed = Annotated[int, Field(ge=1, le=MOST_NEEDED)]
Modifier = Annotated[int, Field(ge=-MOST_MODIFIER, le=MOST_MODIFIER)]
Attacks = Annotated[int, Field(ge=0, le=MOST_ATTACKS)]
Slots = Annotated[int, Field(ge=0, le=SLOTS)]


class Dice(Strict):
    """Which twenty-sided dice a player throws for what."""

    attack: Colours
    """Dice of a unit's first weapon."""
    second: Colours | None = None
    """Dice of its second weapon; needed where a unit of the player has two."""
    defence: Colours | None = None
    """Dice of Defence Checks; the attack dice where not given."""


class WeaponForm(Strict):
    """A weapon that is not in the armoury, or has other numbers; its key is its name in lower case."""

    melee: Modifier
    """What it takes off the number that a Melee Check needs."""
    injury: Modifier
    """What it adds to injury values."""
    pierce: Modifier
    """What it adds to the number that a Defence Check needs."""
    attacks: Attacks = 0
    """Attacks it gives."""
    engage_attacks: Attacks = 0
    """Attacks it gives in a turn in which its unit engaged."""
    slots: Annotated[int, Field(ge=1, le=SLOTS)] = 1
    """Weapon slots it takes."""
    dual: bool = True
    """Whether it may be one of two weapons."""
    advantage_against: str = ""
    """Kind of unit, such as "undead", against which it attacks with Advantage."""


class ArmourForm(Strict):
    """Armour or a shield that is not in the armoury; its key is its name in lower case."""

    defence: Modifier
    """By how much it improves the Defence."""
    slots: Slots = 0
    """Weapon slots it takes: 1 for a shield."""


class SkillForm(Strict):
    """A skill as far as it touches melee attacks; its key is its name."""

    injury: Modifier = 0
    """What it adds to injury values."""
    pierce: Modifier = 0
    """What it adds to the number that a Defence Check needs."""
    attacks: Attacks = 0
    """Attacks it gives."""
    critical_on: Annotated[int, Field(ge=2, le=20)] = 20
    """The lowest face that is a critical hit."""


class UnitForm(Strict):
    """A unit; the key is its name."""

    melee: Needed
    """Melee on the card."""
    defence: Needed | Literal["-"]
    """Defence on the card, before armour and shield; "-" makes no Defence Check."""
    agility: Needed
    """Agility on the card."""
    attacks: Annotated[int, Field(ge=1, le=MOST_ATTACKS)] = 1
    """Attacks on the card."""
    wounds: Annotated[int, Field(ge=0, le=MOST_WOUNDS)] = 1
    """Wounds it has now."""
    injury: Modifier = 0
    """Injury modifier on the card."""
    pierce: Modifier = 0
    """Pierce modifier on the card."""
    status: Status = Status.OK
    """How it stands now."""
    engaged_this_turn: bool = False
    """Whether the unit itself made a successful Engage this turn."""
    weapons: tuple[str, ...] = ()
    """One or two melee weapons, from the armoury or this file; unarmed where left out."""
    armour: tuple[str, ...] = ()
    """Armour and shield, from the armoury or this file."""
    skills: Mapping[str, SkillForm] = {}
    """Its skills."""
    kinds: tuple[str, ...] = ()
    """Kinds of unit it is, such as "undead"."""
    melee_advantage: tuple[str, ...] = ()
    """Why it attacks with Advantage this turn, such as "jump attack"."""
    melee_disadvantage: tuple[str, ...] = ()
    """Why it attacks with Disadvantage this turn, such as "fear"; Staggered counts of itself."""
    defence_advantage: tuple[str, ...] = ()
    """Why it defends with Advantage this turn."""
    defence_disadvantage: tuple[str, ...] = ()
    """Why it defends with Disadvantage this turn; Staggered counts of itself."""


class PlayerForm(Strict):
    """A player; the key is the name in prompts."""

    dice: Dice | None = None
    """Dice of the player; left out, they are typed in."""
    units: Mapping[str, UnitForm]
    """Units of the player, all of them or those that are engaged."""


class BlightmeerForm(Form):
    """Blightmeer (Speedheim): one melee phase with all its combats.

    The armoury has dagger, sword, axe, spear, hammer, pike, great_sword, great_axe, great_hammer,
    divine_hammer, divine_great_hammer, whip, flail, fighting_claws and torch, light_armour,
    heavy_armour, mithril_armour, shield and tower_shield, with the numbers of the revision.
    """

    editions = EDITIONS
    preset = "blightmeer_mill_yard.toml"

    current: str
    """The player whose melee phase it is."""
    contacts: tuple[tuple[str, ...], ...]
    """Pairs of enemies whose bases touch."""
    weapons: Mapping[str, WeaponForm] = {}
    """Weapons that the armoury lacks."""
    armour: Mapping[str, ArmourForm] = {}
    """Armour that the armoury lacks."""
    settings: Mapping[str, Switch] = {}
    """Switches of the revision, by name."""
    players: Mapping[str, PlayerForm]
    """Two players or more."""

    def ready(self) -> TableFile:
        if len(self.players) < 2:
            raise WrongKey(f"players: expected at least 2, found {len(self.players)}")
        owners: dict[str, str] = {}
        for player, given in self.players.items():
            for name in given.units:
                if owners.setdefault(name, player) != player:
                    raise WrongKey(
                        f"players.{player}.units.{name}: expected a name of its own, "
                        f"found one of {owners[name]}'s"
                    )
        for pair in self.contacts:
            if len(pair) != 2:
                raise WrongKey(f"contacts: expected pairs of names, found {len(pair)} names together")
        try:
            setup = Phase(
                current=self.current,
                units=tuple(
                    self._unit(player, name, unit)
                    for player, given in self.players.items()
                    for name, unit in given.units.items()
                ),
                contacts=tuple((one, other) for one, other in self.contacts),
                edition=switched(EDITIONS[self.system], self.settings),
            )
        except ValueError as error:
            raise WrongKey(str(error)) from error
        return TableFile(
            title=self.title or " and ".join(self.players),
            system=self.system,
            players=tuple(self.players),
            setup=setup,
            start=partial(melee_phase, setup),
            groups=self._groups(setup),
            muster=Muster(setup),
        )

    def _unit(self, player: str, name: str, unit: UnitForm) -> Unit:
        where = f"players.{player}.units.{name}"
        try:
            return Unit(
                name=name,
                player=player,
                melee=unit.melee,
                defence=None if unit.defence == "-" else unit.defence,
                agility=unit.agility,
                attacks=unit.attacks,
                wounds=unit.wounds,
                injury=unit.injury,
                pierce=unit.pierce,
                status=unit.status,
                engaged_this_turn=unit.engaged_this_turn,
                weapons=tuple(self._weapon(weapon) for weapon in unit.weapons) or (UNARMED,),
                armour=tuple(self._armour(piece) for piece in unit.armour),
                skills=tuple(
                    Skill(skill, given.injury, given.pierce, given.attacks, given.critical_on)
                    for skill, given in unit.skills.items()
                ),
                kinds=unit.kinds,
                melee_advantage=unit.melee_advantage,
                melee_disadvantage=unit.melee_disadvantage,
                defence_advantage=unit.defence_advantage,
                defence_disadvantage=unit.defence_disadvantage,
            )
        except ValueError as error:
            raise WrongKey(f"{where}.{error}") from error

    def _weapon(self, name: str) -> Weapon:
        key = key_of(name)
        given = self.weapons.get(key)
        if given is not None:
            return Weapon(
                name=name,
                melee=given.melee,
                injury=given.injury,
                pierce=given.pierce,
                attacks=given.attacks,
                engage_attacks=given.engage_attacks,
                slots=given.slots,
                dual=given.dual,
                advantage_against=given.advantage_against,
            )
        if key not in WEAPONS[self.system]:
            raise ValueError(missing_weapon(name))
        return WEAPONS[self.system][key]

    def _armour(self, name: str) -> Armour:
        key = key_of(name)
        given = self.armour.get(key)
        if given is not None:
            return Armour(name, given.defence, given.slots)
        if key not in ARMOUR:
            raise ValueError(missing_armour(name))
        return ARMOUR[key]

    def _groups(self, setup: Phase) -> tuple[DiceGroup, ...]:
        given = {name: player.dice for name, player in self.players.items() if player.dice is not None}
        for unit in setup.units:
            if len(unit.weapons) > 1 and unit.player in given and given[unit.player].second is None:
                raise WrongKey(
                    f"players.{unit.player}.dice.second: expected colours, as {unit.name} has two weapons, "
                    "found nothing"
                )
        # Checks of the defender, the attack order and draws are thrown when no other dice are.
        return dice_groups(
            ((name, _by_group(dice)) for name, dice in given.items()),
            alone=frozenset({"defence", "order", "random"}),
        )


def _by_group(dice: Dice) -> Mapping[str, Colours]:
    second = {} if dice.second is None else {"second": dice.second}
    defence = dice.defence or dice.attack
    return {"attack": dice.attack, **second, "defence": defence, "order": dice.attack, "random": dice.attack}
