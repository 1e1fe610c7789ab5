"""Tournaments of people over HTTP."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from parlour.hall.api.dependencies import TournamentsDep, UserDep
from parlour.hall.people.authorise import anybody, has_account
from parlour.wire.http_types import NewTournament, TournamentListed, TournamentShown

TournamentId = Annotated[
    str, PathParameter(pattern="^[0-9a-f]{10}$", description="The id of a tournament")
]


@post("/api/tournaments", summary="Create a tournament", policy=has_account)
async def create_tournament(
    data: JSONBody[NewTournament], user: UserDep, tournaments: TournamentsDep
) -> TournamentShown:
    return await tournaments.create(user, data)


@get("/api/tournaments", summary="List the newest tournaments", policy=anybody)
async def list_tournaments(tournaments: TournamentsDep) -> list[TournamentListed]:
    return await tournaments.listed()


@get(
    "/api/tournaments/{tournament:str}",
    summary="Get a tournament with its standings and rounds",
    policy=anybody,
)
async def show_tournament(tournament: TournamentId, tournaments: TournamentsDep) -> TournamentShown:
    return await tournaments.show(tournament)


@post(
    "/api/tournaments/{tournament:str}/players",
    status_code=200,
    summary="Join a tournament that has not begun",
    policy=has_account,
)
async def join_tournament(
    tournament: TournamentId, user: UserDep, tournaments: TournamentsDep
) -> TournamentShown:
    return await tournaments.join(user, tournament)


@post(
    "/api/tournaments/{tournament:str}/withdrawal",
    status_code=200,
    summary="Withdraw from a tournament",
    policy=has_account,
)
async def withdraw_from_tournament(
    tournament: TournamentId, user: UserDep, tournaments: TournamentsDep
) -> TournamentShown:
    return await tournaments.withdraw(user, tournament)


@post(
    "/api/tournaments/{tournament:str}/start",
    status_code=200,
    summary="Begin your own tournament: pair its first round",
    policy=has_account,
)
async def begin_tournament(
    tournament: TournamentId, user: UserDep, tournaments: TournamentsDep
) -> TournamentShown:
    return await tournaments.begin(user, tournament)


ROUTES = [
    create_tournament,
    list_tournaments,
    show_tournament,
    join_tournament,
    withdraw_from_tournament,
    begin_tournament,
]
