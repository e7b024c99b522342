"""The page that makes a phone the camera, its line, and the code on the table page that leads there."""

from pathlib import Path

from fastapi import APIRouter, HTTPException, WebSocket
from fastapi.responses import FileResponse
from typing_extensions import TypedDict

from api.phone.camera import PhoneCamera
from api.phone.code import code_rows
from api.phone.line import take_pictures
from api.web.errors import described

PAGE = Path(__file__).resolve().parents[1] / "pages" / "phone.html"

HEADERS = {
    # Scripts, styles and the line are ours alone; the camera's own picture is no address at all.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}


class PhoneOut(TypedDict):
    """Whether this table is watched through a phone."""

    served: bool


class CodeOut(TypedDict):
    """A link that opens the phone's page once, within ten minutes, and the same as a QR code.

    `rows` are its modules from the top, 1 for dark.
    """

    link: str
    rows: list[str]


def page_routes(camera: PhoneCamera) -> APIRouter:
    """Return the page and its line."""
    router = APIRouter()

    @router.get("/phone", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(PAGE, headers=HEADERS)

    @router.websocket("/api/phone/camera")
    async def line(socket: WebSocket) -> None:
        await take_pictures(socket, camera)

    return router


def code_routes(camera: PhoneCamera | None) -> APIRouter:
    """Return what the table page asks of a phone that is the camera, or of a table without one."""
    router = APIRouter(prefix="/api/phone")

    @router.get("", responses=described())
    def phone() -> PhoneOut:
        return PhoneOut(served=camera is not None and camera.address is not None)

    # Who has the link may be the camera: so it is asked for as something that changes the table.
    @router.post("/code", responses=described(404))
    def code() -> CodeOut:
        if camera is None or camera.address is None:
            raise HTTPException(404, "this table is not watched through a phone")
        link = camera.access.link(camera.address)
        return CodeOut(link=link, rows=code_rows(link))

    return router
