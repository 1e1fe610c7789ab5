"""The picture of a search tree: the most visited moves, as people write them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import parlour
from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.search_result import Limits

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("slug", ["brique", "feud", "knights"])
def test_the_picture_has_the_most_visited_moves_and_their_visits(slug: str):
    game = parlour.game(slug)
    state = game.start()
    while state.seat < 0:
        state.push(state.odds()[0][0], state.seat)
    player = MctsPlayer(Limits(nodes=200), Options(), seed=1)
    result = player.search(state, state.seat)
    assert player.tree_search is not None
    picture = player.tree_search._repr_svg_()
    texts = [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    best = max(result.visits, key=lambda action: (result.visits[action], -action))
    assert game.write(state, best) in texts
    assert any(text.startswith(f"{result.visits[best]} visits, ") for text in texts)


def test_before_a_search_the_tree_is_only_its_root():
    game = parlour.game("brique", size=4)
    player = MctsPlayer(Limits(nodes=1), Options(), seed=1)
    player.search(game.start(), 0)
    assert player.tree_search is not None
    assert player.tree_search._repr_svg_().startswith("<svg")
