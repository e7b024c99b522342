"""An evening of Bushido: what an exchange leaves of a model, and who meets next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from resolver import procedure
from resolver.bushido.events import Outcome, Removed, SideOutcome
from resolver.bushido.exchange import fight
from resolver.bushido.fighter import Decisions, Exchange, Fighter, State, Traits
from resolver.bushido.side import Bout
from resolver.procedure import Choice, Procedure, choose

DEED_STATES = frozenset({State.STAND_UP, State.DISENGAGING})
"""What a model declared with one action, and is no more in its next exchange."""


CONDITIONAL = {
    "coordinated_attack": "Co-ordinated Attack",
    "vengeance": "Vengeance",
    "assassin": "Assassin",
}
"""Traits that a set-up gives where their condition holds in its exchange; it may not in the next one."""

MOST_FURTHER = 5
"""Exchanges of a Split Attack beside this one: no more than six bases fit around one of their size."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What a new turn changes. The melee rules do not say; these are the numbers of the whole game.

    A fresh model has two activation counters. Only "ran this turn" names the turn, so other states stay
    until the players say that they end.
    """

    counters: int = 2
    ends: frozenset[State] = frozenset({State.RAN})


@dataclass(frozen=True, slots=True)
class Muster:
    """The models of both players that are in play, and the exchange that two of them fight next.

    A model is known by its player and its `model`; those of `meeting` stand in `models` too.
    """

    meeting: Exchange
    models: tuple[Fighter, ...]
    turns: Turns = field(default_factory=Turns)

    def __post_init__(self) -> None:
        keys = [_key(model) for model in self.models]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"{key[0]}.models: expected names of their own, found {key[1]!r} twice")

    @property
    def setup(self) -> Exchange:
        """What comes next, as odds and luck take it."""
        return self.meeting

    @property
    def asked(self) -> str:
        """The player of the model that activated last."""
        return self.meeting.active.name

    @property
    def may_go_on(self) -> bool:
        """Whether both players have a model in play."""
        return all(self._of(player) for player in self._players)

    @property
    def _players(self) -> tuple[str, str]:
        return self.meeting.active.name, self.meeting.other.name

    def _of(self, player: str) -> tuple[Fighter, ...]:
        return tuple(model for model in self.models if model.name == player)

    def meet(self) -> Procedure[Outcome]:
        """Resolve the exchange that is set up; decisions that are not allowed by now are asked for."""
        return fight(Bout(self.meeting))

    def after(self, outcome: procedure.Outcome) -> "Muster":
        """Return the models as an exchange left them; one that was removed is gone."""
        assert isinstance(outcome, Outcome)
        models = self.models
        if not outcome.still_in_contact:
            # Either may have moved away, also from others.
            models = tuple(_maybe_alone(model) for model in models)
        together = outcome.still_in_contact and all(side.in_play for side in outcome.sides)
        for fighter, side in zip((self.meeting.active, self.meeting.other), outcome.sides, strict=True):
            # What counted in this exchange alone is still on the card.
            card = next(model for model in models if _key(model) == _key(fighter))
            models = _put(models, _after(card, side, together)) if side.in_play else _without(models, card)
        return replace(self, models=models)

    def next_turn(self) -> Procedure["Muster"]:
        """Return the models with fresh counters; a Last Stand is over now."""
        models = self.models
        for model in self.models:
            if model.wounds_left == 0:
                yield Removed(14, model.name)
                models = _without(models, model)
        return replace(self, models=tuple(self._rested(model) for model in models))

    def _rested(self, model: Fighter) -> Fighter:
        states = model.states - self.turns.ends - {State.EXHAUSTED}
        return replace(model, states=states, counters=self.turns.counters, ki=model.ki + model.ki_each_turn)

    def next_meeting(self) -> Procedure["Muster"]:
        """Ask whose model activates, which models meet, whether it is a charge, and what counts in it."""
        before_active, before_other = self._players
        active_player = yield from choose(
            Choice("active", self.asked, (before_other, before_active), "Whose model activates?")
        )
        other_player = before_other if active_player == before_active else before_active
        active = yield from self._chosen(active_player)
        other = yield from self._chosen(other_player)
        charge = "no"
        # A model that is in base contact already has nowhere to charge to.
        if not active.in_contact_at_start:
            charge = yield from choose(
                Choice("charge", active_player, ("no", "yes"), f"{active_player}: is it a charge?")
            )
        # What was set for one exchange alone is asked again, or found by the rules.
        still_in_contact = True if self.meeting.still_in_contact else None
        meeting = replace(
            self.meeting,
            active=(yield from _with_split(active)),
            # Only an activating model splits its attack.
            other=replace((yield from _with_what_counts(other)), additional_exchanges=0),
            charge=charge == "yes",
            still_in_contact=still_in_contact,
            initiative=None,
        )
        return replace(self, meeting=meeting)

    def _chosen(self, player: str) -> Procedure[Fighter]:
        models = {_title(model): model for model in self._of(player)}
        title = next(iter(models))
        if len(models) > 1:
            title = yield from choose(Choice("model", player, tuple(models), f"{player}: which model?"))
        return models[title]

    def changes(self) -> Mapping[str, Mapping[str, "Muster"]]:
        """Return what may befall each model: states that begin or end, wounds, Ki, contact, its removal."""
        return {
            _called(model): {
                **{what: replace(self, models=_put(self.models, to)) for what, to in _changes(model)},
                "removed": replace(self, models=_without(self.models, model)),
            }
            for model in self.models
        }

    def standing(self) -> tuple[str, ...]:
        """Return how each model in play stands."""
        return tuple(
            f"{_called(model)}: wounds left {model.wounds_left}, counters {model.counters}, Ki {model.ki}"
            f"{''.join(f', {state.value}' for state in State if state in model.states)}."
            for model in self.models
        )


def _key(model: Fighter) -> tuple[str, str]:
    return model.name, _title(model)


def _title(model: Fighter) -> str:
    return model.model or model.name


def _called(model: Fighter) -> str:
    return model.name if _title(model) == model.name else f"{_title(model)} of {model.name}"


def _put(models: tuple[Fighter, ...], changed: Fighter) -> tuple[Fighter, ...]:
    return tuple(changed if _key(model) == _key(changed) else model for model in models)


def _without(models: tuple[Fighter, ...], gone: Fighter) -> tuple[Fighter, ...]:
    """Return all models but one; its enemies may have touched nobody else."""
    left = (model for model in models if _key(model) != _key(gone))
    return tuple(model if model.name == gone.name else _maybe_alone(model) for model in left)


def _maybe_alone(model: Fighter) -> Fighter:
    """Return a model that an enemy may have left: whether it touches another is asked where it matters."""
    if model.in_contact_at_start and not model.assisting_enemies:
        return replace(model, in_contact_at_start=None)
    return model


def _with_what_counts(model: Fighter) -> Procedure[Fighter]:
    """Ask which conditional traits and dice of a model count in the exchange, and return it with them."""
    for trait, words in CONDITIONAL.items():
        if any(getattr(traits, trait) for traits in _all_traits(model)):
            counts = yield from _counts(model, f"does {words}")
            model = model if counts else _without_trait(model, trait)
    if model.bonus_dice:
        counts = yield from _counts(model, f"do its other dice ({model.bonus_dice:+})")
        model = model if counts else replace(model, bonus_dice=0)
    return model


def _counts(model: Fighter, what: str) -> Procedure[bool]:
    reason = f"{_called(model)}: {what} count in this exchange?"
    answer = yield from choose(Choice("counts", model.name, ("no", "yes"), reason))
    return answer == "yes"


def _with_split(model: Fighter) -> Procedure[Fighter]:
    """Ask an activating model what counts, and how far it splits its attack where it may."""
    model = yield from _with_what_counts(model)
    further = "0"
    if any(traits.split_attack for traits in _all_traits(model)):
        options = tuple(str(count) for count in range(MOST_FURTHER + 1))
        reason = f"{_called(model)}: how many further exchanges does its Split Attack have?"
        further = yield from choose(Choice("split_attack", model.name, options, reason))
    return replace(model, additional_exchanges=int(further))


def _all_traits(model: Fighter) -> tuple[Traits, ...]:
    return model.traits, model.charging, *(weapon.traits for weapon in model.weapons)


def _without_trait(model: Fighter, trait: str) -> Fighter:
    off: dict[str, Any] = {trait: False}
    return replace(
        model,
        traits=replace(model.traits, **off),
        charging=replace(model.charging, **off),
        weapons=tuple(replace(one, traits=replace(one.traits, **off)) for one in model.weapons),
    )


def _after(fighter: Fighter, side: SideOutcome, together: bool) -> Fighter:
    """Return a model as an exchange left it, with nothing decided that costs it anything."""
    decided = fighter.decisions
    return replace(
        fighter,
        wounds_left=side.wounds_left,
        states=side.states - DEED_STATES,
        counters=side.counters,
        ki=side.ki,
        # Out of contact with this enemy it may touch another: then it is asked where it matters.
        in_contact_at_start=True if together or fighter.assisting_enemies else None,
        decisions=Decisions(
            weapon=decided.weapon,
            boosts=None if decided.boosts else decided.boosts,
            special=decided.special if decided.special == "none" else None,
            feats=None if decided.feats else decided.feats,
        ),
    )


def _changes(model: Fighter) -> Iterator[tuple[str, Fighter]]:
    for state in State:
        if state in model.states:
            counters = 1 if state is State.EXHAUSTED else model.counters
            yield f"{state.value} ends", replace(model, states=model.states - {state}, counters=counters)
        elif state is not State.EXHAUSTED:
            yield f"{state.value} begins", replace(model, states=model.states | {state})
    # The last one removes a model, unless it makes its Last Stand.
    if model.wounds_left > (0 if model.traits.last_stand else 1):
        yield "1 wound more", replace(model, wounds_left=model.wounds_left - 1)
    yield "1 wound healed", replace(model, wounds_left=model.wounds_left + 1)
    if model.ki:
        yield "1 Ki less", replace(model, ki=model.ki - 1)
    yield "1 Ki more", replace(model, ki=model.ki + 1)
    if model.counters:
        left = model.counters - 1
        exhausted = model.states | {State.EXHAUSTED} if left == 0 else model.states
        yield "1 counter less", replace(model, counters=left, states=exhausted)
    touches = bool(model.in_contact_at_start)
    yield (
        "no enemy in base contact" if touches else "an enemy in base contact",
        replace(model, in_contact_at_start=not touches),
    )
    yield "1 enemy more assists", replace(model, assisting_enemies=model.assisting_enemies + 1)
    if model.assisting_enemies > model.insignificant_assisting:
        yield "1 enemy less assists", replace(model, assisting_enemies=model.assisting_enemies - 1)
