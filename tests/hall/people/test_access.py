"""Permissions: every role at every route, allowed and refused; and what ends on withdrawal."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.app import policy_of
from parlour.hall.people import authorise as policies
from parlour.hall.services import Services
from tests.hall.api.asgi import Client, guest, make_services, member

Both = tuple[Services, Any]


@pytest.fixture
async def services_and_app(tmp_path: Path) -> AsyncIterator[Both]:
    async with make_services(tmp_path) as both:
        yield both


# ---- every role at every route ------------------------------------------------------------------

ROLES = ("nobody", "guest", "account", "bot", "admin")
LEAST: dict[policies.Policy | None, tuple[str, ...]] = {
    policies.anybody: ROLES,
    policies.signed_in: ROLES[1:],
    policies.has_account: ROLES[2:],
    policies.is_admin: ROLES[4:],
}
REFUSALS = {"hall.sign_in", "hall.account_needed", "hall.forbidden"}
OWN_RULES = {"/api/account", "/metrics"}  # which refuse by more than the role
VALUES = {
    "match": "0123456789", "game_id": "0123456789", "seat": "0", "language": "en", "move": "a1",
    "accept": "yes", "username": "nobody", "name": "nobody", "session": "0123456789abcdef",
    "path": "nothing",
}  # fmt: skip


def filled(path: str) -> str:
    """The address of a route, with something for each of its values."""
    return re.sub(r"\{(\w+):\w+\}", lambda found: VALUES.get(found[1], "1"), path)


async def test_every_role_is_let_in_where_the_route_says_so_and_nowhere_else(
    services_and_app: Both,
):
    services, app = services_and_app
    people = {
        "nobody": Client(app),
        "guest": await guest(app),
        **{kind: await member(services, app, f"an-{kind}", kind) for kind in ROLES[2:]},
    }
    wrong: list[str] = []
    routes = 0
    for route in app._http.routes:
        for handler in route.route_handlers:
            for method in sorted(handler.http_methods - {"OPTIONS"}):
                allowed = LEAST[policy_of(handler)]
                if "stream" in route.path or route.path in OWN_RULES or method == "HEAD":
                    continue
                routes += 1
                for role, user in people.items():
                    body = None if method == "GET" else {}
                    answer = await user.ask(method, filled(route.path), body)
                    refused = answer.status == 403 and answer.json()["code"] in REFUSALS
                    if refused != (role not in allowed):
                        wrong.append(f"{method} {route.path}: {role} got {answer.status}")
                    if (method, route.path) == ("DELETE", "/api/sessions") and role != "nobody":
                        people[role] = (
                            await guest(app)
                            if role == "guest"
                            else await member(services, app, f"new-{role}", role)
                        )
                    if route.path == "/api/bot/account/upgrade" and role == "account":
                        people[role] = await member(services, app, "another", "account")
                    if route.path == "/api/bot/account/upgrade" and role == "admin":
                        people[role] = await member(services, app, "boss", "admin")
    assert wrong == []
    assert routes > 30


# ---- what a record shows ------------------------------------------------------------------------


async def test_a_record_shows_a_spectator_nothing_hidden_no_chat_and_no_secrets(
    services_and_app: Both,
):
    services, app = services_and_app
    ann, bob = await guest(app), await guest(app, "Bob")
    new_match = {"game": "chessicle", "settings": {"deployment": "hidden"}, "seats": ["me", "link"]}
    made = (await ann.post("/api/matches", new_match)).json()
    path = f"/api/matches/{made['match']}"
    invitation = made["seats"][1]["code"]
    seated = (await bob.post(f"{path}/seats/1", {"code": invitation})).json()
    async with services.hall.locked_room(made["match"]) as open_room:
        state = open_room.room.playing().state
        hidden = open_room.room.game.write(state, state.actions(0)[0])
    deploy = {"command": "1", "deed": {"do": "act", "action": hidden}, "seat": 0}
    assert (await ann.post(f"{path}/deeds", deploy)).status == 200
    assert (await ann.post(f"{path}/chat", {"text": "my hidden plan"})).status == 204
    secrets = [invitation, seated["code"], made["seats"][0]["code"], ann.token, bob.token]
    person = (await ann.get("/api/account")).json()["person"]
    for asker in (Client(app), ann, bob):
        answer = await asker.get(f"{path}/record")
        assert answer.status == 200
        assert any(event.get("hidden") for event in answer.json()["events"])
        for secret in (hidden, "my hidden plan", person, *secrets):
            assert secret not in answer.body.decode()


# ---- work has a price ---------------------------------------------------------------------------


async def test_a_match_needs_a_person(services_and_app: Both):
    _, app = services_and_app
    ann = await guest(app)
    new_match = {"game": "brique", "seats": ["computer:random", "computer:random"], "listed": False}
    answer = await ann.post("/api/matches", new_match)
    assert (answer.status, answer.json()["code"]) == (400, "hall.nobody_plays")


async def test_many_requests_to_computers_delay_only_their_own_user(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    services, app = services_and_app
    workers = services.workers
    assert workers is not None
    greedy, modest = await guest(app, "Greedy"), await guest(app, "Modest")
    person = (await greedy.get("/api/account")).json()["person"]
    monkeypatch.setattr(workers._queue, "_waiting", {person: [None] * 100})
    new_match = {"game": "brique", "seats": ["me", "computer:random"]}
    refused = await greedy.post("/api/matches", new_match)
    assert (refused.status, refused.json()["code"]) == (503, "hall.computers_busy")
    assert int(refused.headers["retry-after"]) > 1
    never = await greedy.post("/api/matches", {**new_match, "seats": ["computer:random"] * 2})
    assert (never.status, never.json()["code"]) == (400, "hall.nobody_plays"), "not later either"
    assert (await modest.post("/api/matches", new_match)).status == 201
    monkeypatch.undo()


async def test_the_lobby_has_pages_and_a_person_has_only_so_many_offers(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("parlour.hall.lists.lobby.LOBBY_PAGE", 2)
    services, app = services_and_app
    monkeypatch.setattr(services.matchmaking, "_most_open", 5)
    ann = await guest(app)
    new_match = {"game": "brique", "seats": ["me", "anyone"]}
    made = [(await ann.post("/api/matches", new_match)).json()["match"] for _ in range(5)]
    refused = await ann.post("/api/matches", new_match)
    assert (refused.status, refused.json()["code"]) == (429, "hall.too_many_open")
    seen: list[str] = []
    while page := (await ann.get(f"/api/matches{f'?before={seen[-1]}' if seen else ''}")).json():
        assert len(page) <= 2
        seen += [offer["match"] for offer in page]
    assert sorted(seen) == sorted(made)
    assert len(seen) == 5


async def test_a_page_of_the_lobby_goes_along_an_index(services_and_app: Both):
    """However many matches are open, none is looked at that is not on the page."""
    services, _ = services_and_app
    plan = await services.database.read(
        "explain query plan select o.id from matches o where o.status = 'open' and o.listed = 1"
        " and o.created <= 1 and (o.created < 1 or o.id < 'x')"
        " order by o.created desc, o.id desc limit 2"
    )
    told = " ".join(str(row[-1]) for row in plan)
    assert "matches_lobby" in told
    assert "TEMP B-TREE" not in told
