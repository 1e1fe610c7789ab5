"""Chessicle: its parts combined, how it ends, and what is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from parlour.games.chessicle.characters import HOME, ORDERS, SITES, ChessicleSettings
from parlour.games.chessicle.english import ENGLISH
from parlour.games.chessicle.knowledge import ChessicleKnowledge
from parlour.games.chessicle.levels import LEVELS
from parlour.games.chessicle.lines import ChessicleLines
from parlour.games.chessicle.notation import ChessicleNotation
from parlour.games.chessicle.presentation import ChessiclePresentation
from parlour.games.chessicle.rules import SETUPS, Rules
from parlour.table.game import Game
from parlour.table.learning.symmetry import Symmetry
from parlour.table.sentences import Sentence


class Chessicle(
    ChessicleNotation, ChessiclePresentation, ChessicleLines, Game[Rules, ChessicleSettings]
):
    slug = "chessicle"
    title = "Chessicle"
    Settings = ChessicleSettings
    State = Rules
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 100}
    english = ENGLISH
    best_player = "alphabeta,otherwise=mcts"  # while something is hidden nobody can look ahead
    levels = LEVELS

    def verdict(self, state: Rules, names: Sequence[str]) -> tuple[str, Sentence]:
        if state.left[0] and state.left[1]:
            return "limit", Sentence("chessicle.limit", limit=state.limit)
        winner = 0 if state.left[1] == 0 else 1
        names = (names[winner], names[1 - winner])
        return "captured", Sentence("chessicle.captured", winner=names[0], loser=names[1])

    def risky(self, state: Rules, seat: int) -> Sequence[int]:
        """A move removes enemies only."""
        return ()

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


GAME = Chessicle
