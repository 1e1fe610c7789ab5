"""When the hall looks for garbage that Python cannot free by counting: objects in a circle.

Left to itself Python looks through everything it has, every few seconds under load, and the loop
stands still meanwhile: a third of a second with 15,000 sockets. Who comes and goes leaves none,
so it is enough to look among what is new all the time, and among everything once in a long while.
"""

from __future__ import annotations

import gc

NEW = 10_000
"""Objects more than at the last look, after which we look among the new ones; few enough to take
a millisecond or two."""
NEVER = 1_000_000_000
SELDOM = 600.0
"""Seconds between two looks among everything."""


def look_seldom() -> None:
    """Have Python look among what is new only, from now on."""
    gc.collect()
    gc.freeze()  # what was imported stays
    gc.set_threshold(NEW, 2, NEVER)


async def collect() -> None:
    """Look among everything."""
    gc.collect()
