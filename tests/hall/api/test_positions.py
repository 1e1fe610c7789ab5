"""Positions made on the spot, over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

import parlour
from parlour.table.paths import Paths
from parlour.table.view import View
from tests.hall.api.asgi import Client, make_services

SMALL = {"size": 5, "pie": False}


async def test_a_position_is_made_on_the_spot(tmp_path: Path):
    async with make_services(tmp_path) as (_, app):
        for slug in parlour.games():
            game = parlour.game(slug)
            state = game.start()
            answer = (await Client(app).post("/api/try", {"game": slug})).json()
            assert msgspec.convert(answer["view"], View) == game.view(state, state.seat)
            assert Paths(answer["paths"]) == game.paths(state, state.seat)
            assert answer["board"]["cells"]


async def test_actions_lead_on_from_a_line(tmp_path: Path):
    game = parlour.game("brique", **SMALL)
    state = game.start()
    async with make_services(tmp_path) as (_, app):

        async def ask(**asked: Any) -> Any:
            body = {"game": "brique", "settings": SMALL, **asked}
            return (await Client(app).post("/api/try", body)).json()

        first = await ask(actions=["c3"])
        state.push(game.read(state, "c3"))
        assert first["line"] == game.line(state)
        then = await ask(line=first["line"], actions=["a1"])
        assert {piece["site"] for piece in then["view"]["pieces"]} == {"a1", "c3"}
        assert (await ask(actions=["c3", "c3"]))["code"] == "brique.taken"
        assert (await ask(line="nonsense"))["status"] == 400
        assert (await ask(actions=["a1"] * 51))["status"] == 400
        assert (await ask(settings={"size": 99}))["status"] == 400
        assert (await ask(game="chess"))["status"] == 400
        assert (await ask(new=1))["status"] == 400


async def test_what_is_set_up_in_secret_is_not_in_a_position_made_of_actions(tmp_path: Path):
    game = parlour.game("chessicle", deployment="hidden")
    state = game.start()
    text = game.write(state, state.actions(0)[5])
    asked = {"game": "chessicle", "settings": {"deployment": "hidden"}, "actions": [text]}
    async with make_services(tmp_path) as (_, app):
        answer = (await Client(app).post("/api/try", asked)).json()
    after = state.after(state.actions(0)[5], 0)
    assert msgspec.convert(answer["view"], View) == game.view(after, after.seat)
    assert answer["line"] == game.line(after, after.seat)


async def test_actions_may_be_the_numbers_of_paths(tmp_path: Path):
    async with make_services(tmp_path) as (_, app):
        client = Client(app)
        body = {"game": "brique", "settings": SMALL}
        paths = (await client.post("/api/try", body)).json()["paths"]
        by_number = (await client.post("/api/try", {**body, "actions": [paths["c3"]]})).json()
        assert by_number == (await client.post("/api/try", {**body, "actions": ["c3"]})).json()
        refused = await client.post("/api/try", {**body, "actions": [10**6]})
        assert refused.status == 409
