"""When the garbage collector runs: it frees objects in reference cycles.

By default Python collects all generations every few seconds under load, and the loop stands still
meanwhile: a third of a second with 15,000 sockets. Clients that come and go leave no cycles, so it
is enough to collect the youngest generation often, and everything rarely.

Python's threshold counts net allocations since the last collection. In a busy hall moves replace
old objects by new ones, so the count hardly grows while new objects pile up, and the collection
that comes in the end takes 60 ms. Hence a timer: little piles up in a fifth of a second.
"""

from __future__ import annotations

import gc

THRESHOLD = 10_000
"""Net allocations after which Python collects the youngest generation by itself; few enough to take
a millisecond or two."""
NEVER = 1_000_000_000
YOUNG_INTERVAL = 0.2
"""Seconds between two collections of the youngest generation."""
FULL_INTERVAL = 600.0
"""Seconds between two full collections."""


def configure_gc() -> None:
    """Let Python itself collect only the youngest generation from now on."""
    gc.collect()
    gc.freeze()  # imported modules stay
    gc.set_threshold(THRESHOLD, NEVER, NEVER)


async def collect_young() -> None:
    """Collect the youngest generation."""
    gc.collect(0)


async def collect_all() -> None:
    """Collect all generations."""
    gc.collect()
