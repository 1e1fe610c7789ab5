"""Monte Carlo tree search: simulations that grow a tree, on the contract alone, without the GIL.

Each simulation walks down the tree, always to the action that looks best or has been tried least,
adds a node, finds out what the position there is worth, and writes it on the way back. Chance is
drawn by its odds. Where something is hidden each simulation starts from another guess, and the tree
is what they have in common.

The plain search tries actions at random and plays at random to the end. What the game knows beside
its rules takes the place of chance where there is some: it weighs actions, plays likelier ones, and
has an opinion, or a proof, of what a position is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.mcts.selection import Chooser

if not cython.compiled:
    from parlour.players.mcts.node import (
        asked_at,
        count_visit,
        home_behind,
        is_halted,
        publish_home,
        verdict_at,
        visits_of,
    )
    from parlour.players.mcts.solver import prove, settle
    from parlour.players.mcts.tree import NOWHERE
    from parlour.table.state import NOBODY

    DEEPEST = 1024

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.players.mcts.options import Options
    from parlour.players.mcts.tree import Tree
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.state import State


class Walker(Chooser):
    """One thread of a search, with a state, dice and knowledge of its own; the tree is shared."""

    def __init__(
        self, tree: Tree, room: State, real: State, options: Options, names: int, seed: int
    ) -> None:
        """`room` is any state of the game that is searched, `real` one of the game that is played:
        they may differ in settings that a position does not hold, such as the safeguard. With
        `names`, a power of two, what so many names of actions brought is remembered."""
        super().__init__(tree, room, real, options, names, seed)
        self.root, self.truth = room.copy(), real.copy()
        self.solving = options.solve
        self.doubting = room.game is not real.game
        self.narrowed = False  # are only some actions of the root looked at?
        self.evaluating = options.evaluate
        self.noting = names > 0
        # Another thread that walks the same way should not: until this one is back it has lost.
        self.loss = tree.max_payoff if tree.shared else 0.0
        if not cython.compiled:
            self.way, self.places = [0] * DEEPEST, [0] * DEEPEST

    # ---- what the player calls ----------------------------------------------------------------

    def stand(self, root: State) -> None:
        """Walk from this position: the tree's root, or another guess of it."""
        self.root.copy_from(root)
        self.root.seat = root.seat

    def doubt(self) -> None:
        """The position is a guess: nothing is proved, and what is legal may differ."""
        self.varied, self.solving = True, False

    def narrow(self, actions: Sequence[int]) -> None:
        """At the root, look at nothing else."""
        self.narrowed = True
        for action in range(self.root.action_count):
            self.among[action] = 0
        for action in actions:
            self.among[action] = 1

    def walk(self, count: int) -> int:
        """Run `count` simulations, or fewer when the tree is halted; return how many."""
        with cython.nogil:
            return self.batch(count)

    # ---- the search ---------------------------------------------------------------------------

    def batch(self, count: int) -> int:
        done = 0
        while done < count:
            self.simulate()
            done += 1
            if is_halted(self.tree):
                break
        return done

    def simulate(self) -> int:
        """One walk down the tree, the value of where it ends, and the way back."""
        if not cython.compiled:
            out, payoffs = [0] * self.scratch.action_count, [0.0] * 16
        self.scratch.copy_from(self.root)
        self.scratch.seat = self.root.seat
        node = self.tree.node
        place = self.tree.root
        depth = 0
        source = NOWHERE  # the nearest place on the way where enough was heard
        self.trail.begin()
        while self.scratch.seat != NOBODY and depth + 1 < DEEPEST:
            if depth > 0 and self.tree.complete[verdict_at(self.tree, place)]:
                break
            if depth == 0 or visits_of(self.tree, place) > 0:
                count = self.legal(out, depth == 0)
            else:
                count = 0
            answer = 0
            if self.knowing and count > 0 and asked_at(self.tree, place) == 0:
                answer = self.ask(out, count)
            if self.enough and self.repute.heard(place) >= self.enough:
                source = place
            self.tree.guard(place)
            count_visit(self.tree, place)
            self.source = source if node[place].reached & 15 else NOWHERE
            edge = NOWHERE
            fresh = False
            if count > 0:
                edge = self.choose(place, out, count, answer)
                if edge != NOWHERE:
                    node[edge].visits += 1
                    node[edge].total -= self.loss
                    fresh = node[edge].visits == 1
            self.tree.release(place)
            if edge == NOWHERE:  # a new place, or no room for another node
                break
            self.scratch.play(node[edge].action)
            if self.tree.slots > 0 and fresh and not self.varied:
                publish_home(self.tree, edge, self.tree.home_of(edge, self.scratch.key64()))
            self.places[depth] = place
            depth += 1
            self.way[depth] = edge
            place = home_behind(self.tree, edge)
        self.value(place, depth, out, payoffs)
        self.back_up(depth, payoffs)
        return 0

    def legal(self, out: Ints, at_root: bool) -> int:
        """The actions to choose from."""
        count = self.scratch.legal(out)
        if at_root and self.narrowed:
            n = 0
            for i in range(count):
                if self.among[out[i]]:
                    out[n] = out[i]
                    n += 1
            count = n
        return count

    # ---- what a position is worth, and the way back ---------------------------------------------

    def value(self, place: int, depth: int, out: Ints, payoffs: Floats) -> int:
        """Write what each seat gets: for certain, by the game's opinion, or by a playout."""
        if not cython.compiled:
            opinion = [0.0] * 16
        verdict = verdict_at(self.tree, place)
        if self.tree.complete[verdict] and depth > 0:
            for i in range(self.tree.seats):
                payoffs[i] = self.tree.known[verdict * 16 + i]
            return 0
        mixed = False
        if self.knowing and self.scratch.seat >= 0 and depth > 0:
            known = self.knowledge.exact_value(self.scratch, payoffs)
            if known > 0:
                if self.solving:
                    self.prove_end(place, payoffs, known - 1)
                return 0
            if self.evaluating > 0.0:
                mixed = self.knowledge.evaluate(self.scratch, opinion) > 0
        for i in range(self.tree.seats):
            payoffs[i] = 0.0
        if self.scratch.seat == NOBODY:
            self.scratch.result(payoffs)
            if self.solving and self.really_over(depth):
                self.prove_end(place, payoffs, 0)
        elif not mixed or self.evaluating < 1.0:
            if self.noting:
                self.trail.play_out(self.scratch, out, self.rng_state)
            elif self.knowing:
                self.knowledge.rollout(self.scratch, self.rng_state)
            else:
                self.scratch.playout(self.rng_state)
            if self.scratch.seat == NOBODY:
                self.scratch.result(payoffs)
        if mixed:
            for i in range(self.tree.seats):
                payoffs[i] += self.evaluating * (opinion[i] * self.tree.max_payoff - payoffs[i])
        return 0

    def prove_end(self, place: int, payoffs: Floats, distance: int) -> int:
        """What a place is worth is certain by itself."""
        self.tree.guard(place)
        settle(self.tree, place, payoffs, distance)
        self.tree.release(place)
        return 0

    def really_over(self, depth: int) -> bool:
        """Is this the end in the game that is played, and not only by the search's safeguard?"""
        if not self.doubting:
            return True
        self.truth.copy_from(self.root)
        self.truth.seat = self.root.seat
        for i in range(1, depth + 1):
            self.truth.play(self.tree.node[self.way[i]].action)
        return self.truth.seat == NOBODY

    def back_up(self, depth: int, payoffs: Floats) -> int:
        """Tell every edge of the way what it brought, and prove what can be proved."""
        node = self.tree.node
        news = self.solving
        for i in range(depth, 0, -1):
            edge = self.way[i]
            verdict = verdict_at(self.tree, home_behind(self.tree, edge))
            if verdict > 0:
                for s in range(self.tree.seats):
                    known = self.tree.known[verdict * 16 + s]
                    if known == known:
                        payoffs[s] = known
            else:
                news = False
            self.tree.guard(self.places[i - 1])
            node[edge].total += self.loss
            if node[edge].decider >= 0:
                node[edge].total += payoffs[node[edge].decider]
            if news:
                news = prove(self.tree, self.places[i - 1], node[edge].decider) > 0
            self.tree.release(self.places[i - 1])
            if self.noting:
                self.trail.add(node[edge].decider, node[edge].action)
                if self.enough and (
                    i == 1 or visits_of(self.tree, self.places[i - 1]) >= self.enough
                ):
                    self.trail.tell(self.places[i - 1], payoffs)
        if self.trail.mast:
            self.trail.tell(NOWHERE, payoffs)
        return 0
