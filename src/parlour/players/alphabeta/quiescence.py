"""Quiescence search: at depth 0, tactical actions are searched before an evaluation is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.table.errors import BadSettings

if not cython.compiled:
    from parlour.players.alphabeta.ply import MAX_PLY
    from parlour.players.alphabeta.scores import BAND, UNKNOWN, WIN, score_of_end
    from parlour.players.alphabeta.transposition_table import NONE
    from parlour.table.state import CHANCE

if TYPE_CHECKING:
    from parlour.players.alphabeta.move_ordering import MoveOrdering
    from parlour.players.alphabeta.ply import Ply
    from parlour.players.alphabeta.search_limits import SearchLimits
    from parlour.table.advice.knowledge import Knowledge


class Quiescence:
    """Scores positions without depth; the alpha-beta search shares its limits and ordering."""

    def __init__(self, knowledge: Knowledge, ordering: MoveOrdering, limits: SearchLimits) -> None:
        self.knowledge = knowledge
        self.ordering = ordering
        self.limits = limits
        self.guesses = 0  # scores that are not proved

    # ---- one position and the next ------------------------------------------------------------

    def enter(self, here: Ply, alpha: int, beta: int) -> int:
        """Count a node; its score if it needs no search, else UNKNOWN."""
        if not cython.compiled:
            payoffs = [0.0] * 16
        self.limits.count_node()
        if self.limits.halted:
            return 0
        here.pv_length = 0
        known = self.knowledge.exact_value(here.state, payoffs)
        if known > 0:
            return score_of_end(payoffs, here.state.seat, here.number + known - 1)
        # Mate distance pruning: nobody wins with fewer than one more action.
        if alpha >= WIN - here.number - 1:
            return WIN - here.number - 1
        if beta <= -(WIN - here.number - 1):
            return -(WIN - here.number - 1)
        return UNKNOWN

    def end_score(self, here: Ply) -> int:
        """The score of the final position below, for the seat that decided here."""
        if not cython.compiled:
            payoffs = [0.0] * 16
        if here.below.state.seat == CHANCE:
            with cython.gil:
                raise BadSettings("player.chance", game=here.below.state.game.title)
        self.limits.nodes += 1
        here.below.pv_length = 0
        here.below.state.result(payoffs)
        return score_of_end(payoffs, here.state.seat, here.below.number)

    def reply(self, here: Ply, alpha: int, beta: int) -> int:
        """The score of the position below, for the seat that decided here."""
        if here.below.state.seat == here.state.seat:
            return self.search(here.below, alpha, beta)
        if here.below.state.seat == 1 - here.state.seat:
            return -self.search(here.below, -beta, -alpha)
        return self.end_score(here)

    def search(self, here: Ply, alpha: int, beta: int) -> int:
        """The score of a position for the seat that decides: exact between alpha and beta, else a
        bound."""
        known = self.enter(here, alpha, beta)
        return known if known != UNKNOWN else self.search_tactical(here, alpha, beta)

    # ---- until the position is quiet ------------------------------------------------------------

    def search_tactical(self, here: Ply, alpha: int, beta: int) -> int:
        """The best of the evaluation (stand pat) and the tactical actions."""
        best = self.evaluate(here)
        if best >= beta or here.number == MAX_PLY - 1:
            return best
        if best > alpha:
            alpha = best
        count = self.knowledge.tactical(here.state, here.actions)
        if count > 1:
            self.ordering.score_actions(here, count, NONE)
        for i in range(count):
            action = self.ordering.pick(here, i, count)
            here.descend(action)
            value = self.reply(here, alpha, beta)
            if self.limits.halted:
                return 0
            if value > best:
                best = value
            if value > alpha:
                alpha = value
                here.update_pv(action)
            if value >= beta:
                break
        return best

    def evaluate(self, here: Ply) -> int:
        """The knowledge's evaluation as a score, from -BAND to BAND."""
        if not cython.compiled:
            values = [0.0] * 16
        self.guesses += 1
        if self.knowledge.evaluate(here.state, values) == 0:
            return 0
        value = (values[here.state.seat] - values[1 - here.state.seat]) / 2
        return int(BAND * (-1.0 if value < -1.0 else 1.0 if value > 1.0 else value))
