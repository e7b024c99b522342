"""Waits between two tries."""

from vision.sources.backoff import Backoff


def test_waits_double_up_to_the_longest() -> None:
    backoff = Backoff(first_s=0.25, longest_s=4.0)

    assert [backoff.wait_s(failures, 1.0) for failures in range(1, 8)] == [0.25, 0.5, 1, 2, 4, 4, 4]
    assert backoff.wait_s(10_000, 1.0) == 4


def test_half_of_a_wait_is_chance() -> None:
    assert [Backoff().wait_s(5, chance) for chance in (0.0, 0.5, 1.0)] == [2, 3, 4]
