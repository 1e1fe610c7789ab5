"""The UGI protocol, in both directions.

    ugi                                          id name ..., option name ..., ugiok
    isready                                      readyok
    setoption name X value Y
    uginewgame
    position startpos|fen LINE [moves T1 T2 ...]
    go [nodes N] [depth N] [movetime MS] [p1time MS] [p1inc MS] ... [infinite] [searchmoves T1 ...]
                                                 info ..., bestmove T
    stop
    query gameover|result|p1turn|p2turn|...      response ...
    quit

A position's line may contain blanks: it is everything between `fen` and the word `moves`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import BinaryIO

import msgspec

from parlour.players.engine import english as english  # its sentences are said here
from parlour.players.search_result import Limits, SearchResult
from parlour.table.errors import BadText, ParlourError
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.settings import Setting
from parlour.table.state import State

LONGEST = 1_048_576
"""The longest input line in bytes: a position with all moves of the longest match."""

NONE = "none"
"""The `bestmove` of a search that could not start, so that nobody waits for it."""

DEFAULT_LIMITS = Limits(seconds=1.0)
"""The limits of a `go` without any."""

NUMBERED = re.compile(r"nodes|depth|movetime|seat|p[0-9]{1,2}(time|inc)")
"""The words of a `go` that take a number."""


def read_line(source: BinaryIO) -> str | None:
    """The next line, or None at the end of input; a line that is too long is refused."""
    line = rest = source.readline(LONGEST + 1)
    while rest and not rest.endswith(b"\n") and len(line) > LONGEST:
        rest = source.readline(65_536)
    if len(line) > LONGEST:
        raise BadText("engine.too_long", most=LONGEST)
    return line.decode("utf-8", "replace").strip() if line else None


# ---- input of an engine --------------------------------------------------------------------------


class Go(msgspec.Struct, frozen=True):
    """A search request: limits, whether to wait for `stop`, the seat if several act at once, and
    the candidate actions if not all."""

    limits: Limits
    infinite: bool
    seat: int
    among: tuple[int, ...] | None = None


def read_go(words: Sequence[str], state: State) -> Go:
    """Read the words after `go`; unknown ones are ignored."""
    given: dict[str, int] = {}
    moves: list[str] | None = None  # of `searchmoves`, up to the next known word
    rest = iter(words)
    for word in rest:
        if NUMBERED.fullmatch(word):
            given[word] = _number(word, next(rest, None), 0 if word.startswith("p") else 1)
        elif word == "searchmoves":
            moves = []
        elif moves is not None and word not in ("infinite", "ponder"):
            moves.append(word)
    seat = given["seat"] - 1 if "seat" in given else state.seat
    if seat not in state.acting():
        raise BadText("engine.not_acting", seat=seat + 1)
    left, inc = given.get(f"p{seat + 1}time"), given.get(f"p{seat + 1}inc", 0)
    movetime = given.get("movetime")
    limits = Limits(
        given.get("nodes"),
        None if movetime is None else movetime / 1000,
        None if left is None else left / 1000,
        inc / 1000,
        given.get("depth"),
    )
    infinite = "infinite" in words
    if not infinite and limits == Limits(gain=limits.gain):
        limits = DEFAULT_LIMITS
    return Go(limits, infinite, seat, None if moves is None else _read_moves(moves, state, seat))


def _number(name: str, value: str | None, least: int) -> int:
    if value is None:
        raise BadText("engine.missing", name=name)
    number = int(value) if re.fullmatch(r"-?[0-9]{1,12}", value) else None
    if number is not None and name.endswith("time") and name[0] == "p":
        number = max(0, number)  # some programs send a negative time
    if number is None or number < least:
        raise BadText("engine.number", name=name, least=least, given=shorten(value))
    return number


def _read_moves(tokens: Sequence[str], state: State, seat: int) -> tuple[int, ...]:
    if not tokens:
        raise BadText("engine.missing", name="searchmoves")
    try:
        return tuple(sorted({state.game.read(state, token, seat) for token in tokens}))
    except ParlourError as error:
        raise BadText("engine.searchmoves", reason=str(error)) from None


def read_position(game: AnyGame, words: Sequence[str]) -> State:
    """Read the words after `position`."""
    cut = words.index("moves") if "moves" in words else len(words)
    match list(words[:cut]):
        case ["startpos"]:
            state = game.start()
        case ["fen", _, *_]:
            state = game.from_line(" ".join(words[1:cut]))
        case _:
            raise BadText("engine.position")
    for number, token in enumerate(words[cut + 1 :], start=1):
        try:
            state.push(game.read(state, token))
        except ParlourError as error:
            raise BadText("engine.move", number=number, reason=str(error)) from None
    return state


def read_option(line: str) -> tuple[str, str]:
    """The name and value of a `setoption`; values may have blanks, and `\\n` is a line break."""
    found = re.fullmatch(r"setoption\s+name\s+(\S+)(?:\s+value(?:\s+(.*))?)?", line)
    if not found:
        raise BadText("engine.option_form")
    plain = re.sub(r"\\(.)", lambda sign: "\n" if sign[1] == "n" else sign[1], found[2] or "")
    return found[1], plain


def write_option(name: str, value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n")
    return f"setoption name {name} value {escaped}"


# ---- output of an engine -------------------------------------------------------------------------


def option_line(setting: Setting) -> str:
    """An option, as UCI describes one."""
    default = setting.default
    match setting.kind:
        case "number":
            bounds = f"min {setting.low or 0} max {setting.high or 999_999_999}"
            about = f"spin default {default} {bounds}"
        case "switch":
            about = f"check default {str(default).lower()}"
        case "choice":
            about = " ".join([f"combo default {default}", *(f"var {x}" for x in setting.choices)])
        case _:
            about = f"string default {default or '<empty>'}"
    return f"option name {setting.name} type {about}"


def info_line(state: State, result: SearchResult, seconds: float) -> str:
    """An `info` line: the score is 100 for a won match, or the distance to a proved end."""
    expected = tokens(state, result.line or (result.action,))
    if result.end is not None and result.value:
        score = f"mate {result.end if result.value > 0 else -result.end}"
    else:
        score = f"cp {round(100 * result.value)}"
    nps = round(result.nodes / seconds) if seconds > 0 else 0
    counts = f"nodes {result.nodes} nps {nps} time {round(1000 * seconds)}"
    depth = result.depth or len(expected)
    return f"info depth {depth} score {score} {counts} pv {' '.join(expected)}"


def tokens(state: State, actions: Sequence[int]) -> list[str]:
    """A line of actions as tokens, up to the first illegal one."""
    found: list[str] = []
    now = state.copy()
    now.seat = state.seat
    for action in actions:
        if now.over or action not in now.actions(now.seat):
            break
        found.append(now.game.token(now, action))
        now = now.after(action, now.seat)
    return found


def result(state: State) -> str:
    """`p1win` and so on if one seat has won, `draw` if none or several have."""
    if not state.over:
        return NONE
    winners = state.game.outcome(state).winners
    return f"p{winners[0] + 1}win" if len(winners) == 1 else "draw"
