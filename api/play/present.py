"""The exchange of an evening that is being fought: its own set-up, and the answers given in it.

Odds and luck are told for one exchange; an evening hides each behind those before it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from api.tables import TableFile
from resolver.evening import Muster, evening
from resolver.procedure import Answer, Choice, Event, Outcome, Procedure, Throw, replay


def present_exchange(table: TableFile, answers: Sequence[Answer]) -> tuple[TableFile, tuple[Answer, ...]]:
    """Return the exchange that the last of an evening's answers belongs to, as a table of its own.

    Raises RollRejected or ChoiceRejected for answers that are refused.
    """
    noted = _Noted(table.muster)
    replay(lambda: evening(_Witness(table.muster, noted)), answers)
    meeting = noted.muster
    own = replace(table, setup=meeting.setup, start=meeting.meet, muster=meeting)
    return own, tuple(noted.answers)


@dataclass(slots=True)
class _Noted:
    """The muster that met last, and what was answered since."""

    muster: Muster
    answers: list[Answer] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Witness:
    """A muster that notes when it meets and does everything else as the one it stands for."""

    muster: Muster
    noted: _Noted

    @property
    def setup(self) -> object:
        return self.muster.setup

    @property
    def asked(self) -> str:
        return self.muster.asked

    @property
    def may_go_on(self) -> bool:
        return self.muster.may_go_on

    def meet(self) -> Procedure[Outcome]:
        self.noted.muster, self.noted.answers = self.muster, []
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

    def after(self, outcome: Outcome) -> "_Witness":
        return replace(self, muster=self.muster.after(outcome))

    def next_turn(self) -> Procedure["_Witness"]:
        return replace(self, muster=(yield from self.muster.next_turn()))

    def next_meeting(self) -> Procedure["_Witness"]:
        return replace(self, muster=(yield from self.muster.next_meeting()))

    def changes(self) -> Mapping[str, Mapping[str, "_Witness"]]:
        return {
            name: {what: replace(self, muster=muster) for what, muster in by_name.items()}
            for name, by_name in self.muster.changes().items()
        }

    def standing(self) -> tuple[str, ...]:
        return self.muster.standing()
