"""Making and answering challenges, in lichess's formats."""

from __future__ import annotations

import secrets
from typing import Annotated

from litestar.params import PathParameter

from parlour.hall.api.dependencies import ChallengesDep, UserDep
from parlour.hall.api.lichess import formats
from parlour.hall.api.lichess.bots import GameId, Ok, account_post
from parlour.hall.api.lichess.formats import Json
from parlour.hall.api.lichess.forms import HttpRequest, clock_of, read_form, settings_of
from parlour.wire.http_types import NewMatch


@account_post("/api/challenge/{username:str}", summary="Challenge somebody to a two-player match")
async def challenge(
    request: HttpRequest,
    username: Annotated[str, PathParameter(max_length=40)],
    user: UserDep,
    challenges: ChallengesDep,
) -> Json:
    form = await read_form(request)
    color = str(form.get("color", "random"))
    seat = {"white": 0, "black": 1}.get(color, secrets.randbelow(2))
    new_match = NewMatch(
        game=str(form.get("variant", ""))[:40],
        settings=settings_of(form),
        clock=clock_of(form),
        rated=str(form.get("rated", "false")).lower() == "true",
    )
    return formats.challenge(await challenges.create(user, username, new_match, seat), "out")


@account_post(
    "/api/challenge/{game_id:str}/accept", summary="Accept a challenge and start the match"
)
async def accept(game_id: GameId, user: UserDep, challenges: ChallengesDep) -> Ok:
    await challenges.accept(user, game_id)
    return Ok()


@account_post("/api/challenge/{game_id:str}/decline", summary="Decline a challenge")
async def decline(
    request: HttpRequest, game_id: GameId, user: UserDep, challenges: ChallengesDep
) -> Ok:
    form = await read_form(request)
    await challenges.decline(user, game_id, str(form.get("reason", "generic")))
    return Ok()


@account_post("/api/challenge/{game_id:str}/cancel", summary="Withdraw a challenge")
async def cancel(game_id: GameId, user: UserDep, challenges: ChallengesDep) -> Ok:
    await challenges.cancel(user, game_id)
    return Ok()


ROUTES = [challenge, accept, decline, cancel]
