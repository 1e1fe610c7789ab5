"""Garbage collection: young objects often, all objects rarely."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from parlour.hall.operating import gc_policy
from parlour.hall.operating.gc_policy import NEVER, configure_gc
from parlour.hall.runtime import Runtime


class Link:
    """An object that can be part of a reference cycle."""

    def __init__(self) -> None:
        self.next = self


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


async def test_old_reference_cycles_are_collected_occasionally(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gc_policy, "FULL_INTERVAL", 0.01)
    configure_gc()
    runtime = Runtime()
    runtime.every(lambda: gc_policy.FULL_INTERVAL, "garbage collection", gc_policy.collect_all)
    link = Link()
    gc.collect()  # the link is an old object now
    old = weakref.ref(link)
    del link
    async with asyncio.timeout(10):
        while old() is not None:
            await asyncio.sleep(0.01)
    await runtime.close()
    assert old() is None


async def test_the_young_generation_is_collected_by_time_and_not_by_count():
    """Moves that replace old objects by new ones piled up 60 ms of work for one collection."""
    configure_gc()
    gc.collect()
    link = Link()
    new = weakref.ref(link)
    del link
    assert new() is not None
    await gc_policy.collect_young()
    assert new() is None
    assert gc.get_threshold()[1] == NEVER, "nor does Python look among the middle-aged by itself"


def test_automatic_full_collections_are_off():
    configure_gc()
    assert gc.get_threshold()[2] == NEVER
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
