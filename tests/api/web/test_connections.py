"""Followers are counted, in total and by address, and make room when they leave."""

import pytest

from api.web.connections import Connections, Full
from api.web.prometheus import PrometheusMetrics


@pytest.fixture
def metrics() -> PrometheusMetrics:
    return PrometheusMetrics()


def test_one_address_takes_no_more_than_its_share(metrics: PrometheusMetrics) -> None:
    connections = Connections(5, 2, metrics)

    assert [connections.enter("a") for _ in range(3)] == [None, None, Full.TOO_MANY_OF_ONE]
    assert connections.enter("b") is None
    connections.leave("a")
    assert connections.enter("a") is None


def test_all_together_are_bounded(metrics: PrometheusMetrics) -> None:
    connections = Connections(2, 2, metrics)

    assert [connections.enter(client) for client in "abc"] == [None, None, Full.TOO_MANY]
    connections.leave("b")
    assert connections.enter("c") is None


def test_metrics_know_how_many_follow_and_who_was_turned_away(metrics: PrometheusMetrics) -> None:
    connections = Connections(9, 1, metrics)
    connections.enter("a")
    connections.enter("b")
    connections.enter("b")
    connections.leave("a")

    text = metrics.text().decode()
    assert "\nmeleecam_clients 1.0\n" in text
    assert '\nmeleecam_turned_away_total{cause="too_many_of_one"} 1.0\n' in text


def test_addresses_that_left_are_forgotten(metrics: PrometheusMetrics) -> None:
    connections = Connections(2000, 2, metrics)
    for number in range(1000):
        connections.enter(str(number))
        connections.leave(str(number))

    assert not connections._open
