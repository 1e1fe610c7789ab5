"""Players: their protocols, and reading one from a text such as `uct:1s`."""

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
        "searchless": "{given}: this player does not search, so it cannot give an evaluation.",
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
"""Players that do not search, so they take no limit."""

ERRORS = ("overlook=", "misjudge=")
"""Options that weaken any search."""


class Player(Protocol):
    """Chooses actions for a seat. It must not change the state, and it uses `Game.guess` instead of
    looking at hidden information."""

    name: str

    def check(self, game: AnyGame) -> None:
        """Raise BadSettings, with the reason, if it cannot play this game."""
        ...

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        """Choose an action for a seat that may act, within its own limits and the given ones.

        Raises `Forfeit` if the player is a program that fails."""
        ...

    def stop(self) -> None:
        """End the current search and all later ones at once, since their results are not needed.
        May be called from any thread."""
        ...


@runtime_checkable
class Searcher(Player, Protocol):
    """A player that evaluates positions."""

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """The best action with its statistics; with `among`, the best of these actions."""
        ...


class RandomPlayer:
    """Chooses among the legal actions uniformly at random."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self.rng = Random(seed)

    def check(self, game: AnyGame) -> None:
        """It plays every game."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.rng.choice(state.actions(seat))

    def stop(self) -> None:
        """It never searches."""


def is_foreign(text: str) -> bool:
    """Does this text name an external program, such as `ugi:./bot` or `py@5s:bot.py`?"""
    return re.match(r"\s*(ugi|py)(@[^:]*)?:", text, re.IGNORECASE) is not None


def read_player(text: str, seed: int | None = None, within: float | None = None) -> Player:
    """The player that a text names; BadSettings if there is none.

        random, wary, glance                      without a search
        uct, uct:0.5s, uct:5000                   for one second, half a second, 5000 simulations
        mcts:1s,threads=2  alphabeta:1s           with the options of the search
        best:1s                                   with the search that suits the game
        mcts:200,overlook=0.3                     any search, weakened
        level:7  elo:1250  easy                   a level, a rating, or a name for one of these
        ugi:./bot --flag  py:bot.py  py@5s:bot.py an external program

    Whatever the text says, the player searches for at most `within` seconds.
    """
    if is_foreign(text):
        from parlour.players.engine.foreign_programs import (
            read_foreign,  # slow to import, and rarely needed
        )

        return read_foreign(text, seed, within)
    name = text.strip().lower()
    head, *options = STRENGTHS.get(name, name).split(",")
    if name not in STRENGTHS:  # only the name of a file may have capitals
        given = text.strip().split(",")[1:]
        options = [
            option if option.lower().startswith("net=") else option.lower() for option in given
        ]
    name, _, limit = head.partition(":")
    if name in SEARCHLESS and not limit and not options:
        from parlour.players.one_ply import OnePlyPlayer, WaryPlayer

        kinds = {"random": RandomPlayer, "wary": WaryPlayer, "glance": OnePlyPlayer}
        return kinds[name](seed)
    # Imported only here: the searches are not needed to play at random.
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
    """The limit of a search: seconds, `0.5s`, or a number, `5000`; one second by default."""
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
    """As `read_player`; BadSettings if the player does not search."""
    player = read_player(text, seed, within)
    if not isinstance(player, Searcher):
        raise BadSettings("player.searchless", given=shorten(text))
    return player
