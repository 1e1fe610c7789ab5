"""Bots: a client written for lichess's shapes plays here, and so does the bot of docs/bots.md."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

import parlour
from parlour.hall.api import streams
from parlour.hall.api.lichess import event_streams, formats
from parlour.hall.services import Services
from parlour.table.match import Match
from tests import ROOT
from tests.hall.api.asgi import Client, guest, make_services, member

Both = tuple[Services, Any]
PAGE = ROOT / "docs" / "bots.md"


@pytest.fixture
async def services_and_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Both]:
    monkeypatch.setattr(event_streams, "POLL_INTERVAL", 0.02)
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.2)
    async with make_services(tmp_path) as both:
        yield both


FORM = {"variant": "brique", "settings.size": "5", "color": "white", "clock.limit": "300",
        "clock.increment": "2"}  # fmt: skip


async def begun(services_and_app: Both) -> tuple[Client, Client, str]:
    """Two accounts in a match: the first has challenged the second."""
    services, app = services_and_app
    ann, bot = await member(services, app, "ann"), await member(services, app, "robot", "bot")
    made = (await ann.post("/api/challenge/Robot", form=FORM)).json()
    assert (await bot.post(f"/api/challenge/{made['id']}/accept")).json() == {"ok": True}
    return ann, bot, made["id"]


async def test_a_challenge_is_heard_accepted_and_begins(services_and_app: Both):
    services, app = services_and_app
    ann, bot = await member(services, app, "ann"), await member(services, app, "robot", "bot")
    async with bot.stream("/api/stream/event") as events:
        made = (await ann.post("/api/challenge/robot", form=FORM)).json()
        heard = await events.next("challenge")
        assert heard["challenge"]["id"] == made["id"]
        assert heard["challenge"]["challenger"]["name"] == "ann"
        assert heard["challenge"]["variant"]["key"] == "brique"
        clock = {"type": "clock", "limit": 300, "increment": 2, "show": "5+2"}
        assert heard["challenge"]["timeControl"] == clock
        await bot.post(f"/api/challenge/{made['id']}/accept")
        begun = await events.next("gameStart")
        assert begun["game"]["gameId"] == made["id"]
        assert begun["game"]["color"] == "black"
        assert begun["game"]["opponent"]["username"] == "ann"
        await ann.post(f"/api/bot/game/{made['id']}/resign")
        over = await events.next("gameFinish")
        assert over["game"]["status"]["name"] == "resign"


async def test_a_challenge_is_declined_and_another_withdrawn(services_and_app: Both):
    services, app = services_and_app
    ann, bot = await member(services, app, "ann"), await member(services, app, "robot", "bot")
    async with ann.stream("/api/stream/event") as own, bot.stream("/api/stream/event") as events:
        made = (await ann.post("/api/challenge/robot", FORM)).json()["id"]
        await events.next("challenge")
        await asyncio.sleep(0.1)  # the challenger's stream has seen it too
        assert (await bot.post(f"/api/challenge/{made}/decline")).status == 200
        assert (await own.next("challengeDeclined"))["challenge"]["id"] == made
        assert (await bot.post(f"/api/challenge/{made}/accept")).status == 404
        other = (await ann.post("/api/challenge/robot", FORM)).json()["id"]
        await events.next("challenge")
        assert (await ann.post(f"/api/challenge/{other}/cancel")).status == 200
        gone = await events.next("challengeCanceled")
        assert gone["challenge"]["id"] in (made, other)


async def test_a_match_is_streamed_from_the_full_state_on(services_and_app: Both):
    ann, bot, id = await begun(services_and_app)
    async with bot.stream(f"/api/bot/game/stream/{id}") as stream:
        full = await stream.next()
        assert full["type"] == "gameFull"
        assert (full["id"], full["white"]["name"], full["black"]["title"]) == (id, "ann", "BOT")
        assert full["clock"] == {"initial": 300_000, "increment": 2_000}
        state = full["state"]
        assert (state["type"], state["moves"], state["status"]) == ("gameState", "", "started")
        assert state["wtime"] <= 300_000
        assert "legal" not in state, "it is white's turn"
        assert (await ann.post(f"/api/bot/game/{id}/move/a1")).json() == {"ok": True}
        state = await stream.next("gameState")
        assert state["moves"] == "a1"
        match_game = parlour.game("brique", size=5)
        after = match_game.start().after(match_game.read(match_game.start(), "a1"))
        assert state["line"] == match_game.line(after)
        assert state["legal"] == [match_game.token(after, a) for a in after.actions()]
        await ann.post(f"/api/bot/game/{id}/chat", form={"room": "player", "text": "good luck"})
        chat = {"type": "chatLine", "room": "player", "username": "ann", "text": "good luck"}
        assert await stream.next("chatLine") == chat
        await ann.post(f"/api/bot/game/{id}/chat", form={"room": "spectator", "text": "hello"})
        assert await stream.line() == "", "a sign of life: the other player does not read it"
        read = [(await client.get(f"/api/bot/game/{id}/chat")).json() for client in (ann, bot)]
        assert [[line["text"] for line in lines] for lines in read] == [
            ["good luck", "hello"],
            ["good luck"],
        ]


async def test_draws_takebacks_and_ends(services_and_app: Both):
    ann, bot, id = await begun(services_and_app)
    await ann.post(f"/api/bot/game/{id}/move/a1")
    async with ann.stream(f"/api/bot/game/stream/{id}") as stream:
        await stream.next("gameFull")
        await ann.post(f"/api/bot/game/{id}/takeback/yes")
        assert (await stream.next("gameState"))["wtakeback"] is True
        await bot.post(f"/api/bot/game/{id}/takeback/no")
        assert (await stream.next("gameState"))["wtakeback"] is False
        await bot.post(f"/api/bot/game/{id}/draw/yes")
        assert (await stream.next("gameState"))["bdraw"] is True
        await ann.post(f"/api/bot/game/{id}/draw/yes")
        over = await stream.next("gameState")
        assert over["status"] == "draw"
        assert "winner" not in over
        await ann.post(f"/api/bot/game/{id}/rematch")
        new = (await bot.post(f"/api/bot/game/{id}/rematch")).json()["id"]
        shown = (await ann.get(f"/api/matches/{new}")).json()
        assert [chair["name"] for chair in shown["news"]["chairs"]] == ["robot", "ann"]


async def test_operations_that_bots_may_not_use(services_and_app: Both):
    services, app = services_and_app
    ann, bot, id = await begun(services_and_app)
    eve = await member(services, app, "eve")
    assert (await eve.post(f"/api/bot/game/{id}/move/a1")).status == 403
    assert (await eve.get(f"/api/bot/game/stream/{id}")).status == 403
    assert (await bot.post(f"/api/bot/game/{id}/move/a1")).status == 409, "not its turn"
    assert (await ann.post(f"/api/bot/game/{id}/move/z99")).status in (400, 409)
    assert (await ann.post("/api/challenge/nobody", form=FORM)).status == 404
    assert (await ann.post("/api/challenge/robot", form={**FORM, "clock.limit": "x"})).status == 400
    assert (await ann.post("/api/challenge/robot", form={"variant": "standard"})).status == 400
    assert (await ann.post("/api/challenge/robot", form={"variant": "feud"})).status in (200, 400)
    stranger = await guest(app)
    for path in ("/api/token", "/api/bot/account/upgrade", f"/api/bot/game/{id}/resign"):
        assert (await stranger.post(path)).status == 403
    assert (await ann.post("/api/bot/account/upgrade")).status == 403, "it has played"


async def test_an_account_becomes_a_bot_and_gets_a_token_that_lasts(services_and_app: Both):
    services, app = services_and_app
    new = await member(services, app, "fresh")
    assert (await new.post("/api/bot/account/upgrade")).json() == {"ok": True}
    token = (await new.post("/api/token")).json()["access_token"]
    account = (await Client(app, token).get("/api/account")).json()
    assert (account["id"], account["username"], account["title"]) == ("fresh", "fresh", "BOT")


@pytest.mark.parametrize("slug", parlour.games())
def test_the_words_of_any_match_lead_to_the_same_match(slug: str):
    match_game = parlour.game(slug)
    match, tokens = Match(match_game), formats.Tokens()
    for step in range(12):
        seat = match.state.acting()[0] if match.state.acting() else match.state.seat
        if match.outcome is not None:
            break
        actions = match.state.actions(seat)
        match.act(seat, actions[step % len(actions)])
        words = tokens.of(match, None)
        assert words == formats.Tokens().of(match, None), "read at once, or as they came"
        assert all(" " not in word for word in words)
        hidden = [event.hidden for event in match.record().seen_by(None).events]
        assert [word == formats.HIDDEN for word in words] == hidden


@asynccontextmanager
async def on_a_port(app: Any) -> AsyncGenerator[str]:
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, lifespan="off", log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve([listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
        listening.close()


async def test_the_bot_of_the_page_plays_a_match(services_and_app: Both, tmp_path: Path):
    services, app = services_and_app
    (text,) = re.findall(r"^```python file=bot.py\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    assert len([line for line in text.splitlines() if line]) <= 40
    bot = tmp_path / "bot.py"
    bot.write_text(text)
    ann, robot = await member(services, app, "ann"), await member(services, app, "robot", "bot")
    async with on_a_port(app) as address:
        command = [sys.executable, str(bot), address, robot.token]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            id = (await ann.post("/api/challenge/robot", form=FORM)).json()["id"]
            await ends(ann, id)
        finally:
            services.streams.close_all()
            process.kill()
            process.wait()
    shown = (await ann.get(f"/api/matches/{id}")).json()["news"]
    assert shown["status"] == "over"
    assert len(shown["moves"]["events"]) > 5


async def ends(ann: Client, id: str) -> None:
    """Play until it is over, always the first legal move."""
    for _ in range(100):
        if (await ann.get(f"/api/matches/{id}")).json()["news"]["status"] == "running":
            break
        await asyncio.sleep(0.1)
    async with asyncio.timeout(60), ann.stream(f"/api/bot/game/stream/{id}") as stream:
        while True:
            line = await stream.next("gameFull", "gameState")
            state = line.get("state", line)
            if state["status"] != "started":
                return
            if state.get("legal"):
                await ann.post(f"/api/bot/game/{id}/move/{state['legal'][0]}")


async def test_a_challenge_to_oneself_and_empty_chat_are_refused(services_and_app: Both):
    ann, _, id = await begun(services_and_app)
    oneself = await ann.post("/api/challenge/ann", form=FORM)
    assert (oneself.status, oneself.json()["code"]) == (400, "hall.own_challenge")
    for form in ({}, {"text": ""}, {"text": "\u200b"}):
        silent = await ann.post(f"/api/bot/game/{id}/chat", form=form)
        assert (silent.status, silent.json()["code"]) == (400, "hall.nothing_said")
