"""Matches with programs, and a look for what they have left behind."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec

from parlour.players.engine.foreign_programs import read_foreign
from parlour.players.engine.program import ProgramLimits
from parlour.players.engine.ugi_player import UgiPlayer
from parlour.players.player import Player
from parlour.players.search_result import Limits
from parlour.table.errors import Forfeit
from parlour.table.match import Match
from parlour.table.state import CHANCE

HOSTILE = Path(__file__).with_name("hostile.py")
SHORT = ProgramLimits(
    memory=256 * 1024**2, processes=8, move=200_000, log=10_000, start=4.0, ready=4.0, grace=1.0,
    quit=0.5,
)  # fmt: skip
PATIENT = msgspec.structs.replace(SHORT, start=60.0, ready=60.0)


def play(match: Match, players: Sequence[Player], limits: Limits | None = None) -> Match:
    """Play a match to its end; who fails forfeits."""
    rng = Random(1)
    try:
        while match.outcome is None:
            seat = match.state.seat
            if seat == CHANCE:
                match.draw_chance(rng)
                continue
            try:
                match.act(seat, players[seat].choose(match.state, seat, limits))
            except Forfeit as failure:
                match.forfeit(seat, str(failure))
    finally:
        for player in players:
            player.stop()
    return match


def hostile(kind: str, variant: int, marker: str, logs: Path, bounds: ProgramLimits) -> UgiPlayer:
    command = f"{sys.executable} -I -S {HOSTILE} {kind} {variant} {marker}"
    return read_foreign(f"ugi:{command}", bounds=bounds, logs=logs)


def running(marker: str) -> list[str]:
    """The command lines of processes that have the marker in theirs."""
    found: list[str] = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:  # it has ended meanwhile
                continue
            if marker in line:
                found.append(line)
    return found


def left(marker: str) -> list[str]:
    """What is still running when all have had a moment to vanish."""
    for _ in range(100):
        if not running(marker):
            return []
        time.sleep(0.02)
    return running(marker)
