"""The command `parlour solve brique`: run the solver on a position and report the result."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from parlour.command_line.position_text import read_position_text
from parlour.command_line.progress import ProgressLine
from parlour.games.brique.bitboard import LARGEST
from parlour.games.brique.game import Brique
from parlour.games.brique.rules import BLACK, EMPTY, WHITE, Rules
from parlour.games.brique.solver import Solver
from parlour.games.brique.squares import BriqueSettings
from parlour.table.errors import BadText, Stopped
from parlour.table.sentences import Sentence, listing

STEP = 20_000  # positions between two looks at the keyboard


def position(size: int | None, line: str) -> Rules:
    """The position to solve: parsed from a line, whose rows give the size, or an empty board."""
    if not line:
        return Brique(BriqueSettings(size=_small(size or 4), pie=False)).start()
    line, _ = read_position_text(line, {})
    rows = line.split(" ")[0].count("/") + 1
    if size is not None and size != rows:
        raise BadText("brique.line_rows", size=size, given=rows)
    # With the pie rule on, every line is valid, whether the question is still open or not.
    return Brique(BriqueSettings(size=_small(rows), pie=True)).from_line(line)


def _small(size: int) -> int:
    if not 2 <= size <= LARGEST:
        raise BadText("brique.solve_size", size=size, largest=LARGEST)
    return size


class SolverRun:
    """One run of the solver on positions of one size, with a limit of nodes."""

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

    def winning_moves(self, state: Rules) -> Iterator[int]:
        """The winning moves. A move outside the carrier of another move's refutation loses."""
        lost = set[int]()
        for action in self.outside_in(state):
            if action not in lost:
                after = state.after(action)
                if self.mover_wins(after):
                    lost |= set(state.actions()) - self.carrier(after)
                else:
                    yield action

    def winning_move(self, state: Rules) -> int:
        """A winning move of a won position: that of the proof, if the table still has it."""
        for action in state.actions():
            after = state.after(action)
            if after.winner != EMPTY or self.solver.known(*self.stones(after)) < 0:
                return action
        return next(self.winning_moves(state))

    def outside_in(self, state: Rules) -> list[int]:
        """The moves, edges first: their refutations exclude most of the others."""
        middle = (self.size - 1) / 2

        def from_middle(cell: int) -> float:
            return abs(cell // self.size - middle) + abs(cell % self.size - middle)

        return sorted(state.actions(), key=from_middle, reverse=True)

    def stones(self, state: Rules) -> tuple[int, int]:
        """The bitboards of the player to move and of the enemy."""
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
    """The report of a position, line by line."""
    if state.winner != EMPTY:
        raise BadText("brique.solve_over")
    size = state.game.settings.size
    begun, run = perf_counter(), SolverRun(size, nodes, memory)
    try:
        found = answer(state, run, every)
    except KeyboardInterrupt:
        raise Stopped("brique.solve_stopped", **work(run, begun)) from None
    finally:
        run.count.clear()
    if not state.game.settings.pie:
        yield str(Sentence("brique.solve_no_pie", size=size))
    yield str(found)
    yield str(Sentence("brique.solve_work", **work(run, begun)))


def work(run: SolverRun, begun: float) -> dict[str, str]:
    """The nodes searched and the seconds since `begun`."""
    seconds = f"{perf_counter() - begun:.2f}"
    return {"nodes": f"{run.solver.nodes:,}", "seconds": seconds}


def answer(state: Rules, run: SolverRun, every: bool) -> Sentence:
    game = state.game
    mover, enemy = ("Black", "White") if state.turn == BLACK else ("White", "Black")
    if state.asking:
        keep = state.after(game.read(state, "keep"))
        if run.mover_wins(keep):
            return Sentence("brique.solve_pie", answer="keep", colour="White")
        return Sentence("brique.solve_pie", answer="swap", colour="Black")
    if every:
        wins = sorted(run.winning_moves(state))
    else:
        wins = [run.winning_move(state)] if run.mover_wins(state) else []
    if not wins:
        return Sentence("brique.solve_lost", mover=mover, winner=enemy)
    id = "brique.solve_every" if every else "brique.solve_won"
    moves = listing([game.write(state, action) for action in wins])
    return Sentence(id, mover=mover, moves=moves, count=len(wins), of=len(state.actions()))
