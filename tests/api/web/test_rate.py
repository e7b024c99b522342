"""Buckets: so many at once, so many a second, each client for itself, and no more memory than for some."""

import pytest

from api.web.rate import BURST_S, CLIENTS_KEPT, Buckets


class Clock:
    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def allowed(buckets: Buckets, client: str, tries: int) -> int:
    return sum(buckets.wait_s(client) == 0 for _ in range(tries))


def test_a_burst_is_let_through_and_then_the_rate(clock: Clock) -> None:
    buckets = Buckets(2.0, clock)

    assert allowed(buckets, "a", 50) == 2 * BURST_S
    clock.s += 3
    assert allowed(buckets, "a", 50) == 6


def test_the_wait_is_until_the_next_may_come(clock: Clock) -> None:
    buckets = Buckets(2.0, clock)
    allowed(buckets, "a", 50)

    wait_s = buckets.wait_s("a")
    assert wait_s == pytest.approx(0.5)
    clock.s += wait_s + 1e-9
    assert buckets.wait_s("a") == 0


def test_what_costs_little_is_let_through_more_often(clock: Clock) -> None:
    buckets = Buckets(2.0, clock)

    assert sum(buckets.wait_s("a", 0.25) == 0 for _ in range(100)) == 2 * BURST_S / 0.25
    assert buckets.wait_s("a", 0.25) == pytest.approx(0.125)


def test_clients_do_not_pay_for_each_other(clock: Clock) -> None:
    buckets = Buckets(2.0, clock)
    allowed(buckets, "a", 50)

    assert allowed(buckets, "b", 50) == 2 * BURST_S


def test_a_long_rest_saves_up_no_more_than_a_burst(clock: Clock) -> None:
    buckets = Buckets(2.0, clock)
    allowed(buckets, "a", 50)
    clock.s += 1e6

    assert allowed(buckets, "a", 50) == 2 * BURST_S


def test_a_rate_below_one_lets_one_through(clock: Clock) -> None:
    assert allowed(Buckets(0.01, clock), "a", 5) == 1


def test_clients_without_number_cost_no_memory_without_end(clock: Clock) -> None:
    buckets = Buckets(2.0, clock)
    allowed(buckets, "loud", 50)
    for number in range(10 * CLIENTS_KEPT):
        buckets.wait_s(str(number))

    assert len(buckets._left) == CLIENTS_KEPT
