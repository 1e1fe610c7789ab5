"""A real server process, and what it uses of the machine; read from /proc."""

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


class ServerProcess:
    """A hall in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port

    @property
    def pid(self) -> int:
        return self.process.pid

    def cpu(self) -> float:
        """Seconds of processor time it has used, in the kernel and outside."""
        return cpu_of(self.pid)

    def memory(self) -> int:
        """Bytes of memory that are its own."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    async def kill(self) -> None:
        """At once, as when the power fails."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """In order, as an operator does; how it ended."""
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
    """Start a hall and wait until it answers; `more` is added to its environment, and what it logs
    is written to the open file `log`, if there is one."""
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
    """A port that nobody uses at the moment."""
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
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Machine(NamedTuple):
    """What all processors together have done so far, in seconds."""

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
    """Look whether anybody else uses this machine: a sentence that begins with yes or no."""
    before = Machine.now()
    await asyncio.sleep(seconds)
    return quietness(before, Machine.now())


def quietness(before: Machine, after: Machine, own: float = 0.0) -> str:
    """Was the machine quiet meanwhile, but for `own` seconds of processor time?

    What the host takes away counts as well, and more: nobody here gets anything done meanwhile, and
    half a hundredth of the time is enough to be seen in who waits longest.
    """
    cores = os.cpu_count() or 1
    all_time = (after.at - before.at) * cores
    used = max(0.0, after.busy - before.busy - own) / all_time
    stolen = (after.steal - before.steal) / all_time
    word = "yes" if used < 0.05 and stolen < 0.005 else "no"
    load = os.getloadavg()[0]
    return f"{word} ({used:.0%} of {cores} cores in use, {stolen:.1%} stolen, load {load:.1f})"
