"""Solving a position of Brique: from the rules' board to the solver's, and back in words."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from parlour.command_line.position_text import read_position_text
from parlour.command_line.progress import ProgressLine
from parlour.games.brique.bitboard import LARGEST
from parlour.games.brique.game import Brique
from parlour.games.brique.rules import Rules
from parlour.games.brique.solver import Solver
from parlour.games.brique.squares import BLACK, EMPTY, WHITE, BriqueSettings
from parlour.table.errors import BadText, Stopped
from parlour.table.sentences import Sentence, listing

STEP = 20_000  # positions between two looks at the keyboard


def position(size: int | None, line: str) -> Rules:
    """The position to solve: that of a line, whose rows tell the size, or an empty board."""
    if not line:
        return Brique(BriqueSettings(size=_small(size or 4), pie=False)).start()
    line, _ = read_position_text(line, {})
    rows = line.split(" ")[0].count("/") + 1
    if size is not None and size != rows:
        raise BadText("brique.line_rows", size=size, given=rows)
    # With the rule on, every line can be read: it may have been asked, and answered, or not.
    return Brique(BriqueSettings(size=_small(rows), pie=True)).from_line(line)


def _small(size: int) -> int:
    if not 2 <= size <= LARGEST:
        raise BadText("brique.solve_size", size=size, largest=LARGEST)
    return size


class SolverRun:
    """The solver at work on the positions of one board; it gives up after so many nodes."""

    def __init__(self, size: int, nodes: int, memory: int) -> None:
        self.size, self.nodes = size, nodes
        self.count = ProgressLine()
        try:
            self.solver = Solver(size, memory)
        except MemoryError:
            raise BadText("brique.solve_memory", megabytes=memory >> 20) from None

    def mover_wins(self, state: Rules) -> bool:
        """Does the colour whose turn it is win?"""
        if state.winner != EMPTY:
            return False
        own, other = self.stones(state)
        while True:
            left = self.nodes - self.solver.nodes
            if left <= 0:
                raise BadText("brique.solve_nodes", nodes=f"{self.nodes:,}")
            self.count.show(f"{self.solver.nodes:,} positions")
            if found := self.solver.advance(own, other, min(left, STEP)):
                return found > 0

    def every_winning(self, state: Rules) -> Iterator[int]:
        """The moves that win. A move that the refutation of another need not care about loses."""
        lost = set[int]()
        for action in self.outside_in(state):
            if action not in lost:
                after = state.after(action)
                if self.mover_wins(after):
                    lost |= set(state.actions()) - self.carrier(after)
                else:
                    yield action

    def one_winning(self, state: Rules) -> int:
        """A move that wins a won position: the one by which it was proved, if still remembered."""
        for action in state.actions():
            after = state.after(action)
            if after.winner != EMPTY or self.solver.known(*self.stones(after)) < 0:
                return action
        return next(self.every_winning(state))

    def outside_in(self, state: Rules) -> list[int]:
        """The moves, those at the edges first: their refutations say most about the others."""
        middle = (self.size - 1) / 2

        def from_middle(cell: int) -> float:
            return abs(cell // self.size - middle) + abs(cell % self.size - middle)

        return sorted(state.actions(), key=from_middle, reverse=True)

    def stones(self, state: Rules) -> tuple[int, int]:
        """The solver's words for the stones of whoever moves, and for the enemy's."""
        words = [0, 0, 0]
        for cell in range(self.size * self.size):
            words[state.board[cell]] |= 1 << self.bit(cell, state.turn)
        return words[state.turn], words[BLACK + WHITE - state.turn]

    def carrier(self, state: Rules) -> set[int]:
        carried = self.solver.carried(*self.stones(state))
        cells = range(self.size * self.size)
        return {cell for cell in cells if carried >> self.bit(cell, state.turn) & 1}

    def bit(self, cell: int, turn: int) -> int:
        row, column = divmod(cell, self.size)
        return 8 * row + column if turn == BLACK else 8 * column + row


def report(state: Rules, every: bool, nodes: int, memory: int) -> Iterator[str]:
    """What there is to say of a position, a line each."""
    if state.winner != EMPTY:
        raise BadText("brique.solve_over")
    size = state.game.settings.size
    begun, proof = perf_counter(), SolverRun(size, nodes, memory)
    try:
        found = answer(state, proof, every)
    except KeyboardInterrupt:
        raise Stopped("brique.solve_stopped", **work(proof, begun)) from None
    finally:
        proof.count.clear()
    if not state.game.settings.pie:
        yield str(Sentence("brique.solve_no_pie", size=size))
    yield str(found)
    yield str(Sentence("brique.solve_work", **work(proof, begun)))


def work(proof: SolverRun, begun: float) -> dict[str, str]:
    """What it has taken since then."""
    seconds = f"{perf_counter() - begun:.2f}"
    return {"nodes": f"{proof.solver.nodes:,}", "seconds": seconds}


def answer(state: Rules, proof: SolverRun, every: bool) -> Sentence:
    game = state.game
    mover, enemy = ("Black", "White") if state.turn == BLACK else ("White", "Black")
    if state.asking:
        keep = state.after(game.read(state, "keep"))
        if proof.mover_wins(keep):
            return Sentence("brique.solve_pie", answer="keep", colour="White")
        return Sentence("brique.solve_pie", answer="swap", colour="Black")
    if every:
        wins = sorted(proof.every_winning(state))
    else:
        wins = [proof.one_winning(state)] if proof.mover_wins(state) else []
    if not wins:
        return Sentence("brique.solve_lost", mover=mover, winner=enemy)
    id = "brique.solve_every" if every else "brique.solve_won"
    moves = listing([game.write(state, action) for action in wins])
    return Sentence(id, mover=mover, moves=moves, count=len(wins), of=len(state.actions()))
