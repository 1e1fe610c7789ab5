"""Matches and challenges in lichess's formats: seat 0 is white, seat 1 is black.

Fields that lichess does not have are added (`seat`, `players`, `line`, `legal`); none that its
clients read is left out. Times are in milliseconds.
"""

from __future__ import annotations

from typing import Any

from parlour import games
from parlour.hall.audience.audience import Viewer
from parlour.hall.matchmaking.challenges import Challenge
from parlour.hall.people.profiles import Profile
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.rooms.room import Room
from parlour.players.rating import Rating
from parlour.table.clock import TimeControl
from parlour.table.match import Match
from parlour.table.matches.events import Event, next_state
from parlour.table.registry import find
from parlour.table.sentences import Sentence
from parlour.table.state import NOBODY, State

Json = dict[str, Any]
COLORS = ("white", "black")
FOREVER = 2_147_483_647
"""The time of a clock that does not run."""
HIDDEN = "?"


class Tokens:
    """The moves of a match as tokens, up to date after every event: only new ones are replayed."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._tokens: list[tuple[int, int, str]] = []  # seat, action, token
        self._state: State | None = None

    def of(self, match: Match, viewer: Viewer) -> list[str]:
        """The moves so far; one that this viewer may not see is `?`."""
        events = match.events
        state = self._state
        if state is None or events[: len(self._events)] != self._events:
            self._events, self._tokens, state = [], [], match.game.start()
        first = len(self._events)
        for event, action in zip(events[first:], match.actions()[first:], strict=True):
            if action is not None:
                self._tokens.append((event.seat, action, match.game.token(state, action)))
            state = next_state(state, event.kind, event.seat, action)
        self._events, self._state = list(events), state
        if not match.game.hides:
            return [token for _, _, token in self._tokens]
        observer, sees = NOBODY if viewer is None else viewer, match.game.sees
        return [t if sees(match.state, observer, s, a) else HIDDEN for s, a, t in self._tokens]


def variant(slug: str) -> Json:
    title = find(slug).title
    return {"key": slug, "name": title, "short": title}


def user_json(name: str, kind: str) -> Json:
    title = {"title": "BOT"} if kind in ("bot", "computer") else {}
    return {"id": name.casefold(), "name": name, **title}


def speed(control: TimeControl | None) -> str:
    """The speed of a match in lichess's terms, by the time for forty moves."""
    if control is None:
        return "correspondence"
    seconds = control.start + 40 * control.increment
    bounds = ((29, "ultraBullet"), (179, "bullet"), (479, "blitz"), (1_499, "rapid"))
    if control.start >= 86_400:
        return "correspondence"
    return next((word for most, word in bounds if seconds <= most), "classical")


def status(room: Room) -> str:
    match = room.match
    if match is None:
        return "created"
    if match.outcome is None:
        return "started"
    last = match.events[-1].kind if match.events else "abort"
    plainly = {"resign": "resign", "time": "outoftime", "draw": "draw", "abort": "aborted"}
    return plainly.get(last) or ("variantEnd" if match.outcome.winners else "draw")


def game_state(open_room: OpenRoom, viewer: Viewer, now: float, tokens: Tokens) -> Json:
    """The state of a match, sent after every move."""
    room, match = open_room.room, open_room.room.match
    control = room.terms.control
    data: Json = {"type": "gameState", "moves": "", "status": status(room)}
    for seat, letter in enumerate("wb"):
        clock = match.clock if match else None
        left = clock.remaining(seat, now) if clock and seat < len(clock.left) else None
        data[f"{letter}time"] = FOREVER if left is None else max(0, round(left * 1000))
        data[f"{letter}inc"] = round(control.increment * 1000) if control else 0
        offer = match.offer if match else None
        for what, name in (("draw", "draw"), ("undo", "takeback")):
            offered = offer is not None and offer.what == what and offer.seat == seat
            data[f"{letter}{name}"] = offered
    if match is not None:
        data["moves"] = " ".join(tokens.of(match, viewer))
        data["line"] = match.game.line(match.state, NOBODY if viewer is None else viewer)
        data["toMove"] = list(room.to_move())
        if viewer is not None and viewer in room.to_move():
            actions = match.state.actions(viewer)
            data["legal"] = [match.game.token(match.state, action) for action in actions]
        if match.outcome is not None:
            winners = match.outcome.winners
            data["ranks"] = list(match.outcome.ranks)
            if len(winners) == 1 and winners[0] < 2:
                data["winner"] = COLORS[winners[0]]
    if room.next:
        data["rematch"] = room.next
    return data


def game_full(open_room: OpenRoom, viewer: Viewer, now: float, tokens: Tokens) -> Json:
    """The first line of a game's stream: the full state."""
    room, terms = open_room.room, open_room.room.terms
    players = [
        user_json(sit.name, sit.kind) if sit else {"id": "", "name": ""} for sit in room.occupants
    ]
    control = terms.control
    clock = control and {
        "initial": round(control.start * 1000),
        "increment": round(control.increment * 1000),
    }
    return {
        "type": "gameFull",
        "id": terms.id,
        "rated": terms.rated,
        "variant": variant(terms.game),
        "settings": terms.settings,
        "clock": clock,
        "speed": speed(control),
        "perf": {"name": room.game.title},
        "createdAt": round(terms.created * 1000),
        "white": players[0],
        "black": players[1] if len(players) > 1 else None,
        "players": players,
        "seat": viewer,
        "initialFen": "startpos",
        "state": game_state(open_room, viewer, now, tokens),
    }


def profile(one: Profile, *, online: bool = False) -> Json:
    """The public part of an account, with a rating for each game."""
    perfs = {slug: perf(one.ratings.get(slug, Rating())) for slug in games()}
    return {
        **user_json(one.user.name, one.user.kind),
        "username": one.user.name,
        "createdAt": round(one.created * 1000),
        "online": online,
        "perfs": perfs,
        "count": {"rated": sum(rating.matches for rating in one.ratings.values())},
    }


def perf(rating: Rating) -> Json:
    """A rating in one game; `prov` if it is provisional."""
    value, deviation = round(rating.value), round(rating.deviation)
    data: Json = {"games": rating.matches, "rating": value, "rd": deviation, "prog": 0}
    return {**data, "prov": True} if rating.provisional else data


def token(name: str) -> Json:
    """The scopes of a token: here, everything that an account may do."""
    scopes = "bot:play,board:play,challenge:read,challenge:write"
    return {"userId": name.casefold(), "scopes": scopes, "expires": None}


def game_info(open_room: OpenRoom, seat: int, now: float) -> Json:
    """A match in the stream of events."""
    room, terms = open_room.room, open_room.room.terms
    others = [sit for i, sit in enumerate(room.occupants) if sit and i != seat]
    opponent = user_json(others[0].name, others[0].kind) if others else {"id": "", "name": ""}
    match = room.match
    names = {"created": 10, "started": 20, "aborted": 25, "resign": 31, "draw": 34}
    word = status(room)
    clock = match.clock if match else None
    left = {"secondsLeft": max(0, round(clock.remaining(seat, now)))} if clock else {}
    return {
        **left,
        "id": terms.id,
        "gameId": terms.id,
        "fullId": terms.id,
        "fen": match.game.line(match.state, seat) if match else "",
        "color": COLORS[seat] if seat < 2 else str(seat),
        "seat": seat,
        "lastMove": "",
        "source": "friend",
        "status": {"id": names.get(word, 60 if word == "variantEnd" else 35), "name": word},
        "variant": variant(terms.game),
        "speed": speed(terms.control),
        "perf": terms.game,
        "rated": terms.rated,
        "hasMoved": match is not None and any(event.seat == seat for event in match.events),
        "opponent": {**opponent, "username": opponent["name"]},
        "isMyTurn": seat in room.to_move(),
        "compat": {"bot": True, "board": True},
    }


def challenge(one: Challenge, direction: str = "in") -> Json:
    """A challenge; the direction of the user's own ones is `out`."""
    control, invited = one.control, one.invited
    if control is None:
        time: Json = {"type": "unlimited"}
    elif control.start >= 86_400:
        time = {"type": "correspondence", "daysPerTurn": round(control.start / 86_400)}
    else:
        show = f"{control.start / 60:g}+{control.increment:g}"
        limit, increment = round(control.start), round(control.increment)
        time = {"type": "clock", "limit": limit, "increment": increment, "show": show}
    declined: Json = {}
    if one.declined:
        said = str(Sentence(f"hall.declined_{one.declined}"))
        declined = {"declineReason": said, "declineReasonKey": one.declined.lower()}
    return {
        **declined,
        "id": one.match,
        "url": f"/api/matches/{one.match}",
        "status": "declined" if one.declined else "created",
        "direction": direction,
        "challenger": user_json(one.challenger.name, one.challenger.kind),
        "destUser": {"id": invited.casefold(), "name": invited},
        "variant": variant(one.game),
        "rated": one.rated,
        "speed": speed(control),
        "timeControl": time,
        "color": COLORS[1 - one.seat],
        "finalColor": COLORS[1 - one.seat],
        "perf": {"name": find(one.game).title},
    }
