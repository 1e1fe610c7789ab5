"""The alpha-beta player: which games it takes, its options, and who plays otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import parlour
from parlour.games.feud.game import Feud
from parlour.players.alphabeta.player import AlphaBetaPlayer
from parlour.players.mcts.uct_player import UctPlayer
from parlour.players.player import read_player
from parlour.players.search_result import Limits, SearchResult
from parlour.table.advice.knowledge import Knowledge
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.state import State
from tests.players.alphabeta.player import search, trivial
from tests.players.trees.thicket import Thicket, thicket

# ---- where it can sit down -----------------------------------------------------------------------


def refusal(state: State) -> str:
    with pytest.raises(BadSettings) as caught:
        search(state)
    return str(caught.value)


def test_games_that_it_cannot_search_are_refused_by_a_sentence():
    class Dull(Thicket):
        def knowledge(self) -> Knowledge | None:
            return None

    assert "two seats" in refusal(parlour.game("tiny").start())

    class Silent(Thicket):
        def knowledge(self) -> Knowledge | None:
            return Knowledge(self)

    assert "evaluate its positions" in refusal(thicket(1, Dull).start())
    assert "evaluate its positions" in refusal(thicket(1, Silent).start())
    assert "without chance" in refusal(thicket(1, dice=True).start())
    assert "name a player" in refusal(parlour.game("chessicle", deployment="hidden").start())


class Asked:
    """Somebody else, who remembers having been asked."""

    name = "asked"

    def __init__(self) -> None:
        self.times = 0

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        self.times += 1
        return SearchResult(state.actions(seat)[0], 0.0, 1, {})

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.search(state, seat, limits).action

    def stop(self) -> None:
        self.times += 100


def test_where_something_is_hidden_the_other_player_plays():
    from parlour.games.chessicle.game import Chessicle

    state, other = trivial(Chessicle, deployment="hidden").start(), Asked()
    player = AlphaBetaPlayer(nodes=50, otherwise=other)
    for times, seat in enumerate((0, 1)):
        assert seat in state.acting()
        state.push(player.choose(state, seat), seat)
        assert other.times == times + 1
    assert player.choose(state, state.seat) in state.actions()
    assert other.times == 2
    player.stop()
    assert other.times == 102


# ---- as it is written ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "nodes", "seconds", "memory"),
    [
        ("alphabeta", None, 1.0, 64),
        ("alphabeta:0.5s", None, 0.5, 64),
        ("AlphaBeta:5000,memory=8", 5_000, None, 8),
    ],
)
def test_players_in_words(text: str, nodes: int | None, seconds: float | None, memory: int):
    player = read_player(text)
    assert isinstance(player, AlphaBetaPlayer)
    assert (player.limits.nodes, player.limits.seconds) == (nodes, seconds)
    assert player.memory == memory << 20
    assert player.otherwise is None


def test_the_other_player_has_the_same_limits():
    player = read_player("alphabeta:700,otherwise=uct", within=2)
    assert isinstance(player, AlphaBetaPlayer)
    assert isinstance(player.otherwise, UctPlayer)
    assert player.otherwise.limits == player.limits == Limits(700, 2)


@pytest.mark.parametrize(
    "text",
    ["alphabeta,", "alphabeta,memory", "alphabeta,memory=0", "alphabeta,memory=9999999",
     "alphabeta,speed=3", "alphabeta,otherwise=you", "alphabeta,otherwise=alphabeta",
     "alphabeta,otherwise=random", "uct,memory=8"],
)  # fmt: skip
def test_wrong_options_are_refused_by_a_sentence(text: str):
    with pytest.raises(BadSettings):
        read_player(text)


def test_feud_is_played_by_it():
    assert Feud.best_player.startswith("alphabeta")
