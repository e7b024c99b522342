"""What can be asked of the service; handlers parse, make one call and answer."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, File, HTTPException, Query, Response, UploadFile, WebSocket
from pydantic import AfterValidator, ConfigDict, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from api.compose import Services
from api.photographs import read_bytes
from api.play.referee import NAMELESS, NotTheLast
from api.tables.plain_text import PLAIN, plain
from api.web.connections import Connections
from api.web.errors import described
from api.web.flow_routes import DeedIn, Name, Number, flow_routes
from api.web.follower import Followers
from api.web.hand_routes import HandKey, expect_no_phone, expect_no_secret, hand_routes
from api.web.match_routes import JPEG, match_routes
from api.web.reading_queue import BUSY, ReadingQueue
from api.web.statistics_routes import statistics_routes
from api.wire.game import picture_out
from api.wire.readings import PictureOut
from api.wire.state import StateOut
from resolver.dice import Roll
from resolver.procedure import Answer

MOST_DICE = 100
"""Of a group; no throw of any system comes near it."""

GroupName = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(plain)]
"""Of dice; one without faces is told to everybody like the others."""


class AnswerIn(DeedIn):
    """Faces by group, or a decision: exactly one of them."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"oneOf": [{"required": ["faces"]}, {"required": ["choice"]}]},
    )

    # A pattern of the names themselves would come out as `patternProperties`, which forbids no other names.
    faces: Annotated[
        dict[GroupName, Annotated[list[Annotated[int, Field(ge=1)]], Field(max_length=MOST_DICE)]]
        | SkipJsonSchema[None],
        Field(json_schema_extra={"propertyNames": {"minLength": 1, "maxLength": 40, "pattern": PLAIN}}),
    ] = None
    choice: str | SkipJsonSchema[None] = None

    @model_validator(mode="after")
    def _one(self) -> "AnswerIn":
        if (self.faces is None) == (self.choice is None) or {"faces", "choice"} <= self.model_fields_set:
            raise ValueError("expected faces or choice, found both or neither")
        return self

    def answer(self) -> Answer:
        """Return what the rules take."""
        if self.choice is not None:
            return self.choice
        assert self.faces is not None
        return Roll.of(self.faces)


def routes(services: Services) -> tuple[APIRouter, ...]:
    """Return the routes of one table, which stand under /api."""
    router = APIRouter()
    referee, hub, metrics, settings = services.referee, services.hub, services.metrics, services.settings
    hands = services.hands
    connections = Connections(settings.sockets, settings.sockets_per_client, metrics)
    followers = Followers(hub, connections, metrics, settings.slow_client_s)
    queue = ReadingQueue()

    @router.get("/state", response_model=StateOut, responses=described())
    def state() -> Mapping[str, object]:
        return referee.state()

    @router.post("/read", responses={**described(413, 422), **BUSY})
    async def read(picture: Annotated[UploadFile, File()]) -> PictureOut:
        # Bytes are taken out of the file in its turn as well, so that those who wait are on the disk.
        _, reading = await queue.run(lambda: read_bytes(services.reader, picture.file.read()))
        return picture_out(picture.filename or "", reading)

    @router.get("/pictures/{number}", response_class=Response, responses={**JPEG, **described(404, 422)})
    def picture(number: Number) -> Response:
        jpeg = services.pictures.jpeg(number)
        if jpeg is None:
            raise HTTPException(404, f"no picture number {number} is kept")
        return Response(jpeg, media_type="image/jpeg")

    @router.post("/answers", response_model=StateOut, responses=described(409, 413, 422))
    def answer(given: AnswerIn) -> Mapping[str, object]:
        expect_no_phone(referee, hands)
        referee.answer(given.answer(), given.by)
        return referee.state()

    @router.post("/evening", response_model=StateOut, responses=described(409, 413, 422))
    def go_on(deed: DeedIn | None = None) -> Mapping[str, object]:
        referee.go_on((deed or DeedIn()).by)
        return referee.state()

    @router.put("/answers/{index}", response_model=StateOut, responses=described(404, 409, 413, 422))
    def correct(index: Number, given: AnswerIn, key: HandKey = None) -> Mapping[str, object]:
        expect_no_secret(referee, hands, index, key)
        try:
            referee.correct(index, given.answer(), given.by)
        except IndexError as err:
            raise HTTPException(404, str(err)) from err
        return referee.state()

    @router.delete("/answers/{index}", response_model=StateOut, responses=described(404, 409, 422))
    def undo(
        index: Number, by: Annotated[Name, Query()] = NAMELESS, key: HandKey = None
    ) -> Mapping[str, object]:
        expect_no_secret(referee, hands, index, key)
        try:
            referee.undo(index, by)
        except IndexError as err:
            raise HTTPException(404, str(err)) from err
        except NotTheLast as err:
            raise HTTPException(409, str(err)) from err
        return referee.state()

    @router.websocket("/events")
    async def events(
        socket: WebSocket, after: Annotated[int, Query(ge=0)] = 0, table: str | None = None
    ) -> None:
        # A number that belongs to another table, or to this one before a restart, means nothing here.
        await followers.follow(socket, after if table in (None, hub.table) else 0)

    # Side by side and not one in the other, where FastAPI would build each of their routes twice.
    return (
        router,
        flow_routes(referee, hands),
        match_routes(services.record, services.crop_of),
        statistics_routes(referee, hub, services.record),
        hand_routes(referee, hands, services.access, settings),
    )
