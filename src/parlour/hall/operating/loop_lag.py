"""The lag of the event loop: by how much a sleep oversleeps."""

from __future__ import annotations

import asyncio

from parlour.hall.operating import metrics

INTERVAL = 0.05
"""Seconds between two measurements: whatever blocks the loop for longer is always seen."""


async def measure() -> None:
    """Measure for ever."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + INTERVAL
        await asyncio.sleep(INTERVAL)
        metrics.lag.observe(max(0.0, loop.time() - due))
