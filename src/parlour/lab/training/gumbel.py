"""The search of self-play: at each root a Gumbel search, for many matches at a time.

A few candidates are drawn without replacement, by sequential halving those remain whose values are
best, and below the root the search follows the policy that the values have improved (Danihelka et
al., "Policy improvement by planning with Gumbel", ICLR 2022).

Values are those of seat 0: there are two seats, what one wins the other loses, and no dice. A match
holds its actions, not its positions: playing them again costs less than copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.table.compiled.array_types import floats, ints

if not cython.compiled:
    from math import exp, log

    from parlour.lab.training.plain_buffers import new_floats, new_ints, new_shorts
    from parlour.table.compiled.rng import random_unit
    from parlour.table.state import NOBODY

    LONGEST = 400  # actions of a match, which is then called a draw
    NONE = -1
    TABLE = 2048  # numbers of `schedule`

if TYPE_CHECKING:
    from parlour.lab.training.plain_buffers import Rows
    from parlour.table.game import Game

SHARPNESS = 4.0  # logits of actions that only settle who plays on, for a value of 1


def halving(candidates: int, simulations: int) -> list[int]:
    """For each simulation, how often a candidate must have been visited to be its choice."""
    if candidates == 1:
        return list(range(simulations))
    rounds = (candidates - 1).bit_length()
    visits, left, order = [0] * candidates, candidates, list[int]()
    while len(order) < simulations:
        for _ in range(max(1, simulations // (left * rounds))):
            order += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return order[:simulations]


class GumbelSearch:
    """A tree for each match, and what its search needs to know about the match."""

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        matches: int,
        simulations: int,
        considered: int,
        seed: int,
        value_scale: float,
    ) -> None:
        """Each search has `simulations`, first for so many `considered` actions."""
        net_input = game.net_input()
        if net_input is None or game.chance or len(game.seats) != 2:
            raise ValueError(f"{game.slug} cannot be trained by self-play: it needs a net input.")
        if (considered + 1) * simulations > TABLE or matches > 4096:
            raise ValueError("That many matches, simulations or candidates are not supported.")
        self.net_input = net_input
        self.start = game.start()
        self.state = game.start()
        self.matches = matches
        self.simulations = simulations
        self.considered = considered
        self.value_scale = value_scale
        self.nodes = simulations + 2
        self.width = game.action_count
        self.policy_size = net_input.policy_size
        self.rng = ints(1, seed)
        self.schedule = ints(TABLE)
        for candidates in range(1, considered + 1):
            for i, visits in enumerate(halving(candidates, simulations)):
                self.schedule[candidates * simulations + i] = visits
        self.improved = floats(8192)
        self.payoffs = floats(16)
        nodes = matches * self.nodes
        edges = nodes * self.width
        self.node_value, self.node_visits = new_floats(nodes), new_ints(nodes)
        self.node_edges, self.node_seat = new_shorts(nodes), new_shorts(nodes)
        self.node_settles = new_shorts(nodes)
        self.edge_action, self.edge_target = new_shorts(edges), new_shorts(edges)
        self.edge_visits, self.edge_child = new_shorts(edges), new_shorts(edges)
        self.edge_logit, self.edge_total = new_floats(edges), new_floats(edges)
        self.used, self.leaf = new_ints(matches), new_ints(matches)
        self.depth, self.done = new_ints(matches), new_ints(matches)
        self.path_node, self.path_edge = new_shorts(nodes), new_shorts(nodes)
        self.ply = new_ints(matches)
        self.history = new_shorts(matches * LONGEST)
        self.gumbel = new_floats(matches * self.width)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.node_value)
            free(self.node_visits)
            free(self.node_edges)
            free(self.node_seat)
            free(self.node_settles)
            free(self.edge_action)
            free(self.edge_target)
            free(self.edge_visits)
            free(self.edge_child)
            free(self.edge_logit)
            free(self.edge_total)
            free(self.used)
            free(self.leaf)
            free(self.depth)
            free(self.done)
            free(self.ply)
            free(self.path_node)
            free(self.path_edge)
            free(self.history)
            free(self.gumbel)

    # ---- positions and answers -----------------------------------------------------------------

    def replay(self, m: int) -> int:
        """Set up the position at the root of a match."""
        self.state.copy_from(self.start)
        for i in range(self.ply[m]):
            self.state.play(self.history[m * LONGEST + i])
        return 0

    def open_node(self, m: int, k: int) -> int:
        """Make node `k` of a match the position in `state`."""
        if not cython.compiled:
            out = [0] * self.width
        node = m * self.nodes + k
        self.node_visits[node] = 0
        self.node_seat[node] = self.state.seat
        self.node_edges[node] = 0
        if self.state.seat == NOBODY:
            self.state.result(self.payoffs)
            self.node_value[node] = self.payoffs[0]
            return 0
        count = self.state.legal(out)
        self.node_edges[node] = count
        self.node_settles[node] = self.net_input.settles(self.state)
        for i in range(count):
            edge = node * self.width + i
            self.edge_action[edge] = out[i]
            if self.node_settles[node]:
                self.edge_target[edge] = self.net_input.stake(self.state, out[i])
            else:
                self.edge_target[edge] = self.net_input.target(self.state, out[i])
            self.edge_visits[edge] = 0
            self.edge_child[edge] = NONE
            self.edge_total[edge] = 0.0
        return 0

    def read_answer(self, m: int, policies: Rows, values: Rows) -> int:
        """Give the leaf its value and its actions their logits."""
        node = m * self.nodes + self.leaf[m]
        value = values[m]
        for e in range(self.node_edges[node]):
            edge = node * self.width + e
            if self.node_settles[node]:
                self.edge_logit[edge] = SHARPNESS * self.edge_target[edge] * value
            else:
                self.edge_logit[edge] = policies[m, self.edge_target[edge]]
        if self.node_settles[node] and value < 0.0:
            value = -value
        if self.node_seat[node] == 1:
            value = -value
        self.node_value[node] = value
        if self.leaf[m] != 0:
            self.back_up(m, value)
        return 0

    def promote(self, m: int, k: int) -> int:
        """Node `k` becomes the root, without what was found below it."""
        node = m * self.nodes
        child = node + k
        self.node_value[node] = self.node_value[child]
        self.node_edges[node] = self.node_edges[child]
        self.node_seat[node] = self.node_seat[child]
        self.node_settles[node] = self.node_settles[child]
        self.node_visits[node] = 0
        for i in range(self.node_edges[child]):
            edge = node * self.width + i
            other = child * self.width + i
            self.edge_action[edge] = self.edge_action[other]
            self.edge_target[edge] = self.edge_target[other]
            self.edge_logit[edge] = self.edge_logit[other]
            self.edge_visits[edge] = 0
            self.edge_child[edge] = NONE
            self.edge_total[edge] = 0.0
        self.used[m] = 1
        self.done[m] = 0
        self.draw_gumbels(m)
        return 0

    def draw_gumbels(self, m: int) -> int:
        for i in range(self.width):
            unit = random_unit(self.rng)
            self.gumbel[m * self.width + i] = -log(-log(unit + 1e-12) + 1e-12)
        return 0

    # ---- simulations ---------------------------------------------------------------------------

    def descend(self, m: int) -> bool:
        """One simulation; whether it has reached a new position, which is then in `state`."""
        k = 0
        node = m * self.nodes
        candidates = min(self.considered, self.node_edges[node])
        e = self.root_edge(m, self.schedule[candidates * self.simulations + self.done[m]])
        self.replay(m)
        step = 0
        while True:
            self.path_node[m * self.nodes + step] = k
            self.path_edge[m * self.nodes + step] = e
            step += 1
            self.depth[m] = step
            edge = node * self.width + e
            self.state.play(self.edge_action[edge])
            child = self.edge_child[edge]
            if child == NONE:
                child = self.used[m]
                self.used[m] += 1
                self.edge_child[edge] = child
                self.open_node(m, child)
                if self.node_seat[m * self.nodes + child] != NOBODY:
                    self.leaf[m] = child
                    return True
            k = child
            node = m * self.nodes + k
            if self.node_seat[node] == NOBODY:
                self.back_up(m, self.node_value[node])
                return False
            e = self.inner_edge(node)

    def back_up(self, m: int, value: float) -> int:
        """A simulation's value, of seat 0, for all actions on its path."""
        for i in range(self.depth[m]):
            node = m * self.nodes + self.path_node[m * self.nodes + i]
            edge = node * self.width + self.path_edge[m * self.nodes + i]
            self.edge_visits[edge] += 1
            self.edge_total[edge] += value
            self.node_visits[node] += 1
        self.done[m] += 1
        return 0

    def root_edge(self, m: int, wanted: int) -> int:
        """The best action with so many visits by its Gumbel, its logit and its value; where none
        has them, one that comes near."""
        node = m * self.nodes
        sign = -1.0 if self.node_seat[node] == 1 else 1.0
        scale = self.value_scale * (50 + self.most_visits(node))
        mixed = self.mixed_value(node)
        best, best_score = 0, -1e30
        for e in range(self.node_edges[node]):
            edge = node * self.width + e
            score = mixed
            if self.edge_visits[edge] > 0:
                score = sign * self.edge_total[edge] / self.edge_visits[edge]
            score = scale * score + self.gumbel[m * self.width + e] + self.edge_logit[edge]
            if self.edge_visits[edge] > wanted:
                score -= 1000.0 * (self.edge_visits[edge] - wanted)
            elif self.edge_visits[edge] < wanted:
                score -= 1000.0 * (wanted - self.edge_visits[edge])
            if score > best_score:
                best, best_score = e, score
        return best

    def inner_edge(self, node: int) -> int:
        """The action whose share of the visits lags most behind the improved policy."""
        best, best_score = 0, -1e30
        if self.node_visits[node] > 0:
            self.improve(node)
        for e in range(self.node_edges[node]):
            edge = node * self.width + e
            score = self.edge_logit[edge]
            if self.node_visits[node] > 0:
                score = self.improved[e] - self.edge_visits[edge] / (1.0 + self.node_visits[node])
            if score > best_score:
                best, best_score = e, score
        return best

    def most_visits(self, node: int) -> int:
        most = 0
        for e in range(self.node_edges[node]):
            edge = node * self.width + e
            if self.edge_visits[edge] > most:
                most = self.edge_visits[edge]
        return most

    def mixed_value(self, node: int) -> float:
        """The value, for the seat to act, of actions without visits: that of the net, mixed with
        those of the other actions."""
        sign = -1.0 if self.node_seat[node] == 1 else 1.0
        if self.node_visits[node] == 0:
            return sign * self.node_value[node]
        highest = -1e30
        for e in range(self.node_edges[node]):
            edge = node * self.width + e
            if self.edge_visits[edge] > 0 and self.edge_logit[edge] > highest:
                highest = self.edge_logit[edge]
        weights = total = 0.0
        for e in range(self.node_edges[node]):
            edge = node * self.width + e
            if self.edge_visits[edge] > 0:
                weight = exp(max(-60.0, self.edge_logit[edge] - highest))
                weights += weight
                total += weight * self.edge_total[edge] / self.edge_visits[edge]
        value = self.node_value[node] + self.node_visits[node] * total / weights
        return sign * value / (1 + self.node_visits[node])

    def improve(self, node: int) -> int:
        """The policy by logits and completed values, into `improved`."""
        sign = -1.0 if self.node_seat[node] == 1 else 1.0
        scale = self.value_scale * (50 + self.most_visits(node))
        mixed = self.mixed_value(node)
        highest = -1e30
        for e in range(self.node_edges[node]):
            edge = node * self.width + e
            score = mixed
            if self.edge_visits[edge] > 0:
                score = sign * self.edge_total[edge] / self.edge_visits[edge]
            score = scale * score + self.edge_logit[edge]
            self.improved[e] = score
            if score > highest:
                highest = score
        total = 0.0
        for e in range(self.node_edges[node]):
            score = self.improved[e] - highest
            self.improved[e] = exp(score) if score > -30.0 else 0.0
            total += self.improved[e]
        for e in range(self.node_edges[node]):
            self.improved[e] /= total
        return 0
