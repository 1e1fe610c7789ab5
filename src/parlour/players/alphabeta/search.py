"""Alpha-beta: how two seats fare if both play their best, as deep as there is time to look.

Depth counts actions, and a seat may have several in a row: scores are turned round only where the
seat changes. Each depth is searched on what the last one remembered: the best action first. All but
the first only have to show that they are no better; late ones are looked at less deeply, until they
turn out to be (principal variation search, late move reductions).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.alphabeta.quiescence import Quiescence
from parlour.players.alphabeta.repetition import Past

if not cython.compiled:
    from parlour.players.alphabeta.ply import DEEPEST
    from parlour.players.alphabeta.scores import PROOF, UNKNOWN, WIN, from_here, from_there
    from parlour.players.alphabeta.transposition_table import EXACT, LOWER, NOWHERE, PROVED, UPPER
    from parlour.table.state import NOBODY

    PATIENCE = 20_000  # positions in search of the one that is there now

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.players.alphabeta.ply import Ply
    from parlour.players.alphabeta.transposition_table import Transpositions
    from parlour.table.advice.knowledge import Knowledge
    from parlour.table.state import State


class Search(Quiescence):
    """Looks at positions of one game, from a root that may change, on one table."""

    def __init__(
        self,
        room: State,
        knowledge: Knowledge,
        table: Transpositions,
        time: Callable[[], float],
    ) -> None:
        Quiescence.__init__(self, room, knowledge, time)
        self.table = table
        self.past = Past()
        if not cython.compiled:
            self.way = [0] * DEEPEST  # the positions from the root to here
        if cython.compiled:
            self.worth = cython.cast(
                cython.p_int, malloc(room.action_count * cython.sizeof(cython.int))
            )
            self.visits = cython.cast(
                cython.p_longlong, malloc(room.action_count * cython.sizeof(cython.longlong))
            )
            if not self.worth or not self.visits:
                raise MemoryError
        else:
            self.worth = [0] * room.action_count  # of each action at the root, where it is known
            self.visits = [0] * room.action_count
        self.count = 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.worth)
            free(self.visits)

    # ---- what the player calls ----------------------------------------------------------------

    def recall(self, before: State | None, played: int, now: State) -> None:
        """A decision is due: what was there before counts if this comes after the last decision and
        what was played then, else another match has begun."""
        if before is None or not self.follows(before, played, now):
            self.past.forget()
        self.past.add(now.repetition_key64())

    def begin(
        self, root: State, actions: Sequence[int], nodes: int, deadline: float | None, fresh: bool
    ) -> None:
        """Turn to another position, of which these actions are looked at: at so many nodes, and
        until the deadline."""
        self.limit(nodes, deadline)
        self.top.state.copy_from(root)
        self.top.state.seat = root.seat
        self.table.begin(fresh)
        self.ordering.forget(self.top)
        self.proved = False
        self.count = len(actions)
        for i in range(self.count):
            self.top.actions[i] = actions[i]
        slot = self.table.find(self.top.state.key64())
        proposed = NOWHERE if slot < 0 else self.table.action(slot)
        self.ordering.arrange(self.top, self.count, proposed)
        for i in range(self.count):
            self.ordering.pick(self.top, i, self.count)
            self.visits[actions[i]] = 0
            self.worth[actions[i]] = UNKNOWN
        self.score = 0
        self.top.line[0] = self.top.actions[0]
        self.top.length = 1

    def deepen(self, depth: int) -> bool:
        """Look at all actions so deep; false if it was interrupted. The best comes first."""
        before = self.guesses
        with cython.nogil:
            self.look(depth)
        self.proved = not self.halted and (self.guesses == before or abs(self.score) > PROOF)
        return not self.halted

    def prefer(self, action: int) -> None:
        """Of several that are worth the same, this one comes first."""
        place = 0
        while self.top.actions[place] != action:
            place += 1
        for k in range(place, 0, -1):
            self.top.actions[k] = self.top.actions[k - 1]
        self.top.actions[0] = self.top.line[0] = action
        self.top.length = 1

    def found(self) -> list[tuple[int, int, int | None]]:
        """The actions at the root, the best first: nodes, and the score where it is known."""
        listed: list[tuple[int, int, int | None]] = []
        for i in range(self.count):
            action = self.top.actions[i]
            worth = self.worth[action]
            listed.append((action, self.visits[action], None if worth == UNKNOWN else worth))
        return listed

    def expected(self) -> list[int]:
        """What is expected to be played, as far as it is remembered."""
        line = [self.top.line[i] for i in range(self.top.length)]
        state = self.top.state.copy()
        for action in line:
            state.apply(action)
        while not state.over and len(line) < DEEPEST:
            slot = self.table.find(state.key64())
            action = NOWHERE if slot < 0 else self.table.action(slot)
            if action not in state.actions():
                break
            line.append(action)
            state.apply(action)
        return line

    # ---- what was there before ----------------------------------------------------------------

    def follows(self, before: State, played: int, now: State) -> bool:
        """Can a seat that played this find itself there at its next decision?"""
        self.top.state.copy_from(before)
        self.top.state.seat = before.seat
        self.top.descend(played)
        self.patience = PATIENCE
        return self.leads(self.top.below, before.seat, now.key64())

    def leads(self, here: Ply, seat: int, key: int) -> bool:
        """Do actions of others lead from here to a position in which the seat decides?"""
        self.patience -= 1
        if here.state.seat == seat or here.state.seat == NOBODY:
            return here.state.key64() == key
        if here.number == DEEPEST - 1:
            return False
        count = here.state.legal(here.actions)
        for i in range(count):
            here.descend(here.actions[i])
            if self.patience > 0 and self.leads(here.below, seat, key):
                return True
        return False

    def repeated(self, repetition_key: int, number: int) -> bool:
        """Was this position there before, in the match or on the way here?"""
        if self.past.has(repetition_key):
            return True
        for i in range(1, number):
            if self.way[i] == repetition_key:
                return True
        self.way[number] = repetition_key
        return False

    # ---- the search ---------------------------------------------------------------------------

    def look(self, depth: int) -> int:
        """All actions of the root: what raises the score comes to the front."""
        alpha = -WIN
        for i in range(self.count):
            action = self.top.actions[i]
            before = self.nodes
            self.top.descend(action)
            value = alpha + 1
            if i > 0:
                value = self.reply(self.top, depth - 1, alpha, alpha + 1)
            if value > alpha and not self.halted:
                value = self.reply(self.top, depth - 1, alpha, WIN)
            self.visits[action] += self.nodes - before
            if self.halted:
                return 0
            if value > alpha or value < -PROOF or value < self.worth[action] != UNKNOWN:
                self.worth[action] = value
            if value > alpha:
                alpha = value
                self.score = value
                self.top.expect(action)
                for k in range(i, 0, -1):
                    self.top.actions[k] = self.top.actions[k - 1]
                self.top.actions[0] = action
        return 0

    def search(self, here: Ply, depth: int, alpha: int, beta: int) -> int:
        """The score of a position for the seat that decides, exact if it is between alpha and beta;
        otherwise a bound on their far side."""
        known = self.enter(here, alpha, beta)
        if known != UNKNOWN:
            return known
        if depth <= 0 or here.number == DEEPEST - 1:
            return self.calm(here, alpha, beta)
        if self.repeated(here.state.repetition_key64(), here.number):
            self.guesses += 1
            return 0  # who can go round in circles can do so for ever
        key = here.state.key64()
        slot = self.table.find(key)
        proposed = NOWHERE
        if slot >= 0:
            proposed = self.table.action(slot)
            if self.table.depth(slot) >= depth:
                value = from_here(self.table.score(slot), here.number)
                bound = self.table.bound(slot)
                if (
                    (bound == EXACT and beta - alpha == 1)
                    or (bound == EXACT and self.table.depth(slot) == PROVED)
                    or (bound == LOWER and value >= beta)
                    or (bound == UPPER and value <= alpha)
                ):
                    if self.table.depth(slot) < PROVED:
                        self.guesses += 1
                    return value
        return self.expand(here, key, proposed, depth, alpha, beta)

    def expand(self, here: Ply, key: int, proposed: int, depth: int, alpha: int, beta: int) -> int:
        """Try the actions of a position, the likeliest first, until one is too good to be let."""
        guesses = self.guesses
        if proposed == NOWHERE and depth >= 4:
            depth -= 1  # in the next round it will be known what to try first
        best = -WIN
        chosen = NOWHERE
        bound = UPPER
        count = here.state.legal(here.actions)
        self.ordering.arrange(here, count, proposed)
        for i in range(count):
            action = self.ordering.pick(here, i, count)
            here.descend(action)
            value = alpha + 1
            if i > 0:
                less = 0
                if depth >= 3 and i >= 3:
                    less = 1 if i < 7 else 2 if i < 12 or depth < 5 else 3
                value = self.reply(here, depth - 1 - less, alpha, alpha + 1)
                if value > alpha and less and not self.halted:
                    value = self.reply(here, depth - 1, alpha, alpha + 1)
            if i == 0 or (alpha < value < beta and not self.halted):
                value = self.reply(here, depth - 1, alpha, beta)
            if self.halted:
                return 0
            if value > best:
                best = value
                chosen = action
            if value > alpha:
                alpha = value
                bound = EXACT
                here.expect(action)
            if value >= beta:
                bound = LOWER
                self.ordering.praise(here, action, depth)
                break
        if self.guesses == guesses or best > PROOF or best < -PROOF:
            depth = PROVED
        self.table.keep(key, chosen, depth, bound, from_there(best, here.number))
        return best
