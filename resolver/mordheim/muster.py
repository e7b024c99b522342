"""An evening of the Mordheim-derived draft: what a melee phase leaves of a model, and who meets next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from resolver import procedure
from resolver.contacts import Contacts, ask_contacts
from resolver.mordheim.checks import lacking
from resolver.mordheim.events import Outcome
from resolver.mordheim.exchange import exchange
from resolver.mordheim.fighter import Charge, Melee, Model, Status
from resolver.procedure import Choice, Procedure, choose


@dataclass(frozen=True, slots=True)
class Muster:
    """The models that are not out of action; `melee` is the phase that comes next, `models` all in play."""

    melee: Melee
    models: tuple[Model, ...]

    @property
    def setup(self) -> Melee:
        """What comes next, as odds and luck take it."""
        return self.melee

    @property
    def asked(self) -> str:
        """The player whose turn it is, or another one where none of his models is left."""
        players = tuple(dict.fromkeys(model.player for model in self.models))
        return self.melee.active if self.melee.active in players else players[0]

    @property
    def may_go_on(self) -> bool:
        """Whether two players have models that may fight."""
        return len({model.player for model in self.models if model.status is not Status.FLEEING}) > 1

    def meet(self) -> Procedure[Outcome]:
        """Resolve the melee phase."""
        return exchange(self.melee)

    def after(self, outcome: procedure.Outcome) -> "Muster":
        """Return the models as a phase left them; one that is out of action is gone."""
        assert isinstance(outcome, Outcome)
        left = {model.name: model for model in outcome.models}
        engaged = {name for pair in outcome.contacts for name in pair}
        models = tuple(
            replace(
                model,
                status=left[model.name].status,
                wounds_left=left[model.name].wounds_left or None
                if model.wounds == 1
                else left[model.name].wounds_left,
                # These were of that phase alone.
                charging=False,
                began_activation_engaged=False,
                attacks_this_round=None,
                # Who still touches an enemy goes on with a combat that has begun.
                first_round=model.name not in engaged,
            )
            for model in self.models
            if left[model.name].status is not Status.OUT_OF_ACTION
        )
        return Muster(replace(self.melee, contacts=outcome.contacts), models)

    def next_turn(self) -> Procedure["Muster"]:
        """Ask whose turn begins; nobody has stood up in it yet.

        How models recover stands in none of the texts, so it is a change that the players say.
        """
        before = self.asked
        players = tuple(dict.fromkeys(model.player for model in self.models))
        later = tuple(player for player in players if player != before)
        active = yield from choose(Choice("current", before, (*later, before), "Whose turn begins?"))
        models = tuple(replace(model, stood_up_this_turn=False) for model in self.models)
        return Muster(replace(self.melee, active=active), models)

    def next_meeting(self) -> Procedure["Muster"]:
        """Ask who touches whom; a model that comes into contact charges, so it must stand and be free to.

        One that lacks a number which melee needs can neither charge nor be charged, and that is said.
        """
        there = [model for model in self.models if model.status is not Status.FLEEING]
        unfit = {model.name: needed for model in there if (needed := lacking(self.melee, model))}
        fighting = [model for model in there if model.name not in unfit]
        names = {model.name for model in fighting}
        touching = tuple(pair for pair in self.melee.contacts if names.issuperset(pair))
        sides = [(model.name, model.player) for model in fighting]
        notes = [f"{name} cannot fight without {' and '.join(needed)}." for name, needed in unfit.items()]
        able = {model.name for model in fighting if model.status is Status.STANDING}
        contacts = yield from ask_contacts(self.asked, touching, sides, "charges", notes=notes, able=able)
        models = tuple(
            replace(model, first_round=True) if model.name in contacts.newcomers else model
            for model in self.models
        )
        melee = replace(
            self.melee,
            active=self.asked,
            models=models,
            contacts=tuple(pair for pair in contacts.pairs if pair not in contacts.met),
            charges=_charges(contacts),
            breaking=(),
            order=tuple(name for name in self.melee.order if name in names),
        )
        return Muster(melee, models)

    def changes(self) -> Mapping[str, Mapping[str, "Muster"]]:
        """Return what may befall each model: another status, standing up, wounds."""
        return {
            model.name: {what: self._changed(model, changed) for what, changed in _changes(model)}
            for model in self.models
        }

    def _changed(self, model: Model, changed: Model) -> "Muster":
        models = (changed if other is model else other for other in self.models)
        return replace(self, models=tuple(one for one in models if one.status is not Status.OUT_OF_ACTION))

    def standing(self) -> tuple[str, ...]:
        """Return how each model that is not out of action stands."""
        return tuple(
            f"{model.name} of {model.player}: {model.status.value.replace('_', ' ')}, "
            f"wounds left {_wounds(model)}."
            for model in self.models
        )


def _charges(contacts: Contacts) -> tuple[Charge, ...]:
    """Return the charges of those who came into contact.

    They are in the order in which each came to its last enemy: so nobody is reached before it charges.
    """
    reached: dict[str, tuple[str, ...]] = {}
    for one, other in contacts.pairs:
        if (one, other) in contacts.met:
            reached[one] = (*reached.pop(one, ()), other)
    return tuple(
        Charge(name, target, distance=None, touches=tuple(touches), ledge=None)
        for name, (target, *touches) in reached.items()
    )


def _wounds(model: Model) -> int:
    return model.wounds if model.wounds_left is None else model.wounds_left


def _changes(model: Model) -> Iterator[tuple[str, Model]]:
    if model.status in (Status.KNOCKED_DOWN, Status.STUNNED):
        yield "stands up", replace(model, status=Status.STANDING, stood_up_this_turn=True)
    for status in Status:
        if status is not model.status:
            yield f"is {status.value.replace('_', ' ')}", replace(model, status=status)
    if _wounds(model) > 1:
        yield "1 wound less", replace(model, wounds_left=_wounds(model) - 1)
    if _wounds(model) < model.wounds:
        yield "1 wound more", replace(model, wounds_left=_wounds(model) + 1)
