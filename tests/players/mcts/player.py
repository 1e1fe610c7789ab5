"""The player that tests of MCTS use."""

from __future__ import annotations

from typing import Any

from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.search_result import Limits


def mcts(nodes: int, seed: int = 1, **options: Any) -> MctsPlayer:
    return MctsPlayer(Limits(nodes=nodes), Options(**options), seed)
