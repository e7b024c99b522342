"""No answer tells a path of this computer or permits anything to pages of others; all have strict headers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import PRESET, Scenes, SquareReader

ASKED = [
    (method, path)
    for path in (
        "/",
        "/overlay",
        "/pages/table/main.js",
        "/pages/../app.py",
        "/pages/%2e%2e/app.py",
        "/pages//etc/passwd",
        "/pages/%00",
        "/health",
        "/health/ready",
        "/metrics",
        "/openapi.json",
        "/api/state",
        "/api/read",
        "/api/pictures/1",
        "/api/pictures/x",
        "/api/answers",
        "/api/answers/0",
        "/api/answers/99",
        "/api/evening",
        "/nowhere",
    )
    for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS")
]

BODIES: list[dict[str, object]] = [
    {},
    {"content": b"{", "headers": {"Content-Type": "application/json"}},
    {"json": {"faces": {"attack": ["a/b/c", -1]}}},
    {"json": {"faces": {"attack": [1]}}},
    {"json": {"choice": "no"}},
    {"content": rb'{"faces": {"\ud800": [1]}}', "headers": {"Content-Type": "application/json"}},
    {"content": rb'{"choice": "\ud800"}', "headers": {"Content-Type": "application/json"}},
    {"content": rb'{"by": "\ud800"}', "headers": {"Content-Type": "application/json"}},
    {"files": {"picture": ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(40))}},
    {"files": {"picture": ("a.jpg", b"\xff\xd8\xff\xe0" + bytes(400))}},
    {"content": bytes(200_000), "headers": {"Content-Type": "application/json"}},
]

PATH = re.compile(r"(?:^|[\s\"'(=:])(?:/(?:[\w.-]+/)+[\w.-]+|[A-Za-z]:\\\\?\w|~/)|file://|\.py\b|Traceback")
"""An absolute path of more than one part, or the trace of a fault."""

OURS = re.compile(r"/(?:api|pages)/[\w./{}-]*")
"""Addresses of the service itself, as in the description of its API."""


class Broken:
    """A reader whose fault tells of a file."""

    def read(self, _frame: object) -> object:
        raise RuntimeError(f"cannot open {Path(__file__).resolve()}")


def table() -> Services:
    return compose(Settings(requests_per_s=1e6), load_table(PRESET), Scenes(), SquareReader())


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    app = create_app(table())
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize("body", BODIES, ids=lambda body: next(iter(body), "nothing"))
def test_no_answer_tells_a_path_of_this_computer(client: TestClient, body: dict[str, object]) -> None:
    for method, path in ASKED:
        answer = client.request(method, path, **body)  # type: ignore[arg-type]  # one of the keywords above
        headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())

        assert answer.status_code < 500 or path == "/health/ready", (method, path)
        assert not PATH.search(headers), (method, path)
        assert str(Path(__file__).resolve().parents[2]) not in answer.text
        if answer.status_code >= 400 or path.startswith("/api"):
            assert not PATH.search(OURS.sub("", answer.text)), (method, path, answer.text)


@pytest.mark.parametrize(
    "text", [str(Path(__file__).resolve()), "at /usr/lib/python3/x.so", r"C:\Users\me", "see ~/tables"]
)
def test_a_path_would_be_found(text: str) -> None:
    assert PATH.search(text)


def test_a_fault_of_ours_tells_nothing() -> None:
    services = table()
    object.__setattr__(services, "reader", Broken())
    picture = PRESET.parents[2] / "sample_images" / "felt_mixed.jpg"
    app = create_app(services)
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        answer = client.post("/api/read", files={"picture": ("a.jpg", picture.read_bytes())})

    assert answer.status_code == 500
    assert answer.json() == {
        "error": "internal_server_error",
        "detail": "the program has a fault here; its log says more",
    }


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1"])
def test_pages_of_others_get_no_permission(client: TestClient, origin: str) -> None:
    asked = {"Origin": origin, "Access-Control-Request-Method": "PUT"}
    for method, path in ASKED:
        answer = client.request(method, path, headers=asked)

        assert not [name for name in answer.headers if name.lower().startswith("access-control-")]
        assert method != "OPTIONS" or answer.status_code in (400, 404, 405)


def test_every_answer_has_strict_headers(client: TestClient) -> None:
    for method, path in ASKED:
        headers = client.request(method, path).headers

        assert headers["X-Content-Type-Options"] == "nosniff", (method, path)
        assert headers["Referrer-Policy"] == "no-referrer", (method, path)
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin", (method, path)
        policy = headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy, (method, path)
        assert policy.startswith(("default-src 'self'", "default-src 'none'")), (method, path)
