"""Monte Carlo tree search: simulations grow a tree through the State contract, without the GIL.

A simulation descends from the root by selection, adds a node, evaluates the leaf and backs its
payoffs up along the path. Chance outcomes are sampled by their odds. With hidden information every
simulation starts from another determinization of the root, on one shared tree.

Without knowledge leaves are evaluated by random playouts. A game's knowledge adds priors, informed
rollouts, evaluations and exact values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.mcts.amaf_trace import AmafTrace
from parlour.players.mcts.selection import Selector
from parlour.players.nets.nets import net_knowledge
from parlour.table.advice.knowledge import Knowledge

if not cython.compiled:
    from parlour.players.mcts.node import (
        MAX_SEATS,
        canonical_of,
        count_visit,
        is_halted,
        prior_state_of,
        proof_of,
        publish_canonical,
        visits_of,
    )
    from parlour.players.mcts.solver import prove, set_proof
    from parlour.players.mcts.tree import NONE, NOT_ASKED
    from parlour.table.state import NOBODY

    MAX_DEPTH = 1024

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.players.mcts.options import Options
    from parlour.players.mcts.tree import Tree
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.state import State


class Simulator:
    """One thread of a search, with its own state, generator and knowledge; the tree is shared."""

    def __init__(
        self,
        tree: Tree,
        prototype: State,
        played: State,
        options: Options,
        amaf_slots: int,
        seed: int,
    ) -> None:
        """`prototype` is any state of the game that is searched, `played` one of the game that is
        played: settings that a position does not hold, such as the safeguard, may differ.
        `amaf_slots`, a power of two, is the size of the AMAF table; 0 for none."""
        knowledge = None
        if options.knowledge:
            knowledge = (
                played.game.knowledge() if options.extra else played.game.shipped_knowledge()
            )
        if options.net != "0":
            knowledge = net_knowledge(played.game, options.net, knowledge)
        self.tree = tree
        self.root, self.state, self.played_state = prototype.copy(), prototype.copy(), played.copy()
        self.trace = AmafTrace(prototype, amaf_slots, options.mast)
        self.amaf = self.trace.table
        self.has_knowledge = knowledge is not None
        self.knowledge = knowledge or Knowledge(played.game)
        self.selector = Selector(tree, self.state, knowledge, self.amaf, options, seed)
        self.proving = options.solve
        self.guarded = prototype.game is not played.game
        self.restricted = False  # is `root_mask` in use?
        self.evaluation_weight = options.evaluate
        self.tracing = amaf_slots > 0
        self.grave_visits = options.grave
        # Until a simulation is backed up it counts as lost, so other threads take other paths.
        self.virtual_loss = tree.max_payoff if tree.shared else 0.0
        if cython.compiled:
            self.root_mask = cython.cast(
                cython.p_int, calloc(prototype.action_count, cython.sizeof(cython.int))
            )
            if not self.root_mask:
                raise MemoryError
        else:
            self.root_mask = [0] * prototype.action_count
            self.path, self.path_nodes = [0] * MAX_DEPTH, [0] * MAX_DEPTH

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.root_mask)

    # ---- what the player calls ----------------------------------------------------------------

    def set_root(self, root: State) -> None:
        """Simulate from this position: the tree's root, or another determinization of it."""
        self.root.copy_from(root)
        self.root.seat = root.seat

    def set_determinized(self) -> None:
        """One of several possible positions: prove nothing, legal actions may differ."""
        self.selector.determinized, self.proving = True, False

    def restrict_root(self, actions: Sequence[int]) -> None:
        """At the root, consider only these actions."""
        self.restricted = True
        for action in range(self.root.action_count):
            self.root_mask[action] = 0
        for action in actions:
            self.root_mask[action] = 1

    def run(self, count: int) -> int:
        """Run `count` simulations, or fewer when the tree is halted; return how many."""
        with cython.nogil:
            return self.batch(count)

    # ---- one simulation -----------------------------------------------------------------------

    def batch(self, count: int) -> int:
        done = 0
        while done < count:
            self.simulate()
            done += 1
            if is_halted(self.tree):
                break
        return done

    def simulate(self) -> int:
        """Selection, expansion, evaluation and backup."""
        if not cython.compiled:
            out, payoffs = [0] * self.state.action_count, [0.0] * MAX_SEATS
        self.state.copy_from(self.root)
        self.state.seat = self.root.seat
        node = self.tree.root
        depth = 0
        self.ancestor = NONE
        self.trace.begin()
        while self.state.seat != NOBODY and depth + 1 < MAX_DEPTH:
            if depth > 0 and self.tree.proof_complete[proof_of(self.tree, node)]:
                break
            edge = self.take_edge(node, depth, out)
            if edge == NONE:
                break
            self.path_nodes[depth] = node
            depth += 1
            self.path[depth] = edge
            node = canonical_of(self.tree, edge)
        self.evaluate_leaf(node, depth, out, payoffs)
        self.backup(depth, payoffs)
        return 0

    def take_edge(self, node: int, depth: int, out: Ints) -> int:
        """Select an edge of a node and play its action; NONE at a leaf, or if the tree is full."""
        count = 0
        if depth == 0 or visits_of(self.tree, node) > 0:
            count = self.legal(out, depth == 0)
        prior_result = NOT_ASKED
        if self.has_knowledge and count > 0 and prior_state_of(self.tree, node) == NOT_ASKED:
            prior_result = self.selector.compute_priors(out, count)
        if self.grave_visits and self.amaf.visits(node) >= self.grave_visits:
            self.ancestor = node
        nodes = self.tree.nodes
        edge = NONE
        fresh = False
        self.tree.lock(node)
        count_visit(self.tree, node)
        self.selector.grave_node = self.ancestor if nodes[node].visits & 15 else NONE
        if count > 0:
            edge = self.selector.select(node, out, count, prior_result)
            if edge != NONE:
                nodes[edge].edge_visits += 1
                nodes[edge].total -= self.virtual_loss
                fresh = nodes[edge].edge_visits == 1
        self.tree.unlock(node)
        if edge == NONE:
            return NONE
        self.state.play(nodes[edge].action)
        if self.tree.slots > 0 and fresh and not self.selector.determinized:
            publish_canonical(self.tree, edge, self.tree.find_canonical(edge, self.state.key64()))
        return edge

    def legal(self, out: Ints, at_root: bool) -> int:
        """Write the actions to choose from."""
        count = self.state.legal(out)
        if at_root and self.restricted:
            n = 0
            for i in range(count):
                if self.root_mask[out[i]]:
                    out[n] = out[i]
                    n += 1
            count = n
        return count

    # ---- the leaf ------------------------------------------------------------------------------

    def evaluate_leaf(self, node: int, depth: int, out: Ints, payoffs: Floats) -> int:
        """Write the payoffs of a leaf: proved or exact ones, else evaluation and rollout mixed."""
        if not cython.compiled:
            evaluation = [0.0] * MAX_SEATS
        proof = proof_of(self.tree, node)
        if self.tree.proof_complete[proof] and depth > 0:
            for i in range(self.tree.seats):
                payoffs[i] = self.tree.proof_payoffs[proof * MAX_SEATS + i]
            return 0
        evaluated = False
        if self.has_knowledge and self.state.seat >= 0 and depth > 0:
            known = self.knowledge.exact_value(self.state, payoffs)
            if known > 0:
                if self.proving:
                    self.prove_leaf(node, payoffs, known - 1)
                return 0
            if self.evaluation_weight > 0.0:
                evaluated = self.knowledge.evaluate(self.state, evaluation) > 0
        for i in range(self.tree.seats):
            payoffs[i] = 0.0
        if self.state.seat == NOBODY:
            self.state.result(payoffs)
            if self.proving and self.ends_match(depth):
                self.prove_leaf(node, payoffs, 0)
        elif not evaluated or self.evaluation_weight < 1.0:
            self.rollout(out, payoffs)
        if evaluated:
            for i in range(self.tree.seats):
                payoffs[i] += self.evaluation_weight * (
                    evaluation[i] * self.tree.max_payoff - payoffs[i]
                )
        return 0

    def rollout(self, out: Ints, payoffs: Floats) -> int:
        """Play to the end and write the payoffs, if an end was reached."""
        if self.tracing:
            self.trace.playout(self.state, out, self.selector.rng_state)
        elif self.has_knowledge:
            self.knowledge.rollout(self.state, self.selector.rng_state)
        else:
            self.state.playout(self.selector.rng_state)
        if self.state.seat == NOBODY:
            self.state.result(payoffs)
        return 0

    def prove_leaf(self, node: int, payoffs: Floats, distance: int) -> int:
        """Store the proved payoffs of a leaf."""
        self.tree.lock(node)
        set_proof(self.tree, node, payoffs, distance)
        self.tree.unlock(node)
        return 0

    def ends_match(self, depth: int) -> bool:
        """Is the game that is played over too, and not only the searched one by its safeguard?"""
        if not self.guarded:
            return True
        self.played_state.copy_from(self.root)
        self.played_state.seat = self.root.seat
        for i in range(1, depth + 1):
            self.played_state.play(self.tree.nodes[self.path[i]].action)
        return self.played_state.seat == NOBODY

    # ---- backup --------------------------------------------------------------------------------

    def backup(self, depth: int, payoffs: Floats) -> int:
        """Add the payoffs to the edges of the path, from the leaf up, and update the proofs."""
        nodes = self.tree.nodes
        may_prove = self.proving
        for i in range(depth, 0, -1):
            edge = self.path[i]
            node = self.path_nodes[i - 1]
            if not self.apply_proof(edge, payoffs):
                may_prove = False
            self.tree.lock(node)
            nodes[edge].total += self.virtual_loss
            if nodes[edge].decider >= 0:
                nodes[edge].total += payoffs[nodes[edge].decider]
            if may_prove:
                may_prove = prove(self.tree, node, nodes[edge].decider) > 0
            self.tree.unlock(node)
            if self.tracing:
                self.trace.add(nodes[edge].decider, nodes[edge].action)
                if self.grave_visits:
                    if i == 1 or visits_of(self.tree, node) >= self.grave_visits:
                        self.trace.record(node, payoffs)
        if self.trace.mast:
            self.trace.record(NONE, payoffs)
        return 0

    def apply_proof(self, edge: int, payoffs: Floats) -> bool:
        """Replace payoffs by those that are proved after an edge; false if there is no proof."""
        proof = proof_of(self.tree, canonical_of(self.tree, edge))
        if proof == 0:
            return False
        for seat in range(self.tree.seats):
            payoff = self.tree.proof_payoffs[proof * MAX_SEATS + seat]
            if payoff == payoff:  # not nan
                payoffs[seat] = payoff
        return True
