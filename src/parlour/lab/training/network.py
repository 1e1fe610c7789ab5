"""The nets of a training: convolutions over the grid, a table of rows, a policy and a value.

Values inside a net stay between 0 and `CEILING`, so that whole numbers can take their place.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

CEILING = 31.96875  # 4092 / 128, the largest of the integer net
HIDDEN = 64  # units of the value's hidden layer


def clipped(x: Tensor) -> Tensor:
    return x.clamp(0.0, CEILING)


class Convolution(nn.Module):
    """A convolution over a neighbourhood, with its batch norm."""

    mask: Tensor

    def __init__(self, inputs: int, outputs: int, padding: int, mask: Sequence[int]) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outputs, inputs, 3, 3))
        nn.init.kaiming_normal_(self.weight, nonlinearity="relu")
        self.norm = nn.BatchNorm2d(outputs, momentum=0.05)
        self.padding = padding
        self.register_buffer("mask", torch.tensor(mask, dtype=torch.float32).view(3, 3))

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(functional.conv2d(x, self.weight * self.mask, None, padding=self.padding))

    def folded(self) -> tuple[Tensor, Tensor]:
        """Weights and biases of the same convolution without its norm."""
        mean, variance = self.norm.running_mean, self.norm.running_var
        scale = self.norm.weight / torch.sqrt(variance + self.norm.eps)
        weight = self.weight * self.mask * scale[:, None, None, None]
        return weight.detach(), (self.norm.bias - mean * scale).detach()


def pooled(x: Tensor) -> Tensor:
    """The mean and the maximum of each channel over the board."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    """A residual block; every other one tells each square about the whole board."""

    def __init__(self, channels: int, wide: bool, mask: Sequence[int]) -> None:
        super().__init__()
        self.first = Convolution(channels, channels, 1, mask)
        self.second = Convolution(channels, channels, 1, mask)
        nn.init.zeros_(self.second.norm.weight)
        self.board = nn.Linear(2 * channels, channels) if wide else None
        if self.board is not None:
            nn.init.zeros_(self.board.weight)
            nn.init.zeros_(self.board.bias)

    def forward(self, x: Tensor) -> Tensor:
        y = clipped(self.first(x))
        if self.board is not None:
            y = clipped(y + self.board(pooled(y))[:, :, None, None])
        return clipped(x + self.second(y))


class GridNet(nn.Module):
    """From the bytes of a grid and the numbers of rows to a logit a square and a value."""

    def __init__(
        self, planes: int, rows: int, blocks: int, channels: int, mask: Sequence[int]
    ) -> None:
        super().__init__()
        self.shape = {"planes": planes, "rows": rows, "blocks": blocks, "channels": channels}
        self.stem = Convolution(planes, channels, 0, (1,) * 9)
        self.table = nn.Embedding(rows, channels)
        nn.init.zeros_(self.table.weight)
        self.blocks = nn.ModuleList(Block(channels, i % 2 == 1, mask) for i in range(blocks))
        self.policy = nn.Conv2d(channels, 1, 1)
        self.hidden = nn.Linear(2 * channels, HIDDEN)
        self.value = nn.Linear(HIDDEN, 1)

    def forward(self, planes: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
        x = clipped(self.stem(planes) + self.table(rows).sum(1)[:, :, None, None])
        for block in self.blocks:
            x = block(x)
        value = self.value(clipped(self.hidden(pooled(x))))
        return self.policy(x).flatten(1), torch.tanh(value.float()).squeeze(1)


class FoldedNet(nn.Module):
    """The same net with its norms folded in, to play with; `fill` copies a net into it."""

    def __init__(
        self, planes: int, rows: int, blocks: int, channels: int, mask: Sequence[int]
    ) -> None:
        super().__init__()
        self.stem = nn.Conv2d(planes, channels, 3)
        self.table = nn.Embedding(rows, channels)
        self.first = nn.ModuleList(
            nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks)
        )
        self.second = nn.ModuleList(
            nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks)
        )
        self.board = nn.ModuleList(nn.Linear(2 * channels, channels) for _ in range(blocks // 2))
        self.policy = nn.Conv2d(channels, 1, 1)
        self.hidden = nn.Linear(2 * channels, HIDDEN)
        self.value = nn.Linear(HIDDEN, 1)

    def forward(self, planes: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
        x = clipped(self.stem(planes) + self.table(rows).sum(1)[:, :, None, None])
        for i, (first, second) in enumerate(zip(self.first, self.second, strict=True)):
            y = clipped(first(x))
            if i % 2 == 1:
                y = clipped(y + self.board[i // 2](pooled(y))[:, :, None, None])
            x = clipped(x + second(y))
        value = self.value(clipped(self.hidden(pooled(x))))
        return self.policy(x).flatten(1), torch.tanh(value.float()).squeeze(1)

    @torch.no_grad()
    def fill(self, net: GridNet) -> None:
        def copy(target: nn.Module, source: Convolution) -> None:
            weight, bias = source.folded()
            for to, parameter in zip(target.parameters(), (weight, bias), strict=True):
                to.copy_(parameter)

        copy(self.stem, net.stem)
        for first, second, block in zip(self.first, self.second, net.blocks, strict=True):
            assert isinstance(block, Block)  # noqa: S101 - for the type checker
            copy(first, block.first)
            copy(second, block.second)
        wide = [block.board for block in net.blocks if getattr(block, "board", None) is not None]
        pairs = [
            *zip(self.board, wide, strict=True),
            (self.table, net.table),
            (self.policy, net.policy),
            (self.hidden, net.hidden),
            (self.value, net.value),
        ]
        for mine, other in pairs:
            for to, parameter in zip(mine.parameters(), other.parameters(), strict=True):
                to.copy_(parameter)


def planes_of(grids: Tensor, side: int, planes: int, dtype: torch.dtype) -> Tensor:
    """Bytes (matches, side * side) as planes (matches, planes, side, side)."""
    bits = torch.arange(planes, device=grids.device, dtype=torch.uint8)[None, :, None]
    spread = (grids[:, None, :] >> bits) & 1
    shaped = spread.view(len(grids), planes, side, side).to(dtype)
    return shaped.contiguous(memory_format=torch.channels_last)
