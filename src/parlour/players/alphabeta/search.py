"""Principal variation search with iterative deepening, for two seats.

Depth counts actions, and a seat may have several in a row: scores are negated only where the seat
changes. Every iteration starts with the best action of the last one. All but the first action are
searched with a null window and, if late, at a reduced depth, and again if they turn out better
(principal variation search, late move reductions).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.alphabeta.move_ordering import MoveOrdering
from parlour.players.alphabeta.ply import plies
from parlour.players.alphabeta.quiescence import Quiescence
from parlour.players.alphabeta.repetition import RepetitionTable
from parlour.players.alphabeta.search_limits import SearchLimits

if not cython.compiled:
    from parlour.players.alphabeta.ply import MAX_PLY
    from parlour.players.alphabeta.scores import PROOF, UNKNOWN, WIN, from_table, to_table
    from parlour.players.alphabeta.transposition_table import (
        EXACT,
        LOWER,
        NONE,
        PROVED_DEPTH,
        UPPER,
    )
    from parlour.table.state import NOBODY

    MAX_FOLLOW = 20_000  # positions searched for the current one

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.players.alphabeta.ply import Ply
    from parlour.players.alphabeta.transposition_table import TranspositionTable
    from parlour.table.advice.knowledge import Knowledge
    from parlour.table.state import State


class AlphaBetaSearch:
    """Searches positions of one game, one root after the other, with one transposition table."""

    def __init__(
        self,
        prototype: State,
        knowledge: Knowledge,
        table: TranspositionTable,
        time: Callable[[], float],
    ) -> None:
        self.limits = SearchLimits(time)
        self.ordering = MoveOrdering(prototype, knowledge)
        self.quiescence = Quiescence(knowledge, self.ordering, self.limits)
        self.top = plies(prototype)
        self.table = table
        self.repetitions = RepetitionTable()
        if not cython.compiled:
            self.path_keys = [0] * MAX_PLY  # of the positions from the root to here
        if cython.compiled:
            self.root_scores = cython.cast(
                cython.p_int, malloc(prototype.action_count * cython.sizeof(cython.int))
            )
            self.root_nodes = cython.cast(
                cython.p_longlong, malloc(prototype.action_count * cython.sizeof(cython.longlong))
            )
            if not self.root_scores or not self.root_nodes:
                raise MemoryError
        else:
            self.root_scores = [0] * prototype.action_count
            self.root_nodes = [0] * prototype.action_count
        self.count = 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.root_scores)
            free(self.root_nodes)

    # ---- what the player calls ----------------------------------------------------------------

    def recall(self, before: State | None, played: int, now: State) -> None:
        """Add a position of the match to the repetitions; they are cleared first if it does not
        follow from the last decision and its action, as another match has begun then."""
        if before is None or not self.follows(before, played, now):
            self.repetitions.clear()
        self.repetitions.add(now.repetition_key64())

    def begin(
        self, root: State, actions: Sequence[int], nodes: int, deadline: float | None, fresh: bool
    ) -> None:
        """Set the root, the actions to search there, and the limits; `fresh` ignores what the table
        has from earlier searches."""
        self.limits.start(nodes, deadline)
        self.quiescence.guesses = 0
        self.top.state.copy_from(root)
        self.top.state.seat = root.seat
        self.table.begin(fresh)
        self.ordering.clear(self.top)
        self.proved = False
        self.count = len(actions)
        for i in range(self.count):
            self.top.actions[i] = actions[i]
        slot = self.table.find(self.top.state.key64())
        hash_action = NONE if slot < 0 else self.table.action(slot)
        self.ordering.score_actions(self.top, self.count, hash_action)
        for i in range(self.count):
            self.ordering.pick(self.top, i, self.count)
            self.root_nodes[actions[i]] = 0
            self.root_scores[actions[i]] = UNKNOWN
        self.score = 0
        self.top.pv[0] = self.top.actions[0]
        self.top.pv_length = 1

    def deepen(self, depth: int) -> bool:
        """Search all root actions at this depth; false if it was halted. The best comes first."""
        before = self.quiescence.guesses
        with cython.nogil:
            self.search_root(depth)
        if self.limits.halted:
            self.proved = False
            return False
        self.proved = self.quiescence.guesses == before or abs(self.score) > PROOF
        return True

    def prefer(self, action: int) -> None:
        """Move this action, one of several with the same score, to the front."""
        index = 0
        while self.top.actions[index] != action:
            index += 1
        for k in range(index, 0, -1):
            self.top.actions[k] = self.top.actions[k - 1]
        self.top.actions[0] = self.top.pv[0] = action
        self.top.pv_length = 1

    def root_results(self) -> list[tuple[int, int, int | None]]:
        """The root actions, the best first, their nodes and, where known, scores."""
        listed: list[tuple[int, int, int | None]] = []
        for i in range(self.count):
            action = self.top.actions[i]
            score = self.root_scores[action]
            listed.append((action, self.root_nodes[action], None if score == UNKNOWN else score))
        return listed

    def principal_variation(self) -> list[int]:
        """The principal variation, extended from the transposition table."""
        pv = [self.top.pv[i] for i in range(self.top.pv_length)]
        state = self.top.state.copy()
        for action in pv:
            state.apply(action)
        while not state.over and len(pv) < MAX_PLY:
            slot = self.table.find(state.key64())
            action = NONE if slot < 0 else self.table.action(slot)
            if action not in state.actions():
                break
            pv.append(action)
            state.apply(action)
        return pv

    # ---- repetitions --------------------------------------------------------------------------

    def follows(self, before: State, played: int, now: State) -> bool:
        """Can `now` be the next decision of the seat that played this action?"""
        self.top.state.copy_from(before)
        self.top.state.seat = before.seat
        self.top.descend(played)
        self.budget = MAX_FOLLOW
        return self.can_reach(self.top.below, before.seat, now.key64())

    def can_reach(self, here: Ply, seat: int, key: int) -> bool:
        """Do actions of other seats lead from here to the position with this key?"""
        self.budget -= 1
        if here.state.seat == seat or here.state.seat == NOBODY:
            return here.state.key64() == key
        if here.number == MAX_PLY - 1:
            return False
        count = here.state.legal(here.actions)
        for i in range(count):
            here.descend(here.actions[i])
            if self.budget > 0 and self.can_reach(here.below, seat, key):
                return True
        return False

    def repeated(self, repetition_key: int, number: int) -> bool:
        """Did this position occur in the match, or on the path from the root?"""
        if self.repetitions.contains(repetition_key):
            return True
        for i in range(1, number):
            if self.path_keys[i] == repetition_key:
                return True
        self.path_keys[number] = repetition_key
        return False

    # ---- the search ---------------------------------------------------------------------------

    def search_root(self, depth: int) -> int:
        """Search the root actions; one that raises the score moves to the front."""
        alpha = -WIN
        for i in range(self.count):
            action = self.top.actions[i]
            before = self.limits.nodes
            self.top.descend(action)
            value = alpha + 1
            if i > 0:
                value = self.reply(self.top, depth - 1, alpha, alpha + 1)
            if value > alpha and not self.limits.halted:
                value = self.reply(self.top, depth - 1, alpha, WIN)
            self.root_nodes[action] += self.limits.nodes - before
            if self.limits.halted:
                return 0
            if value > alpha or value < -PROOF or value < self.root_scores[action] != UNKNOWN:
                self.root_scores[action] = value
            if value > alpha:
                alpha = value
                self.score = value
                self.top.update_pv(action)
                for k in range(i, 0, -1):
                    self.top.actions[k] = self.top.actions[k - 1]
                self.top.actions[0] = action
        return 0

    def reply(self, here: Ply, depth: int, alpha: int, beta: int) -> int:
        """The score of the position below, for the seat that decided here."""
        if here.below.state.seat == here.state.seat:
            return self.search(here.below, depth, alpha, beta)
        if here.below.state.seat == 1 - here.state.seat:
            return -self.search(here.below, depth, -beta, -alpha)
        return self.quiescence.end_score(here)

    def search(self, here: Ply, depth: int, alpha: int, beta: int) -> int:
        """The score of a position for the seat that decides: exact between alpha and beta, else a
        bound."""
        known = self.quiescence.enter(here, alpha, beta)
        if known != UNKNOWN:
            return known
        if depth <= 0 or here.number == MAX_PLY - 1:
            return self.quiescence.search_tactical(here, alpha, beta)
        if self.repeated(here.state.repetition_key64(), here.number):
            self.quiescence.guesses += 1
            return 0  # a repetition counts as a draw
        key = here.state.key64()
        slot = self.table.find(key)
        hash_action = NONE
        if slot >= 0:
            hash_action = self.table.action(slot)
            if self.table.depth(slot) >= depth:
                value = from_table(self.table.score(slot), here.number)
                bound = self.table.bound(slot)
                if (
                    (bound == EXACT and beta - alpha == 1)
                    or (bound == EXACT and self.table.depth(slot) == PROVED_DEPTH)
                    or (bound == LOWER and value >= beta)
                    or (bound == UPPER and value <= alpha)
                ):
                    if self.table.depth(slot) < PROVED_DEPTH:
                        self.quiescence.guesses += 1
                    return value
        return self.expand(here, key, hash_action, depth, alpha, beta)

    def expand(
        self, here: Ply, key: int, hash_action: int, depth: int, alpha: int, beta: int
    ) -> int:
        """Search the actions of a position in order, until one fails high."""
        guesses = self.quiescence.guesses
        if hash_action == NONE and depth >= 4:
            depth -= 1  # internal iterative reduction
        best = -WIN
        chosen = NONE
        bound = UPPER
        count = here.state.legal(here.actions)
        self.ordering.score_actions(here, count, hash_action)
        for i in range(count):
            action = self.ordering.pick(here, i, count)
            here.descend(action)
            value = alpha + 1
            if i > 0:
                reduction = 0
                if depth >= 3 and i >= 3:
                    reduction = 1 if i < 7 else 2 if i < 12 or depth < 5 else 3
                value = self.reply(here, depth - 1 - reduction, alpha, alpha + 1)
                if value > alpha and reduction and not self.limits.halted:
                    value = self.reply(here, depth - 1, alpha, alpha + 1)
            if i == 0 or (alpha < value < beta and not self.limits.halted):
                value = self.reply(here, depth - 1, alpha, beta)
            if self.limits.halted:
                return 0
            if value > best:
                best = value
                chosen = action
            if value > alpha:
                alpha = value
                bound = EXACT
                here.update_pv(action)
            if value >= beta:
                bound = LOWER
                self.ordering.reward_cutoff(here, action, depth)
                break
        if self.quiescence.guesses == guesses or best > PROOF or best < -PROOF:
            depth = PROVED_DEPTH
        self.table.store(key, chosen, depth, bound, to_table(best, here.number))
        return best
