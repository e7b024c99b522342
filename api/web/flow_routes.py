"""Routes of a table's flow: pause, skip and void, corrections die by die, odds and the answers that count."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException
from fastapi import Path as PathIn
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, model_validator
from typing_extensions import TypedDict

from api.play.hands import Hands
from api.play.played import DieChange
from api.play.referee import NAMELESS, Referee
from api.play.skipping import NotSkippable
from api.tables.plain_text import PLAIN, plain
from api.web.errors import described
from api.web.hand_routes import HandKey, expect_no_phone, expect_no_secret, expect_no_secrets
from api.wire.state import StateOut

MOST_CHANGES = 100
"""Of the dice of one roll."""

Name = Annotated[
    str, Field(min_length=1, max_length=40, json_schema_extra={"pattern": PLAIN}), AfterValidator(plain)
]
"""Who wants a change, as players call themselves, or a group of dice."""

Number = Annotated[int, PathIn(ge=0, le=2**31 - 1)]
"""Of an answer, counted from 0, or of a picture, from 1."""


class DeedIn(BaseModel):
    """Who does it."""

    model_config = ConfigDict(extra="forbid")

    by: Name = NAMELESS


class DieChangeIn(BaseModel):
    """A change of die number `die`: another face, another group or both, or `remove`.

    Without `die` one is added, with `face` and `group`.
    """

    model_config = ConfigDict(extra="forbid")

    die: Annotated[int, Field(ge=0)] | None = None
    face: Annotated[int, Field(ge=1)] | None = None
    group: Name | None = None
    remove: bool = False

    @model_validator(mode="after")
    def _one_change(self) -> "DieChangeIn":
        says = self.face is not None or self.group is not None
        if self.remove == says:
            raise ValueError("expected a face, a group, or remove, found none of them or both")
        if self.die is None and (self.remove or self.face is None or self.group is None):
            raise ValueError("expected die, or face and group of one to add")
        return self

    def change(self) -> DieChange:
        """Return what the referee takes."""
        return DieChange(self.die, self.face, self.group)


class ChangesIn(DeedIn):
    """Changes of the dice of one roll, made together."""

    changes: Annotated[list[DieChangeIn], Field(min_length=1, max_length=MOST_CHANGES)]


class OddsOut(TypedDict):
    """Exact odds of what is awaited; without any, `reason` may say why."""

    waiting_for: dict[str, JsonValue] | None
    odds: list[dict[str, JsonValue]]
    reason: str | None


def flow_routes(referee: Referee, hands: Hands) -> APIRouter:
    """Return the routes of one table's flow, to be put under /api."""
    router = APIRouter()

    @router.post("/pause", response_model=StateOut, responses=described(413, 422))
    def pause(deed: DeedIn | None = None) -> Mapping[str, object]:
        referee.pause((deed or DeedIn()).by)
        return referee.state()

    @router.post("/resume", response_model=StateOut, responses=described(413, 422))
    def resume(deed: DeedIn | None = None) -> Mapping[str, object]:
        referee.resume((deed or DeedIn()).by)
        return referee.state()

    @router.post("/skip", response_model=StateOut, responses=described(409, 413, 422))
    def skip(deed: DeedIn | None = None) -> Mapping[str, object]:
        expect_no_phone(referee, hands)
        try:
            referee.skip((deed or DeedIn()).by)
        except NotSkippable as err:
            raise HTTPException(409, str(err)) from err
        return referee.state()

    @router.post("/void", response_model=StateOut, responses=described(409, 413, 422))
    def void(deed: DeedIn | None = None, key: HandKey = None) -> Mapping[str, object]:
        expect_no_secrets(referee, hands, key)
        try:
            referee.void((deed or DeedIn()).by)
        except IndexError as err:
            raise HTTPException(409, str(err)) from err
        return referee.state()

    @router.get("/answers", response_model=list[dict[str, JsonValue]], responses=described())
    def answers() -> Sequence[Mapping[str, object]]:
        return referee.history()

    @router.patch("/answers/{index}", response_model=StateOut, responses=described(404, 409, 413, 422))
    def correct_dice(index: Number, given: ChangesIn, key: HandKey = None) -> Mapping[str, object]:
        expect_no_secret(referee, hands, index, key)
        try:
            referee.correct_dice(index, [one.change() for one in given.changes], given.by)
        except IndexError as err:
            raise HTTPException(404, str(err)) from err
        return referee.state()

    @router.get("/odds", response_model=OddsOut, responses=described())
    def odds() -> Mapping[str, object]:
        return referee.odds()

    return router
