"""The service through its own client: requests, errors, and the WebSocket with its numbers."""

from collections.abc import Iterator
from typing import Any

import cv2
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from api.compose import compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import AYA_MELEE, CHIYO_MELEE, PRESET, Scenes, SquareReader, draw, exchange
from vision.image import decode_image

AYA_FACES = {"faces": {"attack": [4, 2], "defence": [5]}}
CHIYO_FACES = {"faces": {"attack": [5, 3], "defence": [4]}}


def serve() -> TestClient:
    """Return a client of a table that awaits its first throw, under a camera that shows nothing."""
    settings = Settings(upload_max_bytes=200_000, requests_per_s=1e6)
    services = compose(settings, load_table(PRESET), Scenes(), SquareReader())
    return TestClient(create_app(services), base_url="http://127.0.0.1")


@pytest.fixture
def client() -> Iterator[TestClient]:
    with serve() as client:
        yield client


@pytest.fixture(scope="module")
def asker() -> Iterator[TestClient]:
    """Return a client for what changes nothing: all of it asks the same table, as one takes long to make."""
    with serve() as asker:
        yield asker


def picture() -> bytes:
    return cv2.imencode(".png", draw(*AYA_MELEE, *CHIYO_MELEE))[1].tobytes()


def post_picture(client: TestClient, data: bytes) -> Any:
    return client.post("/api/read", files={"picture": ("dice.png", data)})


EVENTS = "ws://127.0.0.1/api/events"


def until(client: TestClient, type_: str, address: str = EVENTS) -> list[dict[str, Any]]:
    """Return the messages up to and with the first of a type."""
    messages: list[dict[str, Any]] = []
    with client.websocket_connect(address) as socket:
        while not messages or messages[-1]["type"] != type_:
            messages.append(socket.receive_json())
    return messages


def test_the_state_says_what_is_awaited(client: TestClient) -> None:
    state = client.get("/api/state").json()

    assert state["title"] == "Masaema Aya and Chiyo"
    assert state["waiting_for"]["player"] == "Aya"
    assert state["waiting_for"]["total"] == 3
    assert state["outcome"] is None
    assert state["seq"] == len(until(client, "odds"))


def test_a_posted_picture_is_read(client: TestClient) -> None:
    answer = post_picture(client, picture())

    assert answer.status_code == 200
    read = answer.json()
    assert set(read) == {"path", "width", "height", "ms", "dice", "problems"}
    assert (read["path"], read["width"], read["height"]) == ("dice.png", 640, 360)
    assert sorted(die["face"] for die in read["dice"]) == [2, 3, 4, 4, 5, 5]
    assert read["ms"] != 1.0  # what the reader took alone; decoding counts too
    assert client.get("/api/state").json()["answers"] == 0


@pytest.mark.parametrize(
    "data", [b"", b"no picture at all", b"\x89PNG\r\n\x1a\n"], ids=["empty", "text", "header"]
)
def test_what_is_no_picture_is_refused(asker: TestClient, data: bytes) -> None:
    answer = post_picture(asker, data)

    assert answer.status_code == 422
    assert answer.json()["error"] == "not_a_picture"
    assert answer.json()["detail"]


def test_a_request_without_a_picture_names_the_field(asker: TestClient) -> None:
    answer = asker.post("/api/read")

    assert answer.status_code == 422
    assert answer.json() == {"error": "invalid", "detail": "body.picture: Field required"}


def test_too_large_a_picture_is_refused(asker: TestClient) -> None:
    answer = post_picture(asker, bytes(300_000))

    assert answer.status_code == 413
    assert answer.json() == {
        "error": "too_large",
        "detail": "expected at most 200000 bytes, found more",
    }


def test_a_body_of_undeclared_size_is_refused_as_well(asker: TestClient) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\n\r\n'
    answer = asker.post(
        "/api/read",
        content=iter([head, *[bytes(100_000)] * 3]),
        headers={"Content-Type": "multipart/form-data; boundary=x"},
    )

    assert answer.status_code == 413


def test_answers_lead_to_the_outcome(client: TestClient) -> None:
    for faces in (
        AYA_FACES,
        CHIYO_FACES,
        {"faces": {"damage": [3, 4]}},
        {"faces": {"damage": [1, 1]}},
    ):
        state = client.post("/api/answers", json=faces).json()

    assert state["outcome"]["type"] == "outcome"
    assert [side["wounds"] for side in state["outcome"]["sides"]] == [0, 1]


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"faces": {"attack": [4]}}, 409, "roll_refused"),
        ({"choice": "yes"}, 409, "roll_refused"),
        ({"faces": {"attack": [0, 4, 2]}}, 422, "invalid"),
        ({}, 422, "invalid"),
        ({"choice": "yes", "faces": {}}, 422, "invalid"),
    ],
)
def test_an_answer_that_does_not_fit_changes_nothing(
    asker: TestClient, body: dict[str, object], status: int, error: str
) -> None:
    answer = asker.post("/api/answers", json=body)

    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert asker.get("/api/state").json()["answers"] == 0


def test_a_refusal_names_both_numbers(asker: TestClient) -> None:
    detail = asker.post("/api/answers", json={"faces": {"attack": [4]}}).json()["detail"]

    assert "expected 3 dice" in detail
    assert "saw 1" in detail


def test_the_last_answer_can_be_taken_back(client: TestClient) -> None:
    client.post("/api/answers", json=AYA_FACES)
    client.post("/api/answers", json=CHIYO_FACES)

    assert client.delete("/api/answers/0").status_code == 409
    state = client.delete("/api/answers/1").json()
    assert state["answers"] == 1
    assert state["waiting_for"]["player"] == "Chiyo"
    assert client.delete("/api/answers/1").status_code == 404


@pytest.mark.parametrize(
    ("method", "body"),
    [("PUT", AYA_FACES), ("PATCH", {"changes": [{"die": 0, "face": 3}]}), ("DELETE", None)],
)
@pytest.mark.parametrize(
    ("given", "detail"),
    [
        (0, "expected an answer that was given, and none was yet, found number 2"),
        (1, "expected an answer from 0 to 0, found number 2"),
    ],
)
def test_an_answer_that_is_not_there_is_not_found_whatever_is_to_become_of_it(
    client: TestClient, method: str, body: dict[str, object] | None, given: int, detail: str
) -> None:
    for _ in range(given):
        client.post("/api/answers", json=AYA_FACES)

    answer = client.request(method, "/api/answers/2", json=body)

    assert (answer.status_code, answer.json()) == (404, {"error": "not_found", "detail": detail})


def test_a_corrected_answer_changes_what_followed(client: TestClient) -> None:
    client.post("/api/answers", json=AYA_FACES)
    client.post("/api/answers", json=CHIYO_FACES)
    state = client.put("/api/answers/0", json={"faces": {"attack": [6, 6], "defence": [5]}}).json()

    compared = [event for event in state["events"] if event["type"] == "compared"]
    assert compared[0]["success_level"] == 3
    assert client.put("/api/answers/7", json=AYA_FACES).status_code == 404


def test_messages_are_numbered_from_one_without_a_gap(asker: TestClient) -> None:
    messages = until(asker, "throw")

    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1))
    assert {message["version"] for message in messages} == {1}
    assert len({message["table"] for message in messages}) == 1


def test_a_client_that_comes_back_gets_the_rest(client: TestClient) -> None:
    before = until(client, "odds")
    client.post("/api/answers", json=AYA_FACES)

    after = until(client, "throw", f"{EVENTS}?after={before[-1]['seq']}&table={before[0]['table']}")

    assert [message["seq"] for message in after] == list(range(len(before) + 1, len(before) + len(after) + 1))
    assert [message["type"] for message in after] == ["accepted", "melee_thrown", "throw"]


@pytest.mark.parametrize("address", [f"{EVENTS}?after=3&table=another", f"{EVENTS}?after=9999"])
def test_a_number_of_another_run_starts_from_the_beginning(asker: TestClient, address: str) -> None:
    assert until(asker, "throw", address)[0]["seq"] == 1


@pytest.mark.parametrize("number", ["x", "-1"])
def test_a_number_that_is_none_is_refused_with_the_reason(asker: TestClient, number: str) -> None:
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        asker.websocket_connect(f"{EVENTS}?after={number}"),
    ):
        pass

    assert denied.value.status_code == 422
    assert denied.value.json()["error"] == "invalid"
    assert denied.value.json()["detail"].startswith("query.after: Input should be ")


def test_the_description_of_the_state_names_all_of_it(asker: TestClient) -> None:
    described = asker.get("/openapi.json").json()["components"]["schemas"]["StateOut"]["properties"]

    assert set(described) == set(asker.get("/api/state").json())


def test_two_clients_hear_the_same(client: TestClient) -> None:
    with (
        client.websocket_connect(EVENTS) as one,
        client.websocket_connect(EVENTS) as other,
    ):
        client.post("/api/answers", json=AYA_FACES)
        first, second = one.receive_json(), other.receive_json()
        while first["type"] != "accepted":
            assert first == second
            first, second = one.receive_json(), other.receive_json()


def test_a_camera_is_followed_to_the_outcome() -> None:
    source = exchange()
    services = compose(Settings(), load_table(PRESET), source, SquareReader())
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        messages = until(client, "outcome")

        readings = [message["data"] for message in messages if message["type"] == "reading"]
        pictures = [client.get(f"/api/pictures/{reading['picture']}") for reading in readings]

    for reading, picture in zip(readings, pictures, strict=True):
        assert picture.headers["content-type"] == "image/jpeg"
        assert decode_image(picture.content).shape == (reading["height"], reading["width"], 3)
    types = {message["type"] for message in messages}
    assert {"throw", "moving", "settled", "reading", "accepted", "compared", "wounded", "outcome"} <= types
    assert source.closed


@pytest.mark.parametrize(
    "path",
    [
        "/",
        *("/overlay", "/overlay/preview", "/overlay/editor", "/overlay/obs", "/overlay/own.css"),
        *("/pages/table/main.js", "/pages/overlay/overlay.css", "/pages/icon.svg"),
    ],
)
def test_pages_are_served(asker: TestClient, path: str) -> None:
    assert asker.get(path).status_code == 200


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/pages/../app.py", 404), ("/docs", 404)])
def test_an_error_is_worded_as_json(asker: TestClient, path: str, status: int) -> None:
    answer = asker.get(path)

    assert answer.status_code == status
    assert set(answer.json()) == {"error", "detail"}


def test_a_picture_that_never_was_is_not_found(asker: TestClient) -> None:
    assert asker.get("/api/pictures/1").status_code == 404


def test_a_foreign_host_name_is_turned_away(asker: TestClient) -> None:
    answer = asker.get("/api/state", headers={"Host": "evil.example"})

    assert (answer.status_code, answer.json()["error"]) == (400, "foreign_host")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://[::1",
        "http://127.0.0.1.evil.example",
        "http://127.0.0.1:3000",
        "http://localhost:8040",
        "http://127.0.0.1:99999",
    ],
)
def test_pages_of_others_are_turned_away(asker: TestClient, origin: str) -> None:
    answer = asker.post("/api/answers", json={"choice": "yes"}, headers={"Origin": origin})

    assert (answer.status_code, answer.json()["error"]) == (400, "foreign_origin")
    with (
        pytest.raises(WebSocketDenialResponse),
        asker.websocket_connect(EVENTS, headers={"Origin": origin}),
    ):
        pass


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:8040", "127.0.0.1:8040"),
        ("http://localhost:8040", "127.0.0.1:8040"),
        ("http://127.0.0.1", "127.0.0.1"),
        ("http://127.0.0.1", "127.0.0.1:80"),
        ("https://localhost", "localhost"),
    ],
)
def test_our_own_pages_may_listen(asker: TestClient, origin: str, host: str) -> None:
    with asker.websocket_connect(EVENTS, headers={"Origin": origin, "Host": host}) as socket:
        assert socket.receive_json()["seq"] == 1
