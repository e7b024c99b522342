"""Many posted pictures at once: one is read at a time, a few wait, and nobody else waits for them."""

import asyncio
import threading

import cv2
import httpx2
from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI

from api.compose import compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from api.web.reading_queue import MOST_WAITING, RETRY_AFTER_S
from tests.api.drawn import AYA_MELEE, PRESET, Scenes, SquareReader, draw
from vision.image import Frame
from vision.reading import TableReading

PICTURE = cv2.imencode(".png", draw(*AYA_MELEE))[1].tobytes()


class HeldUp(SquareReader):
    """Reads when it is let, and notes how many pictures it read at once at the most."""

    def __init__(self) -> None:
        super().__init__()
        self.let = threading.Event()
        self.most_at_once = 0
        self._now = 0

    def read(self, frame: Frame) -> TableReading:
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        assert self.let.wait(30)
        reading = super().read(frame)
        self._now -= 1
        return reading


def client_of(app: FastAPI) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1", timeout=30)


def app_of(reader: SquareReader) -> FastAPI:
    return create_app(compose(Settings(requests_per_s=1e6), load_table(PRESET), Scenes(), reader))


def test_one_picture_is_read_at_a_time_and_few_wait() -> None:
    reader = HeldUp()

    async def post() -> list[httpx2.Response]:
        async with client_of(app_of(reader)) as client:
            posts = [
                asyncio.create_task(client.post("/api/read", files={"picture": ("dice.png", PICTURE)}))
                for _ in range(MOST_WAITING + 4)
            ]
            while sum(post.done() for post in posts) < 3:
                await asyncio.sleep(0.01)
            reader.let.set()
            return await asyncio.gather(*posts)

    answers = asyncio.run(asyncio.wait_for(post(), 60))

    refused = [answer for answer in answers if answer.status_code != 200]
    assert reader.most_at_once == 1
    assert len(refused) == 3
    for answer in refused:
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == str(RETRY_AFTER_S)
        assert answer.json()["error"] == "service_unavailable"
        assert "pictures wait to be read" in answer.json()["detail"]


def test_health_waits_for_no_thread() -> None:
    async def ask() -> list[int]:
        pool = current_default_thread_limiter()
        pool.total_tokens = 1
        pool.acquire_on_behalf_of_nowait("something that takes long")
        async with client_of(app_of(SquareReader())) as client:
            answers = [await client.get(path) for path in ("/health", "/health/ready")]
        return [answer.status_code for answer in answers]

    assert asyncio.run(asyncio.wait_for(ask(), 20)) == [200, 503]


def test_the_description_tells_of_a_full_queue() -> None:
    described = app_of(SquareReader()).openapi()["paths"]["/api/read"]["post"]["responses"]["503"]

    assert "Retry-After" in described["headers"]
    assert described["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/ErrorOut"}
