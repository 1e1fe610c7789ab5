"""Play the matches of a series on Ray, on one machine or many.

A match is a Ray task without side effects: what it plays depends on the task alone. If a worker
process or a machine dies, Ray runs the match again elsewhere. Results are saved here, once each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, contextmanager, redirect_stdout
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from parlour.players.series.playing import Task
from parlour.players.series.running import SeriesFailed
from parlour.players.series.worker import WorkerResult, done, encode, read_result, read_task
from parlour.table.errors import BadSettings
from parlour.table.record import Record

AHEAD = 4
"""Matches per core that wait in Ray's queue."""


T = TypeVar("T")
R = TypeVar("R")


def play_on_ray(tasks: Iterable[Task]) -> Generator[tuple[int, Record]]:
    """Yield match numbers and records as matches end."""
    with closing(run_on_ray(play_encoded, map(encode, tasks))) as answers:
        for answer in answers:
            result: WorkerResult = read_result(answer)
            if result.record is None:
                raise SeriesFailed("series.worker", number=result.number + 1, reason=result.trouble)
            yield result.number, result.record


def play_encoded(task: bytes) -> bytes:
    """A match from its task; both are bytes, so that Ray need not know our types."""
    return encode(done(read_task(task)))


def run_on_ray(work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R]:
    """Yield the results of tasks as they end; a task whose worker dies is done again.

    Uses the cluster that RAY_ADDRESS names or that this machine belongs to, else a local one."""
    with redirect_stdout(sys.stderr), _cluster() as ray:  # Ray reports dead workers on stdout
        remote = ray.remote(max_retries=-1)(work)
        queue = iter(tasks)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = {remote.remote(task) for task in islice(queue, most)}
        try:
            while running:
                ready, _ = ray.wait(list(running))
                for reference in ready:
                    running.discard(reference)
                    yield ray.get(reference)
                    running.update(remote.remote(task) for task in islice(queue, 1))
        finally:
            for reference in running:
                ray.cancel(reference, force=True)


@contextmanager
def _cluster() -> Generator[Any]:
    """Ray, connected to a cluster; what is connected here is disconnected at the end."""
    try:
        ray = import_module("ray")
    except ModuleNotFoundError:
        raise BadSettings("table.needs_extra", verb="--on ray", extra="ray") from None
    ours = not ray.is_initialized()
    if ours:
        ray.init(log_to_driver=False, configure_logging=False, include_dashboard=False)
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()
