"""What a player is, and how a text such as `uct:1s` names one."""

from __future__ import annotations

import re
from random import Random
from typing import Protocol

from parlour.players.strengths import STRENGTHS
from parlour.players.thought import Limits, Thought
from parlour.table.errors import BadSettings
from parlour.table.sentences import shorten, teach
from parlour.table.state import State

teach(
    "player",
    {
        "unknown": "{given}: no such player; write easy, medium, hard, random, uct:1s or uct:5000",
        "limit": "{given}: a search takes from 1 to 100000000 simulations, or up to 3600 seconds",
    },
)


class Player(Protocol):
    """Chooses an action for a seat. May look at the state, through `guess` where things are hidden,
    but never changes it."""

    name: str

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        """An action for a seat that may act, within its own limits and those that are given.

        Raises `Forfeit` where the player is a program that fails."""
        ...

    def stop(self) -> None:
        """From another thread: nobody waits for a choice any more, neither this one nor the next,
        so choose at once."""
        ...


class Thinker(Player, Protocol):
    """A player that can say what it thinks."""

    def think(self, state: State, seat: int, limits: Limits | None = None) -> Thought: ...


class RandomPlayer:
    """Any legal action, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self.rng = Random(seed)

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.rng.choice(state.actions(seat))

    def stop(self) -> None:
        """It never takes long."""


def is_foreign(text: str) -> bool:
    """Does this text start a program of somebody else, as `ugi:./bot` and `py:bot.py` do?"""
    return text.strip().lower().startswith(("ugi:", "py:"))


def read_player(text: str, seed: int | None = None, within: float | None = None) -> Player:
    """`random`; `uct` (a second), `uct:0.5s` or, by its number of simulations, `uct:5000`; or one
    of the strengths, such as `easy`, which stand for these; or a program of somebody else,
    `ugi:./bot --flag` or `py:bot.py`.

    Whatever the text says, it searches no longer than `within` seconds.
    """
    if is_foreign(text):
        from parlour.players.engine.foreign import read_foreign  # most play without programs

        return read_foreign(text, seed, within)
    meant = text.strip().lower()
    name, _, limit = STRENGTHS.get(meant, meant).partition(":")
    if name == "random" and not limit:
        return RandomPlayer(seed)
    if name != "uct":
        raise BadSettings("player.unknown", given=shorten(text))
    from parlour.players.uct_player import UctPlayer  # compiled, and not needed to play at random

    found = re.fullmatch(r"([0-9]{1,9})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s", limit or "1s")
    if not found:
        raise BadSettings("player.unknown", given=shorten(text))
    simulations = int(found[1]) if found[1] else None
    seconds = float(found[2]) if found[2] else None
    if simulations is not None and not 0 < simulations <= 100_000_000:
        raise BadSettings("player.limit", given=shorten(text))
    if seconds is not None and not 0 < seconds <= 3_600:
        raise BadSettings("player.limit", given=shorten(text))
    if within is not None:
        seconds = within if seconds is None else min(seconds, within)
    return UctPlayer(simulations=simulations, seconds=seconds, seed=seed)
