"""Tournaments of people over HTTP: join, play, withdraw, and go on after a restart."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.services import Services
from tests.hall.api.asgi import Client, guest, make_services, member

NEW = {"title": "Spring", "game": "brique", "settings": {"size": 5}, "clock": "5m+3s"}
Both = tuple[Services, Any]


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    async with make_services(tmp_path) as both:
        yield both


async def people(services: Services, app: Any, count: int) -> dict[str, Client]:
    return {f"p{i}": await member(services, app, f"p{i}") for i in range(count)}


async def begun(
    services: Services, app: Any, count: int, **more: Any
) -> tuple[str, dict[str, Client]]:
    """A tournament of so many, which the first has created and begun."""
    players = await people(services, app, count)
    made = await players["p0"].post("/api/tournaments", {**NEW, **more})
    assert made.status == 201, made.body
    id = made.json()["id"]
    for client in players.values():
        assert (await client.post(f"/api/tournaments/{id}/players")).status == 200
    answer = await players["p0"].post(f"/api/tournaments/{id}/start")
    assert answer.status == 200, answer.body
    return id, players


async def shown(client: Client, id: str) -> dict[str, Any]:
    return (await client.get(f"/api/tournaments/{id}")).json()


def names(tournament: dict[str, Any]) -> dict[int, str]:
    return {place["player"]: place["name"] for place in tournament["standings"]}


async def play_round(services: Services, app: Any, id: str, players: dict[str, Client]) -> None:
    """In every running match the player with the higher number resigns."""
    tournament = await shown(Client(app), id)
    for table in tournament["played"][-1]:
        if table["match"] and table["ranks"] is None:
            loser = names(tournament)[max(table["players"])]
            deed = {"command": "r", "deed": {"do": "resign"}}
            answer = await players[loser].post(f"/api/matches/{table['match']}/deeds", deed)
            assert answer.status == 200, answer.body
    await services.tournaments.bring_on_all()


async def test_a_swiss_is_played_to_its_end_and_nobody_meets_twice(both: Both):
    services, app = both
    id, players = await begun(services, app, 6, rounds=3)
    for _ in range(3):
        await play_round(services, app, id, players)
    found = await shown(Client(app), id)
    assert found["status"] == "over"
    assert [len(tables) for tables in found["played"]] == [3, 3, 3]
    met = Counter(frozenset(table["players"]) for tables in found["played"] for table in tables)
    assert set(met.values()) == {1}
    assert found["standings"][0]["name"] == "p0"
    assert found["standings"][0]["points"] == 3
    assert sum(place["points"] for place in found["standings"]) == 9


async def test_in_a_round_robin_everybody_meets_everybody(both: Both):
    services, app = both
    id, players = await begun(services, app, 4, format="round-robin")
    for _ in range(3):
        await play_round(services, app, id, players)
    found = await shown(Client(app), id)
    assert found["status"] == "over"
    assert [place["points"] for place in found["standings"]] == [3, 2, 1, 0]
    assert [place["rank"] for place in found["standings"]] == [1, 2, 3, 4]


async def test_an_odd_player_has_a_bye_of_a_point_and_another_one_the_next_time(both: Both):
    services, app = both
    id, players = await begun(services, app, 5, rounds=3)
    for _ in range(3):
        await play_round(services, app, id, players)
    found = await shown(Client(app), id)
    free = [t["players"][0] for tables in found["played"] for t in tables if not t["match"]]
    assert len(set(free)) == 3
    assert sum(place["points"] for place in found["standings"]) == 9


async def test_tables_of_four_are_paired_too(both: Both):
    services, app = both
    id, _ = await begun(services, app, 8, game="knights", settings={}, rounds=2)
    found = await shown(Client(app), id)
    assert [len(table["players"]) for table in found["played"][0]] == [4, 4]


async def test_whoever_withdraws_is_not_paired_again(both: Both):
    services, app = both
    id, players = await begun(services, app, 6, rounds=3)
    await players["p3"].post(f"/api/tournaments/{id}/withdrawal")
    await play_round(services, app, id, players)
    found = await shown(Client(app), id)
    gone = next(place for place in found["standings"] if place["name"] == "p3")
    assert gone["withdrawn"]
    assert all(gone["player"] not in table["players"] for table in found["played"][1])
    assert gone["matches"] == 1


async def test_the_next_round_waits_for_the_last_match(both: Both):
    services, app = both
    id, _ = await begun(services, app, 4, rounds=2)
    for _ in range(3):
        await services.tournaments.bring_on_all()
    found = await shown(Client(app), id)
    assert len(found["played"]) == 1
    assert all(table["ranks"] is None for table in found["played"][0])


async def test_after_a_restart_the_tournament_goes_on_with_the_same_pairings(tmp_path: Path):
    async with make_services(tmp_path) as (services, app):
        id, players = await begun(services, app, 4, rounds=2)
        before = await shown(Client(app), id)
        tokens = {name: client.token for name, client in players.items()}
    async with make_services(tmp_path) as (services, app):
        again = {name: Client(app, token) for name, token in tokens.items()}
        assert await shown(Client(app), id) == before
        await play_round(services, app, id, again)
        assert len((await shown(Client(app), id))["played"]) == 2


async def test_who_may_do_what(both: Both):
    services, app = both
    players = await people(services, app, 2)
    visitor, stranger = await guest(app), Client(app)
    assert (await visitor.post("/api/tournaments", NEW)).status == 403
    id = (await players["p0"].post("/api/tournaments", NEW)).json()["id"]
    assert (await visitor.post(f"/api/tournaments/{id}/players")).status == 403
    assert (await stranger.get(f"/api/tournaments/{id}")).status == 200
    assert (await players["p1"].post(f"/api/tournaments/{id}/start")).status == 403
    few = await players["p0"].post(f"/api/tournaments/{id}/start")
    assert few.status >= 400
    assert few.json()["code"] == "hall.tournament_few"
    assert (await stranger.get("/api/tournaments/0123456789")).status == 404
    listed = (await stranger.get("/api/tournaments")).json()
    assert [(each["id"], each["players"]) for each in listed] == [(id, 0)]


async def test_wrong_steps_are_refused_with_a_sentence(both: Both):
    services, app = both
    players = await people(services, app, 3)
    without_clock = await players["p0"].post("/api/tournaments", {**NEW, "clock": ""})
    assert without_clock.json()["code"] == "hall.tournament_clock"
    id = (await players["p0"].post("/api/tournaments", NEW)).json()["id"]
    out = await players["p1"].post(f"/api/tournaments/{id}/withdrawal")
    assert out.json()["code"] == "hall.tournament_not_in"
    for name in ("p0", "p1"):
        await players[name].post(f"/api/tournaments/{id}/players")
    twice = await players["p1"].post(f"/api/tournaments/{id}/players")
    assert twice.json()["code"] == "hall.tournament_joined"
    await players["p0"].post(f"/api/tournaments/{id}/start")
    for path in ("players", "start"):
        late = await players["p2" if path == "players" else "p0"].post(
            f"/api/tournaments/{id}/{path}"
        )
        assert late.json()["code"] == "hall.tournament_begun"


async def test_withdrawing_before_the_start_and_joining_again(both: Both):
    services, app = both
    players = await people(services, app, 2)
    id = (await players["p0"].post("/api/tournaments", NEW)).json()["id"]
    for step in ("players", "withdrawal", "players"):
        assert (await players["p1"].post(f"/api/tournaments/{id}/{step}")).status == 200
    found = await shown(Client(app), id)
    assert [(place["name"], place["withdrawn"]) for place in found["standings"]] == [("p1", False)]
