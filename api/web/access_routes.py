"""What whoever asks may do here, for pages that would else offer what is refused."""

from fastapi import APIRouter, Request
from typing_extensions import TypedDict

from api.web.access import Access
from api.web.errors import described


class AccessOut(TypedDict):
    """Whether requests like this one may change the table; of a replay none may."""

    may_change: bool


def access_routes(access: Access) -> APIRouter:
    """Return the route, which stands under /api: who may not read is turned away there."""
    router = APIRouter()

    @router.get("/access", responses=described())
    async def rights(request: Request) -> AccessOut:
        return {"may_change": access.may_change(request.headers)}

    return router
