"""A second hall on the same SQLite file."""

from __future__ import annotations

import asyncio
import sys

from parlour.table.sentences import Sentence
from proofs.attacks.base import Attack, Report, Target
from proofs.harness.server_process import free_port

TRIES = 2


class Second(Attack):
    """An operator starts the hall twice by mistake."""

    name = "second"
    title = "a second hall is started on the same SQLite file"
    before = "it started, and both wrote"
    sqlite = True

    async def run(self, target: Target) -> Report:
        refused, output = 0, ""
        for _ in range(TRIES):
            status, output = await _start(target.database)
            refused += status not in (None, 0) and _sentence(target.database) in output
        broken = () if refused == TRIES else (f"it was not refused, but said: {output[:200]}",)
        return Report(f"{TRIES} starts", f"{refused} refused with a sentence", broken)


def _sentence(database: str) -> str:
    return str(Sentence("hall.in_use", path=database.removeprefix("sqlite:")))


async def _start(database: str) -> tuple[int | None, str]:
    """Start a second hall; its exit status (None if it kept running) and its output."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "parlour", "serve", "--port", str(free_port())),
        *("--database", database),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(20):
            output, _ = await process.communicate()
        return process.returncode, output.decode(errors="replace")
    except TimeoutError:
        process.kill()
        await process.wait()
        return None, "nothing, and ran"
