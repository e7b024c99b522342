"""Decisions that one player keeps from the other: what there is to choose from, and the answer.

Neither is told to anybody who did not ask as that player, see `api/play/hands.py`.
"""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Header, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from api.phone.code import code_rows
from api.phone.routes import CodeOut
from api.play.hands import Hands
from api.play.referee import Referee
from api.play.table import Table
from api.settings import Settings
from api.tables.loading import MOST_OF_A_NAME
from api.web.access import Access
from api.web.addresses import page_address
from api.web.errors import described
from api.wire.state import StateOut
from resolver.procedure import Choice, is_secret

MOST_OF_A_WORD = 200
"""Characters of a key or of an option; neither comes near it."""


HandKey = Annotated[str | None, Header(alias="Hand-Key", max_length=MOST_OF_A_WORD)]
"""The key of the phone whose secret decision is to be changed; in the address it would be logged."""


class HandIn(BaseModel):
    """Who asks, and the key of the phone where it is one."""

    model_config = ConfigDict(extra="forbid")

    player: Annotated[str, Field(min_length=1, max_length=MOST_OF_A_NAME)]
    key: Annotated[str, Field(max_length=MOST_OF_A_WORD)] | None = None


class PlayerIn(BaseModel):
    """Whose phone is to be let in."""

    model_config = ConfigDict(extra="forbid")

    player: Annotated[str, Field(min_length=1, max_length=MOST_OF_A_NAME)]


class DecisionIn(HandIn):
    """An option, and the number of the answer that it is to be, so that no tap counts twice."""

    answer: Annotated[int, Field(ge=0)]
    choice: Annotated[str, Field(max_length=MOST_OF_A_WORD)]


class SecretOut(TypedDict):
    """What a player is to decide on; `answer` is the number that the decision will have."""

    answer: int
    purpose: str
    reason: str
    options: list[str]


def expect_no_phone(referee: Referee, hands: Hands) -> None:
    """Turn away with status 409 who would decide for a player whose own phone does."""
    asked = referee.table.progress.waiting_for
    if is_secret(asked) and not hands.may_decide(asked.player, None):
        raise HTTPException(409, f"{asked.player} decides on a phone; a new code at the table lets it go")


def expect_no_secret(referee: Referee, hands: Hands, index: int, key: str | None) -> None:
    """Turn away with status 409 who would change a secret that still stands and is another's phone's."""
    table = referee.table
    if index in _kept_secret(table):
        _expect_owner(table.played[index].question.player, hands, key)


def expect_no_secrets(referee: Referee, hands: Hands, key: str | None) -> None:
    """Turn away with status 409 who would take back all that was decided since the last roll.

    Every secret that still stands is among that.
    """
    table = referee.table
    for index in _kept_secret(table):
        _expect_owner(table.played[index].question.player, hands, key)


def _kept_secret(table: Table) -> range:
    """Return the numbers of the answers that are secret still."""
    count = len(table.played)
    return range(count - table.kept_secret, count)


def _expect_owner(player: str, hands: Hands, key: str | None) -> None:
    if not hands.may_decide(player, key):
        raise HTTPException(
            409, f"{player} decided on a phone; until everybody has decided, only that phone takes it back"
        )


def hand_routes(referee: Referee, hands: Hands, access: Access, settings: Settings) -> APIRouter:
    """Return the routes of decisions in secret, to be put under /api."""
    router = APIRouter(prefix="/hands")

    def expect_player(player: str) -> None:
        players = referee.table.setup.players
        if player not in players:
            raise HTTPException(404, f"expected one of the players {', '.join(players)}, found {player}")

    def secret_of(given: HandIn) -> tuple[int, Choice]:
        """Return the hidden decision that this player is asked for, and the number of its answer."""
        expect_player(given.player)
        if not hands.may_decide(given.player, given.key):
            expected = "a key that is valid" if given.key is not None else f"{given.player}'s own phone"
            raise HTTPException(409, f"expected {expected}; a new code at the table lets another phone in")
        table = referee.table
        asked = table.progress.waiting_for
        if not is_secret(asked) or asked.player != given.player:
            raise HTTPException(409, f"{given.player} is not asked for a decision in secret now")
        return len(table.played), asked

    # Who has the link decides for the player: so it is asked for as something that changes the table.
    @router.post("/code", responses=described(404, 409, 413, 422))
    def code(given: PlayerIn, request: Request) -> CodeOut:
        expect_player(given.player)
        if settings.is_local():
            raise HTTPException(
                409,
                "only this computer can open the pages; `meleecam serve --host 0.0.0.0` lets phones in, "
                "until then decide here behind the curtain",
            )
        port = request.url.port or 80
        page = access.link(f"{page_address(settings.host, port)}/hand")
        # What follows # stays in the phone: no server and no log sees it.
        link = f"{page}#{urlencode({'player': given.player, 'key': hands.new_key(given.player)})}"
        return CodeOut(link=link, rows=code_rows(link))

    @router.post("/question", responses=described(404, 409, 413, 422))
    def question(given: HandIn) -> SecretOut:
        answer, asked = secret_of(given)
        return SecretOut(
            answer=answer, purpose=asked.purpose, reason=asked.reason, options=list(asked.options)
        )

    @router.post("/answer", response_model=StateOut, responses=described(404, 409, 413, 422))
    def decide(given: DecisionIn) -> Mapping[str, object]:
        number, _ = secret_of(given)
        if number != given.answer:
            raise HTTPException(409, f"expected answer {number}, found {given.answer}: the table has gone on")
        referee.answer(given.choice, given.player)
        return referee.state()

    return router
