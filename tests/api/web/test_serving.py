"""Ports: the wanted one, or the next free one."""

import socket

import pytest

from api.web.serving import PORTS_TRIED, PortError, free_listener


@pytest.fixture
def taken() -> socket.socket:
    """Return a listener on a port that was free."""
    return free_listener(28040)


def test_a_taken_port_gives_way_to_the_next(taken: socket.socket) -> None:
    port = taken.getsockname()[1]
    with taken, free_listener(port) as other:
        assert port < other.getsockname()[1] < port + PORTS_TRIED
        assert other.getsockname()[0] == "127.0.0.1"


def test_no_free_port_is_an_error_that_names_them() -> None:
    with socket.socket() as blocker:
        blocker.bind(("127.0.0.1", 65535))
        blocker.listen()
        with pytest.raises(PortError, match=r"ports 65535 to 65535 of 127\.0\.0\.1 are all in use"):
            free_listener(65535)
