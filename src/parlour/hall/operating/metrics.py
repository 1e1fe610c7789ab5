"""The hall's metrics for Prometheus."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector


class MoveCounter(Collector):
    """Actions stored. Only the event loop counts them, so no lock is needed."""

    def __init__(self) -> None:
        self.count = 0
        self._created = time.time()

    def collect(self) -> Iterable[Metric]:
        yield CounterMetricFamily(
            "parlour_moves", "Actions stored", self.count, created=self._created
        )


registry = CollectorRegistry()

mistakes = Counter("parlour_mistakes", "Internal errors", registry=registry)
answers = Counter(
    "parlour_http_answers", "HTTP responses, by status", ["status"], registry=registry
)
commits = Histogram(
    "parlour_commit_seconds",
    "Time from requesting a transaction until it is on disk",
    registry=registry,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0),
)
batch = Histogram(
    "parlour_commit_statements",
    "Statements in one transaction",
    registry=registry,
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
)
lag = Histogram(
    "parlour_loop_lag_seconds",
    "How late the event loop runs scheduled work",
    registry=registry,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
)
moves = MoveCounter()
registry.register(moves)
reads = Histogram(
    "parlour_read_seconds",
    "Duration of database queries",
    registry=registry,
    buckets=(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 2.0),
)
away = Counter(
    "parlour_database_away",
    "Queries and transactions that failed because the database was unavailable",
    registry=registry,
)
computer_failures = Counter(
    "parlour_computer_failures",
    "Questions that a computer player did not answer",
    registry=registry,
)
_gauges = {
    name: Gauge(f"parlour_{name}", what, registry=registry)
    for name, what in {
        "sockets": "Open sockets",
        "streams": "Open streams",
        "rooms": "Rooms in memory",
        "failing_work": "Background tasks that are failing",
        "waiting_statements": "Statements waiting for a transaction",
        "waiting_computers": "Moves waiting for a computer player",
    }.items()
}


def watch(**functions: Callable[[], float]) -> None:
    """Have gauges, by name, call a function whenever the page is read."""
    for name, function in functions.items():
        _gauges[name].set_function(function)


def page() -> bytes:
    """All metrics in the Prometheus text format."""
    return generate_latest(registry)
