"""Incomplete HTTP requests that stay open."""

from __future__ import annotations

import asyncio
import time

from parlour.hall.connections.request_timeout import BODY, HEAD
from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.visitor import HOST

COUNT = 1_000
LATER = 5.0
"""Seconds past its timeout after which a request counts as left open."""

_heads = (b"GET / HT", b"GET / HTTP/1.1\r\nHost: hall\r\n")
_body = b"POST /api/guests HTTP/1.1\r\nHost: hall\r\nContent-Length: 100\r\n\r\n{"


class Half(Attack):
    """Connections that begin a request and never complete it."""

    name = "half"
    title = f"{COUNT:,} half requests over HTTP, left open"
    before = "each stayed open for ever"
    seconds = 8.0

    async def run(self, target: Target) -> Report:
        began = time.monotonic()
        ends = await asyncio.gather(*(_leave_open(target.port, i) for i in range(COUNT)))
        left = ends.count(None)
        longest = max((end for end in ends if end is not None), default=began) - began
        broken = (f"{left} were still open after {BODY + LATER:.0f} s",) if left else ()
        return Report(f"{COUNT} half requests", f"the last was ended after {longest:.1f} s", broken)


async def _leave_open(port: int, number: int) -> float | None:
    """The time at which the hall closed the connection; None if it did not."""
    reader, writer = await asyncio.open_connection(HOST, port)
    limit = (BODY if number % 4 == 0 else HEAD) + LATER
    writer.write(_body if number % 4 == 0 else _heads[number % 2])
    try:
        async with asyncio.timeout(limit):
            await reader.read()
    except TimeoutError:
        return None
    finally:
        writer.close()
    return time.monotonic()
