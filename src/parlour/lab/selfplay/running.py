"""Play the missing shards, in processes of this machine or on Ray, and keep each that is whole."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Thread

import msgspec

from parlour.command_line.file_lock import take_lock
from parlour.lab.selfplay.plan import SelfPlayPlan
from parlour.lab.selfplay.playing import PlayedShard, ShardTask, play_shard
from parlour.lab.selfplay.shards import check_shard, shard_file
from parlour.players.series.cluster import run_on_ray
from parlour.table.errors import BadRecord, BadSettings, ParlourError
from parlour.table.sentences import shorten
from parlour.table.texts.files import read_text, unwritable, write_atomically


class SelfPlayFailed(ParlourError):
    """A shard could not be played."""


LARGEST_PLAN = 1024 * 1024


@contextmanager
def open_data(plan: SelfPlayPlan, folder: Path) -> Generator[None]:
    """Open or create a folder of data, and hold its lock."""
    shown = shorten(str(folder), 200)
    try:
        if folder.is_dir() and not (folder / "selfplay.json").exists():
            if any(entry.name not in ("lock", "data") for entry in folder.iterdir()):
                raise BadSettings("selfplay.foreign", folder=shown)
        (folder / "data").mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("ab")
    except OSError as trouble:
        raise BadSettings(unwritable(folder, trouble)) from None
    with lock:
        if not take_lock(lock):
            raise BadSettings("selfplay.busy", folder=shown)
        _take_up(plan, folder)
        yield


def _take_up(plan: SelfPlayPlan, folder: Path) -> None:
    file = folder / "selfplay.json"
    if not file.exists():
        keep(file, plan.to_json())
        return
    try:
        there = msgspec.json.decode(read_text(file, LARGEST_PLAN), type=SelfPlayPlan)
    except (msgspec.MsgspecError, RecursionError):
        raise BadSettings("selfplay.foreign", folder=shorten(str(folder), 200)) from None
    if there != plan:
        command = shorten(there.command(str(folder)), 1_000)
        raise BadSettings("selfplay.another", folder=shorten(str(folder), 200), command=command)


def keep(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as trouble:
        raise BadSettings(unwritable(path, trouble)) from None


def complete_shards(
    plan: SelfPlayPlan, folder: Path, note: Callable[[str], None]
) -> dict[int, int]:
    """The rows of each shard that is whole; the others are removed, with a note."""
    found: dict[int, int] = {}
    for shard in range(plan.shards):
        path = shard_file(folder, shard)
        if path.exists():
            try:
                found[shard] = check_shard(path, plan.digest, shard)
            except BadRecord as error:
                note(str(error))
                path.unlink()
    return found


Play = Callable[[Sequence[ShardTask]], Generator[PlayedShard]]


def play_where(on: str, at_once: int) -> Play:
    """What plays the shards of a command."""
    if on == "ray":
        return lambda tasks: run_on_ray(play_shard, tasks)
    return lambda tasks: _in_processes(tasks, at_once)


def _in_processes(tasks: Sequence[ShardTask], at_once: int) -> Generator[PlayedShard]:
    """Yield shards as they end. Closing the generator ends all processes."""
    fresh = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else None
    context = multiprocessing.get_context(fresh)  # a fork would inherit threads of other packages
    queue: Iterator[ShardTask] = iter(tasks)
    with ProcessPoolExecutor(at_once, context, _prepare) as pool:
        running = {pool.submit(play_shard, task) for task in islice(queue, at_once)}
        try:
            while running:
                ready, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ready:
                    try:
                        yield future.result()
                    except BrokenProcessPool:
                        raise SelfPlayFailed("selfplay.died") from None
                    running |= {pool.submit(play_shard, task) for task in islice(queue, 1)}
        finally:
            for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
                process.terminate()  # nothing of an unfinished shard is kept


def _prepare() -> None:
    """In a worker: Ctrl-C is for the parent, and without a parent there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        if (parent := multiprocessing.parent_process()) is not None:
            parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
