"""What the referee tells the hub: how a table stands and changes, as messages (`api/play/messages.py`)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from api.play.hub import Hub
from api.play.lying import Lying
from api.play.messages import answer_out
from api.play.palette import Palette
from api.play.played import Played
from api.play.refit import Dropped
from api.play.roster import roster
from api.play.table import Table
from api.wire.game import event_out, glance_out, luck_out, outcome_out, question_out
from api.wire.readings import live_reading_out
from api.wire.state import model_out
from resolver.odds import Odds, ThrowLuck
from resolver.procedure import Choice, Event, Throw, is_secret
from vision.reading import TableReading


class Teller:
    """Words and publishes; decides nothing and keeps nothing but the hub and the groups' colours."""

    def __init__(self, hub: Hub, palette: Palette) -> None:
        self._hub = hub
        self._palette = palette

    def tell(self, type_: str, **data: object) -> None:
        """Publish a message."""
        self._hub.publish(type_, data)

    def table(self, table: Table, *, paused: bool) -> None:
        """Tell what is played here, and all that has happened."""
        self.tell("table", **setup_out(table), answers=len(table.played), paused=paused)
        self.events(table, table.progress.events)

    def events(self, table: Table, events: Sequence[Event]) -> None:
        """Tell what happened, then what is awaited or the outcome."""
        for event in events:
            self._tagged(event_out(event))
        progress = table.progress
        if progress.waiting_for is not None:
            self._tagged(self.question(progress.waiting_for))
        if progress.outcome is not None:
            self._tagged(outcome_out(progress.outcome))

    def question(self, question: Throw | Choice) -> dict[str, object]:
        """Return a question for JSON: a throw with the dice expected, a secret without its options."""
        out: dict[str, object] = dict(question_out(question))
        if is_secret(question):
            # Allocations that are offered tell what a special has cost; who decides asks for them.
            out["options"] = []
        if isinstance(question, Throw):
            out["expected"] = [
                {
                    "group": dice.group,
                    "body": colours[0] if colours else None,
                    "marks": colours[1] if colours else None,
                    "kind": f"d{dice.sides}",
                    "least": dice.least,
                    "most": dice.most,
                }
                for dice in question.dice
                for colours in (self._palette.colours_for(question.player, dice.group),)
            ]
        return out

    def reading(self, reading: TableReading, picture: int, table: Table, lying: Lying) -> dict[str, object]:
        """Tell what lies there, each die with the player and group that its colours name, and return it."""
        waiting = table.progress.waiting_for
        awaited = waiting if isinstance(waiting, Throw) else None
        # A die that lies there from an accepted roll does not answer the present throw.
        owners = [
            self._palette.owner(die, awaited if lying.at(die) is None else None) for die in reading.dice
        ]
        named = tuple(
            replace(die, group=owner.group if owner else None)
            for die, owner in zip(reading.dice, owners, strict=True)
        )
        seen = live_reading_out(replace(reading, dice=named))
        dice = [
            {**die, "player": owner.player if owner else None}
            for die, owner in zip(seen["dice"], owners, strict=True)
        ]
        out: dict[str, object] = {**seen, "dice": dice, "picture": picture}
        self._hub.publish("reading", out)
        return out

    def refused(self, waiting: Throw | Choice, reasons: Sequence[str]) -> None:
        """Tell why the dice that lie there are no answer."""
        self.tell("refused", player=waiting.player, purpose=waiting.purpose, reasons=list(reasons))

    def accepted(self, table: Table, by: str, *, skipped: bool = False) -> None:
        """Tell that the table has taken one more answer."""
        self.tell(
            "accepted",
            answer=len(table.played) - 1,
            by=by,
            skipped=skipped,
            **answer_out(table.played[-1]),
        )

    def luck(self, index: int, luck: ThrowLuck) -> None:
        """Tell how lucky answer number `index` was."""
        data = {**luck_out(luck), "answer": index, "text": _luck_text(luck)}
        data.pop("type")
        self._hub.publish("luck", data)

    def odds(self, asked: Throw, odds: Sequence[Odds]) -> None:
        """Tell what may come of the throw that is awaited."""
        self.tell("odds", player=asked.player, purpose=asked.purpose, odds=glance_out(odds))

    def voided(self, table: Table, gone: Sequence[Played], by: str) -> None:
        """Tell that all answers from a number on are taken back, then how the table stands."""
        words = "; ".join(map(_words, gone))
        self.tell(
            "voided",
            answer=len(table.played),
            by=by,
            was=[answer_out(one) for one in gone],
            text=f"Taken back by {by}: {words}.",
        )
        self.events(table, table.progress.events)

    def corrected(
        self, table: Table, index: int, was: Played, now: Played, dropped: Sequence[Dropped], by: str
    ) -> None:
        """Tell that an answer is another, which later ones it cost, then how the table stands."""
        text = f"Corrected by {by}: {_words(now)}, it was {_words(was)}."
        for one in dropped:
            text += f" No longer counts: {_words(one.played)}; {one.reason}."
        self.tell(
            "corrected",
            answer=index,
            by=by,
            was=answer_out(was),
            now=answer_out(now),
            dropped=[
                {"answer": one.index, "was": answer_out(one.played), "reason": one.reason} for one in dropped
            ],
            text=text,
        )
        self.events(table, table.progress.events)

    def _tagged(self, tagged: Mapping[str, object]) -> None:
        """Publish a wire object under its own type."""
        data = dict(tagged)
        self._hub.publish(str(data.pop("type")), data)


def setup_out(table: Table) -> dict[str, object]:
    """Return what is played at a table and with which dice."""
    setup = table.setup
    return {
        "title": setup.title,
        "system": setup.system,
        "players": list(setup.players),
        "groups": [
            {"player": one.player, "group": one.group, "body": one.body, "marks": one.marks}
            for one in setup.groups
        ],
        "models": [dict(model_out(one)) for one in roster(setup.muster)],
    }


def _words(played: Played) -> str:
    """Return `Aya's melee, attack 2 4 and defence 5`, or `Aya's contact, yes`; a secret is not told."""
    whose = f"{played.question.player}'s {played.question.purpose.replace('_', ' ')}"
    if isinstance(played.answer, str):
        secret = is_secret(played.question)
        return whose if secret else f"{whose}, {played.answer}"
    groups = [f"{group} {' '.join(map(str, faces))}" for group, faces in played.answer.groups if faces]
    return f"{whose}, {' and '.join(groups) or 'no dice'}"


def _luck_text(luck: ThrowLuck) -> str:
    worse, equal, better = (
        f"{100 * count / luck.luck.total:.0f} %"
        for count in (luck.luck.worse, luck.luck.equal, luck.luck.better)
    )
    return (
        f"Luck of {luck.player}, {luck.score}: {worse} of throws are worse, {equal} as good, {better} better."
    )
