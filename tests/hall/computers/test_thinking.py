"""Computers' seats: whatever fails, the other players are not left waiting."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.computers import thinking
from parlour.hall.computers.port import Busy, ComputerFailed
from parlour.hall.computers.workers import Workers
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.table.clock import TimeControl
from parlour.wire.operations import Act, Resign, Sit, Undo
from tests.hall.halls import one_round, open_hall, people, seated

OCCUPANTS = [*people("ann"), Sit("Computer", "computer", player="random")]

Choose = Callable[[str, int], Awaitable[str]]


class Scripted:
    """A computer that does what a test says."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.asked: list[float | None] = []

    async def choose(
        self, terms: MatchTerms, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        self.asked.append(left)
        return await self._choose(line, len(self.asked))

    def refuse_if_busy(self, person: str) -> None:
        pass


@pytest.fixture
async def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    monkeypatch.setattr(thinking, "AGAIN", 0.01)
    halls: list[Hall] = []

    async def with_computer(choose: Choose) -> Hall:
        halls.append(await open_hall(tmp_path / "hall.db", Scripted(choose)))
        return halls[-1]

    yield with_computer
    for hall in halls:
        await hall.close()


async def moved(hall: Hall, action: str = "a1") -> Room:
    """Ann moves, and the computer after her."""
    await hall.do("m", 0, Act(action), action)
    return await settled(hall)


async def settled(hall: Hall) -> Room:
    async with asyncio.timeout(5):
        await asyncio.gather(*hall.runtime.errands)
    async with hall.locked_room("m") as open_room:
        assert open_room.seats_thinking == set()
        return open_room.room


async def test_it_acts_when_it_is_its_turn(opened: Any):
    async def choose(line: str, count: int) -> str:
        return "swap"

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS)
    room = await moved(hall)
    assert room.match
    assert [event.what for event in room.match.events] == ["a1", "swap"]


async def test_a_computer_that_fails_resigns_and_the_failure_is_logged(
    opened: Any, caplog: pytest.LogCaptureFixture
):
    async def choose(line: str, count: int) -> str:
        raise ComputerFailed("hall.computer_failed", player="random", reason="it hangs")

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS)
    room = await moved(hall)
    assert room.match
    assert room.match.outcome
    assert room.match.outcome.winners == (0,)
    assert room.match.outcome.code == "resign"
    assert "seat 1 in match m failed: ComputerFailed" in caplog.text


@pytest.mark.parametrize("text", ["z99", "a1", "\x00", "x" * 5000, ""])
async def test_a_computer_that_answers_nonsense_resigns(opened: Any, text: str):
    async def choose(line: str, count: int) -> str:
        return text

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS)
    room = await moved(hall)
    assert room.over


async def test_an_error_of_ours_is_logged_without_its_message(
    opened: Any, caplog: pytest.LogCaptureFixture
):
    async def choose(line: str, count: int) -> str:
        raise KeyError("a hidden hero on c3")

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS)
    assert (await moved(hall)).over
    assert "KeyError in test_thinking.py" in caplog.text
    assert "hero" not in caplog.text


async def test_a_busy_computer_is_asked_again(opened: Any, caplog: pytest.LogCaptureFixture):
    async def choose(line: str, count: int) -> str:
        if count < 3:
            raise Busy(20)
        return "swap"

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS)
    room = await moved(hall)
    assert not room.over
    assert room.to_move() == (0,)
    assert caplog.text.count("has to wait") == 2


async def test_a_database_that_is_away_for_a_while(opened: Any, monkeypatch: pytest.MonkeyPatch):
    async def choose(line: str, count: int) -> str:
        return "swap"

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS)
    write, failed = hall.database.write, 0

    async def sometimes(statements: Any) -> None:
        nonlocal failed
        if '"swap"' in str(statements) and failed < 3:
            failed += 1
            raise DatabaseUnavailable("hall.store_away", reason="it is full")
        await write(statements)

    monkeypatch.setattr(hall.database, "write", sometimes)
    hall.runtime.every(hall.heartbeat.interval, "heartbeat", hall.heartbeat.beat)
    room = await moved(hall)
    assert failed == 3
    assert room.match
    assert [event.what for event in room.match.events] == ["a1", "swap"]


async def test_a_take_back_during_a_search_starts_a_new_request(opened: Any):
    """The position of its request is gone: its answer is not used, and is no failure."""
    go_on, lines = asyncio.Event(), []

    async def choose(line: str, count: int) -> str:
        lines.append(line)
        if count == 1:
            await go_on.wait()
        return "swap"

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS, rated=False)
    await hall.do("m", 0, Act("a1"), "one")
    await asyncio.sleep(0.01)
    await hall.do("m", 0, Undo(), "undo")
    await hall.do("m", 0, Act("c3"), "two")
    go_on.set()
    room = await settled(hall)
    assert room.match
    assert [event.what for event in room.match.events] == ["c3", "swap"]
    assert len(lines) == 2
    assert lines[0] != lines[1]


async def test_a_match_that_ends_while_it_thinks(opened: Any, caplog: pytest.LogCaptureFixture):
    go_on = asyncio.Event()

    async def choose(line: str, count: int) -> str:
        await go_on.wait()
        return "swap"

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS)
    await hall.do("m", 0, Act("a1"), "one")
    await asyncio.sleep(0.01)
    await hall.do("m", 0, Resign(), "resign")
    go_on.set()
    room = await settled(hall)
    assert room.match
    assert room.match.outcome
    assert room.match.outcome.winners == (1,)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_the_request_contains_the_time_on_the_clock(opened: Any):
    async def choose(line: str, count: int) -> str:
        return "swap"

    hall = await opened(choose)
    await seated(hall, "m", OCCUPANTS, control=TimeControl.read("90s"))
    await moved(hall)
    (left,) = hall.computers.asked
    assert 80 < left <= 90


async def test_after_a_restart_the_computer_plays_on(opened: Any, tmp_path: Path):
    async def never(line: str, count: int) -> str:
        await asyncio.Event().wait()
        return ""

    async def choose(line: str, count: int) -> str:
        return "swap"

    before = await opened(never)
    await seated(before, "m", OCCUPANTS)
    await seated(before, "n", people("ann", "ben"))
    await before.do("m", 0, Act("a1"), "one")
    hall = await opened(choose)
    await one_round(hall)
    assert (await settled(hall)).to_move() == (0,)


async def test_four_computers_play_a_whole_match_in_workers(tmp_path: Path):
    workers = Workers(1)
    hall = await open_hall(tmp_path / "hall.db", workers)
    try:
        occupants = [Sit(f"Computer {n}", "computer", player="random") for n in range(4)]
        await seated(hall, "m", occupants, "knights")
        async with asyncio.timeout(60):
            while hall.runtime.errands:
                await asyncio.gather(*hall.runtime.errands)
        async with hall.locked_room("m") as open_room:
            assert open_room.room.over
            assert open_room.room.match
            assert {"resign"}.isdisjoint(event.kind for event in open_room.room.match.events)
    finally:
        await hall.close()
        await workers.close()
