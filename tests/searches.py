"""What searches find in a few positions of every game, to the last visit.

A refactoring changes nothing here. Whatever does change it changes how strong our players are, and
what was measured of their levels holds no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import parlour
from parlour.players.player import Searcher, read_searcher
from parlour.players.search_result import SearchResult
from parlour.table.errors import ParlourError
from parlour.table.state import State
from tests.play import AnyGame, walk
from tests.players.trees.bramble import brambles
from tests.players.trees.thicket import thicket

PLAYERS = {
    "uct": "uct:60",
    "mcts": "mcts:60",
    "evaluate": "mcts:60,evaluate=0.5,transpose=1",
    "hearsay": "mcts:60,knowledge=0,grave=4,mast=1",
    "erring": "mcts:30,evaluate=1,reuse=0,overlook=0.3,misjudge=0.2",
    "alphabeta": "alphabeta:500,otherwise=uct",
    "deep": "alphabeta:6000,otherwise=uct",
    "long": "mcts:500,evaluate=0.3",
    "crossing": "mcts:400,transpose=1,trust=0.4",
    "curious": "mcts:400,knowledge=0,explore=1.1,transpose=1",
    "rumours": "mcts:400,grave=3,mast=1",
}


def tables() -> Iterator[tuple[str, AnyGame]]:
    """Every game, small enough; knights without chance and in pairs, for alpha-beta; and games
    without sense, in which a search goes deep and meets all that there can be."""
    yield "", parlour.game("brique", size=6)
    for slug in ("chessicle", "feud", "knights", "turncoat"):
        yield "", parlour.game(slug).guarded()
    yield "-duel", parlour.game("knights", players=2, item_choice="priority").guarded()
    yield "", thicket(35, levels=24, width=400)
    yield from brambles()


LONG = ("deep", "long", "crossing", "curious", "rumours")
SLOW = {
    "turncoat": ("hearsay", "alphabeta", *LONG),
    **dict.fromkeys(("brique", "chessicle", "feud", "knights"), LONG),
}
"""What would take too long interpreted."""

PLACES = (0.0, 0.6, 0.9)  # how far random matches are when somebody thinks
DECISIONS = 2  # in a row, so that what is kept counts


class Signature(NamedTuple):
    """Who thinks, in which game."""

    game: AnyGame
    player: str
    kind: str

    @property
    def name(self) -> str:
        return f"search-{self.player}{self.kind}"

    def __str__(self) -> str:
        return f"{self.game.slug}-{self.name}"


def signatures() -> list[Signature]:
    """All that the players accept."""
    found: list[Signature] = []
    for kind, game in tables():
        for player, text in PLAYERS.items():
            if player in SLOW.get(game.slug, ()):
                continue
            try:
                read_searcher(text, 1).check(game)
            except ParlourError:
                continue
            found.append(Signature(game, player, kind))
    return found


def written(signature: Signature) -> str:
    """What is found, as text."""
    game = signature.game
    lines = [f"{game!r} {PLAYERS[signature.player]}"]
    for state in positions(game):
        player = timeless(PLAYERS[signature.player])
        lines += ["", game.line(state)]
        for _ in range(DECISIONS):
            if state.seat < 0:
                break
            result = player.search(state, state.seat)
            lines += found(state, result)
            state = state.after(result.action)
    return "\n".join([*lines, ""])


def timeless(text: str) -> Searcher:
    """A player for whom no time passes: how often it looks up from its search does not depend on
    the machine."""
    player: Any = read_searcher(text, 1)
    getattr(player, "searcher", player).time = lambda: 0.0
    return player


def positions(game: AnyGame) -> Iterator[State]:
    """Some of a random match, in which one seat decides and has a choice."""
    steps = list(walk(game, Random(7)))
    open_ = [
        step.before
        for step in steps
        if step.before.seat >= 0
        and len(step.before.acting()) == 1
        and len(step.before.actions()) > 1
    ]
    for place in PLACES:
        yield open_[int(place * len(open_))]


def found(state: State, result: SearchResult) -> Iterator[str]:
    text = state.game.write(state, result.action)
    end = "" if result.end is None else f", proved within {result.end}"
    yield f"{text}: {result.value:.6f} by {result.nodes}{end}"
    yield "  visits " + " ".join(f"{action}:{n}" for action, n in sorted(result.visits.items()))
    yield "  values " + " ".join(f"{a}:{value:.4f}" for a, value in sorted(result.values.items()))
    yield "  line " + " ".join(map(str, result.line))
