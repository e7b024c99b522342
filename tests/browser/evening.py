"""Half an hour of play, told to a page in seconds, and what the page holds on the way."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.browser.fed import Feed, Told, example

EXCHANGES = 32
"""Of half an hour, one a minute."""

AT_ONCE = 8
"""Exchanges between two looks at what the page holds."""

NEXT_FRAME = "new Promise((done) => requestAnimationFrame(done))"


@dataclass(frozen=True, slots=True)
class Held:
    """Elements of a page, and bytes of its scripts that no garbage collection frees."""

    nodes: int
    bytes: int


def evening(exchanges: int, first: int) -> Iterator[Told]:
    """Yield so many exchanges, numbered on from `first`, each with answers of its own."""
    one = example()[1:-1]
    seq, answer = first, 0
    for exchange in range(exchanges):
        for message in one:
            data = dict(message["data"])  # type: ignore[call-overload]
            type_ = message["type"]
            if type_ == "outcome":
                type_, data = "exchange_resolved", {"exchange": exchange + 1, "turn": 1, "outcome": data}
            if type_ == "accepted":
                data |= {"answer": answer, "exchange": exchange}
                answer += 1
            seq += 1
            yield {**message, "seq": seq, "type": type_, "data": data}


def after_half_an_hour(feed: Feed) -> list[Held]:
    """Tell a page, open at the first message, half an hour; return what it holds every AT_ONCE exchanges."""
    page = feed.page
    profiler = page.context.new_cdp_session(page)
    messages = list(evening(EXCHANGES, 1))
    per_exchange = len(messages) // EXCHANGES
    seen = []
    for begin in range(0, EXCHANGES, AT_ONCE):
        for exchange in range(begin, begin + AT_ONCE):
            feed.send(*messages[exchange * per_exchange : (exchange + 1) * per_exchange])
            page.evaluate(NEXT_FRAME)
        feed.drawn(messages[(begin + AT_ONCE) * per_exchange - 1])
        page.evaluate(NEXT_FRAME)
        page.evaluate(NEXT_FRAME)
        profiler.send("HeapProfiler.collectGarbage")
        nodes = page.evaluate("document.querySelectorAll('*').length")
        seen.append(Held(nodes, profiler.send("Runtime.getHeapUsage")["usedSize"]))
    return seen
