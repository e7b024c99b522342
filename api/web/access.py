"""Who may read and who may change a table that is open to the network: one token, and what stands for it.

Programs send the token as `Authorization: Bearer TOKEN`. A page cannot: a link that ends in `?token=` is
answered with a cookie and the page's own address, so that the token stays in no history and on no screen.
Where others may see the link, as in a QR code, it carries a ticket, which opens once and not for long.
"""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote

from starlette.datastructures import Headers

COOKIE = "meleecam"

TICKET_VALID_S = 600.0
"""Long enough to walk to the phone and take a picture of the code."""

TICKETS_KEPT = 32
"""The oldest unused one goes when more are asked for."""

COOKIE_VALID_S = 30 * 24 * 3600
"""A tablet beside the board stays known for a month of evenings, with a token that is given."""


class Access:
    """Mutable and safe to use from any thread: remembers tickets. Without a token all may do everything."""

    def __init__(
        self,
        token: str | None = None,
        free_reading: bool = False,
        now: Callable[[], float] = time.monotonic,
        cookie: str = COOKIE,
    ) -> None:
        """Ask for this token; with `free_reading` only to change something. `now` is in seconds."""
        self.token = token
        self.cookie = cookie
        self.free_reading = free_reading
        self._now = now
        self._lock = threading.Lock()
        self._tickets: dict[str, float] = {}

    def may_change(self, headers: Headers) -> bool:
        """Say whether a request with these headers may change something."""
        return self.token is None or self._names_token(headers)

    def may_read(self, headers: Headers) -> bool:
        """Say whether a request with these headers may read what happens at the table."""
        return self.free_reading or self.may_change(headers)

    def ticket(self) -> str:
        """Return what opens a page once within TICKET_VALID_S, in place of the token."""
        ticket = secrets.token_urlsafe(16)
        with self._lock:
            self._tickets[ticket] = self._now() + TICKET_VALID_S
            if len(self._tickets) > TICKETS_KEPT:
                del self._tickets[next(iter(self._tickets))]
        return ticket

    def link(self, address: str) -> str:
        """Return the address of a page for others to open, with a ticket where a token is asked for."""
        return address if self.token is None else f"{address}?token={self.ticket()}"

    def own_link(self, address: str) -> str:
        """Return the address of a page with the token itself: for the eyes of who started the program."""
        return address if self.token is None else f"{address}?token={quote(self.token, safe='')}"

    def cookie_for(self, given: str) -> str | None:
        """Return the cookie's value for the token or a ticket, which is used up; None for anything else."""
        if self.token is None or not (_same(given, self.token) or self._take_ticket(given)):
            return None
        return self._cookie()

    def _names_token(self, headers: Headers) -> bool:
        assert self.token is not None
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(bearer.strip(), self.token):
            return True
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return False
        return cookie is not None and _same(cookie.value, self._cookie())

    def _cookie(self) -> str:
        """Return a value that tells nothing of the token and is the same after a restart with it."""
        assert self.token is not None
        return hmac.new(self.token.encode(), b"cookie of a page", hashlib.sha256).hexdigest()

    def _take_ticket(self, given: str) -> bool:
        with self._lock:
            # All are compared, so that the time taken tells nothing.
            matching = [ticket for ticket in self._tickets if _same(given, ticket)]
            return any(self._now() <= self._tickets.pop(ticket) for ticket in matching)


def new_token() -> str:
    """Return a token of 22 characters, 128 bits, that nobody finds by trying."""
    return secrets.token_urlsafe(16)


def _same(given: str, expected: str) -> bool:
    """Compare in a time that does not tell how much of it was right."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())
