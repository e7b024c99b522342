"""The WebSocket by which a phone's pictures come: each one is answered before the next is due.

The phone sends JPEGs and never more than two that are not answered yet; so a slow network or computer means
fewer pictures, not older ones.
"""

import asyncio

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from api.phone.camera import PhoneCamera
from vision.image import ImageError

MOST_BYTES = 4_000_000
"""Of one picture, which the server refuses above: Full HD in the best quality has a third of it."""

MOST_REFUSED = 20
"""In a row; after so many this is no camera."""

LOOK_S = 0.5
"""How often to look whether another phone has come, while this one sends nothing."""

TAKEN_OVER, NO_PICTURES, GOING_AWAY = 4001, 4002, 1001
"""Codes with which the line is closed; the page words those above 4000 and comes back after the others."""


async def take_pictures(socket: WebSocket, camera: PhoneCamera) -> None:
    """Take pictures in until the phone goes, another one comes, or what it sends is no picture."""
    await socket.accept()
    number = camera.arrive()
    try:
        code = await _converse(socket, camera, number)
        if code is not None:
            await socket.close(code)
    except WebSocketDisconnect:  # while it was answered
        pass
    finally:
        camera.leave(number)


async def _converse(socket: WebSocket, camera: PhoneCamera, number: int) -> int | None:
    """Return the code to close the line with, None when the phone has gone."""
    refused = 0
    while camera.holds(number):
        try:
            async with asyncio.timeout(LOOK_S):
                message = await socket.receive()
        except TimeoutError:
            continue
        if message["type"] == "websocket.disconnect":
            return None
        picture = message.get("bytes") or b""
        if not camera.holds(number):
            break
        problem = await run_in_threadpool(_offered, camera, picture)
        refused = 0 if problem is None else refused + 1
        if refused >= MOST_REFUSED:
            return NO_PICTURES
        await socket.send_json({"refused": problem})
    return GOING_AWAY if camera.ended else TAKEN_OVER


def _offered(camera: PhoneCamera, picture: bytes) -> str | None:
    """Hand a picture in; return why it is none."""
    try:
        camera.source.offer(picture)
    except ImageError as err:
        return str(err)
    return None
