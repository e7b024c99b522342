"""A table open to the network: what goes without the token, what with it, and under which names."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from api.web.access import COOKIE
from api.web.app import PAGES, create_app
from tests.api.drawn import PRESET, Scenes, SquareReader
from tests.api.web.taking_back import take_all_back

TOKEN = "a token of the tests"
ADDRESS = "http://192.168.1.5:8040"
EVENTS = "ws://192.168.1.5:8040/api/events"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
AYA_FACES = {"faces": {"attack": [4, 2], "defence": [5]}}

Serve = Callable[..., TestClient]


@pytest.fixture(scope="module")
def served() -> Iterator[Callable[..., tuple[TestClient, Services]]]:
    """Return what serves a table with these settings, the same one for the same settings."""
    with ExitStack() as stack:

        @cache
        def served(**given: object) -> tuple[TestClient, Services]:
            chosen = {"host": "0.0.0.0", "token": TOKEN, "requests_per_s": 1e6, **given}
            services = compose(Settings.model_validate(chosen), load_table(PRESET), Scenes(), SquareReader())
            client = TestClient(create_app(services), base_url=ADDRESS, follow_redirects=False)
            return stack.enter_context(client), services

        yield served


@pytest.fixture
def serve(served: Callable[..., tuple[TestClient, Services]]) -> Serve:
    """Return what gives a client without a cookie, of a table without answers that has these settings.

    It is open to the network if none are given.
    """

    def serve(**given: object) -> TestClient:
        client, services = served(**given)
        client.cookies.clear()
        take_all_back(services)
        return client

    return serve


READING = ["/api/state", "/api/pictures/1", "/metrics"]


@pytest.mark.parametrize("path", READING)
def test_reading_needs_the_token(serve: Serve, path: str) -> None:
    client = serve()

    answer = client.get(path)
    assert answer.status_code == 401
    assert answer.json()["error"] == "unauthorized"
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert client.get(path, headers=BEARER).status_code in (200, 404)


@pytest.mark.parametrize("path", READING)
def test_reading_is_free_where_the_setting_says_so(serve: Serve, path: str) -> None:
    assert serve(free_reading=True).get(path).status_code in (200, 404)


CHANGING = [
    ("POST", "/api/answers"),
    ("PUT", "/api/answers/0"),
    ("DELETE", "/api/answers/0"),
    ("POST", "/api/evening"),
    ("POST", "/api/read"),
    ("POST", "/not/thought/of/yet"),
    ("PATCH", "/"),
]


@pytest.mark.parametrize("free_reading", [False, True])
@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_changing_needs_the_token_always(serve: Serve, method: str, path: str, free_reading: bool) -> None:
    client = serve(free_reading=free_reading)

    assert client.request(method, path, json=AYA_FACES).status_code == 401
    wrong = {"Authorization": "Bearer another token of these tests"}
    assert client.request(method, path, json=AYA_FACES, headers=wrong).status_code == 401
    assert client.request(method, path, json=AYA_FACES, headers=BEARER).status_code != 401
    assert client.get("/api/state", headers=BEARER).json()["answers"] == (path == "/api/answers")


def test_who_asks_is_told_whether_changes_are_allowed(serve: Serve) -> None:
    client = serve(free_reading=True)

    assert client.get("/api/access").json() == {"may_change": False}
    assert client.get("/api/access", headers=BEARER).json() == {"may_change": True}


def test_messages_need_the_token(serve: Serve) -> None:
    client = serve()

    with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect(EVENTS):
        pass
    assert denied.value.status_code == 401
    with client.websocket_connect(EVENTS, headers=BEARER) as socket:
        assert socket.receive_json()["seq"] == 1


def test_messages_are_free_where_the_setting_says_so(serve: Serve) -> None:
    with serve(free_reading=True).websocket_connect(EVENTS) as socket:
        assert socket.receive_json()["seq"] == 1


def test_another_websocket_than_that_of_the_messages_needs_the_token(serve: Serve) -> None:
    client = serve(free_reading=True)

    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect("ws://192.168.1.5:8040/api/other"),
    ):
        pass
    assert denied.value.status_code == 401


@pytest.mark.parametrize("path", ["/", "/overlay", "/pages/table/main.js", "/health", "/health/ready"])
def test_what_tells_nothing_of_the_table_is_free(serve: Serve, path: str) -> None:
    assert serve().get(path).status_code in (200, 503)


def test_a_link_with_the_token_becomes_a_cookie_and_the_pages_own_address(serve: Serve) -> None:
    client = serve()
    answer = client.get("/overlay", params={"theme": "dark", "token": TOKEN, "scale": "1.5"})

    assert answer.status_code == 303
    assert answer.headers["location"] == "/overlay?theme=dark&scale=1.5"
    cookie = answer.headers["set-cookie"].lower()
    assert re.match(rf"{COOKIE}=[0-9a-f]{{64}};", cookie)
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie
    assert client.post("/api/answers", json=AYA_FACES).status_code == 200
    with client.websocket_connect(EVENTS) as socket:
        assert socket.receive_json()["seq"] == 1


def test_over_https_the_cookie_stays_there(serve: Serve) -> None:
    answer = serve().get("https://192.168.1.5:8040/", params={"token": TOKEN})

    assert "; secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("token", ["", "wrong", TOKEN + "x"])
def test_a_link_with_a_wrong_token_leads_nowhere(serve: Serve, token: str) -> None:
    answer = serve().get("/", params={"token": token})

    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert "ask for another link" in answer.json()["detail"]


def test_a_token_in_the_address_of_anything_but_a_page_opens_nothing(serve: Serve) -> None:
    assert serve().get("/api/state", params={"token": TOKEN}).status_code == 401


def test_a_link_leads_to_no_other_computer(serve: Serve) -> None:
    answer = serve().get(f"{ADDRESS}//evil.example/%0d%0aSet-Cookie:%20a=b", params={"token": TOKEN})

    assert answer.headers["location"] == "/evil.example/%0D%0ASet-Cookie%3A%20a%3Db"


def test_a_table_open_to_the_network_makes_its_own_token(serve: Serve) -> None:
    client = serve(token=None)

    assert client.get("/api/state").status_code == 401
    assert client.get("/api/state", headers=BEARER).status_code == 401


def test_a_table_of_this_computer_asks_for_no_token(serve: Serve) -> None:
    client = serve(host="127.0.0.1", token=None)

    assert client.get("http://127.0.0.1/api/state").status_code == 200


@pytest.mark.parametrize("host", ["192.168.1.5:8040", "10.0.0.9", "[fe80::1]:8040", "localhost:8040"])
def test_an_open_table_answers_to_any_number(serve: Serve, host: str) -> None:
    answer = serve().get("/api/state", headers={**BEARER, "Host": host})

    assert answer.status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.5.evil.example:8040", "", "[::1"])
def test_an_open_table_answers_to_no_foreign_name(serve: Serve, host: str) -> None:
    answer = serve().get("/api/state", headers={**BEARER, "Host": host})

    assert (answer.status_code, answer.json()["error"]) == (400, "foreign_host")


@pytest.mark.parametrize("host", ["192.168.1.5", "[fe80::1]", "evil.example"])
def test_a_table_of_this_computer_answers_to_no_number_of_the_network(serve: Serve, host: str) -> None:
    client = serve(host="127.0.0.1", token=None)

    assert client.get("/api/state", headers={"Host": host}).json()["error"] == "foreign_host"


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://192.168.1.5:8040", True),
        ("https://192.168.1.5:8040", True),
        ("http://192.168.1.5:8041", False),
        ("http://192.168.1.5", False),
        ("http://192.168.1.6:8040", False),
        ("http://localhost:8040", False),
        ("https://evil.example", False),
        ("null", False),
    ],
)
def test_an_open_table_answers_its_own_pages_alone(serve: Serve, origin: str, welcome: bool) -> None:
    answer = serve().get("/api/state", headers={**BEARER, "Origin": origin})

    assert (answer.status_code == 200) is welcome
    assert welcome or answer.json()["error"] == "foreign_origin"


def test_who_asks_too_often_waits(serve: Serve) -> None:
    client = serve(requests_per_s=0.2)
    statuses = [client.get("/health").status_code for _ in range(3)]
    answer = client.get("/")

    assert statuses == [200, 429, 429]
    assert (answer.status_code, answer.json()["error"]) == (429, "too_many_requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 5


def test_a_page_loaded_again_and_again_gets_all_its_files(serve: Serve) -> None:
    client = serve(requests_per_s=20)
    files = [f"/pages/{file.relative_to(PAGES)}" for file in PAGES.rglob("*.js")]
    statuses = [client.get(file).status_code for _ in range(10) for file in files]

    assert len(files) > 40
    assert set(statuses) == {200}


def test_files_of_pages_are_limited_too(serve: Serve) -> None:
    client = serve(requests_per_s=0.4)
    statuses = [client.get("/pages/dom.js").status_code for _ in range(60)]

    assert statuses[:20] == [200] * 20
    assert 429 in statuses


def test_guessing_tokens_is_counted_and_slowed_down(serve: Serve) -> None:
    client = serve(requests_per_s=0.5)
    wrong = {"Authorization": "Bearer another token of these tests"}
    statuses = [client.get("/api/state", headers=wrong).status_code for _ in range(14)]

    assert statuses[:2] == [401] * 2
    assert 429 in statuses


def test_no_more_follow_than_may(serve: Serve) -> None:
    client = serve(sockets_per_client=1)
    with client.websocket_connect(EVENTS, headers=BEARER):
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            client.websocket_connect(EVENTS, headers=BEARER),
        ):
            pass
        assert denied.value.status_code == 429
        assert denied.value.json()["error"] == "too_many_of_one"
    with client.websocket_connect(EVENTS, headers=BEARER) as socket:
        assert socket.receive_json()["seq"] == 1
