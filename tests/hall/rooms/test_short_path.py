"""The short path of a move: a room in memory that nobody else has locked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parlour.hall.rooms.hall import Hall, OperationResult
from parlour.hall.storage import store
from parlour.table.clock import TimeControl
from parlour.wire.operations import Act
from tests.hall.doubles import ManualClock
from tests.hall.rooms.test_hall import Trouble, moves, watch
from tests.hall.small_rooms import new_terms, open_hall, open_match

# ---- the short way ------------------------------------------------------------------------------


class Move:
    """A move that goes the short way, if it can, and what became of it."""

    def __init__(self, hall: Hall, seat: int, action: str, last_seen: int | None = None) -> None:
        self.answers: list[bool] = []
        act = Act(action)
        self.taken = hall.do_now_or_decline("m", seat, act, action, last_seen, self.answers.append)

    async def answered(self) -> bool:
        async with asyncio.timeout(5):
            while not self.answers:
                await asyncio.sleep(0.001)
        (answer,) = self.answers
        return answer


async def test_a_move_on_the_short_path_is_written_before_it_is_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        listener, trouble = await watch(hall), Trouble(hall, monkeypatch)
        listener.clear()
        trouble.wait.clear()
        move = Move(hall, 0, "a1", last_seen=2)
        assert move.taken
        await asyncio.sleep(0.01)
        assert (listener.texts, move.answers) == ([], [])
        trouble.wait.set()
        assert await move.answered()
        assert listener.last()["v"] == 3
        assert await hall.do("m", 0, Act("a1"), "a1") == OperationResult(3, fresh=False)


async def test_the_short_path_declines_everything_unusual(tmp_path: Path):
    """Whatever is to be refused or waited for, the long way says so."""
    clock = ManualClock()
    async with open_hall(tmp_path, clock) as hall:
        assert not Move(hall, 0, "a1").taken, "it is not in memory"
        await open_match(hall, new_terms(control=TimeControl(10.0)))
        async with hall.locked_room("m"):
            assert not Move(hall, 0, "a1").taken, "somebody is in it"
        assert not Move(hall, 1, "a1").taken, "it is not their turn"
        assert not Move(hall, 0, "z99").taken, "There is no such square"
        assert not Move(hall, 0, "a1", last_seen=7).taken, "they know more than we do"
        assert await Move(hall, 0, "a1", last_seen=2).answered()
        assert not Move(hall, 0, "a1").taken, "it is done already"
        assert not Move(hall, 1, "b1", last_seen=2).taken, "it is stale"
        hall.rooms["m"].outdated = True
        assert not Move(hall, 1, "b1", last_seen=3).taken, "another process knows more"
        hall.rooms["m"].outdated = False
        clock.time += 11
        assert not Move(hall, 1, "b1", last_seen=3).taken, "a flag falls first"
        assert not hall.rooms["m"].room_lock.locked
        assert len(await store.load_entries(hall.database, "m")) == 3


@pytest.mark.parametrize(("how", "fresh"), [("before", True), ("after", False), ("taken", True)])
async def test_a_failed_write_on_the_short_path_is_left_to_the_long_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, fresh: bool
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        listener, trouble = await watch(hall), Trouble(hall, monkeypatch)
        listener.clear()
        trouble.plan = [how]
        move = Move(hall, 0, "a1", last_seen=2)
        assert not await move.answered()
        assert listener.frames("did") == []
        assert (hall.time.away_since is None) == (how == "taken")
        await hall.heartbeat.beat()
        assert await hall.do("m", 0, Act("a1"), "a1", last_seen=2) == OperationResult(
            3, fresh=fresh
        )
        assert [e.what for e in await moves(hall)] == ["a1"]


async def test_commands_wait_for_a_move_on_the_short_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        trouble = Trouble(hall, monkeypatch)
        trouble.wait.clear()
        move = Move(hall, 0, "a1", last_seen=2)
        reply = asyncio.create_task(hall.do("m", 1, Act("b1"), "y"))
        await asyncio.sleep(0.01)
        assert not Move(hall, 1, "c1").taken
        assert not reply.done()
        trouble.wait.set()
        assert await move.answered()
        assert await reply == OperationResult(4, fresh=True)
