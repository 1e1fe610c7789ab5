"""When the hall looks for garbage that Python cannot free by counting: objects in a circle.

Left to itself Python looks through everything it has, every few seconds under load, and the loop
stands still meanwhile: a third of a second with 15,000 sockets. Clients that come and go leave no
such garbage, so it is enough to look among new objects often, and among all of them seldom.

Python counts how many more objects there are than at its last look. In a busy hall moves replace
old objects by new ones, so that number hardly grows while new objects pile up; the look that comes
in the end takes 60 ms. Hence the timer: little has piled up in a fifth of a second.
"""

from __future__ import annotations

import gc

NEW = 10_000
"""Objects more than at the last look, after which we look among the new ones; few enough to take
a millisecond or two."""
NEVER = 1_000_000_000
OFTEN = 0.2
"""Seconds between two looks among new objects."""
SELDOM = 600.0
"""Seconds between two looks among everything."""


def look_seldom() -> None:
    """Have Python look among what is new only, from now on."""
    gc.collect()
    gc.freeze()  # what was imported stays
    gc.set_threshold(NEW, NEVER, NEVER)


async def collect_new() -> None:
    """Look among the objects that are new since the last look."""
    gc.collect(0)


async def collect() -> None:
    """Look among everything."""
    gc.collect()
