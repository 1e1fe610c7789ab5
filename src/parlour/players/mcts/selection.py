"""Which action a simulation takes at a place of the tree: what looks best, or was tried least.

Where the game has an opinion its weights say what to try first (PUCT); where it has none every
action is tried once, in any order, and then what may still be the best (UCT). With GRAVE what was
heard at a place above, where enough was, stands in for what was not tried often, or at all; one
time in sixteen it is ignored, so that nothing is out of the question for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.mcts.amaf_trace import Trail
from parlour.table.advice.knowledge import Knowledge

if not cython.compiled:
    from math import log, sqrt

    from parlour.players.mcts.node import has_proofs, has_room, is_sure, set_asked, sure
    from parlour.players.mcts.tree import NOWHERE
    from parlour.table.compiled.rng import random_below
    from parlour.table.state import CHANCE

if TYPE_CHECKING:
    from parlour.players.mcts.options import Options
    from parlour.players.mcts.tree import Tree
    from parlour.table.compiled.array_types import Ints
    from parlour.table.state import State


BIAS = 0.001
"""How fast hearsay counts less than what was found."""


class Chooser:
    """Chooses in a state of its own, with its own dice and knowledge; the tree may be shared."""

    def __init__(
        self, tree: Tree, room: State, real: State, options: Options, names: int, seed: int
    ) -> None:
        self.tree = tree
        self.scratch = room.copy()
        given = None
        if options.knowledge:
            given = real.game.knowledge() if options.extra else real.game.shipped_knowledge()
        self.knowing = given is not None
        self.knowledge = given or Knowledge(real.game)
        self.varied = False  # is the position a guess?
        self.exploration = options.explore
        self.trust = options.trust
        self.trail = Trail(room, names, options.mast)
        self.repute = self.trail.repute
        self.enough = options.grave
        self.source = NOWHERE  # the place whose hearsay is believed
        if cython.compiled:
            self.tried = cython.cast(
                cython.p_int, malloc(room.action_count * cython.sizeof(cython.int))
            )
            self.among = cython.cast(
                cython.p_int, malloc(room.action_count * cython.sizeof(cython.int))
            )
            self.weights = cython.cast(
                cython.p_double, malloc(room.action_count * cython.sizeof(cython.double))
            )
            if not self.tried or not self.among or not self.weights:
                raise MemoryError
        else:
            self.tried, self.among = [0] * room.action_count, [0] * room.action_count
            self.weights = [0.0] * room.action_count
            self.rng_state = [0]
        for action in range(room.action_count):
            self.tried[action] = 0
            self.among[action] = 0
        self.look = 0
        self.rng_state[0] = seed & 0xFFFFFFFFFFFFFFFF

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.tried)
            free(self.among)
            free(self.weights)

    def ask(self, out: Ints, count: int) -> int:
        """Ask the game how promising the actions look: 1, 2 where it has no opinion, or 0 where it
        was not asked. That takes long, so no place is locked meanwhile, and of several threads that
        ask about one place at once only the first is heard."""
        if self.varied or self.scratch.seat == CHANCE or not has_room(self.tree, count):
            return 0
        return 1 if self.knowledge.priors(self.scratch, out, count, self.weights) > 0 else 2

    def choose(self, place: int, out: Ints, count: int, answer: int) -> int:
        """The edge to take from a place, of which the game has said this."""
        if self.tree.node[place].asked != 1:
            self.tree.node[place].width = count
        if self.scratch.seat == CHANCE:
            return self.follow(place, self.scratch.draw(out, count, self.rng_state))
        if self.knowing and not self.varied:
            if self.tree.node[place].asked == 0 and answer > 0:
                set_asked(
                    self.tree, place, self.expand(place, out, count) if answer == 1 else answer
                )
            if self.tree.node[place].asked == 1:
                return self.most_trusted(place)
        return self.descend(place, out, count)

    def expand(self, place: int, out: Ints, count: int) -> int:
        """Make the actions that look promising the children: 1, or 0 if there was no room for all.
        Some may be there already, from a time when there was none.

        A weight of 0 says that another action is as good; if it is so for all, all are tried."""
        partly = self.tree.node[place].children > 0
        full = False
        whole = 0.0
        width = 0
        for i in range(count):
            whole += self.weights[i]
        for i in range(count):
            edge = self.child_by(place, out[i]) if partly else NOWHERE
            if whole <= 0.0 or self.weights[i] > 0.0 or edge != NOWHERE:
                width += 1
                if edge == NOWHERE:
                    edge = self.tree.add(place, out[i], self.scratch.seat)
                if edge == NOWHERE:  # other threads were faster
                    full = True
                else:
                    self.tree.node[edge].prior = (
                        self.weights[i] / whole if whole > 0.0 else 1.0 / count
                    )
        if full:
            return 0
        self.tree.node[place].width = width
        return 1

    def most_trusted(self, place: int) -> int:
        """PUCT: what was found and what the game thought of it before, which counts less and less.

        An action that was never taken is worth a little less than those that were."""
        best = NOWHERE
        likely = NOWHERE
        highest = -1e300
        brought = 0.0
        visits = 0.0
        seen = 0.0
        node = self.tree.node
        seat = self.scratch.seat
        proofs = has_proofs(self.tree)
        root = self.trust * sqrt(node[place].reached + 0.0)
        child = node[place].first
        while child != NOWHERE:
            if node[child].visits == 0:
                if likely == NOWHERE or node[child].prior > node[likely].prior:
                    likely = child
            else:
                brought += node[child].total
                visits += node[child].visits
                seen += node[child].prior
                if not (proofs and is_sure(self.tree, child, seat)):
                    score = self.worth(child) + (
                        root * node[child].prior / (1.0 + node[child].visits)
                    )
                    if score > highest:
                        highest = score
                        best = child
            child = node[child].sibling
        if likely != NOWHERE:
            score = brought / visits - 0.2 * sqrt(seen) if visits > 0.0 else 0.0
            score += root * node[likely].prior
            if score > highest:
                highest = score
                best = likely
        return self.or_proved(place, best, highest)

    def descend(self, place: int, out: Ints, count: int) -> int:
        """A new child for an action that was never tried, else the most promising one.

        Where the game has hunches they alone become children, and those of a place at most as many
        as twice the root of its visits: a few likely actions are better known than all of them.
        What is legal may differ from guess to guess, so then only actions legal now are looked at.
        """
        node = self.tree.node
        if node[place].children == count and not self.varied:
            return self.most_promising(place)
        self.look += 1
        untried = count
        for i in range(count):
            self.tried[out[i]] = -self.look  # legal now
        child = node[place].first
        while child != NOWHERE:
            if self.tried[node[child].action] == -self.look:
                self.tried[node[child].action] = self.look  # legal now, and tried before
                untried -= 1
            child = node[child].sibling
        if untried == 0:
            return self.most_promising(place)
        idea = self.scratch.sample_action(self.rng_state)
        if idea != NOWHERE:
            narrow = node[place].children * node[place].children <= 4 * (node[place].reached - 1)
            if (narrow or untried == count) and self.tried[idea] == -self.look:
                return self.tree.add(place, idea, self.scratch.seat)
            if untried < count:
                return self.most_promising(place)
        elif self.source != NOWHERE:
            return self.most_renowned(place, out, count, untried)
        n = random_below(self.rng_state, untried)
        for i in range(count):
            if self.tried[out[i]] == -self.look:
                if n == 0:
                    return self.tree.add(place, out[i], self.scratch.seat)
                n -= 1
        return NOWHERE

    def most_promising(self, place: int) -> int:
        """UCT: the highest upper confidence bound, among the children that are legal now."""
        best = NOWHERE
        highest = -1e300
        node = self.tree.node
        seat = self.scratch.seat
        proofs = has_proofs(self.tree)
        log_visits = log(node[place].reached + 0.0) if self.source == NOWHERE else 0.0
        child = node[place].first
        while child != NOWHERE:
            if not self.varied or self.tried[node[child].action] == self.look:
                if node[child].visits == 0:  # made where there was no room for its siblings
                    return child
                if not (proofs and is_sure(self.tree, child, seat)):
                    score = self.worth(child) + self.exploration * sqrt(
                        log_visits / node[child].visits
                    )
                    if score > highest:
                        highest = score
                        best = child
            child = node[child].sibling
        return self.or_proved(place, best, highest)

    def most_renowned(self, place: int, out: Ints, count: int, untried: int) -> int:
        """GRAVE: the best child, or what was not tried here and sounds better; what nobody has
        heard of comes first."""
        best = NOWHERE
        highest = -1e300
        if untried < count:
            best = self.most_promising(place)
            if best != NOWHERE:
                highest = self.worth(best)
        idea = NOWHERE
        i = random_below(self.rng_state, count)
        for _ in range(count):
            if self.tried[out[i]] == -self.look:
                at = self.repute.find(self.source, self.scratch.seat, out[i])
                score = 1e300
                if at != NOWHERE:
                    score = self.repute.sums[at] / self.repute.counts[at]
                if score > highest:
                    highest = score
                    idea = out[i]
            i = i + 1 if i + 1 < count else 0
        return best if idea == NOWHERE else self.tree.add(place, idea, self.scratch.seat)

    def worth(self, edge: int) -> float:
        """What an edge brought on average; with GRAVE mixed with what the same action brought
        whenever it came after the source, which counts less the more is known."""
        node = self.tree.node
        visits = node[edge].visits + 0.0
        mean = node[edge].total / visits
        if self.source == NOWHERE:
            return mean
        at = self.repute.find(self.source, node[edge].decider, node[edge].action)
        if at == NOWHERE:
            return mean
        heard = self.repute.counts[at] + 0.0
        part = heard / (heard + visits + BIAS * heard * visits)
        return mean + part * (self.repute.sums[at] / heard - mean)

    def or_proved(self, place: int, best: int, highest: float) -> int:
        """The best child, of which this is the best where nothing is proved for who decides.

        What is proved counts as what it is. There is nothing to learn from it, so at the root, and
        elsewhere once in a while, the others come before it."""
        if not has_proofs(self.tree):
            return best
        proved = NOWHERE
        most = -1e300
        node = self.tree.node
        child = node[place].first
        while child != NOWHERE:
            score = sure(self.tree, child, self.scratch.seat)
            if score > most:  # nan, which stands for what is not known, is not
                most = score
                proved = child
            child = node[child].sibling
        if best == NOWHERE:
            return proved
        if proved == NOWHERE or place == self.tree.root or (node[place].reached & 7) == 0:
            return best
        return proved if most >= highest else best

    def follow(self, place: int, action: int) -> int:
        """The child that chance has drawn."""
        child = self.child_by(place, action)
        return self.tree.add(place, action, CHANCE) if child == NOWHERE else child

    def child_by(self, place: int, action: int) -> int:
        """The child that an action leads to; NOWHERE if it was never tried."""
        child = self.tree.node[place].first
        while child != NOWHERE and self.tree.node[child].action != action:
            child = self.tree.node[child].sibling
        return child
