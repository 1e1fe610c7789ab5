"""The lock of a room: one holder at a time, in order; a cancelled waiter does not keep it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from parlour.hall.rooms.room_lock import RoomLock


async def a_moment() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_a_free_lock_is_acquired_at_once_and_only_once():
    room_lock = RoomLock()
    assert room_lock.acquire_now()
    assert not room_lock.acquire_now()
    room_lock.release()
    assert room_lock.acquire_now()


async def test_waiters_acquire_the_lock_in_order():
    room_lock, order = RoomLock(), list[int]()
    assert room_lock.acquire_now()

    async def come(number: int) -> None:
        await room_lock.acquire()
        order.append(number)

    coming = [asyncio.create_task(come(number)) for number in range(3)]
    await a_moment()
    for count in range(3):
        assert len(order) == count
        room_lock.release()
        assert not room_lock.acquire_now(), "it was handed to who waits"
        await a_moment()
    assert order == [0, 1, 2]
    room_lock.release()
    assert not room_lock.locked
    await asyncio.gather(*coming)


async def test_a_cancelled_waiter_does_not_keep_the_lock():
    """Before it was their turn, and in the moment in which it became so."""
    for released_first in (False, True):
        room_lock = RoomLock()
        assert room_lock.acquire_now()
        gone, stays = (asyncio.create_task(room_lock.acquire()) for _ in range(2))
        await a_moment()
        if released_first:
            room_lock.release()
            gone.cancel()
        else:
            gone.cancel()
            await a_moment()
            room_lock.release()
        with suppress(asyncio.CancelledError):
            await gone
        await asyncio.wait_for(stays, 5)
        assert gone.cancelled()
        room_lock.release()
        assert not room_lock.locked
