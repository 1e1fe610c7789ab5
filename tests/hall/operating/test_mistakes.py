"""Errors in a game: the room is restored, the client is answered, and the error is logged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from parlour.hall.audience.audience import Audience
from parlour.hall.operating import metrics
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.room import Room
from parlour.wire.operations import Act, Resign
from tests.hall.small_rooms import SessionClient, new_terms, open_hall, open_match


def counted(name: str) -> float:
    return metrics.registry.get_sample_value(f"parlour_{name}_total") or 0.0


async def entered(hall: Hall, *codes: str) -> SessionClient:
    talk = SessionClient(hall)
    await talk.send("enter", match="m", codes=codes)
    return talk


def fail_once(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, *, after: bool = False
) -> None:
    """Let a method fail the next time it is called, before it has done anything or after."""
    method: Callable[..., Any] = getattr(owner, name)
    left = [True]

    def failing(*given: Any, **named: Any) -> Any:
        if left and not after:
            left.clear()
            raise ZeroDivisionError("hidden things")
        done = method(*given, **named)
        if left:
            left.clear()
            raise ZeroDivisionError("hidden things")
        return done

    monkeypatch.setattr(owner, name, failing)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("operation", [Act("a1"), Resign()])
async def test_an_error_in_a_game_is_answered_and_the_room_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: bool, operation: Act | Resign
):
    """The room stayed locked until a restart, and the client waited for ever."""
    before = counted("mistakes")
    async with open_hall(tmp_path) as hall, asyncio.timeout(10):
        codes = await open_match(hall, new_terms())
        ann, ben = await entered(hall, codes[0]), await entered(hall, codes[1])
        fail_once(monkeypatch, Room, "do", after=after)
        with capture_logs() as log:
            told = await ann.do(operation, v=2)
        if isinstance(operation, Act):  # tried once more on a room made anew
            assert "did" in [frame["t"] for frame in told]
        else:
            answers = [frame["d"] for frame in told if frame["t"] == "error"]
            assert [(d["code"], d["command"]) for d in answers] == [("mistake", "c")]
            assert "did" in [frame["t"] for frame in await ann.do(operation, command="again")]
        assert [(line["match"], line["error"]) for line in log] == [("m", "ZeroDivisionError")]
        assert "hidden things" not in str(log)
        assert counted("mistakes") == before + 1
        assert ben.listener.frames()[-1]["v"] == 3, "the others are up to date"


async def test_a_game_that_always_fails_is_answered_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise KeyError("hidden things")

    async with open_hall(tmp_path) as hall, asyncio.timeout(10):
        codes = await open_match(hall, new_terms())
        ann = await entered(hall, codes[0])
        monkeypatch.setattr(Room, "do", fail)
        for number in range(3):
            told = await ann.do(Act("a1"), command=f"c{number}", v=2)
            errors = [frame["d"] for frame in told if frame["t"] == "error"]
            assert [(d["code"], d["command"]) for d in errors] == [("mistake", f"c{number}")]
        monkeypatch.undo()
        assert "did" in [frame["t"] for frame in await ann.do(Act("a1"), command="c4", v=2)]


async def test_a_written_move_whose_publication_fails_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall, asyncio.timeout(10):
        codes = await open_match(hall, new_terms())
        ann, ben = await entered(hall, codes[0]), await entered(hall, codes[1])
        fail_once(monkeypatch, Audience, "publish")
        told = await ann.do(Act("a1"), v=2)
        assert "c" in [frame["d"].get("command") for frame in told if frame["t"] == "ack"]
        assert [frame["v"] for frame in ben.listener.frames("room")][-1] == 3


async def test_a_view_that_fails_affects_only_its_viewers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    show = Audience.send_room

    def fail_for_spectators(self: Audience, listener: Any, known: int | None = None) -> None:
        if not listener.seats:
            raise ZeroDivisionError
        show(self, listener, known)

    async with open_hall(tmp_path) as hall, asyncio.timeout(10):
        codes = await open_match(hall, new_terms())
        ann, watcher = await entered(hall, codes[0]), await entered(hall)
        monkeypatch.setattr(Audience, "send_room", fail_for_spectators)
        hall.rooms.diverged.add("m")
        await hall.rooms.visit("m")
        assert ann.listener.frames()[-1]["t"] == "room"
        assert watcher.listener.frames()[-1]["d"]["code"] == "mistake"
        assert "did" in [frame["t"] for frame in await ann.do(Act("a1"), v=2)]


async def test_moves_are_counted_when_they_are_written(tmp_path: Path):
    before = counted("moves")
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        await hall.do("m", 0, Act("a1"), "one")
        await hall.do("m", 0, Act("a1"), "one")  # it was done before
        await hall.do("m", 1, Resign(), "two")
    assert counted("moves") == before + 1
