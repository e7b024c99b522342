"""Whether the program runs, and whether all its parts do what a table needs: for who watches many tables."""

from typing import Literal

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from typing_extensions import TypedDict

from api.compose import Services
from api.web.errors import described
from api.web.prometheus import CONTENT_TYPE

STALE_S = 5.0
"""A camera that gave no picture for so long is not watched any more; the slowest gives one a second."""


class PartOut(TypedDict):
    """A part of the program, and how it is in words."""

    ready: bool
    detail: str


class AliveOut(TypedDict):
    """The program answers."""

    status: Literal["alive"]


class ReadyOut(TypedDict):
    """Whether every part is ready; the age of the latest frame in seconds, null before the first."""

    ready: bool
    camera: PartOut
    models: PartOut
    store: PartOut
    last_frame_age_s: float | None


METRICS: dict[int | str, dict[str, object]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "Prometheus' text format"}
}

NOT_READY: dict[int | str, dict[str, object]] = {
    503: {"model": ReadyOut, "description": "A part is not ready; the answer says which"}
}


def health_routes(services: Services) -> APIRouter:
    """Return the routes that programs ask which watch over this one."""
    router = APIRouter()

    # Not plain functions, for which a thread would have to be free.
    @router.get("/health", responses=described())
    async def alive() -> AliveOut:
        return {"status": "alive"}

    @router.get("/health/ready", responses={**described(), **NOT_READY})
    async def ready(response: Response) -> ReadyOut:
        health = health_of(services)
        response.status_code = 200 if health["ready"] else 503
        return health

    @router.get("/metrics", response_class=PlainTextResponse, responses={**METRICS, **described()})
    def metrics() -> Response:
        return Response(services.metrics.text(), media_type=CONTENT_TYPE)

    return router


def health_of(services: Services) -> ReadyOut:
    """Return how the parts of a served table are."""
    age_s = services.metrics.last_frame_age_s()
    # The services are put together only once the models are open, and they stay so.
    models: PartOut = {"ready": True, "detail": "open"}
    camera, store = _camera(age_s), _store(services)
    return {
        "ready": all(part["ready"] for part in (camera, models, store)),
        "camera": camera,
        "models": models,
        "store": store,
        "last_frame_age_s": None if age_s is None else round(age_s, 3),
    }


def _camera(age_s: float | None) -> PartOut:
    if age_s is None:
        return {"ready": False, "detail": "no picture yet"}
    if age_s > STALE_S:
        return {"ready": False, "detail": f"no picture for {age_s:.0f} s"}
    return {"ready": True, "detail": "gives pictures"}


def _store(services: Services) -> PartOut:
    if services.hub.failure is not None:
        return {"ready": False, "detail": "the latest messages could not be kept; the log says why"}
    return {"ready": True, "detail": "keeps every message"}
