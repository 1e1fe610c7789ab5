"""Very long matches: limits, and loading that yields to other tasks."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from parlour.hall.operating import loop_lag, metrics
from parlour.hall.people.limits import MOST_REQUESTS
from parlour.hall.rooms import room as rooms
from parlour.hall.rooms.loading import AT_ONCE, READ_AT_ONCE
from parlour.hall.rooms.open_rooms import IDLE
from parlour.hall.rooms.room import Room
from parlour.hall.storage.store import new_entries
from parlour.table.errors import IllegalAction
from parlour.wire.operations import Act, Decline, Draw, Entry, Resign, Undo
from tests.hall.doubles import ManualClock
from tests.hall.small_rooms import SeatedRoom, new_terms, open_hall, open_match
from tests.hall.visitors import until


def test_endless_take_backs_are_stopped_and_the_opponent_plays_on():
    seated = SeatedRoom(new_terms())
    seated.do(0, Act("a1"))
    for _ in range((MOST_REQUESTS - 1) // 2):
        seated.do(0, Undo())
        seated.do(0, Decline())
    seated.do(0, Undo())
    with pytest.raises(IllegalAction, match=f"at most {MOST_REQUESTS} times in a match"):
        seated.do(0, Decline())
    seated.do(1, Decline())
    seated.do(1, Act("b1"))
    seated.do(0, Act("c1"))
    seated.do(0, Resign())
    assert seated.room.over


def test_a_match_that_has_become_too_long_can_only_be_resigned(monkeypatch: pytest.MonkeyPatch):
    seated = SeatedRoom(new_terms())
    monkeypatch.setattr(rooms, "MOST_ENTRIES", seated.room.seq + 1)
    seated.do(0, Act("a1"))
    for operation in (Act("b1"), Draw()):
        with pytest.raises(IllegalAction, match="too long"):
            seated.do(1, operation)
    seated.do(1, Resign())
    assert seated.room.over


def test_what_was_kept_before_there_was_a_limit_can_be_read(monkeypatch: pytest.MonkeyPatch):
    seated = SeatedRoom(new_terms())
    seated.do(0, Act("a1"))
    monkeypatch.setattr(rooms, "MOST_ENTRIES", 1)
    room = Room(seated.room.terms)
    for entry in seated.entries:
        room.repeat(entry)
    assert room.seq == seated.room.seq


async def test_a_long_match_is_loaded_a_little_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    clock, turn, repeat = ManualClock(), 0, Room.repeat
    repeated: Counter[int] = Counter()  # entries by the turn of the loop in which they were done

    def counting(room: Room, entry: Entry) -> None:
        repeated[turn] += 1
        repeat(room, entry)

    async def tick() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async with open_hall(tmp_path, clock) as hall:
        await open_match(hall, new_terms())
        async with hall.locked_room("m") as open_room:
            for _ in range(READ_AT_ONCE // 2 + AT_ONCE):
                asked = open_room.room.do(0, Draw(), hall.time.now(), hall.rng)
                asked += open_room.room.do(1, Decline(), hall.time.now(), hall.rng)
                await hall.writer.commit(new_entries(open_room.room, asked, clock.wall(), "p"))
            last = open_room.room.seq
        clock.time += IDLE + 1
        assert hall.rooms.sweep() == 0
        monkeypatch.setattr(Room, "repeat", counting)
        ticking = asyncio.create_task(tick())
        async with hall.locked_room("m") as open_room:
            assert open_room.room.seq == last
        ticking.cancel()
    assert repeated.total() == last > READ_AT_ONCE
    assert max(repeated.values()) <= 2 * AT_ONCE


async def test_the_lag_of_the_loop_is_measured_while_a_hall_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def sample(what: str) -> float:
        return metrics.registry.get_sample_value(f"parlour_loop_lag_seconds_{what}") or 0.0

    count, total = sample("count"), sample("sum")
    monkeypatch.setattr(loop_lag, "INTERVAL", -5.0)  # who sleeps should have woken up 5 seconds ago
    async with open_hall(tmp_path) as hall:
        await hall.start()
        await until(lambda: sample("count") > count)
    assert sample("sum") >= total + 5.0


def test_games_are_loaded_before_anybody_comes(tmp_path: Path):
    """The first match of a game after a start held everybody up while the game was imported."""
    look = (
        "import asyncio, sys\n"
        "from parlour.hall.operating.config import Config\n"
        "from parlour.hall.services import open_services\n"
        "from parlour.table.registry import games\n"
        "async def main():\n"
        "    services = await open_services(Config(database=sys.argv[1]))\n"
        "    late = [s for s in games() if f'parlour.games.{s}.rules' not in sys.modules]\n"
        "    await services.close()\n"
        "    sys.exit(f'not loaded: {late}' if late else 0)\n"
        "asyncio.run(main())\n"
    )
    address = f"sqlite:{tmp_path / 'hall.db'}"
    done = subprocess.run([sys.executable, "-c", look, address], check=False)
    assert done.returncode == 0
