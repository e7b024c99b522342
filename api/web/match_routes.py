"""What can be asked about matches that are kept: which there are, what happened, what dice looked like."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Response
from pydantic import JsonValue
from typing_extensions import TypedDict

from api.play.crops import CropOf
from api.play.kept_match import plain_message, plain_title
from api.play.record import Record
from api.web.errors import described
from api.web.flow_routes import Number
from api.wire.matches import MatchOut, match_out
from api.wire.veil import sent

MOST_MESSAGES = 500
"""In one answer; whoever wants more asks again after the last number."""

MatchId = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]


class MessageOut(TypedDict):
    """A message as the WebSocket sends it; `at` is in UTC."""

    table: str
    seq: int
    type: str
    version: int
    at: str
    data: dict[str, JsonValue]


JPEG: dict[int | str, dict[str, object]] = {
    200: {"content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}
}
"""What the API's description says of a picture."""


def match_routes(record: Record | None, crop_of: CropOf | None) -> APIRouter:
    """Return the routes of the store under /matches; without a store there are no matches.

    Of one that is played again there are its crops, under the id that its pages know it by.
    """
    router = APIRouter(prefix="/matches")

    @router.get("", responses=described())
    def matches() -> list[MatchOut]:
        kept = () if record is None else record.store.matches()
        return [{**match_out(one), "title": plain_title(one)} for one in kept]

    @router.get("/{match}/messages", response_model=list[MessageOut], responses=described(404, 422))
    def messages(
        match: MatchId, after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0
    ) -> Sequence[Mapping[str, object]]:
        if record is None or record.store.match(match) is None:
            raise HTTPException(404, f"no match {match} is kept")
        return [sent(plain_message(one)) for one in record.store.messages(match, after, MOST_MESSAGES)]

    @router.get(
        "/{match}/pictures/{number}/dice/{die}",
        response_class=Response,
        responses={**JPEG, **described(404, 422)},
    )
    def crop(match: MatchId, number: Number, die: Number) -> Response:
        jpeg = None if crop_of is None else crop_of(match, number, die)
        if jpeg is None:
            raise HTTPException(404, f"no crop of die {die} in picture {number} of match {match} is kept")
        return Response(jpeg, media_type="image/jpeg")

    return router
