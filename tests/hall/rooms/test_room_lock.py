"""The door of a room: one at a time, in order, and nobody who has gone away keeps it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from parlour.hall.rooms.room_lock import Door


async def a_moment() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_who_finds_it_open_takes_it_and_the_next_one_does_not():
    door = Door()
    assert door.take()
    assert not door.take()
    door.release()
    assert door.take()


async def test_who_waits_comes_in_order_and_nobody_slips_in_between():
    door, order = Door(), list[int]()
    assert door.take()

    async def come(number: int) -> None:
        await door.wait()
        order.append(number)

    coming = [asyncio.create_task(come(number)) for number in range(3)]
    await a_moment()
    for count in range(3):
        assert len(order) == count
        door.release()
        assert not door.take(), "it was handed to who waits"
        await a_moment()
    assert order == [0, 1, 2]
    door.release()
    assert not door.held
    await asyncio.gather(*coming)


async def test_who_goes_away_leaves_it_to_the_others():
    """Before it was their turn, and in the moment in which it became so."""
    for released_first in (False, True):
        door = Door()
        assert door.take()
        gone, stays = (asyncio.create_task(door.wait()) for _ in range(2))
        await a_moment()
        if released_first:
            door.release()
            gone.cancel()
        else:
            gone.cancel()
            await a_moment()
            door.release()
        with suppress(asyncio.CancelledError):
            await gone
        await asyncio.wait_for(stays, 5)
        assert gone.cancelled()
        door.release()
        assert not door.held
