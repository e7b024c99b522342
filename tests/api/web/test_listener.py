"""Connections above the limits are hung up on, those that end make room, and running out is told once."""

import errno
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from api.web.listener import MOST, PAUSE_S, PROGRAM_FILES, Listener, most_connections


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@contextmanager
def listening(most: int) -> Iterator[tuple[Listener, Clock]]:
    clock = Clock()
    with Listener(socket.AF_INET, most, clock) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener, clock


def comes(listener: Listener, stack: ExitStack, address: str = "127.0.0.1") -> socket.socket | None:
    """Let somebody come; return the listener's side of it, None where it hangs up."""
    source = (address, 0)
    client = stack.enter_context(socket.create_connection(listener.getsockname(), 20, source))
    try:
        return stack.enter_context(listener.accept()[0])
    except ConnectionAbortedError:
        assert client.recv(1) == b""
        return None


def test_one_address_has_half_of_all_and_gets_room_when_it_leaves() -> None:
    with listening(6) as (listener, _), ExitStack() as stack:
        first, *others = [comes(listener, stack) for _ in range(4)]

        assert first is not None
        assert [one is not None for one in others] == [True, True, False]
        first.close()
        assert comes(listener, stack) is not None
        assert comes(listener, stack) is None


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has all of 127.0.0.0/8")
def test_all_together_are_bounded() -> None:
    with listening(3) as (listener, _), ExitStack() as stack:
        let_in = [comes(listener, stack, f"127.0.0.{number}") is not None for number in range(1, 6)]

        assert let_in == [True, True, True, False, False]


def test_a_flood_is_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    with listening(2) as (listener, clock), ExitStack() as stack:
        for _ in range(20):
            comes(listener, stack)
        assert len(caplog.messages) == 1
        clock.now_s = 61.0
        comes(listener, stack)

    assert (
        caplog.messages == ["connections are refused: 1 are open, 1 of them from the address that asked"] * 2
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_without_files_left_it_is_tried_again_later() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with listening(4) as (listener, clock), ExitStack() as stack:
        stack.enter_context(socket.create_connection(listener.getsockname(), 20))
        with Path(os.devnull).open() as free:
            lowest_free = free.fileno()
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free, hard))
        try:
            with pytest.raises(OSError, match=os.strerror(errno.EMFILE)):
                listener.accept()
            with pytest.raises(BlockingIOError):
                listener.accept()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        clock.now_s += PAUSE_S
        listener.accept()[0].close()


def test_as_many_connect_as_the_system_has_room_for() -> None:
    assert PROGRAM_FILES // 2 <= most_connections() <= MOST
