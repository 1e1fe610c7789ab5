"""Requests of bots, in lichess's formats: `gameId` is the id of a match.

`event_streams.py` sends them events; with `challenges.py` they find matches.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath, PathParameter, QueryParameter

from parlour.hall.api.dependencies import AccountsDep, HallDep, UserDep
from parlour.hall.api.lichess.formats import Json
from parlour.hall.api.lichess.forms import HttpRequest, read_form
from parlour.hall.people.authorise import User, has_account
from parlour.hall.rooms import commands
from parlour.hall.rooms.commands import Command, perform
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.seats import only_seat
from parlour.wire.messages import ChatAudience
from parlour.wire.operations import (
    Abort,
    Act,
    Agree,
    Decline,
    Draw,
    Operation,
    Rematch,
    Resign,
    Undo,
)

account_post = partial(post, status_code=200, policy=has_account)
GameId = Annotated[str, PathParameter(pattern="^[0-9a-f]{10}$", description="The id of a match")]
LONGEST_SAID = 300
"""Characters of a chat message of a bot; the rest is cut off."""
YesOrNo = Literal["yes", "no", "true", "false"]


_audiences: dict[str, ChatAudience] = {"player": "players", "spectator": "spectators"}


class Ok(msgspec.Struct, frozen=True):
    """The operation was carried out and is on disk."""

    ok: bool = True


class Token(msgspec.Struct, frozen=True):
    """A token without expiry; it is shown only once."""

    access_token: str
    token_type: str = "Bearer"  # noqa: S105 - OAuth's term


# ---- accounts ------------------------------------------------------------------------------------


@account_post("/api/token", summary="Create a permanent token for programs that use your account")
async def new_token(user: UserDep, accounts: AccountsDep) -> Token:
    return Token(await accounts.api_token(user))


@account_post("/api/bot/account/upgrade", summary="Turn your account into a bot account")
async def upgrade(user: UserDep, accounts: AccountsDep) -> Ok:
    await accounts.become_bot(user)
    return Ok()


# ---- operations ----------------------------------------------------------------------------------


async def seat_of(hall: Hall, user: User, match: str) -> int:
    async with hall.locked_room(match) as open_room:
        return only_seat(open_room.room.own_seats(user))


async def _do(hall: Hall, user: User, match: str, operation: Operation) -> Ok:
    """Carry out an operation for the user's only seat; lichess's clients send no command ids."""
    await perform(hall, user, match, Command(secrets.token_hex(8), operation))
    return Ok()


@account_post("/api/bot/game/{game_id:str}/move/{move:str}", summary="Make a move")
async def move(
    game_id: GameId,
    move: Annotated[str, PathParameter(max_length=4_000)],
    user: UserDep,
    hall: HallDep,
    offering_draw: Annotated[bool, QueryParameter(name="offeringDraw", required=False)] = False,
) -> Ok:
    done = await _do(hall, user, game_id, Act(move))
    if offering_draw:
        await _do(hall, user, game_id, Draw())
    return done


@account_post("/api/bot/game/{game_id:str}/resign", summary="Resign a match")
async def resign(game_id: GameId, user: UserDep, hall: HallDep) -> Ok:
    return await _do(hall, user, game_id, Resign())


@account_post("/api/bot/game/{game_id:str}/abort", summary="Abort a match that has just begun")
async def abort(game_id: GameId, user: UserDep, hall: HallDep) -> Ok:
    return await _do(hall, user, game_id, Abort())


@account_post(
    "/api/bot/game/{game_id:str}/draw/{accept:str}", summary="Offer, accept or decline a draw"
)
async def draw(game_id: GameId, accept: FromPath[YesOrNo], user: UserDep, hall: HallDep) -> Ok:
    return await _answer_offer(hall, user, game_id, accept, Draw())


@account_post(
    "/api/bot/game/{game_id:str}/takeback/{accept:str}",
    summary="Ask for, accept or decline a take-back",
)
async def takeback(game_id: GameId, accept: FromPath[YesOrNo], user: UserDep, hall: HallDep) -> Ok:
    return await _answer_offer(hall, user, game_id, accept, Undo())


async def _answer_offer(hall: Hall, user: User, id: str, accept: YesOrNo, offer: Operation) -> Ok:
    """`yes` makes or accepts an offer; `no` declines or withdraws it."""
    if accept in ("no", "false"):
        return await _do(hall, user, id, Decline())
    async with hall.locked_room(id) as open_room:
        match = open_room.room.match
        there = match.offer if match else None
        mine = open_room.room.own_seats(user)
    kind = type(offer).__struct_config__.tag
    agreed = there is not None and there.what == kind and there.seat not in mine
    return await _do(hall, user, id, Agree() if agreed else offer)


@account_post("/api/bot/game/{game_id:str}/chat", summary="Send a chat message")
async def chat(request: HttpRequest, game_id: GameId, user: UserDep, hall: HallDep) -> Ok:
    form = await read_form(request)
    text, to = str(form.get("text", "")), _audiences.get(str(form.get("room", "")), "room")
    await commands.say(hall, user, game_id, text[:LONGEST_SAID], to)
    return Ok()


@get("/api/bot/game/{game_id:str}/chat", summary="List recent chat messages", policy=has_account)
async def chat_so_far(game_id: GameId, user: UserDep, hall: HallDep) -> list[Json]:
    seat = await seat_of(hall, user, game_id)
    said = await hall.chat.since(game_id, (seat,))
    return [{"user": line.name, "text": line.text} for line in said]


@account_post("/api/bot/game/{game_id:str}/rematch", summary="Ask for a rematch")
async def rematch(game_id: GameId, user: UserDep, hall: HallDep) -> Json:
    done = await perform(hall, user, game_id, Command(secrets.token_hex(8), Rematch()))
    return {"ok": True, "id": done.next} if done.next else {"ok": True}


ROUTES = [new_token, upgrade, move, resign, abort, draw, takeback, chat, chat_so_far, rematch]
