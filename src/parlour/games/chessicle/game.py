"""Chessicle on the table: how characters are named, moved by words, and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from parlour.games.chessicle.english import ENGLISH
from parlour.games.chessicle.knowledge import ChessicleKnowledge
from parlour.games.chessicle.levels import LEVELS
from parlour.games.chessicle.rules import DIAGONAL, STRAIGHT, Rules, Steps, steps_of
from parlour.table import settings
from parlour.table.errors import BadText
from parlour.table.game import Game
from parlour.table.learning.symmetry import Symmetry
from parlour.table.sentences import Sentence, listing, shorten
from parlour.table.texts.typed import fold, whole_number
from parlour.table.view import Board, Button, Cell, Label, Piece

NONE, OFF, SETUPS = 0, 25, 20
NAMES = ("P1", "P2", "P3", "H1", "H2")
PIECES = ("", *(f"{side}-{name}" for side in "AB" for name in NAMES))
ORDERS = tuple(permutations(range(5)))
SITES = tuple(f"r{row}c{column}" for row in range(1, 6) for column in range(1, 6))
HOME = (range(5), range(20, 25))

BOARD = Board(
    cells=tuple(
        Cell(site, x=i % 5, y=i // 5, ground=("light", "dark")[(i // 5 + i % 5) % 2])
        for i, site in enumerate(SITES)
    ),
    labels=(
        *(Label(str(i + 1), i, -1) for i in range(5)),
        *(Label(str(i + 1), -1, i) for i in range(5)),
    ),
)


class ChessicleSettings(settings.Settings, frozen=True):
    deployment: Annotated[
        Literal["open", "hidden"],
        Meta(
            description="open: A deploys first and B sees it; hidden: both deploy at the same time"
        ),
    ] = "open"
    directions: Annotated[
        Literal["seat", "screen"],
        Meta(description="seat: left and right are the player's own; screen: those of the display"),
    ] = "seat"
    friend_blocks: Annotated[
        bool, Meta(description="whether a friend in the way blocks a hero")
    ] = False
    limit: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="moves without a capture after which it is a draw; 0 means 100 in matches",
        ),
    ] = 0


class Chessicle(Game[Rules, ChessicleSettings]):
    slug = "chessicle"
    title = "Chessicle"
    Settings = ChessicleSettings
    State = Rules
    piece_kinds: ClassVar[tuple[str, ...]] = NAMES
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 100}
    english = ENGLISH
    best_player = "alphabeta,otherwise=mcts"  # while something is hidden nobody can look ahead
    levels = LEVELS

    def prepare(self) -> None:
        self.seats = ("A", "B")
        self.action_count = SETUPS + len(ORDERS)

    # ---- actions ------------------------------------------------------------------------------

    def write(self, state: Rules, action: int) -> str:
        if action >= SETUPS:
            return ", ".join(NAMES[i] for i in ORDERS[action - SETUPS])
        return f"{NAMES[action // 4]}:{moves_of(action // 4)[action % 4]}"

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
        return character * 4 + moves.index(move) if move in moves else -1

    def _without_side(self, text: str, seat: int) -> str:
        """A move whose character is written as it is displayed, `A-P1:F`, without its side."""
        side, sign, rest = text.partition("-")
        return rest if sign and side.strip().upper() == self.seats[seat] else text

    def path(self, state: Rules, action: int) -> tuple[str, ...]:
        if action >= SETUPS:
            return tuple(NAMES[i] for i in ORDERS[action - SETUPS])
        piece = 5 * state.turn + action // 4 + 1
        return SITES[state.place[piece]], SITES[self._landing(state, piece, action % 4)]

    def label(self, site: str) -> str:
        """A tile in words: rows and columns both have numbers."""
        return f"row {site[1]}, column {site[3]}" if site in SITES else site

    def _landing(self, state: Rules, piece: int, k: int) -> int:
        return self._steps().landing[((piece - 1) * 26 + state.place[piece]) * 4 + k]

    def _crossing(self, state: Rules, piece: int, k: int) -> int:
        return self._steps().crossing[((piece - 1) * 26 + state.place[piece]) * 4 + k]

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

    # ---- what people see ----------------------------------------------------------------------

    def secret(self, state: Rules, viewer: int | None, owner: int) -> bool:
        """Is the owner's row kept from the viewer? If hidden, until both are set (§2)."""
        return state.hidden and viewer not in (None, owner) and not all(state.deployed)

    def board(self) -> Board:
        return BOARD

    def pieces(self, state: Rules, viewer: int) -> Sequence[Piece]:
        shown: list[Piece] = []
        for tile, piece in enumerate(state.tile[:25]):
            if piece == NONE:
                continue
            owner = int(piece > 5)
            colour, site = self.colour(state, owner), SITES[tile]
            if self.secret(state, viewer, owner):
                id = f"{'AB'[owner]}-{tile % 5 + 1}"
                shown.append(Piece(id, site, "hidden", "?", owner, colour, hidden=True))
            else:
                name = PIECES[piece]
                shown.append(Piece(name, site, name[2:], name[2:], owner, colour))
        return shown

    def buttons(self, state: Rules, seat: int) -> tuple[Button, ...]:
        return () if all(state.deployed) else tuple(Button(name, name) for name in sorted(NAMES))

    def colour(self, state: Rules, seat: int) -> str:
        return ("red", "blue")[seat]

    def counters(self, state: Rules, seat: int, viewer: int) -> dict[str, int]:
        return {"characters": state.left[seat]}

    def prompt(self, state: Rules, seat: int) -> Sentence:
        return Sentence("chessicle.move" if all(state.deployed) else "chessicle.deploy")

    def report(self, state: Rules, action: int, names: Sequence[str]) -> Sentence:
        """What was played, and whom it removed."""
        player, text = names[state.seat], self.write(state, action)
        before = {piece for piece in state.tile if piece}
        gone = sorted(before - set(state.after(action).tile)) if all(state.deployed) else []
        if not gone:
            return Sentence("table.acted", player=player, text=text)
        removed = listing([PIECES[piece] for piece in gone])
        return Sentence("chessicle.removes", player=player, text=text, removed=removed)

    def text(self, state: Rules, viewer: int | None = None) -> str:
        cells = [
            PIECES[piece]
            if piece == NONE or not self.secret(state, viewer, int(piece > 5))
            else "?"
            for piece in state.tile[:25]
        ]
        rows = [["", *"12345"]]
        rows += [
            [str(y + 1), *(cell or "." for cell in cells[5 * y : 5 * y + 5])] for y in range(5)
        ]
        lines = (f"{row[0]:2} " + " ".join(cell.ljust(4) for cell in row[1:]) for row in rows)
        return "\n".join(line.rstrip() for line in lines)

    def risky(self, state: Rules, seat: int) -> Sequence[int]:
        """A move removes enemies only."""
        return ()

    def verdict(self, state: Rules, names: Sequence[str]) -> tuple[str, Sentence]:
        if state.left[0] and state.left[1]:
            return "limit", Sentence("chessicle.limit", limit=state.limit)
        winner = 0 if state.left[1] == 0 else 1
        names = (names[winner], names[1 - winner])
        return "captured", Sentence("chessicle.captured", winner=names[0], loser=names[1])

    # ---- what is hidden -----------------------------------------------------------------------

    def guess(self, state: Rules, seat: int, rng: Random) -> Rules:
        unknown = [
            owner for owner in (0, 1) if self.secret(state, seat, owner) and state.deployed[owner]
        ]
        if not unknown:
            return state
        tiles = list(state.tile[:25])
        for owner in unknown:
            pieces = sorted(tiles[tile] for tile in HOME[owner])  # its order must not show
            rng.shuffle(pieces)
            tiles[HOME[owner][0] : HOME[owner][-1] + 1] = pieces
        guessed = self.blank()
        guessed.set_up(tiles, state.deployed[0], state.deployed[1], state.turn, state.quiet)
        return guessed

    def sees(self, state: Rules, viewer: int, actor: int, action: int) -> bool:
        return not self.secret(state, viewer, actor)

    # ---- for players --------------------------------------------------------------------------

    def knowledge(self) -> ChessicleKnowledge:
        return ChessicleKnowledge(self)

    def shipped_knowledge(self) -> ChessicleKnowledge:
        return ChessicleKnowledge(self, own=False)

    # ---- for learning -------------------------------------------------------------------------

    def features(self, state: Rules, seat: int) -> tuple[float, ...]:
        worn = state.quiet / state.limit if state.limit else 0.0
        return float(seat == 0), worn, float(state.deployed[seat]), float(state.deployed[1 - seat])

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Left and right may be exchanged."""
        sites = {site: f"{site[:3]}{6 - int(site[3])}" for site in SITES}
        moves = tuple(a ^ 1 if a % 4 < 2 or a >= 16 else a for a in range(SETUPS))
        setups = tuple(SETUPS + ORDERS.index(order[::-1]) for order in ORDERS)
        return *super().symmetries(), Symmetry("mirror", moves + setups, (0, 1), sites)

    # ---- the position in one line: A-P1,.,.,.,A-H1/... A 0 --------------------------------------

    def write_line(self, state: Rules, viewer: int | None) -> str:
        cells = [
            "."
            if piece == NONE
            else "?"
            if self.secret(state, viewer, int(piece > 5))
            else PIECES[piece]
            for piece in state.tile[:25]
        ]
        rows = "/".join(",".join(cells[start : start + 5]) for start in range(0, 25, 5))
        turn = "AB"[state.turn] if all(state.deployed) else "deploy"
        return f"{rows} {turn} {state.quiet}"

    def read_line(self, line: str) -> Rules:
        parts = line.split(" ")
        if len(parts) != 3:
            raise BadText("chessicle.line_parts")
        tiles = read_rows(parts[0])
        if parts[1] not in ("deploy", "A", "B"):
            raise BadText("chessicle.line_turn", given=shorten(parts[1]))
        deploying, turn = parts[1] == "deploy", int(parts[1] == "B")
        a, b = self._check_deployment(tiles) if deploying else (True, True)
        if not deploying:
            check_sides(tiles, turn)
        quiet, limit = whole_number(parts[2]), 0 if deploying else self.settings.limit
        if quiet is None or not 0 <= quiet <= limit or str(quiet) != parts[2]:
            raise BadText("chessicle.line_quiet", limit=limit, given=shorten(parts[2]))
        state = self.blank()
        state.set_up(tiles, a, b, turn, quiet)
        return state

    def _check_deployment(self, tiles: list[int]) -> tuple[bool, bool]:
        """Who is deployed, in a position before the first move."""
        a, b = all(tiles[:5]), all(tiles[20:])
        placed = sum(piece != NONE for piece in tiles)
        own = all(0 < piece <= 5 for piece in tiles[:5]) or not any(tiles[:5])
        theirs = all(piece > 5 for piece in tiles[20:]) or not any(tiles[20:])
        if not own or not theirs or placed != 5 * (a + b):
            raise BadText("chessicle.line_deploy")
        if a and b:
            raise BadText("chessicle.line_deployed")
        if b and self.settings.deployment == "open":
            raise BadText("chessicle.line_deploy_b")
        return a, b


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


def read_rows(text: str) -> list[int]:
    """The piece on each tile; refuses unknown names, doubles and heroes where none can stand."""
    rows = text.split("/")
    if len(rows) != 5:
        raise BadText("chessicle.line_rows", given=len(rows))
    tiles: list[int] = []
    for number, row in enumerate(rows, start=1):
        cells = row.split(",")
        if len(cells) != 5:
            raise BadText("chessicle.line_row", row=number, given=len(cells))
        for cell in cells:
            if cell != "." and cell not in PIECES[1:]:
                raise BadText("chessicle.line_tile", row=number, given=shorten(cell))
            piece = NONE if cell == "." else PIECES.index(cell)
            if piece != NONE and piece in tiles:
                raise BadText("chessicle.line_twice", name=cell)
            if piece % 5 in (4, 0) and piece != NONE and number % 2 == 0:
                raise BadText("chessicle.line_hero", name=cell, row=number)
            tiles.append(piece)
    return tiles


def check_sides(tiles: list[int], turn: int) -> None:
    """Somebody is left, and a side that has won is not to move."""
    left = [sum(0 < piece <= 5 for piece in tiles), sum(piece > 5 for piece in tiles)]
    if not any(left):
        raise BadText("chessicle.line_empty")
    if left[1 - turn] == 0:
        raise BadText("chessicle.line_last", winner="AB"[turn])


GAME = Chessicle
