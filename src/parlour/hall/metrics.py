"""What the hall counts, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

mistakes = Counter("parlour_mistakes", "Errors of the hall itself", registry=registry)
answers = Counter("parlour_http_answers", "Answers over HTTP", ["status"], registry=registry)
commits = Histogram(
    "parlour_commit_seconds",
    "Time from asking for a transaction until it is on disk",
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
    "How late the event loop wakes up who sleeps",
    registry=registry,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0),
)
moves = Counter("parlour_moves", "Actions that were kept", registry=registry)
_sockets = Gauge("parlour_sockets", "Open sockets", registry=registry)
_streams = Gauge("parlour_streams", "Open streams", registry=registry)
_rooms = Gauge("parlour_rooms", "Rooms in memory", registry=registry)
_failing = Gauge("parlour_failing_work", "Background work that fails", registry=registry)


def watch(
    sockets: Callable[[], float],
    streams: Callable[[], float],
    rooms: Callable[[], float],
    failing: Callable[[], float],
) -> None:
    """Where to look for what only has to be known when somebody asks."""
    _sockets.set_function(sockets)
    _streams.set_function(streams)
    _rooms.set_function(rooms)
    _failing.set_function(failing)


def page() -> bytes:
    """Everything, in the format that Prometheus reads."""
    return generate_latest(registry)
