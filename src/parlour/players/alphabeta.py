"""Alpha-beta: how two seats fare if both play their best, as deep as there is time to look.

Depth counts actions, and a seat may have several in a row: scores are turned round only where the
seat changes. A score is a whole number for the seat that decides: up to BAND what a game's
knowledge thinks, beyond PROOF what is proved: WIN less the number of actions until then.

Each depth is searched on what the last one remembered: the best action first, then those that cut
off elsewhere, then what the knowledge finds promising. All but the first only have to show that
they are no better; late ones are looked at less deeply, until they turn out to be (principal
variation search, late move reductions). At the end of the depth noisy actions are played out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.transpositions import Transpositions
from parlour.table.errors import BadSettings

if not cython.compiled:
    from parlour.players.transpositions import EXACT, LOWER, NOWHERE, PROVED, UPPER
    from parlour.table.state import CHANCE

    BAND = 100_000
    PROOF = 900_000
    WIN = 1_000_000
    UNKNOWN = 2_000_000
    DEEPEST = 100

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.table.kinds import Floats
    from parlour.table.knowledge import Knowledge
    from parlour.table.state import State


class Ply:
    """A position on the way down, so many actions from the root, with the actions to try there."""

    def __init__(self, room: State, number: int) -> None:
        self.state = room.copy()
        self.number = number
        self.below: Ply = self  # the next one; the last has none
        self.killer = self.other_killer = NOWHERE  # what cut off beside here
        self.length = 0
        if cython.compiled:
            self.actions = cython.cast(
                cython.p_int, malloc(room.action_count * cython.sizeof(cython.int))
            )
            self.order = cython.cast(
                cython.p_double, malloc(room.action_count * cython.sizeof(cython.double))
            )
            if not self.actions or not self.order:
                raise MemoryError
        else:
            self.actions = [0] * room.action_count
            self.order = [0.0] * room.action_count  # how soon each of them is tried
            self.line = [0] * DEEPEST  # what is expected from here on

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.actions)
            free(self.order)


class Search:
    """Looks at positions of one game, from a root that may change, on one table."""

    def __init__(
        self,
        room: State,
        knowledge: Knowledge,
        table: Transpositions,
        time: Callable[[], float],
    ) -> None:
        self.knowledge = knowledge
        self.table = table
        self.time = time
        self.deadline: float | None = None
        self.stopped = False  # from outside: enough
        self.top = Ply(room, 0)
        ply = self.top
        for number in range(1, DEEPEST):
            ply.below = Ply(room, number)
            ply = ply.below
        if cython.compiled:
            self.history = cython.cast(
                cython.p_double, calloc(2 * room.action_count, cython.sizeof(cython.double))
            )
            self.worth = cython.cast(
                cython.p_int, malloc(room.action_count * cython.sizeof(cython.int))
            )
            self.visits = cython.cast(
                cython.p_longlong, malloc(room.action_count * cython.sizeof(cython.longlong))
            )
            if not self.history or not self.worth or not self.visits:
                raise MemoryError
        else:
            self.history = [0.0] * (2 * room.action_count)  # what each seat's actions cut off
            self.worth = [0] * room.action_count  # of each action at the root, where it is known
            self.visits = [0] * room.action_count
        self.count = 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.history)
            free(self.worth)
            free(self.visits)

    # ---- what the player calls ----------------------------------------------------------------

    def begin(
        self, root: State, actions: Sequence[int], nodes: int, deadline: float | None, fresh: bool
    ) -> None:
        """Turn to another position, of which these actions are looked at: at so many nodes, and
        until the deadline."""
        self.top.state.copy_from(root)
        self.top.state.seat = root.seat
        self.table.begin(fresh)
        self.most = nodes
        self.deadline = deadline
        self.nodes = self.guesses = 0
        self.halted = False
        self.proved = False
        self.next_look = self.stride = 16
        self.looked = self.time()
        self.highest = 1.0
        for i in range(2 * root.action_count):
            self.history[i] = 0.0
        ply = self.top
        for _ in range(1, DEEPEST):
            ply.killer = ply.other_killer = NOWHERE
            ply = ply.below
        self.count = len(actions)
        for i in range(self.count):
            self.top.actions[i] = actions[i]
        slot = self.table.find(self.top.state.key64())
        self.arrange(self.top, self.count, NOWHERE if slot < 0 else self.table.action(slot))
        for i in range(self.count):
            self.pick(self.top, i, self.count)
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

    # ---- the search ---------------------------------------------------------------------------

    def look(self, depth: int) -> int:
        """All actions of the root: what raises the score comes to the front."""
        alpha = -WIN
        for i in range(self.count):
            action = self.top.actions[i]
            before = self.nodes
            self.descend(self.top, action)
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
                self.keep_line(self.top, action)
                for k in range(i, 0, -1):
                    self.top.actions[k] = self.top.actions[k - 1]
                self.top.actions[0] = action
        return 0

    def descend(self, here: Ply, action: int) -> int:
        """Play an action, on the ply below."""
        here.below.state.copy_from(here.state)
        here.below.state.seat = here.state.seat
        return here.below.state.play(action)

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
        if not cython.compiled:
            payoffs = [0.0] * 16
        self.nodes += 1
        if (
            self.nodes >= self.most
            or self.stopped
            or (self.nodes >= self.next_look and self.late())
        ):
            self.halted = True
        if self.halted:
            return 0
        here.length = 0
        known = self.knowledge.exact(here.state, payoffs)
        if known > 0:
            return settled(payoffs, here.state.seat, here.number + known - 1)
        # Nobody wins with fewer than one more action.
        if alpha >= WIN - here.number - 1:
            return WIN - here.number - 1
        if beta <= -(WIN - here.number - 1):
            return -(WIN - here.number - 1)
        if depth <= 0 or here.number == DEEPEST - 1:
            return self.calm(here, alpha, beta)
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
        best = -WIN
        chosen = NOWHERE
        bound = UPPER
        count = here.state.legal(here.actions)
        self.arrange(here, count, proposed)
        for i in range(count):
            action = self.pick(here, i, count)
            self.descend(here, action)
            value = alpha + 1
            if i > 0:
                less = 0
                if depth >= 3 and i >= 4:
                    less = 1 if i < 12 else 2
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
                self.keep_line(here, action)
            if value >= beta:
                bound = LOWER
                self.praise(here, action, depth)
                break
        if self.guesses == guesses or best > PROOF or best < -PROOF:
            depth = PROVED
        self.table.keep(key, chosen, depth, bound, from_there(best, here.number))
        return best

    def calm(self, here: Ply, alpha: int, beta: int) -> int:
        """What the knowledge thinks once the noise is over: whoever decides may also stop here."""
        best = self.judged(here)
        if best >= beta or here.number == DEEPEST - 1:
            return best
        if best > alpha:
            alpha = best
        count = self.knowledge.noisy(here.state, here.actions)
        if count > 1:
            self.arrange(here, count, NOWHERE)
        for i in range(count):
            action = self.pick(here, i, count)
            self.descend(here, action)
            value = self.reply(here, 0, alpha, beta)
            if self.halted:
                return 0
            if value > best:
                best = value
            if value > alpha:
                alpha = value
                self.keep_line(here, action)
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

    # ---- the order of actions -----------------------------------------------------------------

    def arrange(self, here: Ply, count: int, proposed: int) -> int:
        """Say how soon each action is tried: the proposed one, those that cut off beside here, then
        by what the knowledge thinks and by what cut off anywhere."""
        first = here.state.seat * here.state.action_count
        heaviest = 0.0
        if self.knowledge.weigh(here.state, here.actions, count, here.order) > 0:
            for i in range(count):
                heaviest = max(heaviest, here.order[i])
        for i in range(count):
            action = here.actions[i]
            order = here.order[i] / heaviest if heaviest > 0.0 else 0.0
            order += self.history[first + action] / self.highest
            if action == here.killer or action == here.other_killer:
                order += 1.0
            if action == proposed:
                order += 10.0
            here.order[i] = order
        return 0

    def pick(self, here: Ply, i: int, count: int) -> int:
        """The action to be tried next: bring it to place i."""
        best = i
        for k in range(i + 1, count):
            if here.order[k] > here.order[best]:
                best = k
        action = here.actions[best]
        here.actions[best] = here.actions[i]
        here.actions[i] = action
        here.order[best] = here.order[i]
        return action

    def praise(self, here: Ply, action: int, depth: int) -> int:
        """Remember what cut off."""
        if action != here.killer:
            here.other_killer = here.killer
            here.killer = action
        place = here.state.seat * here.state.action_count + action
        self.history[place] += depth * depth
        self.highest = max(self.highest, self.history[place])
        return 0

    def keep_line(self, here: Ply, action: int) -> int:
        here.line[0] = action
        for i in range(here.below.length):
            here.line[i + 1] = here.below.line[i]
        here.length = here.below.length + 1
        return 0

    # ---- time ---------------------------------------------------------------------------------

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


# ---- scores -------------------------------------------------------------------------------------


def settled(payoffs: Floats, seat: int, number: int) -> int:
    """The score of an end, so many actions from the root: sooner wins are better, later losses."""
    if payoffs[seat] >= 1.0:
        return WIN - number
    if payoffs[seat] <= -1.0:
        return number - WIN
    return int(BAND * payoffs[seat])


def from_there(score: int, number: int) -> int:
    """A score counts actions from the root, the table those from the position."""
    return score + number if score > PROOF else score - number if score < -PROOF else score


def from_here(score: int, number: int) -> int:
    return score - number if score > PROOF else score + number if score < -PROOF else score
