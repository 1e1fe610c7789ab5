"""One match of a series, from its task to its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from parlour.players.player import Player, read_player
from parlour.players.search_result import Limits
from parlour.players.series.pairing import Opening
from parlour.players.series.plan import SeriesPlan
from parlour.table.clock import Clock
from parlour.table.errors import ParlourError
from parlour.table.match import Match
from parlour.table.record import Record
from parlour.table.sentences import Sentence, shorten

GRACE = 0.05
"""Seconds added to a clock without telling the player, since the machine does other work too."""

LONGEST_TAG, LONGEST_REASON = 160, 2_000
"""Characters of the reason for a forfeit: in a tag of the record, and in the event's remark, which
ends with the path of a log and must be complete."""

Timer = Callable[[], float]


class Task(msgspec.Struct, frozen=True):
    """A match to be played."""

    plan: SeriesPlan
    number: int  # from 0 on
    seats: tuple[int, ...]  # the number of the player in each seat
    opening: Opening


def play(task: Task, timer: Timer = perf_counter) -> Record:
    """Play a match to its end. A player that fails in any way forfeits."""
    plan = task.plan
    texts = [plan.players[player] for player in task.seats]
    match = Match(plan.load_game(), [shorten(text, 200) for text in texts])
    # Seeded by the round, not by the match: matches of a round get the same chance events.
    rng = Random(f"{plan.seed} {task.number // plan.round} dice")
    for seat, action in task.opening:
        match.act(seat, action)
    runner = MatchRunner(match, texts, Random(f"{plan.seed} {task.number} players"), timer)
    if plan.control:
        match.clock = Clock(plan.control, len(texts))
        match.clock.left = [plan.control.start + GRACE] * len(texts)
    try:
        while match.outcome is None:
            match.draw_chance(rng, runner.now)
            if match.outcome is None:
                runner.turn(match.state.acting()[0])
    finally:
        runner.clear()
    tags = {"Match": str(task.number + 1), "Opening": str(len(task.opening))}
    return match.record(**tags, **runner.loss_tags)


class MatchRunner:
    """A match with its players and their clocks."""

    def __init__(self, match: Match, texts: Sequence[str], rng: Random, timer: Timer) -> None:
        self.match = match
        self.timer = timer
        self.now = 0.0
        self.loss_tags: dict[str, str] = {}  # forfeits and time losses, as tags of the record
        self.texts = texts
        self.seeds = [rng.getrandbits(63) for _ in texts]
        self.players: dict[int, Player] = {}

    def turn(self, seat: int) -> None:
        """Let a seat choose and act; it forfeits if it fails."""
        try:
            player, limits = self._player(seat), self._limits(seat)
            begun = self.timer()
            action = player.choose(self.match.state, seat, limits)
            if self._in_time(seat, self.timer() - begun):
                self._act(seat, action)
        except Exception as error:  # noqa: BLE001 - a player may fail in any way
            self._forfeit(seat, error)

    def _player(self, seat: int) -> Player:
        if seat not in self.players:
            self.players[seat] = read_player(self.texts[seat], self.seeds[seat])
        return self.players[seat]

    def _limits(self, seat: int) -> Limits | None:
        """The limits that its clock sets. If several seats may act, only this one's clock runs."""
        clock = self.match.clock
        if not clock:
            return None
        clock.run((seat,), self.now)
        return Limits(left=max(0.0, clock.left[seat] - GRACE), gain=clock.control.increment)

    def _in_time(self, seat: int, passed: float) -> bool:
        self.now += passed
        if self.match.flag(self.now) is None:
            return True
        self.loss_tags[f"Overrun{seat + 1}"] = f"{passed:.3f} s"
        return False

    def _act(self, seat: int, action: Any) -> None:
        if not isinstance(action, int):
            raise TypeError(str(Sentence("series.forfeit_action", given=shorten(action))))
        self.match.act(seat, action, self.now)

    def _forfeit(self, seat: int, error: Exception) -> None:
        """Forfeit the match, with the reason in the record."""
        ours = isinstance(error, ParlourError)
        reason = str(error) if ours else f"{type(error).__name__}: {error}"
        said = " ".join(reason.split())
        self.loss_tags[f"Forfeit{seat + 1}"] = shorten(said, LONGEST_TAG)
        self.match.forfeit(seat, shorten(said, LONGEST_REASON), self.now)

    def clear(self) -> None:
        """Let players release resources such as processes."""
        for player in self.players.values():
            with suppress(Exception):
                getattr(player, "close", player.stop)()
