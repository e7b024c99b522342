"""Metrics as Prometheus reads them, in a registry of their own."""

import time
from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

STAGE_BOUNDS_MS = (0.5, 1, 2, 5, 10, 20, 33, 50, 100, 200, 500)
"""33 ms is what a stage may take of a frame at 30 a second; a reading takes a few of them."""

COMMIT_BOUNDS_MS = (0.5, 1, 2, 5, 10, 20, 50, 100, 500, 2000)
"""A sound disk takes some milliseconds; seconds mean that it is failing."""


class PrometheusMetrics:
    """Mutable and safe to use from any thread; two of them know nothing of each other."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        """`now` is in seconds since 1970."""
        self._now = now
        self._last_frame_s: float | None = None
        self.reading_ms: Mapping[str, float] = {}
        """Milliseconds of each stage of the latest frame whose reading reached the referee."""
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._frames = Counter("meleecam_frames", "Frames looked at.", registry=self._registry)
        self._last_frame = Gauge(
            "meleecam_last_frame_timestamp_seconds",
            "When the latest frame was looked at, seconds since 1970; 0 before the first.",
            registry=self._registry,
        )
        self._stages = Histogram(
            "meleecam_stage_milliseconds",
            "Milliseconds that a stage took for a frame.",
            ["stage"],
            buckets=STAGE_BOUNDS_MS,
            registry=self._registry,
        )
        self._refused = Counter(
            "meleecam_dice_refused", "Dice that were seen and not read.", ["cause"], registry=self._registry
        )
        self._messages = Counter(
            "meleecam_messages", "Messages published.", ["type"], registry=self._registry
        )
        self._commits = Histogram(
            "meleecam_commit_milliseconds",
            "Milliseconds until a transaction was on disk.",
            buckets=COMMIT_BOUNDS_MS,
            registry=self._registry,
        )
        self._clients = Gauge(
            "meleecam_clients", "Clients that follow the messages.", registry=self._registry
        )
        self._turned_away = Counter(
            "meleecam_turned_away",
            "Requests and connections that were not served.",
            ["cause"],
            registry=self._registry,
        )

    def frame(self, ms_by_stage: Mapping[str, float]) -> None:
        self._frames.inc()
        self._last_frame_s = self._now()
        self._last_frame.set(self._last_frame_s)
        if "referee" in ms_by_stage:
            self.reading_ms = dict(ms_by_stage)
        for stage, ms in ms_by_stage.items():
            self._stages.labels(stage).observe(ms)

    def refused(self, cause: str) -> None:
        self._refused.labels(cause).inc()

    def message(self, type_: str) -> None:
        self._messages.labels(type_).inc()

    def commit(self, ms: float) -> None:
        self._commits.observe(ms)

    def clients(self, number: int) -> None:
        self._clients.set(number)

    def turned_away(self, cause: str) -> None:
        self._turned_away.labels(cause).inc()

    def last_frame_age_s(self) -> float | None:
        """Return how long ago the latest frame was looked at, in seconds; None before the first."""
        at_s = self._last_frame_s
        return None if at_s is None else max(0.0, self._now() - at_s)

    def text(self) -> bytes:
        """Return everything counted in Prometheus' text format, CONTENT_TYPE."""
        return generate_latest(self._registry)
