"""Deployments and moves as people type them, and why one is refused."""

from __future__ import annotations

from parlour.games.chessicle.characters import (
    NAMES,
    ORDERS,
    PIECES,
    SITES,
    Characters,
    ChessicleSettings,
)
from parlour.games.chessicle.rules import (
    DIAGONAL,
    MOVES,
    NONE,
    OFF,
    PLACES,
    SETUPS,
    STRAIGHT,
    Rules,
    Steps,
    steps_of,
)
from parlour.table.game_parts.notation import Notation
from parlour.table.sentences import Sentence, listing, shorten
from parlour.table.texts.typed import fold


class ChessicleNotation(Characters, Notation[Rules, ChessicleSettings]):
    """`P1, H1, P2, H2, P3` deploys; `P1:L` moves."""

    def write(self, state: Rules, action: int) -> str:
        if action >= SETUPS:
            return ", ".join(NAMES[i] for i in ORDERS[action - SETUPS])
        return f"{NAMES[action // MOVES]}:{moves_of(action // MOVES)[action % MOVES]}"

    def parse(self, state: Rules, text: str, seat: int) -> int:
        names = names_in(text)
        if len(names) > 1 or not all(state.deployed):
            order = tuple(NAMES.index(name) for name in names if name in NAMES)
            return SETUPS + ORDERS.index(order) if order in ORDERS and len(names) == 5 else -1
        name, move = move_in(self._without_side(text, seat))
        if name not in NAMES:
            return -1
        character = NAMES.index(name)
        moves = moves_of(character)
        return character * MOVES + moves.index(move) if move in moves else -1

    def _without_side(self, text: str, seat: int) -> str:
        """A move whose character is written as it is displayed, `A-P1:F`, without its side."""
        side, sign, rest = text.partition("-")
        return rest if sign and side.strip().upper() == self.seats[seat] else text

    def path(self, state: Rules, action: int) -> tuple[str, ...]:
        if action >= SETUPS:
            return tuple(NAMES[i] for i in ORDERS[action - SETUPS])
        piece = 5 * state.turn + action // MOVES + 1
        return SITES[state.place[piece]], SITES[self._landing(state, piece, action % MOVES)]

    def _landing(self, state: Rules, piece: int, k: int) -> int:
        return self._steps().landing[((piece - 1) * PLACES + state.place[piece]) * MOVES + k]

    def _crossing(self, state: Rules, piece: int, k: int) -> int:
        return self._steps().crossing[((piece - 1) * PLACES + state.place[piece]) * MOVES + k]

    def _steps(self) -> Steps:
        return steps_of(self.settings.directions == "screen", self.settings.friend_blocks)

    def why(self, state: Rules, text: str, seat: int | None = None) -> Sentence:
        names = names_in(text)
        if not all(state.deployed):
            return why_not_deployed(text, names)
        if len(names) > 1:
            return Sentence("chessicle.deployed_already")
        name, move = move_in(self._without_side(text, state.turn))
        if not name:
            return Sentence("chessicle.no_move")
        if name not in NAMES:
            return Sentence("chessicle.unknown_name", name=shorten(name))
        return self._why_not_moved(state, NAMES.index(name), move)

    def _why_not_moved(self, state: Rules, character: int, move: str) -> Sentence:
        """Which of the reasons of §6 it was."""
        name, moves = NAMES[character], moves_of(character)
        piece = 5 * state.turn + character + 1
        if state.place[piece] == OFF:
            return Sentence("chessicle.removed", name=name)
        if move not in moves:
            shown = shorten(move, 12) or "?"
            return Sentence("chessicle.not_a_move", name=name, move=shown, moves=listing(moves))
        landing = self._landing(state, piece, moves.index(move))
        if landing == OFF:
            return Sentence("chessicle.out_of_bounds", name=name, move=move)
        on_landing = state.tile[landing]
        if on_landing != NONE and (on_landing > 5) == (state.turn == 1):
            friend = PIECES[on_landing][2:]
            return Sentence("chessicle.friend", name=name, move=move, friend=friend)
        crossed = state.tile[self._crossing(state, piece, moves.index(move))]
        return Sentence(
            "chessicle.friend_on_the_way", name=name, move=move, friend=PIECES[crossed][2:]
        )


def moves_of(character: int) -> tuple[str, ...]:
    return DIAGONAL if character == 4 else STRAIGHT


def names_in(text: str) -> list[str]:
    """The characters that a text names, whether they exist or not: a letter and a number each."""
    runs = fold(text)
    pairs = zip(runs[::2], runs[1::2], strict=False)
    names = [f"{letters}{digits}".upper() for letters, digits in pairs if digits.isdigit()]
    return names if 2 * len(names) == len(runs) else names[:1]


def move_in(text: str) -> tuple[str, str]:
    """The character and the direction of a move such as `P1:L` or `h2 f l`."""
    runs = [run.upper() for run in fold(text)]
    return "".join(runs[:2]), "".join(runs[2:])


def why_not_deployed(text: str, names: list[str]) -> Sentence:
    for name in names:
        if name not in NAMES:
            return Sentence("chessicle.unknown_name", name=shorten(name))
        if names.count(name) > 1:
            return Sentence("chessicle.twice", name=name)
    if not text.strip():
        return Sentence("chessicle.nothing")
    if len(names) < 2:
        return Sentence("chessicle.names", text=shorten(text))
    missing = [name for name in NAMES if name not in names]
    return Sentence("chessicle.missing", name=listing(missing))
