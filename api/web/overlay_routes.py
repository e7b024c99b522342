"""The overlay and what belongs to it: its preview, its editor, the way into OBS, the streamer's own style."""

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response

PAGES = Path(__file__).resolve().parents[1] / "pages" / "overlay"

NO_CACHE = {"Cache-Control": "no-cache"}  # an update of the program shows at the next reload

EDITOR_HEADERS = {
    **NO_CACHE,
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
}

OVERLAY_HEADERS = {
    **NO_CACHE,
    # OBS writes the streamer's own CSS into the page as a style element; its browser source is no frame.
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
    ),
}

PREVIEW_HEADERS = {
    **NO_CACHE,
    # The editor alone shows it in a frame; there is nothing on it to press.
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'"
    ),
}


def overlay_routes(own_css: Path | None) -> APIRouter:
    """Return the pages under /overlay; `own_css` is the streamer's style sheet, read anew at each request."""
    router = APIRouter(prefix="/overlay", include_in_schema=False)

    @router.get("")
    def overlay() -> FileResponse:
        return FileResponse(PAGES / "overlay.html", headers=OVERLAY_HEADERS)

    @router.get("/preview")
    def preview() -> FileResponse:
        return FileResponse(PAGES / "overlay.html", headers=PREVIEW_HEADERS)

    @router.get("/editor")
    def editor() -> FileResponse:
        return FileResponse(PAGES / "editor.html", headers=EDITOR_HEADERS)

    @router.get("/obs")
    def obs() -> FileResponse:
        return FileResponse(PAGES / "obs.html", headers=EDITOR_HEADERS)

    @router.get("/own.css")
    def own() -> Response:
        text = b"" if own_css is None else own_css.read_bytes()
        return Response(text, media_type="text/css", headers=NO_CACHE)

    return router
