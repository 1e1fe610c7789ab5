"""Event streams for bots, in lichess's formats."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import msgspec
from litestar import get
from litestar.response import Stream

from parlour.hall.api import streams
from parlour.hall.api.dependencies import AccountsDep, ChallengesDep, HallDep, StreamsDep, UserDep
from parlour.hall.api.lichess import formats
from parlour.hall.api.lichess.bots import GameId, seat_of
from parlour.hall.api.lichess.formats import Json
from parlour.hall.api.streams import StreamListener, Streams, stream_response
from parlour.hall.matchmaking.challenges import Challenges
from parlour.hall.people.accounts import Accounts
from parlour.hall.people.authorise import User, has_account
from parlour.hall.rooms.hall import Hall
from parlour.wire import messages
from parlour.wire.messages import ChatMessage

MOST_MATCHES = 1_000
"""The most running matches of one bot in its stream."""
POLL_INTERVAL = 0.5
"""Seconds between two polls for new matches and challenges."""


@get(
    "/api/stream/event",
    summary="Stream starts and ends of matches, and challenges",
    policy=has_account,
)
async def event_stream(
    user: UserDep,
    hall: HallDep,
    accounts: AccountsDep,
    challenges: ChallengesDep,
    streams: StreamsDep,
) -> Stream:
    streams.check(user.person)
    return stream_response(_events(StreamListener(user), user, hall, accounts, challenges, streams))


async def _events(
    listener: StreamListener,
    user: User,
    hall: Hall,
    accounts: Accounts,
    challenges: Challenges,
    all_streams: Streams,
) -> AsyncGenerator[str]:
    """Poll the database: three short queries each time, which also see other processes."""
    running: dict[str, int] = {}
    asked: dict[str, Json] = {}
    declined: set[str] | None = None  # those declined before the stream began are not sent
    quiet = 0.0
    try:
        await all_streams.admit(listener, user.person)
        while not listener.closed:
            lines: list[Json] = []
            playing = await accounts.matches_of(user.person, MOST_MATCHES, "running")
            mine = {own.match: own.seat for own in playing}
            begun = [id for id in mine if id not in running]
            lines += [await _game_line("gameStart", hall, id, mine[id]) for id in begun]
            over = [id for id in running if id not in mine]
            lines += [await _game_line("gameFinish", hall, id, running[id]) for id in over]
            running = mine
            now = {one.match: formats.challenge(one) for one in await challenges.of(user)}
            lines += [_challenge_line("challenge", now[id]) for id in now if id not in asked]
            gone = [id for id in asked if id not in now and id not in mine]
            lines += [_challenge_line("challengeCanceled", asked[id]) for id in gone]
            asked = now
            refusals = {one.match: one for one in await challenges.by(user) if one.declined}
            fresh = [refusals[id] for id in refusals if declined is not None and id not in declined]
            lines += [
                _challenge_line("challengeDeclined", formats.challenge(one, "out")) for one in fresh
            ]
            declined = {*refusals}
            for data in lines:
                yield f"{_text(data)}\n"
            quiet = 0.0 if lines else quiet + POLL_INTERVAL
            if quiet >= streams.KEEP_ALIVE:
                quiet = 0.0
                yield "\n"
            await listener.receive(POLL_INTERVAL)
    finally:
        all_streams.release(listener)


async def _game_line(kind: str, hall: Hall, id: str, seat: int) -> Json:
    async with hall.locked_room(id) as open_room:
        return {"type": kind, "game": formats.game_info(open_room, seat, hall.time.now())}


def _challenge_line(kind: str, data: Json) -> Json:
    return {"type": kind, "challenge": data, "compat": {"bot": True, "board": True}}


@get(
    "/api/bot/game/stream/{game_id:str}",
    summary="Stream a match: its full state first, then updates",
    policy=has_account,
)
async def game_stream(game_id: GameId, user: UserDep, hall: HallDep, streams: StreamsDep) -> Stream:
    seat = await seat_of(hall, user, game_id)
    tokens = formats.Tokens()
    full = True

    async def lines(text: str) -> AsyncGenerator[str]:
        nonlocal full
        kind = msgspec.json.decode(text, type=messages.Envelope)
        if kind.t == "said":
            said = msgspec.json.decode(kind.d, type=ChatMessage)
            by_player = said.seat is not None and said.to != "spectators"
            room = "player" if by_player else "spectator"
            yield _text(
                {"type": "chatLine", "room": room, "username": said.name, "text": said.text}
            )
        elif kind.t in ("room", "did"):
            shown = formats.game_full if full else formats.game_state
            full = False
            async with hall.locked_room(game_id) as open_room:
                if seat not in open_room.room.own_seats(user):  # the user has lost the seat
                    listener.close()
                    return
                data = shown(open_room, seat, hall.time.now(), tokens)
            yield _text(data)

    listener = StreamListener(user)
    return stream_response(streams.of_room(game_id, listener, user.person, lines=lines))


def _text(data: Json) -> str:
    return msgspec.json.encode(data).decode()


ROUTES = [event_stream, game_stream]
