"""Who reads what is said in a room, and what whoever enters late is told of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour.hall.audience import chat
from parlour.hall.people.authorise import User
from tests.hall.connections.test_session import refusal, seated
from tests.hall.doubles import ManualClock
from tests.hall.small_rooms import SessionClient, new_terms, open_hall, open_match


async def said_by(clients: list[SessionClient], speaker: int, **said: Any) -> list[int]:
    """Who of these reads it."""
    for client in clients:
        client.listener.clear()
    await clients[speaker].send("say", **said)
    return [number for number, client in enumerate(clients) if client.listener.frames("said")]


async def test_players_and_spectators_can_talk_among_themselves(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        clients = [
            await seated(hall, seat, User(f"p{number}", f"P{number}", "guest"))
            for number, seat in enumerate((0, 1, None, None))
        ]
        assert await said_by(clients, 0, text="a") == [0, 1, 2, 3]
        assert await said_by(clients, 0, text="b", to="players") == [0, 1]
        assert await said_by(clients, 2, text="c", to="spectators") == [2, 3]
        assert await said_by(clients, 1, text="d", to="spectators") == [1, 2, 3]
        refused = await clients[2].send("say", text="e", to="players")
        assert "Only players" in refusal(refused, "forbidden")
        assert (await clients[2].send("say", text="e", to="Ann"))[0]["d"]["code"] == "bad"
        for code, texts in (("code m 0", ["a", "b"]), ("code m 1", ["a", "b", "d"]), ("", "acd")):
            late = SessionClient(hall, User())
            codes = [code] if code else []
            frames = await late.send("enter", match="m", codes=codes, heard=0)
            assert [f["d"]["text"] for f in frames if f["t"] == "said"] == [*texts]
        frames = await SessionClient(hall).send("enter", match="m")
        assert "said" not in [frame["t"] for frame in frames]


async def test_who_enters_late_is_told_the_last_messages_however_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(chat, "MOST_REPEATED", 3)
    clock = ManualClock()
    async with open_hall(tmp_path, clock) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        for number in range(5):
            clock.time += 3_600
            await talk.send("say", text=str(number))
        frames = await SessionClient(hall).send("enter", match="m", heard=0)
        assert [f["d"]["text"] for f in frames if f["t"] == "said"] == ["2", "3", "4"]
