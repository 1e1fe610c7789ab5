"""Self-play for training: many matches in lock-step.

Each call of `step` takes what the net said of one position of each match, lets every match walk on
to the next position that it needs to know about, and writes that one down. So a net sees
thousands of positions at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.lab.training.gumbel import GumbelSearch

if not cython.compiled:
    from parlour.lab.training.gumbel import LONGEST
    from parlour.lab.training.plain_buffers import (
        byte_row,
        bytes_from,
        new_bytes,
        new_floats,
        new_ints,
        new_shorts,
        short_row,
        shorts_from,
    )
    from parlour.table.compiled.rng import random_below
    from parlour.table.state import NOBODY

if TYPE_CHECKING:
    from parlour.lab.training.plain_buffers import Rows
    from parlour.table.compiled.array_types import Ints
    from parlour.table.game import Game
    from parlour.table.state import State

CERTAIN = 65_534.0  # a policy's probability 1, and 0 is 1: an illegal action has 0
PATIENCE = 3  # hopeless positions of one seat before it resigns


class SelfPlay(GumbelSearch):
    """A number of matches that one thread plays; the interpreter's lock is free meanwhile."""

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        matches: int,
        simulations: int,
        considered: int,
        openings: int,
        seed: int,
        value_scale: float = 0.2,
    ) -> None:
        """A match begins with up to `openings` random actions."""
        GumbelSearch.__init__(
            self,
            game,
            matches=matches,
            simulations=simulations,
            considered=considered,
            seed=seed,
            value_scale=value_scale,
        )
        self.openings = openings
        self.resignation = 2.0  # nobody resigns
        self.area = self.net_input.side * self.net_input.side
        self.active_rows = self.net_input.active_rows
        self.capacity = max(4 * LONGEST, 8 * matches)
        self.ready = 0
        self.finished = self.plies = self.first_wins = self.resigned = 0
        self.tested = self.mistaken = 0
        samples = matches * LONGEST
        self.sampled = new_ints(matches)
        self.hopeless, self.plays_on = new_ints(2 * matches), new_shorts(matches)
        self.sample_grid = new_bytes(samples * self.area)
        self.sample_rows = new_shorts(samples * self.active_rows)
        self.sample_policy = new_shorts(samples * self.policy_size)
        self.sample_root, self.sample_seat = new_floats(samples), new_shorts(samples)
        self.ready_grid = new_bytes(self.capacity * self.area)
        self.ready_rows = new_shorts(self.capacity * self.active_rows)
        self.ready_policy = new_shorts(self.capacity * self.policy_size)
        self.ready_result, self.ready_root = new_floats(self.capacity), new_floats(self.capacity)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.sampled)
            free(self.hopeless)
            free(self.plays_on)
            free(self.sample_grid)
            free(self.sample_rows)
            free(self.sample_policy)
            free(self.sample_root)
            free(self.sample_seat)
            free(self.ready_grid)
            free(self.ready_rows)
            free(self.ready_policy)
            free(self.ready_result)
            free(self.ready_root)

    # ---- what the trainer calls ----------------------------------------------------------------

    def step(
        self, grids: Rows, rows: Rows, policies: Rows, values: Rows, first: bool = False
    ) -> None:
        """Take the net's answers about the positions last written, and write the next ones; the
        `first` time there are no answers yet."""
        with cython.nogil:
            for m in range(self.matches):
                if first:
                    self.begin(m)
                else:
                    self.read_answer(m, policies, values)
                    self.advance(m)
                self.encode(m, byte_row(grids, m), short_row(rows, m))

    def collect(self, grids: Rows, rows: Rows, policies: Rows, results: Rows, roots: Rows) -> int:
        """Move lessons of finished matches into these arrays, as many as fit; return how many."""
        count = min(self.ready, len(results))
        with cython.nogil:
            for i in range(count):
                self.ready -= 1
                at = self.ready
                for j in range(self.area):
                    grids[i, j] = self.ready_grid[at * self.area + j]
                for j in range(self.active_rows):
                    rows[i, j] = self.ready_rows[at * self.active_rows + j]
                for j in range(self.policy_size):
                    policies[i, j] = self.ready_policy[at * self.policy_size + j]
                results[i] = self.ready_result[at]
                roots[i] = self.ready_root[at]
        return count

    def show(self, state: State, grids: Rows, rows: Rows) -> None:
        """Write a position as a net sees it into the first row of these arrays."""
        self.state.copy_from(state)
        self.encode(0, byte_row(grids, 0), short_row(rows, 0))

    def report(self) -> dict[str, int]:
        """Counts since the last report; `mistaken` of the `tested` would have resigned a win."""
        counts = {
            "matches": self.finished,
            "plies": self.plies,
            "first_wins": self.first_wins,
            "resigned": self.resigned,
            "tested": self.tested,
            "mistaken": self.mistaken,
        }
        self.finished = self.plies = self.first_wins = self.resigned = 0
        self.tested = self.mistaken = 0
        return counts

    # ---- one match -----------------------------------------------------------------------------

    def begin(self, m: int) -> int:
        """A new match, with a few random actions."""
        if not cython.compiled:
            out = [0] * self.width
        self.state.copy_from(self.start)
        self.ply[m] = 0
        random_actions = random_below(self.rng, self.openings + 1)
        for i in range(random_actions):
            count = self.state.legal(out)
            action = out[random_below(self.rng, count)]
            self.state.play(action)
            if self.state.seat == NOBODY:
                self.state.copy_from(self.start)
                self.ply[m] = 0
                break
            self.history[m * LONGEST + i] = action
            self.ply[m] = i + 1
        self.sampled[m] = 0
        self.hopeless[2 * m] = 0
        self.hopeless[2 * m + 1] = 0
        self.plays_on[m] = random_below(self.rng, 10) == 0
        self.open_node(m, 0)
        self.used[m] = 1
        self.leaf[m] = 0
        self.depth[m] = 0
        self.done[m] = 0
        self.draw_gumbels(m)
        return 0

    def encode(self, m: int, grid: Ints, rows: Ints) -> int:
        """Write the position that `advance` or `begin` has left."""
        self.net_input.grid(self.state, grid)
        self.net_input.rows(self.state, rows)
        return 0

    def advance(self, m: int) -> int:
        """Search and play on, until the net must say something about the position in `state`."""
        while True:
            if self.done[m] >= self.simulations:
                if self.decide(m):
                    self.begin(m)
                    return 0
            elif self.descend(m):
                return 0

    # ---- after a search ------------------------------------------------------------------------

    def decide(self, m: int) -> bool:
        """Play the action that the search found; whether the match is over."""
        node = m * self.nodes
        e = self.root_edge(m, self.most_visits(node))
        edge = node * self.width + e
        seat = self.node_seat[node]
        value = self.mixed_value(node)
        if not self.node_settles[node]:
            self.note(m, value)
            if self.resigns(m, seat, value):
                self.resigned += 1
                self.finish(m, -1.0 if seat == 0 else 1.0)
                return True
        self.history[m * LONGEST + self.ply[m]] = self.edge_action[edge]
        self.ply[m] += 1
        child = self.edge_child[edge]
        if self.node_seat[node + child] == NOBODY:
            self.finish(m, self.node_value[node + child])
            return True
        if self.ply[m] == LONGEST:
            self.finish(m, 0.0)
            return True
        self.promote(m, child)
        return False

    def note(self, m: int, value: float) -> int:
        """Remember the position at the root, with the improved policy, as a lesson."""
        node = m * self.nodes
        at = m * LONGEST + self.sampled[m]
        self.sampled[m] += 1
        self.replay(m)
        self.encode(
            m,
            bytes_from(self.sample_grid, at * self.area),
            shorts_from(self.sample_rows, at * self.active_rows),
        )
        self.improve(node)
        for i in range(self.policy_size):
            self.sample_policy[at * self.policy_size + i] = 0
        for i in range(self.node_edges[node]):
            edge = node * self.width + i
            part = int(1.0 + CERTAIN * self.improved[i])
            if part > 32_767:  # a short has a sign, which whoever reads it takes for a bit
                part -= 65_536
            self.sample_policy[at * self.policy_size + self.edge_target[edge]] = part
        self.sample_root[at] = value
        self.sample_seat[at] = self.node_seat[node]
        return 0

    def resigns(self, m: int, seat: int, value: float) -> bool:
        """After a few hopeless positions; but one match of ten plays on, to see who is right."""
        if self.hopeless[2 * m + seat] == PATIENCE:
            return False
        if value >= -self.resignation:
            self.hopeless[2 * m + seat] = 0
            return False
        self.hopeless[2 * m + seat] += 1
        return self.hopeless[2 * m + seat] == PATIENCE and not self.plays_on[m]

    def finish(self, m: int, payoff: float) -> int:
        """Give the lessons of a match its result, the payoff of seat 0."""
        self.finished += 1
        self.plies += self.ply[m]
        self.first_wins += payoff > 0.0
        for i in range(2):
            if self.plays_on[m] and self.hopeless[2 * m + i] == PATIENCE:
                self.tested += 1
                self.mistaken += payoff > 0.0 if i == 0 else payoff < 0.0
        for i in range(self.sampled[m]):
            if self.ready == self.capacity:
                break
            at = m * LONGEST + i
            to = self.ready
            self.ready += 1
            for j in range(self.area):
                self.ready_grid[to * self.area + j] = self.sample_grid[at * self.area + j]
            for j in range(self.active_rows):
                self.ready_rows[to * self.active_rows + j] = self.sample_rows[
                    at * self.active_rows + j
                ]
            for j in range(self.policy_size):
                self.ready_policy[to * self.policy_size + j] = self.sample_policy[
                    at * self.policy_size + j
                ]
            sign = -1.0 if self.sample_seat[at] == 1 else 1.0
            self.ready_result[to] = sign * payoff
            self.ready_root[to] = self.sample_root[at]
        return 0
