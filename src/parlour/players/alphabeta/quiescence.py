"""The end of the depth: noisy actions are played out before an opinion is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.alphabeta.move_ordering import Ordering
from parlour.players.alphabeta.ply import plies
from parlour.table.errors import BadSettings

if not cython.compiled:
    from parlour.players.alphabeta.ply import DEEPEST
    from parlour.players.alphabeta.scores import BAND, UNKNOWN, WIN, settled
    from parlour.players.alphabeta.transposition_table import NOWHERE
    from parlour.table.state import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.players.alphabeta.ply import Ply
    from parlour.table.advice.knowledge import Knowledge
    from parlour.table.state import State


class Quiescence:
    """A search without depth, on which those with depth stand: nodes, limits, what a position is
    worth to whom."""

    def __init__(self, room: State, knowledge: Knowledge, time: Callable[[], float]) -> None:
        self.knowledge = knowledge
        self.ordering = Ordering(room, knowledge)
        self.top = plies(room)
        self.time = time
        self.stopped = False  # from outside: enough
        self.limit(1, None)

    # ---- limits -------------------------------------------------------------------------------

    def limit(self, nodes: int, deadline: float | None) -> None:
        """Look at so many nodes, and until the deadline."""
        self.most = nodes
        self.deadline = deadline
        self.nodes = self.guesses = 0
        self.halted = False
        self.next_look = self.stride = 16
        self.looked = self.time()

    def count_node(self) -> int:
        """Another node; the search is halted as soon as there were enough."""
        self.nodes += 1
        if (
            self.nodes >= self.most
            or self.stopped
            or (self.nodes >= self.next_look and self.late())
        ):
            self.halted = True
        return 0

    def late(self) -> bool:
        """Has the time run out? Asked every few milliseconds: that takes the GIL."""
        with cython.gil:
            now = self.time()
            if now - self.looked < 0.002:
                self.stride *= 2
            elif now - self.looked > 0.004 and self.stride > 1:
                self.stride //= 2
            self.looked = now
            self.next_look = self.nodes + self.stride
            return self.deadline is not None and now >= self.deadline

    # ---- one position and the next ------------------------------------------------------------

    def enter(self, here: Ply, alpha: int, beta: int) -> int:
        """Another node: its score where there is no need to look, else UNKNOWN."""
        if not cython.compiled:
            payoffs = [0.0] * 16
        self.count_node()
        if self.halted:
            return 0
        here.length = 0
        known = self.knowledge.exact_value(here.state, payoffs)
        if known > 0:
            return settled(payoffs, here.state.seat, here.number + known - 1)
        # Nobody wins with fewer than one more action.
        if alpha >= WIN - here.number - 1:
            return WIN - here.number - 1
        if beta <= -(WIN - here.number - 1):
            return -(WIN - here.number - 1)
        return UNKNOWN

    def reply(self, here: Ply, depth: int, alpha: int, beta: int) -> int:
        """The score of the position below for the seat that decided here."""
        if not cython.compiled:
            payoffs = [0.0] * 16
        if here.below.state.seat == here.state.seat:
            return self.search(here.below, depth, alpha, beta)
        if here.below.state.seat == 1 - here.state.seat:
            return -self.search(here.below, depth, -beta, -alpha)
        if here.below.state.seat == CHANCE:
            with cython.gil:
                raise BadSettings("player.chance", game=here.below.state.game.title)
        self.nodes += 1
        here.below.length = 0
        here.below.state.result(payoffs)
        return settled(payoffs, here.state.seat, here.below.number)

    def search(self, here: Ply, depth: int, alpha: int, beta: int) -> int:
        """The score of a position for the seat that decides, exact if it is between alpha and beta;
        otherwise a bound on their far side."""
        known = self.enter(here, alpha, beta)
        return known if known != UNKNOWN else self.calm(here, alpha, beta)

    # ---- until all is quiet -------------------------------------------------------------------

    def calm(self, here: Ply, alpha: int, beta: int) -> int:
        """What the knowledge thinks once the noise is over: whoever decides may also stop here."""
        best = self.judged(here)
        if best >= beta or here.number == DEEPEST - 1:
            return best
        if best > alpha:
            alpha = best
        count = self.knowledge.tactical(here.state, here.actions)
        if count > 1:
            self.ordering.arrange(here, count, NOWHERE)
        for i in range(count):
            action = self.ordering.pick(here, i, count)
            here.descend(action)
            value = self.reply(here, 0, alpha, beta)
            if self.halted:
                return 0
            if value > best:
                best = value
            if value > alpha:
                alpha = value
                here.expect(action)
            if value >= beta:
                break
        return best

    def judged(self, here: Ply) -> int:
        """What the knowledge thinks of a position, from no chance to no doubt."""
        if not cython.compiled:
            values = [0.0] * 16
        self.guesses += 1
        if self.knowledge.evaluate(here.state, values) == 0:
            return 0
        value = (values[here.state.seat] - values[1 - here.state.seat]) / 2
        return int(BAND * (-1.0 if value < -1.0 else 1.0 if value > 1.0 else value))
