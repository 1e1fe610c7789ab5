"""What a session tells beside the moves: who watches, and what a path would do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parlour.hall.audience import presence
from parlour.hall.people.authorise import User
from parlour.hall.storage import store
from parlour.wire.operations import Act, Sit
from tests.hall.connections.test_session import seated
from tests.hall.small_rooms import new_terms, open_hall, open_match


async def test_spectators_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(presence, "COUNTING", 0.0)
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        player = await seated(hall, 0)
        watchers = [await seated(hall, None) for _ in range(3)]
        assert watchers[2].listener.last()["d"]["news"]["spectators"] == 3
        await asyncio.gather(*hall.runtime.errands)
        watching = {"t": "watching", "v": 2, "d": {"count": 3}}
        for client in (player, *watchers):
            assert client.listener.frames("watching") == [watching]
        await watchers[0].send("leave")
        await asyncio.gather(*hall.runtime.errands)
        assert player.listener.last()["d"] == {"count": 2}


async def test_whose_invitation_was_used_by_another_watches(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms(), seated=False)
        watcher, first = await seated(hall, None, User()), await seated(hall, 0)
        late = await seated(hall, 0, User("p2"))
        await first.do(Sit("Ann"), "s")
        assert late.session.seats == ()
        for client in (watcher, first, late):
            assert client.listener.frames("watching") == [
                {"t": "watching", "v": 1, "d": {"count": 2}}
            ]


async def test_a_preview_tells_what_a_path_would_do_and_does_nothing(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk, other = await seated(hall, 0), await seated(hall, 1)
        watcher = await seated(hall, None)
        (previewed,) = await talk.send("preview", id="p1", path=["a1"])
        assert (previewed["t"], previewed["d"]["id"]) == ("previewed", "p1")
        assert [piece["site"] for piece in previewed["d"]["changes"]["put"]] == ["a1"]
        assert previewed["d"]["sentence"]["id"] == "brique.placed"
        for client, path in ((talk, ["b7"]), (talk, []), (other, ["a1"]), (watcher, ["a1"])):
            (nothing,) = await client.send("preview", id="p2", path=path)
            assert nothing["d"] == {"id": "p2"}
        assert len(await store.load_entries(hall.database, "m")) == 2
        (did,) = await talk.do(Act("a1"), "x", v=2)
        assert did["d"]["changes"] == previewed["d"]["changes"] | {
            name: did["d"]["changes"][name] for name in ("marks",)
        }
        await talk.send("leave")
        (error,) = await talk.send("preview", id="p3", path=["a1"])
        assert (error["d"]["code"], error["d"]["command"]) == ("forbidden", "p3")
