"""A real server process and its resource usage, read from /proc."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from proofs import Broken

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 60.0
"""Seconds within which a server has to start."""


class ServerProcess:
    """A hall that runs in a separate process."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port

    @property
    def pid(self) -> int:
        return self.process.pid

    def cpu(self) -> float:
        """CPU seconds used so far, user and system."""
        return cpu_of(self.pid)

    def memory(self) -> int:
        """Resident memory in bytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    async def kill(self) -> None:
        """Kill it with SIGKILL, as in a power failure."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """Shut it down with SIGTERM, as an operator does; returns its exit status."""
        self.process.terminate()
        return await self.process.wait()


async def serve(
    port: int,
    database: str,
    module: str = "parlour",
    more: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
    log: int | None = None,
) -> ServerProcess:
    """Start a hall and wait until it accepts connections.

    `more` is added to its environment; its log goes to the file descriptor `log`, if given.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, "serve", "--port", str(port), "--database", database),
        *options,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=log,
        env={**os.environ, **(more or {})},
    )
    served = ServerProcess(process, port)
    deadline = time.monotonic() + PATIENCE
    while not await _answers(port):
        if process.returncode is not None or time.monotonic() > deadline:
            raise Broken(f"the server does not start (status {process.returncode})")
        await asyncio.sleep(0.02)
    return served


def free_port() -> int:
    """A port that is free at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


async def _answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has used, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Machine(NamedTuple):
    """CPU counters of the whole machine, summed over all cores, in seconds."""

    busy: float
    steal: float
    at: float

    @classmethod
    def now(cls) -> Machine:
        user, nice, system, _, _, irq, soft, steal = map(
            int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        )
        busy = user + nice + system + irq + soft
        return cls(busy / TICKS, steal / TICKS, time.monotonic())


async def is_quiet(seconds: float = 2.0) -> str:
    """Measure whether other processes use this machine: a sentence that begins with yes or no."""
    before = Machine.now()
    await asyncio.sleep(seconds)
    return quietness(before, Machine.now())


def quietness(before: Machine, after: Machine, own: float = 0.0) -> str:
    """Was the machine quiet in between, apart from `own` CPU seconds of ours?

    Stolen time has a lower limit than other load: while the host takes the CPU away, nothing here
    runs, and 0.5 % is enough to show in the highest latencies.
    """
    cores = os.cpu_count() or 1
    all_time = (after.at - before.at) * cores
    used = max(0.0, after.busy - before.busy - own) / all_time
    stolen = (after.steal - before.steal) / all_time
    word = "yes" if used < 0.05 and stolen < 0.005 else "no"
    load = os.getloadavg()[0]
    return f"{word} ({used:.0%} of {cores} cores in use, {stolen:.1%} stolen, load {load:.1f})"
