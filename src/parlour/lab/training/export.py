"""A trained net in whole numbers, as the file that players read."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, tanh
from typing import Any

import numpy as np
import torch
from torch import Tensor

from parlour.lab.training.network import FoldedNet, GridNet
from parlour.players.nets.net_file import (
    EXP_ENTRIES,
    TANH_ENTRIES,
    Header,
    sections,
    written,
)
from parlour.table.game import Game

UNIT = 7  # an activation is in units of 2 ** -7
POOLED = 10  # what is pooled in units of 2 ** -10
CEILING, MOST_POOLED = 4095, 8 * 4095
LARGEST = (1 << 31) - 1 - 8192
WEIGHT = 32_767


def exported(game: Game[Any, Any], net: GridNet, mask: Sequence[int]) -> bytes:
    """The file of a net whose shape the integer engine has."""
    folded = FoldedNet(**net.shape, mask=mask)
    folded.fill(net.cpu().eval())
    taps = tuple(tap for tap in range(9) if mask[tap])
    quantizer = Quantizer(taps)
    c, blocks = net.shape["channels"], net.shape["blocks"]
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    shifts: list[int] = [7]
    weight = numbers(folded.stem.weight).transpose(2, 3, 1, 0).reshape(9, -1, c)
    arrays["stem"] = np.rint(weight * 2.0 ** (UNIT + 7))
    arrays["stem_bias"] = np.rint(numbers(folded.stem.bias) * 2.0 ** (UNIT + 7)) + 64
    arrays["table"] = np.rint(numbers(folded.table.weight) * 2.0 ** (UNIT + 7))
    for i in range(2 * blocks):
        layer = (folded.second if i % 2 else folded.first)[i // 2]
        arrays[f"layer{i}"], arrays[f"bias{i}"], shift = quantizer.layer(layer)
        shifts.append(shift)
    for i, board in enumerate(folded.board):
        arrays[f"board{i}"], arrays[f"board_bias{i}"], shift = quantizer.dense(
            board, POOLED, MOST_POOLED, 3
        )
        shifts.append(shift)
    policy = folded.policy
    arrays["policy"], arrays["policy_bias"], shift = quantizer.dense(policy, UNIT, CEILING, None)
    shifts.append(shift)
    arrays["hidden"], arrays["hidden_bias"], shift = quantizer.dense(
        folded.hidden, POOLED, MOST_POOLED, 3
    )
    shifts.append(shift)
    arrays["value"], arrays["value_bias"], shift = quantizer.dense(
        folded.value, UNIT, CEILING, None
    )
    shifts.append(shift)
    arrays["exp"] = np.array([round(exp(-i / 64) * (1 << 20)) for i in range(EXP_ENTRIES)])
    steps = [round(tanh((i - 256) / 32) * 32_767) for i in range(TANH_ENTRIES)]
    arrays["tanh"] = np.array([*steps, 0])
    header = Header(
        game.slug,
        game.version,
        net.shape["planes"],
        net.shape["rows"],
        blocks,
        c,
        taps,
        tuple(shifts),
    )
    parts = [
        arrays[name].astype("<i2" if width == 2 else "<i4").tobytes()
        for name, width, _ in sections(header)
    ]
    return written(header, b"".join(parts))


class Quantizer:
    """Weights with as many bits to the right of the point as their sums allow."""

    def __init__(self, taps: Sequence[int]) -> None:
        self.taps = list(taps)

    def layer(self, layer: torch.nn.Module) -> tuple[np.ndarray[Any, Any], Any, int]:
        """Weights as [tap][input / 2][output][input % 2], biases that round, and the shift."""
        weight, bias = (numbers(parameter) for parameter in layer.parameters())
        c = weight.shape[0]
        by_tap = weight.reshape(c, c, 9)[:, :, self.taps].transpose(2, 1, 0)  # tap, input, output
        shift = bits(np.abs(by_tap).sum((0, 1)), np.abs(by_tap).max(), bias, CEILING, UNIT)
        whole = np.rint(by_tap * 2.0**shift).reshape(len(self.taps), c // 2, 2, c)
        rounding = (1 << shift) // 2
        biases = np.rint(bias * 2.0 ** (UNIT + shift)) + rounding
        return whole.transpose(0, 1, 3, 2), biases, shift

    def dense(
        self, layer: torch.nn.Module, unit: int, largest: int, dropped: int | None
    ) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], int]:
        """Weights as [input][output]; `dropped` bits go with the shift, None if nothing does."""
        weight, bias = (numbers(parameter) for parameter in layer.parameters())
        weight = weight.reshape(weight.shape[0], -1).T
        shift = bits(np.abs(weight).sum(0), np.abs(weight).max(), bias, largest, unit)
        rounding = 0 if dropped is None else (1 << (shift + dropped)) // 2
        biases = np.rint(bias * 2.0 ** (unit + shift)) + rounding
        return np.rint(weight * 2.0**shift), biases, shift


def bits(
    sums: np.ndarray[Any, Any], most: float, bias: np.ndarray[Any, Any], largest: int, unit: int
) -> int:
    """The most bits, up to 14, with which no weight and no sum overflows."""
    for shift in range(14, -1, -1):
        sizes = (sums + 0.01 * len(sums)) * 2.0**shift * largest
        sizes = sizes + (np.abs(bias) + 1) * 2.0 ** (unit + shift)
        if most * 2.0**shift <= WEIGHT and sizes.max() < LARGEST:
            return shift
    raise ValueError("The weights of this net are too large for whole numbers.")


def numbers(tensor: Tensor) -> np.ndarray[Any, Any]:
    return tensor.detach().float().cpu().numpy().astype(np.float64)
