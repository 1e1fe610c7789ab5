"""The interface for bots, in lichess's shapes: `gameId` is the name of a match."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, PathParameter, QueryParameter
from litestar.response import Stream

from parlour.hall import wire
from parlour.hall.api import lichess, streams
from parlour.hall.api.given import (
    Asker,
    Talk,
    TheChallenges,
    TheHall,
    TheMatches,
    ThePeople,
    TheStreams,
)
from parlour.hall.api.lichess import Shape
from parlour.hall.api.streams import Ear, Streams, answer
from parlour.hall.authorise import Target, Who, authorise
from parlour.hall.challenges import Challenges, own_seat
from parlour.hall.deeds import Abort, Act, Agree, Decline, Deed, Draw, Resign, Undo
from parlour.hall.hall import Hall
from parlour.hall.matches import NewMatch
from parlour.hall.people import People
from parlour.hall.plain import plain
from parlour.hall.seats import proven
from parlour.hall.wire import Said
from parlour.table.errors import BadSettings
from parlour.table.sentences import shorten

MOST_MATCHES = 1_000
"""Matches that one bot plays at a time, and is told of."""
LOOK_AGAIN = 0.5
"""Seconds between looks for new matches and challenges."""

GameId = Annotated[str, PathParameter(pattern="^[0-9a-f]{10}$", description="the name of a match")]
Answer = Literal["yes", "no", "true", "false"]
Asked = Request[Any, Any, Any]


class Ok(msgspec.Struct, frozen=True):
    """It is done, and kept."""

    ok: bool = True


class Token(msgspec.Struct, frozen=True):
    """A token that lasts until it is withdrawn; nobody is shown it again."""

    access_token: str
    token_type: str = "Bearer"  # noqa: S105 - the word that OAuth has for it


# ---- accounts ------------------------------------------------------------------------------------


@post("/api/token", status_code=200, summary="A lasting token for programs of one's own account")
async def new_token(who: Asker, people: ThePeople) -> Token:
    return Token(await people.api_token(who.person))


@post("/api/bot/account/upgrade", status_code=200, summary="Make one's account a bot's")
async def upgrade(who: Asker, people: ThePeople) -> Ok:
    await people.become_bot(who)
    return Ok()


# ---- streams -------------------------------------------------------------------------------------


def _line(shape: Shape) -> str:
    return msgspec.json.encode(shape).decode() + "\n"


@get("/api/stream/event", summary="Matches that begin and end, and challenges, line by line")
async def event_stream(
    who: Asker, hall: TheHall, people: ThePeople, challenges: TheChallenges, streams: TheStreams
) -> Stream:
    streams.check(who.person)
    return answer(_events(Ear(), who, hall, people, challenges, streams))


async def _events(
    ear: Ear, who: Who, hall: Hall, people: People, challenges: Challenges, all_streams: Streams
) -> AsyncGenerator[str]:
    """Look again and again; each look is two short queries, and works with several processes."""
    running: dict[str, int] = {}
    asked: dict[str, Shape] = {}
    asking: dict[str, Shape] = {}
    quiet = 0.0
    all_streams.admit(ear, who.person)
    try:
        while not ear.closed:
            lines: list[Shape] = []
            playing = await people.matches_of(who.person, MOST_MATCHES, "running")
            mine = {own.match: own.seat for own in playing}
            begun = [id for id in mine if id not in running]
            lines += [await _game_line("gameStart", hall, id, mine[id]) for id in begun]
            over = [id for id in running if id not in mine]
            lines += [await _game_line("gameFinish", hall, id, running[id]) for id in over]
            running = mine
            now = {one.match: lichess.challenge(one) for one in await challenges.of(who)}
            lines += [_challenge_line("challenge", now[id]) for id in now if id not in asked]
            gone = [id for id in asked if id not in now and id not in mine]
            lines += [_challenge_line("challengeCanceled", asked[id]) for id in gone]
            asked = now
            for one in await challenges.by(who):
                if one.wanted == "declined" and one.match in asking:
                    shape = {**asking.pop(one.match), "status": "declined"}
                    lines.append(_challenge_line("challengeDeclined", shape))
                elif one.wanted != "declined":
                    asking[one.match] = lichess.challenge(one)
            for shape in lines:
                yield _line(shape)
            quiet = 0.0 if lines else quiet + LOOK_AGAIN
            if quiet >= streams.KEEP_ALIVE:
                quiet = 0.0
                yield "\n"
            await ear.heard(LOOK_AGAIN)
    finally:
        all_streams.release(ear)


async def _game_line(kind: str, hall: Hall, id: str, seat: int) -> Shape:
    async with hall.entered(id) as live:
        return {"type": kind, "game": lichess.game_info(live, seat)}


def _challenge_line(kind: str, shape: Shape) -> Shape:
    return {"type": kind, "challenge": shape, "compat": {"bot": True, "board": True}}


@get("/api/bot/game/stream/{game_id:str}", summary="A match, line by line: all of it, then news")
async def game_stream(game_id: GameId, who: Asker, hall: TheHall, streams: TheStreams) -> Stream:
    seat = await _seat(hall, who, game_id)
    tokens = lichess.Tokens()
    full = True

    async def lines(text: str) -> AsyncGenerator[str]:
        nonlocal full
        kind = msgspec.json.decode(text, type=wire.Letter)
        if kind.t == "said":
            said = msgspec.json.decode(kind.d, type=Said)
            room = "player" if said.seat is not None else "spectator"
            yield _text(
                {"type": "chatLine", "room": room, "username": said.name, "text": said.text}
            )
        elif kind.t in ("room", "did"):
            shown = lichess.game_full if full else lichess.game_state
            full = False
            async with hall.entered(game_id) as live:
                shape = shown(live, seat, hall.time.now(), tokens)
            yield _text(shape)

    return answer(streams.of_room(game_id, Ear((seat,)), who.person, lines=lines))


def _text(shape: Shape) -> str:
    return msgspec.json.encode(shape).decode()


# ---- deeds ---------------------------------------------------------------------------------------


async def _seat(hall: Hall, who: Who, match: str) -> int:
    async with hall.entered(match) as live:
        return own_seat(await proven(hall, live, who, ()))


async def _do(hall: Hall, who: Who, match: str, deed: Deed) -> Ok:
    """Do it as the one seat that one has; lichess's clients name no commands."""
    seat = await _seat(hall, who, match)
    kind = type(deed).__struct_config__.tag
    seated = msgspec.structs.replace(who, seats=(seat,))
    authorise(seated, f"do {kind}", Target(seat=seat))
    await hall.do(match, seat, deed, secrets.token_hex(8))
    return Ok()


@post("/api/bot/game/{game_id:str}/move/{move:str}", status_code=200, summary="Make a move")
async def move(
    game_id: GameId,
    move: Annotated[str, PathParameter(max_length=4_000)],
    who: Asker,
    hall: TheHall,
    offering_draw: Annotated[bool, QueryParameter(name="offeringDraw", required=False)] = False,
) -> Ok:
    done = await _do(hall, who, game_id, Act(move))
    if offering_draw:
        await _do(hall, who, game_id, Draw())
    return done


@post("/api/bot/game/{game_id:str}/resign", status_code=200, summary="Resign")
async def resign(game_id: GameId, who: Asker, hall: TheHall) -> Ok:
    return await _do(hall, who, game_id, Resign())


@post("/api/bot/game/{game_id:str}/abort", status_code=200, summary="End it before it has begun")
async def abort(game_id: GameId, who: Asker, hall: TheHall) -> Ok:
    return await _do(hall, who, game_id, Abort())


@post("/api/bot/game/{game_id:str}/draw/{accept:str}", status_code=200, summary="Offer, or answer")
async def draw(game_id: GameId, accept: FromPath[Answer], who: Asker, hall: TheHall) -> Ok:
    return await _answer_offer(hall, who, game_id, accept, Draw())


@post(
    "/api/bot/game/{game_id:str}/takeback/{accept:str}",
    status_code=200,
    summary="Take back, or answer",
)
async def takeback(game_id: GameId, accept: FromPath[Answer], who: Asker, hall: TheHall) -> Ok:
    return await _answer_offer(hall, who, game_id, accept, Undo())


async def _answer_offer(hall: Hall, who: Who, id: str, accept: Answer, offer: Deed) -> Ok:
    """`yes` offers, or agrees to what the other has offered; `no` declines or withdraws."""
    if accept in ("no", "false"):
        return await _do(hall, who, id, Decline())
    async with hall.entered(id) as live:
        match = live.room.match
        there = match.offer if match else None
        mine = await proven(hall, live, who, ())
    kind = type(offer).__struct_config__.tag
    agreed = there is not None and there.what == kind and there.seat not in mine
    return await _do(hall, who, id, Agree() if agreed else offer)


@post("/api/bot/game/{game_id:str}/chat", status_code=200, summary="Say something")
async def chat(request: Asked, game_id: GameId, who: Asker, hall: TheHall, talk: Talk) -> Ok:
    form = await _form(request)
    seat = await _seat(hall, who, game_id)
    now = hall.time.watch.wall()
    talk.take(who.person, now)
    if text := plain(str(form.get("text", "")))[:300]:
        await hall.say(game_id, Said(who.name, text, now, seat))
    return Ok()


@post("/api/bot/game/{game_id:str}/rematch", status_code=200, summary="Ask to play again")
async def rematch(game_id: GameId, who: Asker, hall: TheHall, matches: TheMatches) -> Shape:
    seat = await _seat(hall, who, game_id)
    next = await matches.rematch(game_id, seat, secrets.token_hex(8))
    return {"ok": True, "id": next} if next else {"ok": True}


# ---- challenges ----------------------------------------------------------------------------------


@post("/api/challenge/{username:str}", status_code=200, summary="Ask somebody for a match of two")
async def challenge(
    request: Asked,
    username: Annotated[str, PathParameter(max_length=40)],
    who: Asker,
    challenges: TheChallenges,
) -> Shape:
    form = await _form(request)
    color = str(form.get("color", "random"))
    seat = {"white": 0, "black": 1}.get(color, secrets.randbelow(2))
    wish = NewMatch(
        game=str(form.get("variant", ""))[:40],
        settings=_settings(form),
        clock=_clock(form),
        rated=str(form.get("rated", "false")).lower() == "true",
    )
    return lichess.challenge(await challenges.create(who, username, wish, seat))


@post("/api/challenge/{game_id:str}/accept", status_code=200, summary="Accept, and begin")
async def accept(game_id: GameId, who: Asker, challenges: TheChallenges) -> Ok:
    await challenges.accept(who, game_id)
    return Ok()


@post("/api/challenge/{game_id:str}/decline", status_code=200, summary="Decline")
async def decline(game_id: GameId, who: Asker, challenges: TheChallenges) -> Ok:
    await challenges.decline(who, game_id)
    return Ok()


@post("/api/challenge/{game_id:str}/cancel", status_code=200, summary="Withdraw a challenge")
async def cancel(game_id: GameId, who: Asker, challenges: TheChallenges) -> Ok:
    await challenges.cancel(who, game_id)
    return Ok()


async def _form(request: Asked) -> dict[str, Any]:
    """What was sent, as a form or as JSON."""
    kind, _ = request.content_type
    if kind == "application/x-www-form-urlencoded":
        return dict(await request.form())
    body = await request.body()
    try:
        return msgspec.json.decode(body, type=dict[str, Any]) if body.strip() else {}
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadSettings("hall.unreadable", reason=shorten(str(error), 200)) from None


def _settings(form: dict[str, Any]) -> dict[str, bool | int | str]:
    """`settings.size=11`, and so on for each setting of the game."""
    found: dict[str, bool | int | str] = {}
    for key, value in form.items():
        if key.startswith("settings."):
            text = str(value)[:20_000]
            known = {"true": True, "false": False}
            digits = text.isascii() and text.isdigit() and len(text) < 10
            found[key.removeprefix("settings.")[:40]] = (
                int(text) if digits else known.get(text, text)
            )
    return found


def _clock(form: dict[str, Any]) -> str:
    """lichess's `clock.limit`, `clock.increment` and `days`, as a clock of ours."""
    names = (*(f"clock.{part}" for part in ("limit", "increment")), "days")
    numbers = {name: str(form.get(name, "")) for name in names}
    for name, text in numbers.items():
        if text and not (text.isascii() and text.isdigit() and len(text) <= 6):
            raise BadSettings("hall.form", name=name, given=shorten(text))
    limit, increment, days = numbers.values()
    if days:
        return f"{days}d+{days}d<{days}d"
    return f"{limit}s+{increment or 0}s" if limit else ""


ROUTES = [
    new_token,
    upgrade,
    event_stream,
    game_stream,
    move,
    resign,
    abort,
    draw,
    takeback,
    chat,
    rematch,
    challenge,
    accept,
    decline,
    cancel,
]
