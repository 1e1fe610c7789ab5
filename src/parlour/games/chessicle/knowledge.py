"""What is known about playing Chessicle well: endings by heart, and what characters are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.chessicle.complete.opening import shipped_opening
from parlour.games.chessicle.complete.solution import is_solved
from parlour.games.chessicle.net.pair_net import PairNet
from parlour.games.chessicle.rules import Rules
from parlour.games.chessicle.solving.table_files import endgame_table_for
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import floats

if not cython.compiled:
    from math import tanh

    from parlour.games.chessicle.complete.opening import NO_ENTRY
    from parlour.games.chessicle.rules import BEYOND, MOVES, OFF, PLACES

    ENDLESS = 100  # moves of a draw where no limit ends it: the safeguard of matches

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.game import Game
    from parlour.table.state import State

# What a character is worth by where it stands, and how many can be removed next by the side to
# move, or by the other: fitted to the exact endings of five characters (see docs/players.md). The
# board is the same from every side, so a quarter is enough. The number of moves is worth nothing.
PAWN = (1.08, 1.16, 1.12, 1.18, 1.25, 1.25, 1.21, 1.30, 1.19)  # three rows of three
STRAIGHT_HERO = (1.52, 1.17, 1.49, 1.51, 1.23, 1.62)  # of rows 1 and 3: it never leaves these
DIAGONAL_HERO = (0.64, 0.62, 0.98, 1.00, 0.72, 0.92)
PREY, DANGER, TURN = 0.62, 0.08, 0.10


class ChessicleKnowledge(Knowledge):
    """Tables of endings, and before these: who is worth what, and who threatens whom."""

    def __init__(self, game: Game[Any, Any], own: bool = True, net: PairNet | None = None) -> None:
        """With the largest tables there are, or, without the user's own, with those that came."""
        Knowledge.__init__(self, game)
        self.net = net
        self.has_net = net is not None
        self.opening = shipped_opening()
        self.opens = is_solved(game.settings)
        self.table = endgame_table_for(game.settings.friend_blocks, own)
        self.pieces = self.table.pieces
        self.worth = floats(5 * PLACES)  # PLACES * character + tile
        for tile in range(25):
            row, column = min(tile // 5, 4 - tile // 5), min(tile % 5, 4 - tile % 5)
            for pawn in range(3):
                self.worth[PLACES * pawn + tile] = PAWN[3 * row + column]
            if row % 2 == 0:
                self.worth[PLACES * 3 + tile] = STRAIGHT_HERO[3 * (row >> 1) + column]
                self.worth[PLACES * 4 + tile] = DIAGONAL_HERO[3 * (row >> 1) + column]

    # ---- what is certain ----------------------------------------------------------------------

    def exact_value(self, state: State, out: Floats) -> int:
        return self.exact_position_value(cython.cast(Rules, state), out)

    def exact_position_value(self, rules: Rules, out: Floats) -> int:
        """From the solved game or the tables. They know no limit (§8), which turns a win that
        comes too late into a draw: then nothing is certain. A draw lasts until the limit."""
        entry = self.opening.look_up(rules) if self.opens else NO_ENTRY
        if entry == NO_ENTRY:
            if not self.in_tables(rules):
                return 0
            entry = self.table.look_up(rules)
        if entry == 0:
            out[0] = out[1] = 0.0
            return 1 + (rules.limit - rules.quiet if rules.limit else ENDLESS)
        if rules.limit and rules.quiet + entry > rules.limit:
            return 0
        out[rules.turn] = 1.0 if entry & 1 else -1.0
        out[1 - rules.turn] = -1.0 if entry & 1 else 1.0
        return 1 + entry

    def in_tables(self, rules: Rules) -> bool:
        """Do the tables know this position?"""
        return (
            rules.left[0] + rules.left[1] <= self.pieces
            and rules.left[0] > 0
            and rules.left[1] > 0
            and rules.deployed[0]
            and rules.deployed[1]
        )

    # ---- what is likely -----------------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        return self.evaluate_position(cython.cast(Rules, state), out)

    def evaluate_position(self, rules: Rules, out: Floats) -> int:
        """Characters with the tiles they stand on, and who may be removed next."""
        if not rules.deployed[0] or not rules.deployed[1]:
            return 0
        mine, other = rules.turn, 1 - rules.turn
        if self.has_net:
            out[mine] = cython.cast(PairNet, self.net).value(rules)
            out[other] = 0.0 - out[mine]
            return 2
        lead = TURN + self.material(rules, mine) - self.material(rules, other)
        lead += PREY * self.count_on(rules, other, self.attacked(rules, mine))
        lead -= DANGER * self.count_on(rules, mine, self.attacked(rules, other))
        out[mine] = tanh(lead)
        out[other] = 0.0 - out[mine]
        return 2

    def material(self, rules: Rules, side: int) -> float:
        """What the characters of a side are worth."""
        total = 0.0
        for piece in range(5):
            tile = rules.place[5 * side + piece + 1]
            if tile != OFF:
                total += self.worth[PLACES * piece + tile]
        return total

    def attacked(self, rules: Rules, side: int) -> int:
        """The set of tiles on which a side could remove somebody with one move."""
        tiles = 0
        closed = rules.army[side] | BEYOND
        for piece in range(5):
            step = ((5 * side + piece) * PLACES + rules.place[5 * side + piece + 1]) * MOVES
            for k in range(MOVES):
                if not closed & rules.steps.barred[step + k]:
                    tiles |= (
                        1 << rules.steps.landing[step + k] | 1 << rules.steps.crossing[step + k]
                    )
        return tiles

    def count_on(self, rules: Rules, side: int, tiles: int) -> int:
        """How many of a side stand on these tiles."""
        count = 0
        for piece in range(5):
            tile = rules.place[5 * side + piece + 1]
            if tile != OFF:
                count += tiles >> tile & 1
        return count

    # ---- which moves --------------------------------------------------------------------------

    def tactical(self, state: State, out: Ints) -> int:
        return self.write_captures(cython.cast(Rules, state), out)

    def write_captures(self, rules: Rules, out: Ints) -> int:
        """Moves that remove somebody."""
        if self.has_net or not rules.deployed[0] or not rules.deployed[1]:
            return 0
        count = 0
        first = 5 * rules.turn
        closed = rules.army[rules.turn] | BEYOND
        for piece in range(5):
            step = ((first + piece) * PLACES + rules.place[first + piece + 1]) * MOVES
            for k in range(MOVES):
                if not closed & rules.steps.barred[step + k]:
                    if self.removed(rules, step + k):
                        out[count] = MOVES * piece + k
                        count += 1
        return count

    def removed(self, rules: Rules, step: int) -> int:
        """How many enemies a move removes (§5)."""
        enemies = rules.army[1 - rules.turn]
        return (enemies >> rules.steps.landing[step] & 1) + (
            enemies >> rules.steps.crossing[step] & 1
        )

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        return self.write_priors(cython.cast(Rules, state), actions, count, out)

    def write_priors(self, rules: Rules, actions: Ints, count: int, out: Floats) -> int:
        """What the tables say of a move; else removing is good, danger is bad."""
        if not rules.deployed[0] or not rules.deployed[1]:
            return 0
        danger = self.attacked(rules, 1 - rules.turn)
        left = rules.left[0] + rules.left[1]
        for i in range(count):
            piece = 5 * rules.turn + (actions[i] >> 2)
            here = rules.place[piece + 1]
            step = (piece * PLACES + here) * MOVES + (actions[i] & 3)
            gone = self.removed(rules, step)
            if gone == rules.left[1 - rules.turn]:
                out[i] = 1000.0
            elif left - gone <= self.pieces:
                out[i] = self.endgame_prior(rules, actions[i])
            else:
                out[i] = 1.0 + 8.0 * gone
                if danger >> here & 1:
                    out[i] *= 2.0
                if danger >> rules.steps.landing[step] & 1:
                    out[i] *= 0.3
        return count

    def endgame_prior(self, rules: Rules, action: int) -> float:
        """The weight of a move into the tables: the sooner won, or the later lost, the better."""
        entry = self.table.look_ahead(rules, action)
        if entry == 0:
            return 1.0
        return 0.001 * entry if entry & 1 else 100.0 + 100.0 / entry
