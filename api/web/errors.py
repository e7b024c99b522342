"""The one form of everything that is answered with a status of 400 or more."""

from collections.abc import Mapping

from starlette.responses import JSONResponse
from typing_extensions import TypedDict


class ErrorOut(TypedDict):
    """What went wrong: a code for programs and a sentence for people."""

    error: str
    detail: str


DESCRIPTIONS = {
    400: "Asked for under a foreign host name, or by a page from elsewhere",
    401: "The token is missing or wrong",
    404: "There is none of this number",
    409: "The rules or the table do not allow it now; nothing has changed",
    413: "The body is too large",
    422: "What was sent is not of the expected form",
    429: "Too many requests, or followers, of one client",
    503: "Something that is needed does not work now",
}

ALWAYS = (400, 401, 429, 503)
"""Whatever is asked for may be answered so."""

REFERENCE = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorOut.__name__}"}}}
"""What FastAPI makes of a model in the description."""


def error_answer(
    status: int, code: str, detail: str, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return an answer that tells of an error; what it repeats of a request may be no text to be sent."""
    sendable = detail.encode("utf-8", "backslashreplace").decode("utf-8")
    return JSONResponse(ErrorOut(error=code, detail=sendable), status, headers)


def described(*statuses: int) -> dict[int | str, dict[str, object]]:
    """Return what the API's description says of these statuses, and of those that are always possible."""
    # FastAPI builds a validator for each model of each route, and once more where routers are nested:
    # with the model given once and referred to otherwise, the application is made in half the time.
    first, *others = (*ALWAYS, *statuses)
    return {
        first: {"model": ErrorOut, "description": DESCRIPTIONS[first]},
        **{status: {"content": REFERENCE, "description": DESCRIPTIONS[status]} for status in others},
    }
