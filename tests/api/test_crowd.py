"""Many clients at one table, a tenth of which never read: nobody waits for them, and memory stays flat.

CROWD=200 in the environment makes it the full run; with -s it prints its figures.
"""

import asyncio
import os
import re
import sys
import time

import pytest

from api.compose import Services
from tests.api.crowd import Reader, open_silent, resident_bytes, served

CLIENTS = int(os.environ.get("CROWD", "40"))
SILENT = CLIENTS // 10
ROLLS = 12
MESSAGES_A_ROLL = 8
ROLL_EVERY_S = CLIENTS / 100
PAYLOAD = {"pixels": "x" * 4000}
"""About the size of a reading of twelve dice."""

SLOW_S = CLIENTS * 0.15
LATE_S = SLOW_S * 2 / 3
"""Who waited for a silent one would wait for SLOW_S; less than that may be a computer that is busy."""

MOST_GROWTH_BYTES = 16_000_000
"""Less than the messages would take that the silent ones have not read, if they were kept for each."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory and silent connections as on Linux")


def test_silent_clients_cost_nobody_anything() -> None:
    with served(sockets=CLIENTS + 5, sockets_per_client=CLIENTS + 5, slow_client_s=SLOW_S) as (
        services,
        port,
    ):
        readers = [Reader(port, "the_end") for _ in range(CLIENTS - SILENT)]
        sent_s, grown = asyncio.run(_evening(services, port, readers))
        gone = cut_off(services)

    numbers = list(range(1, max(readers[0].came_s) + 1))
    late_s = sorted(
        came_s - sent_s[seq] for reader in readers for seq, came_s in reader.came_s.items() if seq in sent_s
    )
    print(
        f"{CLIENTS} clients, {SILENT} of them silent, {len(sent_s)} messages: "
        f"median {late_s[len(late_s) // 2] * 1000:.1f} ms, "
        f"99 % {late_s[len(late_s) * 99 // 100] * 1000:.1f} ms, last {late_s[-1] * 1000:.1f} ms; "
        f"memory grew by {grown / 1e6:.1f} MB"
    )
    for reader in readers:
        assert list(reader.came_s) == numbers
    assert len(late_s) == len(readers) * len(sent_s)
    assert late_s[-1] < LATE_S
    assert grown < MOST_GROWTH_BYTES
    assert gone == SILENT


def cut_off(services: Services) -> int:
    """Return how many were cut off for being too slow."""
    text = services.metrics.text().decode()
    found = re.search(r'^meleecam_turned_away_total\{cause="too_slow"\} (\d+)', text, re.MULTILINE)
    return int(found[1]) if found else 0


async def _evening(services: Services, port: int, readers: list[Reader]) -> tuple[dict[int, float], int]:
    """Play rolls to all clients; return when each message was published, and the bytes memory grew by."""
    silent = [await open_silent(port) for _ in range(SILENT)]
    following = [asyncio.create_task(reader.follow()) for reader in readers]
    while not all(reader.came_s for reader in readers):
        await asyncio.sleep(0.01)
    sent_s: dict[int, float] = {}

    def publish(type_: str) -> None:
        at_s = time.perf_counter()
        sent_s[services.hub.publish(type_, PAYLOAD).seq] = at_s

    def play_roll() -> None:
        for _ in range(MESSAGES_A_ROLL):
            publish("reading")

    before = 0
    for roll in range(ROLLS):
        if roll == ROLLS // 4:
            before = resident_bytes()
        await asyncio.to_thread(play_roll)
        await asyncio.sleep(ROLL_EVERY_S)
    grown = resident_bytes() - before
    await asyncio.to_thread(publish, "the_end")
    await asyncio.gather(*following)
    give_up_s = time.perf_counter() + 10 * SLOW_S
    while cut_off(services) < SILENT and time.perf_counter() < give_up_s:
        await asyncio.sleep(0.05)
    for one in silent:
        one.close()
    return sent_s, grown
