"""A player that cannot play a game is refused at its seat, not at its first move."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.client.bot import Bot
from parlour.hall.computers.port import allowed_player
from parlour.players.player import read_player
from parlour.players.series.plan import read_plan
from parlour.table.errors import BadSettings
from parlour.table.match import Match
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import read_seats
from parlour.wire.http_types import Invitation
from tests.players.trees.thicket import thicket

EVERYWHERE = [
    "random",
    "wary",
    "glance",
    "uct:5",
    "mcts:5",
    "best:5",
    "level:1",
    "easy",
    "hard",
    "elo:1000",
]


@pytest.mark.parametrize("text", EVERYWHERE)
@pytest.mark.parametrize("slug", parlour.games())
def test_most_players_play_every_game(slug: str, text: str):
    read_player(text).check(parlour.game(slug))


@pytest.mark.parametrize(
    ("slug", "settings", "text", "says"),
    [
        ("tiny", {}, "alphabeta", "alpha-beta is for two seats; this game has 4"),
        ("knights", {}, "alphabeta,otherwise=uct", "alpha-beta is for two seats; this game has 4"),
        ("tiny", {}, "alphabeta:9,overlook=0.1", "alpha-beta is for two seats; this game has 4"),
        ("turncoat", {"map": "court"}, "alphabeta", "alpha-beta is for two seats; this game has 4"),
        ("chessicle", {"deployment": "hidden"}, "alphabeta", "cannot search what is hidden"),
        ("feud", {}, "best:5,wings=2", "wings=2: alpha-beta takes memory=1"),
    ],
)
def test_a_search_that_does_not_fit_its_game_is_refused_at_the_seat(
    slug: str, settings: dict[str, str], text: str, says: str, tmp_path: Path
):
    played_game = parlour.game(slug, **settings)
    for seated in (
        lambda: read_player(text).check(played_game),
        lambda: read_seats(played_game, [f"1={text}"]),
        lambda: read_plan(played_game, [text, "random"], 4),
        lambda: allowed_player(text, played_game),
    ):
        with pytest.raises(BadSettings) as refused:
            seated()
        assert says in str(refused.value)
    kept = Match(played_game, [text, *played_game.seats[1:]]).record()
    assert LocalMatch.resumed(kept, [], None, tmp_path / "kept.json").computers[0] is None


def test_alpha_beta_is_refused_with_chance_or_without_knowledge():
    read_player("alphabeta").check(thicket(1))
    with pytest.raises(BadSettings, match="alpha-beta is for games without chance"):
        read_player("alphabeta,otherwise=uct").check(thicket(1, dice=True))
    with pytest.raises(BadSettings, match="needs a game that can evaluate its positions"):
        read_player("alphabeta").check(parlour.game("chessicle"))  # first, places are chosen
    read_player("alphabeta,otherwise=uct").check(parlour.game("chessicle", deployment="hidden"))


async def test_a_bot_takes_no_seat_in_a_game_that_its_player_cannot_play():
    said: list[str] = []
    bot = Bot("http://localhost", "token", lambda: read_player("alphabeta"), said.append)
    for _ in range(2):
        assert not bot._can_play(Invitation("0123456789", 1, "knights", {}))
    assert said == ["0123456789: Knights: alpha-beta is for two seats; this game has 4."]
    assert not bot._can_play(Invitation("1", 0, "a game that is not installed here", {}))
    assert bot._can_play(Invitation("2", 0, "feud", {}))
