"""A player that is a program of somebody else and speaks UGI."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic

from parlour.players.engine import protocol
from parlour.players.engine.program import Bounds, Program
from parlour.players.search_result import Limits
from parlour.table.errors import BadSettings, Forfeit, ParlourError
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.state import State

Command = Callable[[AnyGame], Sequence[str]]
"""What starts the program for a game."""


class UgiPlayer:
    """Starts its program when it is checked or first asked to choose, and keeps it until it is
    stopped.

    A program is told a whole position for each move. Where something is hidden from its seat, that
    is a guess: a position which this seat cannot tell from the true one.
    """

    def __init__(
        self,
        name: str,
        command: Command,
        *,
        seed: int | None = None,
        limits: Limits = protocol.USUAL,
        bounds: Bounds | None = None,
        logs: Path | None = None,
    ) -> None:
        self.name = shorten(name, 200)
        self.limits = limits
        self.bounds = bounds or Bounds()
        self.rng = Random(seed)
        self._command, self._logs = command, logs
        self._program: Program | None = None
        self._game: AnyGame | None = None
        self._stopped = False

    def check(self, game: AnyGame) -> None:
        """Only the program knows what it can play, so it is started, told, and has to be ready."""
        try:
            self._get_ready(self._running(game))
        except Forfeit as failure:
            self._end()
            raise BadSettings(failure.sentence) from None

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        try:
            if not self._stopped:
                if limits is None or limits == Limits(gain=limits.gain):  # it limits nothing
                    limits = self.limits
                return self._ask(state, seat, limits)
        except (Forfeit, OSError, ValueError):  # the latter where it was closed while we listened
            self._end()
            if not self._stopped:
                raise
        return state.actions(seat)[0]  # nobody waits for it

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
        program.tell(f"position fen {game.line(guess)}")
        self._get_ready(program)
        whose = f" seat {seat + 1}" if seat != state.seat else ""
        program.tell(f"go {_words(limits, seat)}{whose}")
        token = self._chosen(program, limits)
        try:
            return game.read(state, token, seat)
        except ParlourError as error:
            raise program.blame(
                "engine.illegal", given=shorten(token) or protocol.NONE, reason=str(error)
            ) from None

    def _running(self, game: AnyGame) -> Program:
        """The program, told which game is played."""
        if self._program is not None and self._game == game:
            return self._program
        self._end()
        program = Program(self.name, self._command(game), self.bounds, self._logs)
        self._program, self._game = program, game
        weakref.finalize(self, program.end)  # also when the interpreter ends
        if self._stopped:  # just before there was a program to end
            self._end()
        program.tell("ugi")
        options = self._introduction(program)
        for name, value in ({"game": game.slug} | game.changed_settings()).items():
            if name in options:
                program.tell(protocol.write_option(name, value))
        program.tell("uginewgame")
        return program

    def _introduction(self, program: Program) -> set[str]:
        """The names of the options that it has."""
        until, options = monotonic() + self.bounds.start, set[str]()
        while (line := program.hear(until)) != "ugiok":
            if line is None:
                raise program.blame("engine.silent", word="ugi", seconds=f"{self.bounds.start:g}")
            match line.split():
                case ["option", "name", name, *_]:
                    options.add(name)
                case ["bestmove", *_]:
                    raise program.blame("engine.unasked", given=shorten(line))
                case _:
                    pass
        return options

    def _get_ready(self, program: Program) -> None:
        """All that it said unasked has been heard when it is ready."""
        program.tell("isready")
        if self._wait_for(program, "readyok", self.bounds.ready) is None:
            raise program.blame("engine.silent", word="isready", seconds=f"{self.bounds.ready:g}")

    def _chosen(self, program: Program, limits: Limits) -> str:
        """What it plays, within the time of the move and some grace."""
        given = [seconds for seconds in (limits.seconds, limits.left) if seconds is not None]
        limit, grace = (min(given), self.bounds.grace) if given else (self.bounds.think, 0.0)
        token = self._wait_for(program, "bestmove", limit + grace)
        if token is None:
            raise program.blame("engine.slow", seconds=f"{limit:.3g}", grace=f"{grace:g}")
        return token

    def _wait_for(self, program: Program, word: str, seconds: float) -> str | None:
        """What follows a word that the program has to say, None if it does not in time; other words
        are ignored."""
        until = monotonic() + seconds
        while (line := program.hear(until)) is not None:
            first, _, rest = line.partition(" ")
            if first == word:
                return (rest.split() or [""])[0]
            if first == "bestmove":
                raise program.blame("engine.unasked", given=shorten(line))
        return None


def _words(limits: Limits, seat: int) -> str:
    """Limits after a `go`. Only the own clock is known here."""
    words: list[str] = []
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    if limits.seconds is not None:
        words += ["movetime", str(max(1, round(1000 * limits.seconds)))]
    if limits.left is not None:
        words += [f"p{seat + 1}time", str(max(0, round(1000 * limits.left)))]
        words += [f"p{seat + 1}inc", str(round(1000 * limits.gain))]
    return " ".join(words) or "infinite"
