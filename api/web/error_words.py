"""What an application answers where something goes wrong: which error has which status and words."""

from http import HTTPStatus

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import (
    RequestValidationError,
    ValidationException,
    WebSocketRequestValidationError,
)
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match, Mount

from api.store import StoreError
from api.web.errors import error_answer
from resolver.dice import RollRejected
from resolver.procedure import ChoiceRejected
from vision.image import ImageError

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def word_errors(app: FastAPI) -> None:
    """Answer every error with {"error": code, "detail": text}."""

    @app.exception_handler(ImageError)
    def no_picture(_: Request, err: ImageError) -> JSONResponse:
        return error_answer(422, "not_a_picture", str(err))

    @app.exception_handler(RollRejected)
    def roll_refused(_: Request, err: RollRejected) -> JSONResponse:
        return error_answer(409, "roll_refused", str(err))

    @app.exception_handler(ChoiceRejected)
    def choice_refused(_: Request, err: ChoiceRejected) -> JSONResponse:
        return error_answer(409, "choice_refused", str(err))

    @app.exception_handler(RequestValidationError)
    def invalid(_: Request, err: RequestValidationError) -> JSONResponse:
        return error_answer(422, "invalid", _problems(err))

    @app.exception_handler(WebSocketRequestValidationError)
    async def invalid_line(socket: WebSocket, err: WebSocketRequestValidationError) -> None:
        await socket.send_denial_response(error_answer(422, "invalid", _problems(err)))

    @app.exception_handler(StoreError)
    def not_kept(_: Request, err: StoreError) -> JSONResponse:
        return error_answer(503, "not_kept", err.words)

    @app.exception_handler(Exception)
    def broken(_: Request, _err: Exception) -> JSONResponse:
        # What went wrong is in the log; its words may name files of this computer.
        return error_answer(500, "internal_server_error", "the program has a fault here; its log says more")

    @app.exception_handler(HTTPException)
    def other(request: Request, err: HTTPException) -> JSONResponse:
        if err.status_code == 405:
            # What raised it knew only of the first route with this address.
            err.headers = {"Allow": ", ".join(_methods(request))}
        code = "too_large" if err.status_code == 413 else HTTPStatus(err.status_code).name.lower()
        return error_answer(err.status_code, code, err.detail, err.headers)


def _problems(err: ValidationException) -> str:
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in err.errors())


def _methods(request: Request) -> list[str]:
    """Return the methods that the address of a request may be asked with; files are fetched alone."""
    routes = [route for route in request.app.routes if not isinstance(route, Mount)]
    return [
        method
        for method in METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes)
    ] or ["GET"]
