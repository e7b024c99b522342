"""What a player may pass over: a re-roll, and a decision that offers to do nothing."""

from resolver.bushido.feats import NONE
from resolver.contacts import DONE
from resolver.evening import NOTHING
from resolver.procedure import Answer, Choice, Throw

PASSES = (NONE, NOTHING, DONE)
"""Options that change nothing."""


class NotSkippable(ValueError):  # noqa: N818  (like RollRejected)
    """A question that the rules want answered; the message says what is awaited."""


def passing_answer(question: Throw | Choice | None) -> Answer:
    """Return the answer that passes a question over. Raises NotSkippable where the rules offer none."""
    if question is None:
        raise NotSkippable("expected something to skip, nothing is awaited")
    if isinstance(question, Throw):
        if question.before is not None:
            return question.before
    else:
        for option in PASSES:
            if option in question.options:
                return option
    raise NotSkippable(
        f"expected a re-roll or a decision that may be passed over, awaited: {question.reason}"
    )
