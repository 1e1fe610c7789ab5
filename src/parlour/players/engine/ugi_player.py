"""A player that is an external UGI program."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic

from parlour.players.engine import protocol
from parlour.players.engine.program import Program, ProgramLimits
from parlour.players.search_result import Limits
from parlour.table.errors import BadSettings, Forfeit, ParlourError
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.state import State

Command = Callable[[AnyGame], Sequence[str]]
"""The command line that starts the program for a game."""


class UgiPlayer:
    """Starts its program when it is checked or first asked to choose, and ends it when stopped.

    The program gets a full position for each move. If something is hidden from its seat, that is a
    guess: a position that this seat cannot distinguish from the true one.
    """

    def __init__(
        self,
        name: str,
        command: Command,
        *,
        seed: int | None = None,
        limits: Limits = protocol.DEFAULT_LIMITS,
        bounds: ProgramLimits | None = None,
        logs: Path | None = None,
    ) -> None:
        self.name = shorten(name, 200)
        self.limits = limits
        self.bounds = bounds or ProgramLimits()
        self.rng = Random(seed)
        self._command, self._logs = command, logs
        self._program: Program | None = None
        self._game: AnyGame | None = None
        self._stopped = False

    def check(self, game: AnyGame) -> None:
        """Only the program knows what it can play: start it, set the game, wait for `readyok`."""
        try:
            self._wait_until_ready(self._running(game))
        except Forfeit as failure:
            self._end()
            raise BadSettings(failure.sentence) from None

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        try:
            if not self._stopped:
                if limits is None or limits == Limits(gain=limits.gain):  # no limit at all
                    limits = self.limits
                return self._ask(state, seat, limits)
        except (Forfeit, OSError, ValueError):  # the last two if it was closed while we read
            self._end()
            if not self._stopped:
                raise
        return state.actions(seat)[0]  # stopped: the action will not be used

    def stop(self) -> None:
        self._stopped = True
        self._end()

    def _end(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.end()

    # ---- the dialogue -------------------------------------------------------------------------

    def _ask(self, state: State, seat: int, limits: Limits) -> int:
        game = state.game
        program = self._running(game)
        program.new_move()
        guess = game.guess(state, seat, self.rng)
        program.send(f"position fen {game.line(guess)}")
        self._wait_until_ready(program)
        whose = f" seat {seat + 1}" if seat != state.seat else ""
        program.send(f"go {_go_words(limits, seat)}{whose}")
        token = self._read_bestmove(program, limits)
        try:
            return game.read(state, token, seat)
        except ParlourError as error:
            raise program.forfeit(
                "engine.illegal", given=shorten(token) or protocol.NONE, reason=str(error)
            ) from None

    def _running(self, game: AnyGame) -> Program:
        """The running program, with the game set."""
        if self._program is not None and self._game == game:
            return self._program
        self._end()
        program = Program(self.name, self._command(game), self.bounds, self._logs)
        self._program, self._game = program, game
        weakref.finalize(self, program.end)  # also when the interpreter ends
        if self._stopped:  # stopped while it was starting
            self._end()
        program.send("ugi")
        options = self._introduction(program)
        for name, value in ({"game": game.slug} | game.changed_settings()).items():
            if name in options:
                program.send(protocol.write_option(name, value))
        program.send("uginewgame")
        return program

    def _introduction(self, program: Program) -> set[str]:
        """The names of the program's options."""
        until, options = monotonic() + self.bounds.start, set[str]()
        while (line := program.receive(until)) != "ugiok":
            if line is None:
                raise program.forfeit("engine.silent", word="ugi", seconds=f"{self.bounds.start:g}")
            match line.split():
                case ["option", "name", name, *_]:
                    options.add(name)
                case ["bestmove", *_]:
                    raise program.forfeit("engine.unasked", given=shorten(line))
                case _:
                    pass
        return options

    def _wait_until_ready(self, program: Program) -> None:
        """Wait for `readyok`; all earlier output has been read then."""
        program.send("isready")
        if self._wait_for(program, "readyok", self.bounds.ready) is None:
            raise program.forfeit("engine.silent", word="isready", seconds=f"{self.bounds.ready:g}")

    def _read_bestmove(self, program: Program, limits: Limits) -> str:
        """Read `bestmove`, within the time of the move and some grace."""
        given = [seconds for seconds in (limits.seconds, limits.left) if seconds is not None]
        limit, grace = (min(given), self.bounds.grace) if given else (self.bounds.think, 0.0)
        token = self._wait_for(program, "bestmove", limit + grace)
        if token is None:
            raise program.forfeit("engine.slow", seconds=f"{limit:.3g}", grace=f"{grace:g}")
        return token

    def _wait_for(self, program: Program, word: str, seconds: float) -> str | None:
        """Read until a line begins with `word` and return what follows it; None on a timeout. Other
        lines are ignored."""
        until = monotonic() + seconds
        while (line := program.receive(until)) is not None:
            first, _, rest = line.partition(" ")
            if first == word:
                return (rest.split() or [""])[0]
            if first == "bestmove":
                raise program.forfeit("engine.unasked", given=shorten(line))
        return None


def _go_words(limits: Limits, seat: int) -> str:
    """The limits of a `go`. Only this seat's clock is known here."""
    words: list[str] = []
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    if limits.seconds is not None:
        words += ["movetime", str(max(1, round(1000 * limits.seconds)))]
    if limits.left is not None:
        words += [f"p{seat + 1}time", str(max(0, round(1000 * limits.left)))]
        words += [f"p{seat + 1}inc", str(round(1000 * limits.gain))]
    return " ".join(words) or "infinite"
