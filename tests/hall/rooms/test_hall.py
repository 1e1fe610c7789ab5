"""Operations in the hall: written once, acknowledged, published; and what happens on failure."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.audience.audience import Audience
from parlour.hall.rooms.errors import NoSuchMatch, Stale
from parlour.hall.rooms.hall import Hall, OperationResult
from parlour.hall.rooms.open_rooms import IDLE
from parlour.hall.storage import store
from parlour.hall.storage.database import DatabaseUnavailable, DuplicateKey, Statement
from parlour.table.clock import TimeControl
from parlour.table.errors import IllegalAction
from parlour.wire.messages import ChatMessage
from parlour.wire.operations import Act, Draw, Resign, Sit
from tests.hall.doubles import ManualClock, RecordingListener
from tests.hall.halls import one_round
from tests.hall.small_rooms import new_terms, open_hall, open_match


class Trouble:
    """Fails the next writes: before they are kept, or after."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self._write = hall.database.write
        self.plan: list[str] = []
        self.wait = asyncio.Event()
        self.wait.set()
        monkeypatch.setattr(hall.database, "write", self.write)

    async def write(self, statements: Sequence[Statement]) -> None:
        await self.wait.wait()
        how = self.plan.pop(0) if statements and self.plan else ""
        if how == "taken":
            raise DuplicateKey
        if how != "before":
            await self._write(statements)
        if how:
            raise DatabaseUnavailable("hall.store_away", reason=how)


async def watch(hall: Hall, *seats: int) -> RecordingListener:
    listener = RecordingListener(*seats)
    async with hall.locked_room("m") as open_room:
        open_room.audience.add(listener)
    return listener


async def test_a_command_is_done_once_and_answered_again(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        assert await hall.do("m", 0, Act("a1"), "x") == OperationResult(3, fresh=True)
        assert await hall.do("m", 0, Act("a1"), "x") == OperationResult(3, fresh=False)
        assert len(await store.load_entries(hall.database, "m")) == 3


async def test_a_command_of_one_seat_does_not_use_up_that_of_another(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        await hall.do("m", 0, Act("a1"), "x")
        assert (await hall.do("m", 1, Act("b1"), "x")).fresh


async def test_a_command_on_an_old_position_is_stale(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        await hall.do("m", 0, Act("a1"), "x", last_seen=2)
        for last_seen in (2, 4):
            with pytest.raises(Stale):
                await hall.do("m", 1, Act("b1"), "y", last_seen=last_seen)
        await hall.do("m", 0, Draw(), "z", last_seen=2)  # it is asked nothing: nothing can be old
        assert (await hall.do("m", 1, Act("b1"), "y", last_seen=3)).fresh


async def test_a_room_comes_back_from_its_entries(tmp_path: Path):
    clock = ManualClock()
    async with open_hall(tmp_path, clock) as hall:
        await open_match(hall, new_terms())
        await hall.do("m", 0, Act("a1"), "x")
        clock.time += IDLE + 1
        assert hall.rooms.sweep() == 0
        assert await hall.do("m", 0, Act("a1"), "x") == OperationResult(3, fresh=False)
        assert hall.rooms.sweep() == 1


async def test_rooms_with_somebody_in_them_stay(tmp_path: Path):
    clock = ManualClock()
    async with open_hall(tmp_path, clock) as hall:
        await open_match(hall, new_terms())
        listener = await watch(hall)
        clock.time += IDLE + 1
        assert hall.rooms.sweep() == 1
        hall.presence.leave("m", listener)
        clock.time += IDLE + 1
        assert hall.rooms.sweep() == 0


async def test_there_is_no_room_without_a_match(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        with pytest.raises(NoSuchMatch, match="There is no match nowhere"):
            await hall.do("nowhere", 0, Sit("A"), "x")


async def test_concurrent_requests_load_a_room_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms(), seated=False)
        made: list[Audience] = []
        monkeypatch.setattr(
            "parlour.hall.rooms.open_rooms.Audience",
            lambda *a: made.append(Audience(*a)) or made[-1],
        )
        await asyncio.gather(*(watch(hall) for _ in range(20)))
        assert len(made) == 1
        assert len(made[0].listeners) == 20


# ---- when it cannot be kept ---------------------------------------------------------------------


async def test_an_entry_that_was_not_written_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        listener, trouble = await watch(hall), Trouble(hall, monkeypatch)
        listener.clear()
        trouble.plan = ["before"]
        with pytest.raises(DatabaseUnavailable):
            await hall.do("m", 0, Act("a1"), "x")
        assert listener.texts == []
        assert hall.time.away_since is not None
        await hall.heartbeat.beat()
        assert (await hall.do("m", 0, Act("b1"), "y")).fresh
        assert [e.what for e in await moves(hall)] == ["b1"]


async def moves(hall: Hall):
    async with hall.locked_room("m") as open_room:
        assert open_room.room.match
        return list(open_room.room.match.events)


async def act_without_answer(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> RecordingListener:
    """Open a match and act in it; the action is written, but its write is reported as failed."""
    await open_match(hall, new_terms())
    listener, trouble = await watch(hall), Trouble(hall, monkeypatch)
    trouble.plan = ["after"]
    with pytest.raises(DatabaseUnavailable):
        await hall.do("m", 0, Act("a1"), "x")
    await hall.heartbeat.beat()
    return listener


async def test_an_entry_whose_write_was_reported_as_failed_is_found_on_retry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        listener = await act_without_answer(hall, monkeypatch)
        assert await hall.do("m", 0, Act("a1"), "x") == OperationResult(3, fresh=False)
        assert listener.last()["v"] == 3, "everybody else has been shown it too"


async def test_a_diverged_room_is_restored_without_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        listener = await act_without_answer(hall, monkeypatch)
        await one_round(hall)
        while "m" in hall.rooms.diverged:
            await asyncio.sleep(0)
        assert listener.last()["v"] == 3


async def test_a_command_written_by_another_process_is_not_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """So the caller must be answered: nobody else will do it."""
    async with open_hall(tmp_path) as hall, open_hall(tmp_path) as other:
        await open_match(hall, new_terms())
        listener = await watch(hall, 0)
        await other.do("m", 0, Act("a1"), "x")
        assert await hall.do("m", 0, Act("a1"), "x") == OperationResult(3, fresh=False)
        assert listener.last()["v"] == 3


async def test_the_slower_of_two_commands_is_stale(tmp_path: Path):
    async with open_hall(tmp_path) as hall, open_hall(tmp_path) as other:
        await open_match(hall, new_terms())
        await watch(hall, 0)
        await other.do("m", 0, Act("b2"), "y")
        with pytest.raises(Stale):
            await hall.do("m", 0, Act("a1"), "x")


async def test_a_cancelled_request_is_still_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The move is being written: the others must be sent it, and nothing else."""
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        listener, trouble = await watch(hall, 1), Trouble(hall, monkeypatch)
        trouble.wait.clear()
        asked = asyncio.create_task(hall.do("m", 0, Act("a1"), "x"))
        await asyncio.sleep(0.01)
        asked.cancel()
        await asyncio.sleep(0.01)
        told = [frame["v"] for frame in listener.frames("room")]
        trouble.wait.set()
        assert told == [2], "not kept yet, not told yet"
        async with asyncio.timeout(5):
            while listener.last()["v"] != 3:
                await asyncio.sleep(0.001)
        assert [e.what for e in await moves(hall)] == ["a1"]


async def test_leaving_during_a_write_reveals_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        listener, leaver = await watch(hall), await watch(hall, 0)
        trouble = Trouble(hall, monkeypatch)
        trouble.wait.clear()
        asked = asyncio.create_task(hall.do("m", 0, Act("a1"), "x"))
        await asyncio.sleep(0.01)
        hall.presence.leave("m", leaver)
        await asyncio.sleep(0.01)
        told = [frame["v"] for frame in listener.frames()]
        trouble.wait.set()
        assert max(told) == 2
        await asked
        async with asyncio.timeout(5):
            while listener.last()["t"] != "chairs":
                await asyncio.sleep(0.001)
        assert listener.last()["v"] == 3


# ---- what other processes keep ------------------------------------------------------------------


async def keep_elsewhere(hall: Hall, action: str) -> None:
    """Another process keeps a move, and this one hears that it is behind."""
    async with hall.locked_room("m") as open_room:
        room = await hall.rooms.loader.replay(open_room.room.terms)
        entries = room.do(0, Act(action), hall.time.now(), hall.rng, "0:elsewhere")
        await hall.writer.commit(store.new_entries(room, entries, 1.0, "another"))
        open_room.outdated = True


@pytest.mark.parametrize("lost", [False, True])
async def test_a_move_of_another_process_is_published_although_the_first_read_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: bool
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        listener = await watch(hall)
        await keep_elsewhere(hall, "a1")
        if lost:
            hall.rooms.diverged.add("m")

        async def away(_sql: str, **_values: object) -> list[tuple[object, ...]]:
            raise DatabaseUnavailable("hall.store_away", reason="for a moment")

        with monkeypatch.context() as for_a_moment:
            for_a_moment.setattr(hall.database, "read", away)
            await hall.rooms.visit("m")
        assert listener.last()["v"] == 2
        assert hall.rooms["m"].outdated
        await hall.rooms.visit("m")
        assert listener.last()["v"] == 3
        assert not hall.rooms["m"].outdated


# ---- saying -------------------------------------------------------------------------------------


async def test_chat_is_written_without_holding_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        listener, trouble = await watch(hall), Trouble(hall, monkeypatch)
        trouble.wait.clear()
        words = ["well", "then", "go on"]
        talk = [
            asyncio.create_task(hall.chat.say("m", ChatMessage("Eve", word, 1.0))) for word in words
        ]
        move = asyncio.create_task(hall.do("m", 0, Act("a1"), "x"))
        try:
            async with asyncio.timeout(5):
                while hall.rooms["m"].room.seq < 3:  # the move was made
                    await asyncio.sleep(0.001)
            assert not listener.frames("said"), "not kept yet, not told yet"
        finally:
            trouble.wait.set()  # else nothing could be closed
        await asyncio.gather(*talk)
        await move
        said = listener.frames("said")
        assert [frame["d"]["text"] for frame in said] == words
        told = [frame["v"] for frame in listener.frames()]
        assert told == sorted(told)


async def test_chat_does_not_reveal_a_move_that_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        listener = await watch(hall)
        async with hall.locked_room("m") as open_room:
            open_room.room.do(0, Act("a1"), hall.time.now(), hall.rng, "0:x")
            hall.chat.broadcast(open_room, ChatMessage("Eve", "well", 1.0))
        assert listener.frames("said")[0]["v"] == 2


# ---- time ---------------------------------------------------------------------------------------


async def test_flags_fall_before_other_operations(tmp_path: Path):
    clock = ManualClock()
    async with open_hall(tmp_path, clock) as hall:
        await open_match(hall, new_terms(control=TimeControl(10.0)))
        clock.time += 11
        with pytest.raises(IllegalAction, match="is over"):
            await hall.do("m", 0, Act("a1"), "x")
        entries = await store.load_entries(hall.database, "m")
        assert [entry.operation.__struct_config__.tag for entry in entries] == [
            "sit",
            "sit",
            "flag",
        ]


async def test_an_operation_reads_the_time_once(tmp_path: Path):
    """Otherwise a flag could fall in the middle of an operation."""
    for step in range(12):
        clock = ManualClock(tick=0.01)
        folder = tmp_path / str(step)
        folder.mkdir()
        async with open_hall(folder, clock) as hall:
            await open_match(hall, new_terms(control=TimeControl(1.0)))
            async with hall.locked_room("m") as open_room:
                due = open_room.room.due()
            assert due is not None
            clock.time = due - step * 0.005
            with contextlib.suppress(IllegalAction):
                await hall.do("m", 0, Act("a1"), "x")
            kept = len(await store.load_entries(hall.database, "m"))
            async with hall.locked_room("m") as open_room:
                assert open_room.room.match
                assert (open_room.room.seq, len(open_room.room.match.events)) == (kept, kept - 2)


async def test_hall_time_stands_still_while_rooms_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:

        async def away(*_: object, **__: object) -> None:
            raise DatabaseUnavailable("hall.store_away", reason="test")

        monkeypatch.setattr(hall.database, "read", away)
        with pytest.raises(DatabaseUnavailable):
            await hall.do("m", 0, Resign(), "x")
        assert hall.time.away_since is not None


async def test_a_crash_never_takes_time_back(tmp_path: Path):
    """An entry after the last heartbeat is a sign of life, too."""
    clock = ManualClock()
    async with open_hall(tmp_path, clock) as crashed:
        await crashed.heartbeat.start()
        await open_match(crashed, new_terms())
        clock.time += 0.7
        await crashed.do("m", 0, Act("a1"), "x")
        kept = (await store.load_entries(crashed.database, "m"))[-1].at
        clock.time += 100
        async with open_hall(tmp_path, clock) as hall:
            await hall.heartbeat.start()
            assert hall.time.now() == kept


async def test_an_entry_of_unknown_fate_is_not_in_the_future(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    clock = ManualClock()
    async with open_hall(tmp_path, clock) as hall:
        await hall.heartbeat.start()
        await open_match(hall, new_terms())
        trouble = Trouble(hall, monkeypatch)
        trouble.plan = ["after"]
        clock.time += 0.7
        with pytest.raises(DatabaseUnavailable):
            await hall.do("m", 0, Act("a1"), "x")
        kept = (await store.load_entries(hall.database, "m"))[-1].at
        clock.time += 5
        await hall.heartbeat.beat()
        assert hall.time.away_since is None
        assert hall.time.now() == kept


async def test_flags_that_are_about_to_fall_are_found_at_startup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms(control=TimeControl(1.0)))
    async with open_hall(tmp_path) as hall:
        looked_for: list[str] = []
        monkeypatch.setattr(hall.flags.timers, "set", lambda match, _due: looked_for.append(match))
        await hall.start()
        for _ in range(100):  # no time passes
            await asyncio.sleep(0)
        assert looked_for == ["m"]


async def test_a_room_is_loaded_once_even_if_the_first_caller_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Two rooms in memory for one match would show what is not on disk yet."""
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        hall.rooms.clear()
        read, go_on, loads = hall.database.read, asyncio.Event(), list[str]()

        async def slow(sql: str, **values: Any) -> list[Any]:
            if "from matches" in sql:
                loads.append(sql)
            await go_on.wait()
            return await read(sql, **values)

        monkeypatch.setattr(hall.database, "read", slow)
        first = asyncio.create_task(hall.rooms.visit("m"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        second = asyncio.create_task(hall.rooms.visit("m"))
        await asyncio.sleep(0)
        go_on.set()
        await second
        assert len(loads) == 1
