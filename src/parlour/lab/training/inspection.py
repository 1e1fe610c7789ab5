"""What a net in training says of one position, before it is made of whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from parlour.lab.training.network import GridNet, planes_of
from parlour.lab.training.selfplay import SelfPlay
from parlour.table.game import Game
from parlour.table.state import State


def ask(game: Game[Any, Any], net: GridNet, state: State) -> tuple[float, list[float]]:
    """The value for the seat to act, and the logits."""
    view = SelfPlay(game, matches=1, simulations=1, considered=1, openings=0, seed=0)
    net_input = view.net_input
    grid = np.zeros((1, net_input.side**2), np.uint8)
    rows = np.zeros((1, net_input.active_rows), np.int16)
    view.show(state, grid, rows)
    planes = planes_of(torch.from_numpy(grid), net_input.side, net_input.planes, torch.float32)
    with torch.inference_mode():
        policy, value = net.eval()(planes, torch.from_numpy(rows).long())
    return float(value[0]), policy[0].tolist()
