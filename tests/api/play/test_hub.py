"""The hub: numbers without gaps, followers that resume and never hold each other up."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime

import pytest

from api.play.hub import BATCH, RECENT, Hub, Message

NOW = datetime(2026, 11, 21, 19, 30, 0, 250000, tzinfo=UTC)


def hub_with(count: int) -> Hub:
    hub = Hub("table", clock=lambda: NOW)
    for number in range(1, count + 1):
        hub.publish("counted", {"number": number})
    return hub


async def take(messages: AsyncGenerator[Message, None], count: int) -> list[int]:
    """Return the numbers of the next messages."""
    return [(await anext(messages)).seq for _ in range(count)]


def test_numbers_count_from_one_without_a_gap() -> None:
    assert [message.seq for message in hub_with(3).after(0)] == [1, 2, 3]


def test_messages_carry_table_number_type_version_and_time() -> None:
    assert hub_with(1).after(0)[0].as_json() == {
        "table": "table",
        "seq": 1,
        "type": "counted",
        "version": 1,
        "at": "2026-11-21T19:30:00.250+00:00",
        "data": {"number": 1},
    }


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param(0, [1, 2, 3], id="from the start"),
        pytest.param(2, [3, 4, 5], id="the rest"),
        pytest.param(3, [4, 5, 6], id="only what is new"),
        pytest.param(99, [1, 2, 3], id="a number never given out"),
    ],
)
def test_a_follower_gets_what_it_lacks_and_then_what_comes(after: int, expected: list[int]) -> None:
    hub = hub_with(3)

    async def follow() -> list[int]:
        messages = hub.follow(after)
        waiting = asyncio.ensure_future(take(messages, 3))
        await asyncio.sleep(0)  # lets the follower run up to what is there
        for number in range(4, 7):
            hub.publish("counted", {"number": number})
        seen = await waiting
        await messages.aclose()
        return seen

    assert asyncio.run(follow()) == expected


def test_a_slow_follower_misses_nothing_and_holds_up_nobody() -> None:
    hub = hub_with(0)

    async def follow() -> tuple[list[int], list[int]]:
        slow, quick = hub.follow(0), hub.follow(0)
        hub.publish("counted", {})
        first = await take(slow, 1)
        for _ in range(999):
            hub.publish("counted", {})
        quickly = await take(quick, 1000)
        slowly = first + await take(slow, 999)
        await slow.aclose()
        await quick.aclose()
        return quickly, slowly

    quickly, slowly = asyncio.run(follow())
    assert quickly == slowly == list(range(1, 1001))


def test_publishing_from_another_thread_wakes_a_follower() -> None:
    hub = hub_with(0)

    async def follow() -> list[int]:
        messages = hub.follow(0)
        waiting = asyncio.ensure_future(take(messages, 100))
        await asyncio.sleep(0)
        thread = threading.Thread(target=lambda: [hub.publish("counted", {}) for _ in range(100)])
        thread.start()
        seen = await waiting
        thread.join()
        await messages.aclose()
        return seen

    assert asyncio.run(follow()) == list(range(1, 101))


def test_messages_published_together_appear_at_once() -> None:
    hub = hub_with(1)
    with hub.together():
        hub.publish("counted", {})
        with hub.together():
            inner = hub.publish("counted", {})
        assert (inner.seq, hub.last_seq()) == (3, 1)

    assert [message.seq for message in hub.after(0)] == [1, 2, 3]


def test_messages_published_together_with_an_error_never_were() -> None:
    hub = hub_with(1)

    def break_off() -> None:
        with hub.together():
            hub.publish("counted", {})
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        break_off()
    hub.publish("other", {})

    assert [(message.seq, message.type) for message in hub.after(1)] == [(2, "other")]


def test_other_threads_wait_for_what_is_published_together() -> None:
    hub = hub_with(0)
    other = threading.Thread(target=lambda: hub.publish("other", {}))
    with hub.together():
        hub.publish("counted", {})
        other.start()
        hub.publish("counted", {})
    other.join()

    assert [message.type for message in hub.after(0)] == ["counted", "counted", "other"]


def test_many_writers_share_the_numbers() -> None:
    hub = hub_with(0)
    threads = [
        threading.Thread(target=lambda: [hub.publish("counted", {}) for _ in range(200)]) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [message.seq for message in hub.after(0)] == list(range(1, 801))


class Shelf:
    """A journal in memory, which can be made to refuse; it remembers how many messages were fetched."""

    def __init__(self) -> None:
        self.kept: list[Message] = []
        self.refuses = False
        self.fetched: list[int] = []

    def append(self, messages: Sequence[Message]) -> Sequence[Message]:
        if self.refuses:
            raise OSError("no space")
        self.kept.extend(messages)
        return messages

    def after(self, seq: int, most: int) -> Sequence[Message]:
        found = self.kept[seq : seq + most]
        self.fetched.append(len(found))
        return found

    def last_seq(self) -> int:
        return len(self.kept)


def test_numbers_go_on_where_the_journal_ends() -> None:
    shelf = Shelf()
    Hub("table", journal=shelf).publish("before", {})
    hub = Hub("table", journal=shelf)
    hub.publish("after", {})

    assert [(message.seq, message.type) for message in hub.after(0)] == [(1, "before"), (2, "after")]


def test_what_cannot_be_kept_never_was() -> None:
    shelf = Shelf()
    hub = Hub("table", journal=shelf)
    shelf.refuses = True
    with pytest.raises(OSError, match="no space"):
        hub.publish("counted", {})
    assert str(hub.failure) == "no space"
    shelf.refuses = False

    assert (hub.after(0), hub.publish("counted", {}).seq, hub.failure) == ((), 1, None)


def test_beside_a_journal_memory_holds_the_latest_and_followers_still_get_all() -> None:
    shelf = Shelf()
    hub = Hub("table", journal=shelf)
    count = 3 * RECENT
    for _ in range(count):
        hub.publish("counted", {})

    async def follow() -> list[int]:
        messages = hub.follow(0)
        seen = await take(messages, count)
        await messages.aclose()
        return seen

    assert asyncio.run(follow()) == [message.seq for message in hub.after(0)] == list(range(1, count + 1))
    assert max(shelf.fetched) == BATCH
    assert sum(shelf.fetched) >= 2 * (count - 2 * RECENT)  # both readers got the older ones from there
