"""The selection phase: which action a simulation takes at a node.

With priors from the game's knowledge by PUCT; without them by UCT, after every action was tried
once in random order. GRAVE mixes in the AMAF values of the nearest ancestor with enough visits; one
simulation in sixteen ignores them, so that no action is excluded for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.table.advice.knowledge import Knowledge

if not cython.compiled:
    from math import log, sqrt

    from parlour.players.mcts.node import (
        has_capacity,
        has_proofs,
        is_proved,
        proved_payoff,
        set_prior_state,
    )
    from parlour.players.mcts.tree import HAS_PRIORS, NO_PRIORS, NONE, NOT_ASKED
    from parlour.table.compiled.rng import random_below
    from parlour.table.state import CHANCE

if TYPE_CHECKING:
    from parlour.players.mcts.amaf import AmafTable
    from parlour.players.mcts.options import Options
    from parlour.players.mcts.tree import Tree
    from parlour.table.compiled.array_types import Ints
    from parlour.table.state import State


GRAVE_BIAS = 0.001
"""How fast the weight of AMAF values falls with the visits of an edge."""


FPU_REDUCTION = 0.2
"""First play urgency: how much less than its visited siblings an unvisited child is worth."""


class Selector:
    """Selects children in the tree for one simulator, whose state is at the node in question."""

    def __init__(
        self,
        tree: Tree,
        state: State,
        knowledge: Knowledge | None,
        amaf: AmafTable,
        options: Options,
        seed: int,
    ) -> None:
        self.tree = tree
        self.state = state
        self.has_knowledge = knowledge is not None
        self.knowledge = knowledge or Knowledge(state.game)
        self.determinized = (
            False  # is something hidden, so that each simulation has a root of its own?
        )
        self.exploration = options.explore
        self.trust = options.trust
        self.amaf = amaf
        self.grave_node = NONE  # the node whose AMAF values are used, set for each selection
        size = state.action_count
        if cython.compiled:
            self.marks = cython.cast(cython.p_int, calloc(size, cython.sizeof(cython.int)))
            self.priors = cython.cast(cython.p_double, malloc(size * cython.sizeof(cython.double)))
            if not self.marks or not self.priors:
                raise MemoryError
        else:
            self.marks, self.priors, self.rng_state = [0] * size, [0.0] * size, [0]
        self.mark = 0
        self.rng_state[0] = seed & 0xFFFFFFFFFFFFFFFF

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.marks)
            free(self.priors)

    def compute_priors(self, out: Ints, count: int) -> int:
        """Ask the knowledge for the priors of the legal actions; return the new prior state.

        This takes long, so the caller holds no lock: of several threads that ask at one node only
        the first result is used."""
        if self.determinized or self.state.seat == CHANCE or not has_capacity(self.tree, count):
            return NOT_ASKED
        if self.knowledge.priors(self.state, out, count, self.priors) > 0:
            return HAS_PRIORS
        return NO_PRIORS

    def select(self, node: int, out: Ints, count: int, prior_result: int) -> int:
        """The edge to take from a node; `prior_result` is what `compute_priors` returned there."""
        if self.tree.nodes[node].prior_state != HAS_PRIORS:
            self.tree.nodes[node].legal_count = count
        if self.state.seat == CHANCE:
            return self.follow_chance(node, self.state.draw(out, count, self.rng_state))
        if self.has_knowledge and not self.determinized:
            if self.tree.nodes[node].prior_state == NOT_ASKED:
                if prior_result == HAS_PRIORS:
                    prior_result = self.expand(node, out, count)
                if prior_result != NOT_ASKED:
                    set_prior_state(self.tree, node, prior_result)
            if self.tree.nodes[node].prior_state == HAS_PRIORS:
                return self.select_puct(node)
        return self.select_child(node, out, count)

    def expand(self, node: int, out: Ints, count: int) -> int:
        """Add the actions with a prior as children; NOT_ASKED if the tree is too full for all.
        Some may be there already, from an attempt that found the tree full.

        A prior of 0 means that another action is at least as good; if all are 0, all are added."""
        has_children = self.tree.nodes[node].child_count > 0
        out_of_nodes = False
        prior_sum = 0.0
        width = 0
        for i in range(count):
            prior_sum += self.priors[i]
        for i in range(count):
            edge = self.find_child(node, out[i]) if has_children else NONE
            if prior_sum <= 0.0 or self.priors[i] > 0.0 or edge != NONE:
                width += 1
                if edge == NONE:
                    edge = self.tree.add(node, out[i], self.state.seat)
                if edge == NONE:  # other threads took the last nodes
                    out_of_nodes = True
                else:
                    self.tree.nodes[edge].prior = (
                        self.priors[i] / prior_sum if prior_sum > 0.0 else 1.0 / count
                    )
        if out_of_nodes:
            return NOT_ASKED
        self.tree.nodes[node].legal_count = width
        return HAS_PRIORS

    def select_puct(self, node: int) -> int:
        """PUCT: mean value plus an exploration term that is proportional to the prior.

        Unvisited children get the mean of their visited siblings less a reduction (FPU)."""
        best = NONE
        unvisited = NONE
        highest = -1e300
        visited_total = 0.0
        visits = 0.0
        visited_prior = 0.0
        nodes = self.tree.nodes
        seat = self.state.seat
        proofs = has_proofs(self.tree)
        scale = self.trust * sqrt(nodes[node].visits + 0.0)
        child = nodes[node].first_child
        while child != NONE:
            if nodes[child].edge_visits == 0:
                if unvisited == NONE or nodes[child].prior > nodes[unvisited].prior:
                    unvisited = child
            else:
                visited_total += nodes[child].total
                visits += nodes[child].edge_visits
                visited_prior += nodes[child].prior
                if not (proofs and is_proved(self.tree, child, seat)):
                    score = self.edge_value(child) + (
                        scale * nodes[child].prior / (1.0 + nodes[child].edge_visits)
                    )
                    if score > highest:
                        highest = score
                        best = child
            child = nodes[child].next_sibling
        if unvisited != NONE:
            score = 0.0
            if visits > 0.0:
                score = visited_total / visits - FPU_REDUCTION * sqrt(visited_prior)
            score += scale * nodes[unvisited].prior
            if score > highest:
                highest = score
                best = unvisited
        return self.with_proofs(node, best, highest)

    def select_child(self, node: int, out: Ints, count: int) -> int:
        """Without priors: a new child for an action that was never tried, else the best child.

        Where the game samples actions only sampled ones become children, at most twice the square
        root of the node's visits (progressive widening). Legal actions may differ between
        determinizations, so there only children that are legal now count."""
        nodes = self.tree.nodes
        if nodes[node].child_count == count and not self.determinized:
            return self.select_uct(node)
        self.mark += 1
        untried = count
        for i in range(count):
            self.marks[out[i]] = -self.mark  # legal now
        child = nodes[node].first_child
        while child != NONE:
            if self.marks[nodes[child].action] == -self.mark:
                self.marks[nodes[child].action] = self.mark  # legal now, and tried before
                untried -= 1
            child = nodes[child].next_sibling
        if untried == 0:
            return self.select_uct(node)
        sampled = self.state.sample_action(self.rng_state)
        if sampled != NONE:
            children = nodes[node].child_count
            may_widen = children * children <= 4 * (nodes[node].visits - 1)
            if (may_widen or untried == count) and self.marks[sampled] == -self.mark:
                return self.tree.add(node, sampled, self.state.seat)
            if untried < count:
                return self.select_uct(node)
        elif self.grave_node != NONE:
            return self.select_grave(node, out, count, untried)
        n = random_below(self.rng_state, untried)
        for i in range(count):
            if self.marks[out[i]] == -self.mark:
                if n == 0:
                    return self.tree.add(node, out[i], self.state.seat)
                n -= 1
        return NONE

    def select_uct(self, node: int) -> int:
        """UCT: the highest upper confidence bound among the children that are legal now."""
        best = NONE
        highest = -1e300
        nodes = self.tree.nodes
        seat = self.state.seat
        proofs = has_proofs(self.tree)
        log_visits = log(nodes[node].visits + 0.0) if self.grave_node == NONE else 0.0
        child = nodes[node].first_child
        while child != NONE:
            if not self.determinized or self.marks[nodes[child].action] == self.mark:
                if (
                    nodes[child].edge_visits == 0
                ):  # added when the tree was too full for its siblings
                    return child
                if not (proofs and is_proved(self.tree, child, seat)):
                    score = self.edge_value(child) + self.exploration * sqrt(
                        log_visits / nodes[child].edge_visits
                    )
                    if score > highest:
                        highest = score
                        best = child
            child = nodes[child].next_sibling
        return self.with_proofs(node, best, highest)

    def select_grave(self, node: int, out: Ints, count: int, untried: int) -> int:
        """GRAVE: the best child, or an untried action with a higher AMAF value; actions without an
        AMAF value come first."""
        best = NONE
        highest = -1e300
        if untried < count:
            best = self.select_uct(node)
            if best != NONE:
                highest = self.edge_value(best)
        untried_best = NONE
        i = random_below(self.rng_state, count)
        for _ in range(count):
            if self.marks[out[i]] == -self.mark:
                at = self.amaf.find(self.grave_node, self.state.seat, out[i])
                score = 1e300
                if at != NONE:
                    score = self.amaf.sums[at] / self.amaf.counts[at]
                if score > highest:
                    highest = score
                    untried_best = out[i]
            i = i + 1 if i + 1 < count else 0
        if untried_best == NONE:
            return best
        return self.tree.add(node, untried_best, self.state.seat)

    def edge_value(self, edge: int) -> float:
        """The mean payoff of an edge; with GRAVE mixed with the AMAF value of its action, whose
        weight falls with the visits."""
        nodes = self.tree.nodes
        visits = nodes[edge].edge_visits + 0.0
        mean = nodes[edge].total / visits
        if self.grave_node == NONE:
            return mean
        at = self.amaf.find(self.grave_node, nodes[edge].decider, nodes[edge].action)
        if at == NONE:
            return mean
        amaf_visits = self.amaf.counts[at] + 0.0
        amaf_weight = amaf_visits / (amaf_visits + visits + GRAVE_BIAS * amaf_visits * visits)
        return mean + amaf_weight * (self.amaf.sums[at] / amaf_visits - mean)

    def with_proofs(self, node: int, best: int, highest: float) -> int:
        """The best child; `best` is the best one whose payoff for the decider is not proved.

        A proved child counts as its payoff, but another visit to it teaches nothing: so at the root
        always, and elsewhere every eighth time, children without a proof come first."""
        if not has_proofs(self.tree):
            return best
        proved = NONE
        most = -1e300
        nodes = self.tree.nodes
        child = nodes[node].first_child
        while child != NONE:
            score = proved_payoff(self.tree, child, self.state.seat)
            if score > most:  # false for nan, which means not proved
                most = score
                proved = child
            child = nodes[child].next_sibling
        if best == NONE:
            return proved
        if proved == NONE or node == self.tree.root or (nodes[node].visits & 7) == 0:
            return best
        return proved if most >= highest else best

    def follow_chance(self, node: int, action: int) -> int:
        """The child for a chance outcome."""
        child = self.find_child(node, action)
        return self.tree.add(node, action, CHANCE) if child == NONE else child

    def find_child(self, node: int, action: int) -> int:
        """The child for an action; NONE if it was never tried."""
        child = self.tree.nodes[node].first_child
        while child != NONE and self.tree.nodes[child].action != action:
            child = self.tree.nodes[child].next_sibling
        return child
