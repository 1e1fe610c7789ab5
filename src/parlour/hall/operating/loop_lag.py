"""How late the event loop is: the time by which a sleep lasts longer than it should."""

from __future__ import annotations

import asyncio

from parlour.hall.operating import metrics

EVERY = 0.05
"""Seconds between two looks: whatever holds the loop for longer is always seen."""


async def measure() -> None:
    """Look again and again; it never ends by itself."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + EVERY
        await asyncio.sleep(EVERY)
        metrics.lag.observe(max(0.0, loop.time() - due))
