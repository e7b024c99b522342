"""The token and what stands for it: bearer, cookie, and tickets that open once."""

import pytest
from starlette.datastructures import Headers

from api.web.access import COOKIE, TICKET_VALID_S, TICKETS_KEPT, Access, new_token

TOKEN = "a token of the tests"


class Clock:
    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


def bearer(token: str, scheme: str = "Bearer") -> Headers:
    return Headers({"authorization": f"{scheme} {token}"})


def cookie(value: str | None) -> Headers:
    return Headers({"cookie": f"other=1; {COOKIE}={value}"})


def test_without_a_token_everybody_may_do_everything() -> None:
    access = Access()

    assert access.may_change(Headers())
    assert access.may_read(Headers())
    assert access.link("http://127.0.0.1:8040/") == "http://127.0.0.1:8040/"
    assert access.own_link("http://127.0.0.1:8040/") == "http://127.0.0.1:8040/"
    assert access.cookie_for("") is None


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_token_opens(scheme: str) -> None:
    assert Access(TOKEN).may_change(bearer(TOKEN, scheme))


@pytest.mark.parametrize(
    "headers",
    [
        Headers(),
        bearer(""),
        bearer(TOKEN[:-1]),
        bearer(TOKEN + "x"),
        bearer("tökén"),
        bearer(TOKEN, "Basic"),
        cookie(TOKEN),
        cookie(""),
        Headers({"cookie": ";;=;\x00"}),
    ],
)
@pytest.mark.parametrize("free_reading", [False, True])
def test_nothing_else_opens(headers: Headers, free_reading: bool) -> None:
    access = Access(TOKEN, free_reading)

    assert not access.may_change(headers)
    assert access.may_read(headers) is free_reading


def test_a_link_gives_a_cookie_that_opens_and_does_not_tell_the_token() -> None:
    access = Access(TOKEN)
    value = access.cookie_for(TOKEN)

    assert value is not None
    assert TOKEN not in value
    assert access.may_change(cookie(value))
    assert Access(TOKEN).may_change(cookie(value)), "after a restart with the same token"
    assert not Access(new_token()).may_change(cookie(value))


def test_a_ticket_opens_once() -> None:
    access = Access(TOKEN)
    address, _, ticket = access.link("http://192.168.1.5:8040/").partition("?token=")

    assert address == "http://192.168.1.5:8040/"
    assert TOKEN not in ticket
    assert access.cookie_for(ticket) == access.cookie_for(TOKEN)
    assert access.cookie_for(ticket) is None
    assert not access.may_change(bearer(ticket))


@pytest.mark.parametrize(("later_s", "opens"), [(TICKET_VALID_S, True), (TICKET_VALID_S + 1, False)])
def test_a_ticket_grows_too_old(later_s: float, opens: bool) -> None:
    clock = Clock()
    access = Access(TOKEN, now=clock)
    ticket = access.ticket()
    clock.s = later_s

    assert (access.cookie_for(ticket) is not None) is opens


def test_tickets_are_bounded_and_the_oldest_goes() -> None:
    access = Access(TOKEN)
    tickets = [access.ticket() for _ in range(TICKETS_KEPT + 1)]

    assert access.cookie_for(tickets[0]) is None
    assert access.cookie_for(tickets[1]) is not None
    assert access.cookie_for(tickets[-1]) is not None


def test_tokens_that_are_made_differ_and_are_long() -> None:
    made = {new_token() for _ in range(100)}

    assert len(made) == 100
    assert min(map(len, made)) >= 22
