"""The calls of lichess-bot's loop, in its order and with what it reads of the answers.

It has no package of its own; the calls were read from its sources (lichess.py, lichess_bot.py,
model.py, matchmaking.py), the calls only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
import requests

from tests.hall.api.test_berserk import Player, patience
from tests.hall.running import RunningHall

__all__ = ["patience"]


@pytest.fixture
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with RunningHall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall.address


def lines(response: requests.Response) -> Iterator[Any]:
    for line in response.iter_lines():
        if line:
            yield json.loads(line)


def test_what_lichess_bot_calls_is_answered(address: str):
    with (
        closing(Player(address)) as bot,
        closing(Player(address)) as other,
        requests.Session() as session,
    ):
        session.headers["Authorization"] = f"Bearer {bot.token}"

        def get(path: str, **more: Any) -> requests.Response:
            answer = session.get(address + path, timeout=15, **more)
            answer.raise_for_status()
            return answer

        def post(path: str, **more: Any) -> Any:
            answer = session.post(address + path, timeout=15, **more)
            answer.raise_for_status()
            return answer.json()

        # It begins: is the token good, who am I, what is going on?
        assert "bot:play" in post("/api/token/test", data=bot.token)[bot.token]["scopes"].split(",")
        profile = get("/api/account").json()
        assert profile["username"] == bot.name
        assert profile["perfs"]["brique"]["rating"] == 1500
        assert get("/api/account/playing").json()["nowPlaying"] == []

        # A challenge that it does not support, and one that it takes.
        unwanted = other.ask(bot)
        wanted = other.ask(bot, clock_limit=300, clock_increment=2, color="black")
        with get("/api/stream/event", stream=True) as stream:
            events = lines(stream)
            for id in (unwanted, wanted):
                challenge = next(e for e in events if e["type"] == "challenge")["challenge"]
                assert challenge["id"] == id
                for field in ("rated", "speed", "color", "finalColor", "timeControl"):
                    assert field in challenge
                assert challenge["variant"]["key"] == "brique"
                assert challenge["perf"]["name"]
                assert challenge["challenger"]["name"] == other.name
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            post(f"/api/challenge/{unwanted}/decline", data="reason=timeControl", headers=form)
            post(f"/api/challenge/{wanted}/accept")
            game = next(e for e in events if e["type"] == "gameStart")["game"]
            assert (game["id"], game["opponent"]["username"]) == (wanted, other.name)
            assert game["secondsLeft"] <= 300
            assert isinstance(game["isMyTurn"], bool)

            play(get, post, bot, other, wanted)
            assert next(e for e in events if e["type"] == "gameFinish")["game"]["id"] == wanted

            # It looks whether it is seen, and for somebody to challenge.
            assert get("/api/users/status", params={"ids": profile["id"]}).json()[0]["online"]
            bots = [json.loads(line) for line in get("/api/bot/online").text.split("\n") if line]
            assert [one["username"] for one in bots] == [bot.name]
            assert not get(f"/api/user/{other.name}").json().get("blocking")
            sent = {"rated": False, "variant": "brique", "clock.limit": 60, "clock.increment": 1}
            made = post(f"/api/challenge/{other.name}", json=sent)["id"]
            post(f"/api/challenge/{made}/cancel")
            made = post(f"/api/challenge/{other.name}", json=sent)["id"]
            other.client.bots.decline_challenge(made, reason="later")
            declined = next(e for e in events if e["type"] == "challengeDeclined")["challenge"]
            assert declined["declineReasonKey"] == "later"
            assert declined["destUser"]["name"] == other.name


def play(get: Any, post: Any, bot: Player, other: Player, id: str) -> None:
    """A game as it plays one: greetings, moves, a take-back that it allows, the record."""
    with get(f"/api/bot/game/stream/{id}", stream=True) as stream:
        states = lines(stream)
        full = next(states)
        assert (full["id"], full["white"]["name"]) == (id, bot.name)
        assert full["clock"] == {"initial": 300_000, "increment": 2_000}
        for field in ("speed", "perf", "variant", "createdAt", "initialFen"):
            assert field in full
        for room in ("player", "spectator"):
            post(f"/api/bot/game/{id}/chat", data={"room": room, "text": "Hello!"})
        move = full["state"]["legal"][0]
        post(f"/api/bot/game/{id}/move/{move}", params={"offeringDraw": "false"})
        other.play(id)
        other.client.board.offer_takeback(id)
        next(s for s in states if s.get("btakeback"))
        post(f"/api/bot/game/{id}/takeback/yes")
        next(s for s in states if s.get("moves") == move and not s.get("btakeback"))
        other.client.bots.resign_game(id)
        over = next(s for s in states if s.get("status", "started") != "started")
        assert (over["status"], over["winner"]) == ("resign", "white")
        assert {"wtime", "btime", "winc", "binc"} <= over.keys()
    assert get(f"/game/export/{id}").text.startswith("[Event ")
