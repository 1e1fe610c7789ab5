"""What a player is, and how a text such as `uct:1s` names one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Protocol, runtime_checkable

from parlour.players.search_result import Limits, SearchResult
from parlour.players.strengths import STRENGTHS
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.sentences import add_texts, shorten
from parlour.table.state import State

add_texts(
    "player",
    {
        "unknown": "{given}: there is no such player. Write easy, medium, hard, level:7, elo:1250, "
        "best:1s, mcts:1s, alphabeta:1s, uct:5000, glance, wary, random, py:bot.py or ugi:./bot.",
        "limit": "{given}: a search takes 1 to 100000000 simulations, or up to 3600 seconds.",
        "level": "{given}: levels go from 1 to 10, ratings from 1 to 9999.",
        "error": "{given}: the value must be a number from 0 to {most}.",
        "thoughtless": "{given}: this player does not search, so it cannot give an evaluation.",
        "seats": "{game}: alpha-beta is for two seats; this game has {count}.",
        "chance": "{game}: alpha-beta is for games without chance.",
        "hidden": "{game}: alpha-beta cannot search what is hidden; name a player for these"
        " positions, as in alphabeta,otherwise=uct.",
        "option": "{given}: alpha-beta takes memory=1 to memory=16384 (MiB), and otherwise=uct or"
        " another player for positions with hidden information.",
        "knowledge": "{game}: alpha-beta needs a game that can evaluate its positions.",
    },
)


SEARCHLESS = ("random", "wary", "glance")
"""Players that take no limit, for they do not search."""

ERRORS = ("overlook=", "misjudge=")
"""Options of any search, for a player that errs."""


class Player(Protocol):
    """Chooses an action for a seat. May look at the state, through `guess` where things are hidden,
    but never changes it."""

    name: str

    def check(self, game: AnyGame) -> None:
        """Before it sits down: BadSettings says why it cannot play this game."""
        ...

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        """An action for a seat that may act, within its own limits and those that are given.

        Raises `Forfeit` where the player is a program that fails."""
        ...

    def stop(self) -> None:
        """From another thread: nobody waits for a choice any more, neither this one nor the next,
        so choose at once."""
        ...


@runtime_checkable
class Searcher(Player, Protocol):
    """A player that can say what it thinks."""

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """The choice and what speaks for it; where `among` is given, among these actions only."""
        ...


class RandomPlayer:
    """Any legal action, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self.rng = Random(seed)

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.rng.choice(state.actions(seat))

    def stop(self) -> None:
        """It never takes long."""


def is_foreign(text: str) -> bool:
    """Does this text start a program of somebody else, as `ugi:./bot` and `py@5s:bot.py` do?"""
    return re.match(r"\s*(ugi|py)(@[^:]*)?:", text, re.IGNORECASE) is not None


def read_player(text: str, seed: int | None = None, within: float | None = None) -> Player:
    """`random`, `wary` and `glance`, who do not search; `uct` (a second), `uct:0.5s` or, by its
    number of simulations, `uct:5000`; the same of `mcts` and `alphabeta`, with options such as
    `mcts:1s,threads=2`, and of `best`, which plays each game by the search that suits it; any of
    these with errors, `mcts:200,overlook=0.3`; `level:7` or `elo:1250`; one of the strengths, such
    as `easy`, which stand for these; or a program of somebody else, `ugi:./bot --flag` or
    `py:bot.py`, with a limit `py@5s:bot.py`.

    Whatever the text says, it searches no longer than `within` seconds.
    """
    if is_foreign(text):
        from parlour.players.engine.foreign_programs import (
            read_foreign,  # most play without programs
        )

        return read_foreign(text, seed, within)
    meant = text.strip().lower()
    head, *options = STRENGTHS.get(meant, meant).split(",")
    name, _, limit = head.partition(":")
    if name in SEARCHLESS and not limit and not options:
        from parlour.players.one_ply import OnePlyPlayer, WaryPlayer

        kinds = {"random": RandomPlayer, "wary": WaryPlayer, "glance": OnePlyPlayer}
        return kinds[name](seed)
    # What searches is compiled, and not needed to play at random.
    if any(option.startswith(ERRORS) for option in options):
        from parlour.players.weakened import read_weakened

        return read_weakened(head, options, seed, within)
    if name in ("level", "elo") and not options:
        from parlour.players.levels import read_level

        return read_level(head, seed, within)
    if name not in ("uct", "mcts", "alphabeta", "best") or (name == "uct" and options):
        raise BadSettings("player.unknown", given=shorten(text))
    limits = read_limits(text, limit, within)
    if name == "alphabeta":
        from parlour.players.alphabeta.player import read_alphabeta

        return read_alphabeta(limits, options, seed)
    if name == "best":
        from parlour.players.best_player import BestPlayer

        return BestPlayer(limits, options, seed)
    if name == "uct":
        from parlour.players.mcts.uct_player import UctPlayer

        return UctPlayer(simulations=limits.nodes, seconds=limits.seconds, seed=seed)
    from parlour.players.mcts.options import Options, read_options
    from parlour.players.mcts.player import MctsPlayer

    return MctsPlayer(limits, read_options(options, Options()), seed)


def read_limits(text: str, limit: str, within: float | None) -> Limits:
    """How long a player searches: `0.5s`, or by number, `5000`; a second if it is not said."""
    found = re.fullmatch(r"([0-9]{1,9})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s", limit or "1s")
    if not found:
        raise BadSettings("player.unknown", given=shorten(text))
    nodes = int(found[1]) if found[1] else None
    seconds = float(found[2]) if found[2] else None
    if nodes is not None and not 0 < nodes <= 100_000_000:
        raise BadSettings("player.limit", given=shorten(text))
    if seconds is not None and not 0 < seconds <= 3_600:
        raise BadSettings("player.limit", given=shorten(text))
    return Limits(nodes, seconds).within(Limits(seconds=within))


def read_searcher(text: str, seed: int | None = None, within: float | None = None) -> Searcher:
    """The same for one that can say what it thinks; BadSettings for one that cannot."""
    player = read_player(text, seed, within)
    if not isinstance(player, Searcher):
        raise BadSettings("player.thoughtless", given=shorten(text))
    return player
