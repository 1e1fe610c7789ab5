"""Names: nobody can impersonate another user."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.hall.people.accounts import NameTaken
from parlour.hall.people.authorise import User
from parlour.hall.people.names import account_name, guest_name, seat_name, skeleton
from parlour.hall.services import Services
from parlour.table.errors import BadText
from parlour.wire.operations import LONGEST_NAME
from tests.hall.api.asgi import Client, guest, make_services, member

MATCH = {"game": "brique", "settings": {"size": 3}, "seats": ["link", "link"]}


@pytest.fixture
async def services_and_app(tmp_path: Path) -> AsyncIterator[tuple[Services, Any]]:
    async with make_services(tmp_path) as both:
        yield both


async def names_at(client: Client, match: str) -> list[str]:
    news = (await client.get(f"/api/matches/{match}")).json()["news"]
    return [seat.get("name", "") for seat in news["chairs"]]


@pytest.mark.parametrize("name", ["Iris", "iris", "lris", "1RIS", "I r i s.", "Írìs", "Іrіs"])
async def test_a_guest_who_sits_as_the_name_of_an_account_is_seen_to_be_a_guest(
    services_and_app: tuple[Services, Any], name: str
):
    services, app = services_and_app
    iris, eve = await member(services, app, "Iris"), await guest(app, "Eve")
    made = (await iris.post("/api/matches", MATCH)).json()
    requests = [{"code": place["code"], "name": name} for place in made["seats"]]
    for seat, client in enumerate((iris, eve)):
        await client.post(f"/api/matches/{made['match']}/seats/{seat}", requests[seat])
    assert await names_at(iris, made["match"]) == ["Iris", f"{name} (guest)"]


@pytest.mark.parametrize("sign", ["|", "!", "\u00a1", "\u2758", "\u2223", "/", "(", "[", "\u2502"])
async def test_a_sign_that_may_pass_for_a_letter_makes_a_guest_look_like_one(
    services_and_app: tuple[Services, Any], sign: str
):
    services, app = services_and_app
    await member(services, app, "Alice")
    eve = await guest(app, "Eve")
    for name in (f"A{sign}ice", f"Al{sign}ce", "Alice (admin)"):
        made = (await eve.post("/api/matches", MATCH)).json()
        request = {"code": made["seats"][0]["code"], "name": name}
        await eve.post(f"/api/matches/{made['match']}/seats/0", request)
        assert (await names_at(eve, made["match"]))[0] == f"{name} (guest)"


@pytest.mark.parametrize("name", ["Eve", "Dr. Mary-Ann O'Neill", "Jos\u00e9", "eve_99"])
async def test_an_ordinary_name_of_a_guest_stays_as_it_is(
    services_and_app: tuple[Services, Any], name: str
):
    services, _ = services_and_app
    assert await seat_name(services.database, User(), name) == name


async def name_after_sitting_as(visitor: Client, name: str) -> str:
    """The name at the seat that a visitor takes under this name, in a new match."""
    made = (await visitor.post("/api/matches", MATCH)).json()
    seat = {"code": made["seats"][0]["code"], "name": name}
    await visitor.post(f"/api/matches/{made['match']}/seats/0", seat)
    return (await names_at(visitor, made["match"]))[0]


async def test_a_guest_with_a_name_of_her_own_is_called_by_it(
    services_and_app: tuple[Services, Any],
):
    services, app = services_and_app
    await member(services, app, "Iris")
    eve = await guest(app, "Eve")
    assert await name_after_sitting_as(eve, "Eve") == "Eve"


async def test_an_account_sits_under_its_own_name_whatever_it_asks_for(
    services_and_app: tuple[Services, Any],
):
    services, app = services_and_app
    await member(services, app, "Ann")
    eve = await member(services, app, "Eve")
    assert await name_after_sitting_as(eve, "Ann") == "Eve"


async def test_an_account_cannot_have_a_name_that_looks_like_another(
    services_and_app: tuple[Services, Any],
):
    services, _ = services_and_app
    await services.accounts._create("1", "Milo-01", "account", None)
    for name in ("Milo-01", "MILO-01", "MiIo-0l", "milo-oI", "rnilo-01"):
        with pytest.raises(NameTaken):
            await services.accounts._create(name, name, "account", None)
    await services.accounts._create("2", "Milo-02", "account", None)


@given(st.text(max_size=80))
def test_no_guest_has_a_name_that_an_account_could_have(text: str):
    for name in (guest_name(text), guest_name(text, "x7f2"), guest_name(guest_name(text))):
        assert 0 < len(name) <= LONGEST_NAME
        assert name.endswith(")")
        assert "(guest" in name
        with pytest.raises(BadText):
            account_name(name)


@given(st.from_regex("[A-Za-z0-9_-]{2,20}", fullmatch=True))
def test_a_skeleton_has_itself_for_a_skeleton(name: str):
    assert skeleton(skeleton(name)) == skeleton(name) == skeleton(name.swapcase())


async def test_without_a_name_the_name_of_the_user_is_used(
    services_and_app: tuple[Services, Any],
):
    database, ann = services_and_app[0].database, User("1", "Ann (guest x7f2)", "guest")
    assert await seat_name(database, ann, "") == "Ann (guest x7f2)"
    assert await seat_name(database, ann, ann.name) == "Ann (guest x7f2)"
    assert await seat_name(database, User(), "") == "Anonymous (guest)"
    with pytest.raises(BadText):
        await seat_name(database, User(), "\u200b")


async def test_a_rated_match_is_for_accounts(services_and_app: tuple[Services, Any]):
    services, app = services_and_app
    ann, eve = await member(services, app, "Ann"), await guest(app, "Eve")
    rated = {**MATCH, "seats": ["me", "anyone"], "rated": True}
    refused = await eve.post("/api/matches", rated)
    assert (refused.status, refused.json()["code"]) == (403, "hall.rated")
    made = (await ann.post("/api/matches", rated)).json()
    refused = await eve.post(f"/api/matches/{made['match']}/seats/1", {})
    assert (refused.status, refused.json()["code"]) == (403, "hall.rated")
    ben = await member(services, app, "Ben")
    assert (await ben.post(f"/api/matches/{made['match']}/seats/1", {})).status == 201


async def test_a_guest_with_the_link_to_a_rated_match_is_told_why_not(
    services_and_app: tuple[Services, Any],
):
    services, app = services_and_app
    ann, eve = await member(services, app, "Ann"), await guest(app, "Eve")
    made = (await ann.post("/api/matches", {**MATCH, "rated": True})).json()
    command = {"command": "c", "deed": {"do": "sit", "name": "Eve"}, "seat": 1}
    code = made["seats"][1]["code"]
    refused = await eve.post(f"/api/matches/{made['match']}/deeds", command, Parlour_Code=code)
    assert (refused.status, refused.json()["code"]) == (403, "hall.rated")
