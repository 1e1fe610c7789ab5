"""The replay window: the last lessons of self-play on one kind of board, on the training device."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from parlour.lab.training.selfplay import SelfPlay
from parlour.table.learning.net_input import NetInput

CHUNK = 8192  # lessons that are moved at a time


class Lessons(NamedTuple):
    """Positions with what was learnt about them."""

    grids: Tensor
    rows: Tensor
    policies: Tensor  # improved by search; 0 for an illegal action
    legal: Tensor
    results: Tensor  # for the seat to act
    roots: Tensor  # the value that the search found


class ReplayWindow:
    """A ring of at most `capacity` lessons."""

    def __init__(self, net_input: NetInput, capacity: int, device: torch.device) -> None:
        self.side, self.planes = net_input.side, net_input.planes
        self.capacity, self.size, self.at = capacity, 0, 0
        self.arrays = arrays(net_input, capacity, device)
        self.staging = arrays(net_input, CHUNK, torch.device("cpu"))

    def take(self, source: SelfPlay) -> int:
        """Take over the lessons that are ready; return how many."""
        count = source.collect(*(array.numpy() for array in self.staging))
        if count:
            device = self.arrays[0].device
            to = (torch.arange(count, device=device) + self.at) % self.capacity
            for array, staged in zip(self.arrays, self.staging, strict=True):
                array[to] = staged[:count].to(device)
            self.at = (self.at + count) % self.capacity
            self.size = min(self.capacity, self.size + count)
        return count

    def sample(self, count: int) -> Lessons:
        grids, rows, policies, results, roots = self.arrays
        chosen = torch.randint(0, self.size, (count,), device=grids.device)
        parts = policies[chosen].int() & 0xFFFF  # the bits of a number without a sign
        legal = parts > 0
        weights = (parts - 1).clamp(min=0).float()
        weights /= weights.sum(1, keepdim=True)
        return Lessons(
            grids[chosen], rows[chosen].long(), weights, legal, results[chosen], roots[chosen]
        )


def arrays(net_input: NetInput, count: int, device: torch.device) -> tuple[Tensor, ...]:
    def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        return torch.zeros(*shape, dtype=dtype, device=device)

    return (
        zeros(count, net_input.side * net_input.side, dtype=torch.uint8),
        zeros(count, net_input.active_rows, dtype=torch.int16),
        zeros(count, net_input.policy_size, dtype=torch.int16),
        zeros(count),
        zeros(count),
    )
