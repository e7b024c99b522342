"""A muster that lets somebody watch its evening: who meets, what is answered, how everybody stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from resolver.evening import Muster
from resolver.procedure import Answer, Choice, Event, Outcome, Procedure, Throw


@dataclass(slots=True)
class Noted:
    """Mutable: how everybody stands `now`, the muster that met last, and what was answered since."""

    now: Muster
    met: Muster
    answers: list[Answer] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Witness:
    """A muster that notes what becomes of it and does everything else as the one it stands for."""

    muster: Muster
    noted: Noted

    @property
    def setup(self) -> object:
        return self.muster.setup

    @property
    def asked(self) -> str:
        return self.muster.asked

    @property
    def may_go_on(self) -> bool:
        # An evening asks it of every muster that has come about between two exchanges.
        self.noted.now = self.muster
        return self.muster.may_go_on

    def meet(self) -> Procedure[Outcome]:
        self.noted.now = self.noted.met = self.muster
        self.noted.answers = []
        procedure = self.muster.meet()
        answer: Answer | None = None
        while True:
            try:
                step: Throw | Choice | Event = procedure.send(answer)
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome
            answer = yield step
            if answer is not None:
                self.noted.answers.append(answer)

    def after(self, outcome: Outcome) -> "Witness":
        return replace(self, muster=self.muster.after(outcome))

    def next_turn(self) -> Procedure["Witness"]:
        return replace(self, muster=(yield from self.muster.next_turn()))

    def next_meeting(self) -> Procedure["Witness"]:
        return replace(self, muster=(yield from self.muster.next_meeting()))

    def changes(self) -> Mapping[str, Mapping[str, "Witness"]]:
        return {
            name: {what: replace(self, muster=muster) for what, muster in by_name.items()}
            for name, by_name in self.muster.changes().items()
        }

    def standing(self) -> tuple[str, ...]:
        return self.muster.standing()
