"""Chessicle: its parts combined, how it ends, and what is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from parlour.games.chessicle.characters import HOME, ORDERS, ChessicleSettings
from parlour.games.chessicle.complete.solution import (
    best_first_rows,
    best_replies,
    best_second_rows,
    is_solved,
    row_of,
)
from parlour.games.chessicle.english import ENGLISH
from parlour.games.chessicle.knowledge import ChessicleKnowledge
from parlour.games.chessicle.learning import ChessicleLearning
from parlour.games.chessicle.levels import LEVELS
from parlour.games.chessicle.lines import ChessicleLines
from parlour.games.chessicle.net.net_file import read_weights
from parlour.games.chessicle.net.pair_net import PairNet, shipped_net
from parlour.games.chessicle.notation import ChessicleNotation
from parlour.games.chessicle.presentation import ChessiclePresentation
from parlour.games.chessicle.rules import SETUPS, Rules
from parlour.table.errors import BadText
from parlour.table.game import Game
from parlour.table.sentences import Sentence


class Chessicle(
    ChessicleNotation,
    ChessiclePresentation,
    ChessicleLines,
    ChessicleLearning,
    Game[Rules, ChessicleSettings],
):
    slug = "chessicle"
    title = "Chessicle"
    Settings = ChessicleSettings
    State = Rules
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 100}
    english = ENGLISH
    # While something is hidden nobody can look ahead.
    best_player = "alphabeta,net=1,otherwise=mcts"
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

    def book(self, state: Rules, seat: int) -> Sequence[int]:
        """The game is solved: these are the deployments that keep its value (§2)."""
        if state.deployed[seat] or not is_solved(self.settings):
            return ()
        if seat == 0:
            rows = best_first_rows()
        elif state.hidden:
            rows = best_second_rows()
        else:
            rows = best_replies(row_of([state.tile[tile] - 1 for tile in HOME[0]]))
        found = {
            row_of(ORDERS[action - SETUPS]): action for action in reversed(state.actions(seat))
        }
        return sorted(found[row] for row in rows)

    def knowledge(self) -> ChessicleKnowledge:
        return ChessicleKnowledge(self)

    def shipped_knowledge(self) -> ChessicleKnowledge:
        return ChessicleKnowledge(self, own=False)

    def net_knowledge(self, path: Path | None = None) -> ChessicleKnowledge | None:
        """The net was taught the default rules. A damaged one that came with the game is not
        used."""
        if self.settings.friend_blocks:
            return None
        try:
            net = shipped_net() if path is None else PairNet(read_weights(path))
        except BadText:
            if path is not None:
                raise
            return None
        return ChessicleKnowledge(self, net=net)


GAME = Chessicle
