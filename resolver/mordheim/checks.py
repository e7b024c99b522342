"""What a set-up must give, and what it may not ask for: found before any roll."""

from resolver.mordheim.arithmetic import charge_reach, may_bash
from resolver.mordheim.fighter import Charge, Melee, Model, Status
from resolver.procedure import ChoiceRejected, MissingData

LETTERS = {
    "movement": "M",
    "weapon_skill": "WS",
    "strength": "S",
    "toughness": "T",
    "initiative": "I",
    "attacks": "A",
}
"""Characteristics as cards and table files call them."""


def check(setup: Melee) -> None:
    """Find before any roll what is missing or forbidden. Raises MissingData or ChoiceRejected, key first."""
    models = {model.name: model for model in setup.models}
    fighting = {name for pair in setup.contacts for name in pair}
    reached: set[str] = set()
    for at, charge in enumerate(setup.charges):
        if charge.model in reached:
            raise ChoiceRejected(
                f"charges.{at}.model: expected one whom no enemy has reached before, found {charge.model!r}"
            )
        reached |= {charge.target, *charge.touches}
        fighting |= {charge.model, charge.target, *charge.touches}
        if charge.distance is not None:
            _require(setup, models[charge.model], ("movement", "initiative"), "a charge")
        _check_charge(setup, f"charges.{at}", charge, models[charge.model])
    for model in setup.models:
        if model.name in fighting:
            _require(setup, model, tuple(_needed(setup, model)), "melee")
    for at, entry in enumerate(setup.breaking):
        status = models[entry.model].status
        if status is not Status.STANDING:
            raise ChoiceRejected(
                f"breaking.{at}.model: expected a standing one, found {entry.model!r} {status.words}"
            )


def lacking(setup: Melee, model: Model) -> list[str]:
    """Return the characteristics that melee needs of a model and that are not given, as cards call them."""
    return [LETTERS[key] for key in _needed(setup, model) if getattr(model, key) is None]


def _needed(setup: Melee, model: Model) -> list[str]:
    profile = setup.profile
    charts = profile.charts
    needed = []
    if charts.to_hit is not None:
        needed.append("weapon_skill")
    if charts.to_wound is not None or charts.save_modifiers is not None or profile.allow_parry:
        needed.append("strength")
    if charts.to_wound is not None:
        needed.append("toughness")
    if profile.attacks_from_characteristic and model.attacks_this_round is None:
        needed.append("attacks")
    if profile.order_by_initiative:
        needed.append("initiative")
    return needed


def _require(setup: Melee, model: Model, keys: tuple[str, ...], what: str) -> None:
    for key in keys:
        if getattr(model, key) is None:
            raise MissingData(
                f"players.{model.player}.models.{model.name}.{LETTERS[key]}: expected a number for {what} "
                f"in profile {setup.profile.name!r}, found nothing"
            )


def _check_charge(setup: Melee, where: str, charge: Charge, model: Model) -> None:
    if model.status is not Status.STANDING:
        raise ChoiceRejected(
            f"{where}.model: expected a standing one, found {model.name!r} {model.status.words}"
        )
    if model.began_activation_engaged or any(model.name in pair for pair in setup.contacts):
        raise ChoiceRejected(
            f"{where}.model: expected one that did not begin its activation engaged, found {model.name!r}"
        )
    if not charge.bash:
        return
    if not model.boarding_shield:
        raise ChoiceRejected(f"{where}.bash: expected a boarding_shield of {model.name}, found none")
    if charge.distance is None:
        return
    assert model.movement is not None
    assert model.initiative is not None
    reach = charge_reach(model.movement, model.initiative)
    if charge.distance <= reach and not may_bash(reach, charge.distance):
        raise ChoiceRejected(
            f'{where}.bash: expected more than 2" of the charge left for a Shield Bash, '
            f'found {reach - charge.distance}"'
        )
