"""What can be asked of the service; handlers parse, make one call and answer."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, File, HTTPException, Query, Response, UploadFile, WebSocket
from pydantic import BaseModel, ConfigDict, Field, model_validator

from api.compose import Services
from api.connections import Connections
from api.follower import Followers
from api.photographs import read_bytes
from api.wire import picture_out
from resolver.dice import Roll
from resolver.procedure import Answer


class AnswerIn(BaseModel):
    """Faces by group, or a decision: exactly one of them."""

    model_config = ConfigDict(extra="forbid")

    faces: dict[str, list[Annotated[int, Field(ge=1)]]] | None = None
    choice: str | None = None

    @model_validator(mode="after")
    def _one(self) -> "AnswerIn":
        if (self.faces is None) == (self.choice is None):
            raise ValueError("expected faces or choice, found both or neither")
        return self

    def answer(self) -> Answer:
        """Return what the rules take."""
        if self.choice is not None:
            return self.choice
        assert self.faces is not None
        return Roll.of(self.faces)


def routes(services: Services) -> APIRouter:
    """Return the routes of one table under /api."""
    router = APIRouter(prefix="/api")
    referee, hub, metrics, settings = services.referee, services.hub, services.metrics, services.settings
    connections = Connections(settings.sockets, settings.sockets_per_client, metrics)
    followers = Followers(hub, connections, metrics, settings.slow_client_s)

    @router.get("/state")
    def state() -> Mapping[str, object]:
        return referee.state()

    @router.post("/read")
    def read(picture: Annotated[UploadFile, File()]) -> Mapping[str, object]:
        # A plain function runs in a worker thread, so decoding and reading hold up nobody.
        _, reading = read_bytes(services.reader, picture.file.read())
        return picture_out(picture.filename or "", reading)

    @router.get("/pictures/{number}", response_class=Response)
    def picture(number: int) -> Response:
        jpeg = services.pictures.jpeg(number)
        if jpeg is None:
            raise HTTPException(404, f"no picture number {number} is kept")
        return Response(jpeg, media_type="image/jpeg")

    @router.post("/answers")
    def answer(given: AnswerIn) -> Mapping[str, object]:
        referee.answer(given.answer())
        return referee.state()

    @router.post("/evening")
    def go_on() -> Mapping[str, object]:
        referee.go_on()
        return referee.state()

    @router.put("/answers/{index}")
    def correct(index: int, given: AnswerIn) -> Mapping[str, object]:
        try:
            referee.correct(index, given.answer())
        except IndexError as err:
            raise HTTPException(404, str(err)) from err
        return referee.state()

    @router.delete("/answers/{index}")
    def undo(index: int) -> Mapping[str, object]:
        try:
            referee.undo(index)
        except IndexError as err:
            raise HTTPException(409, str(err)) from err
        return referee.state()

    @router.websocket("/events")
    async def events(
        socket: WebSocket, after: Annotated[int, Query(ge=0)] = 0, table: str | None = None
    ) -> None:
        # A number that belongs to another table, or to this one before a restart, means nothing here.
        await followers.follow(socket, after if table in (None, hub.table) else 0)

    return router
