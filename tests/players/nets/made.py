"""Nets with random weights, and what they say by a slow and literal reading of the format."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.players.nets.net_file import HIDDEN, Header, sections, written

Arrays = dict[str, np.ndarray[Any, Any]]
CEILING = 4095
TAPS = (1, 2, 3, 4, 5, 6, 7)


def header(blocks: int = 2, channels: int = 16, **changes: Any) -> Header:
    """The shape of a net for Brique."""
    shifts = (7, *[9] * (2 * blocks), *[8] * (blocks // 2), 9, 8, 9)
    about: dict[str, Any] = {
        "game": "brique",
        "version": 1,
        "planes": 4,
        "rows": 21,
        "blocks": blocks,
        "channels": channels,
        "taps": TAPS,
        "shifts": shifts,
    }
    return Header(**(about | changes))


def arrays(about: Header, seed: int = 1) -> Arrays:
    """Random weights, small enough that activations differ and do not all end at a bound."""
    rng = np.random.default_rng(seed)
    found: Arrays = {}
    for name, width, count in sections(about):
        if width == 2:
            most = 9 if name == "value" else 1400 // about.channels
            found[name] = rng.integers(-most, most + 1, count)
        else:
            found[name] = rng.integers(-9000, 9001, count)
    found["exp"] = np.round(np.exp(-np.arange(768) / 64) * (1 << 20)).astype(np.int64)
    found["tanh"] = np.round(np.tanh((np.arange(514) - 256) / 32) * 32767).astype(np.int64)
    return found


def net_bytes(about: Header, weights: Arrays) -> bytes:
    parts = (
        weights[name].astype("<i2" if width == 2 else "<i4").tobytes()
        for name, width, _ in sections(about)
    )
    return written(about, b"".join(parts))


def answer(about: Header, weights: Arrays, grid: np.ndarray[Any, Any], rows: list[int]) -> Any:
    """The value and the logits of a position, by sums of Python's own width."""
    c, size = about.channels, grid.shape[0] - 2
    shifts = list(about.shifts)
    stem = weights["stem"].reshape(9, about.planes, c)
    start = weights["stem_bias"] + sum(weights["table"].reshape(-1, c)[row] for row in rows)
    x = np.zeros((size + 2, size + 2, c), np.int64)
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            total = start.astype(np.int64)
            for tap in range(9):
                byte = int(grid[row + tap // 3 - 1, column + tap % 3 - 1])
                for plane in range(about.planes):
                    if byte >> plane & 1:
                        total = total + stem[tap, plane]
            x[row, column] = clip(total >> shifts[0])

    def layer(i: int, source: Any, added: Any) -> Any:
        w = weights[f"layer{i}"].reshape(len(about.taps), c // 2, c, 2)
        out = np.zeros_like(source)
        for row in range(1, size + 1):
            for column in range(1, size + 1):
                total = weights[f"bias{i}"].astype(np.int64)
                for t, tap in enumerate(about.taps):
                    near = source[row + tap // 3 - 1, column + tap % 3 - 1].reshape(c // 2, 2)
                    total = total + np.einsum("ik,iok->o", near, w[t].astype(np.int64))
                out[row, column] = clip((total >> shifts[1 + i]) + added[row, column])
        return out

    for block in range(about.blocks):
        y = layer(2 * block, x, np.zeros_like(x))
        if block % 2:
            i = block // 2
            w = weights[f"board{i}"].reshape(2 * c, c)
            total = pooled(y) @ w + weights[f"board_bias{i}"]
            told = (total >> (shifts[1 + 2 * about.blocks + i] + 3)).clip(-8190, 8190)
            y[1:-1, 1:-1] = clip(y[1:-1, 1:-1] + told)
        x = layer(2 * block + 1, y, x)
    hidden_shift, value_shift = shifts[-2:]
    logits = x[1:-1, 1:-1] @ weights["policy"] + weights["policy_bias"][0]
    total = pooled(x) @ weights["hidden"].reshape(2 * c, HIDDEN) + weights["hidden_bias"]
    units = clip(total >> (hidden_shift + 3))
    raw = int(units @ weights["value"] + weights["value_bias"][0])
    at = max(-8192, min(8191, raw >> (value_shift - 3))) + 8192
    low, high = (int(weights["tanh"][(at >> 5) + k]) for k in (0, 1))
    return (low * (32 - at % 32) + high * (at % 32) + 16) >> 5, [int(v) for v in logits.flat]


def pooled(x: Any) -> Any:
    inner = x[1:-1, 1:-1]
    mean = 8 * inner.sum((0, 1)) // (inner.shape[0] * inner.shape[1])
    return np.concatenate([mean, 8 * inner.max((0, 1))])


def clip(x: Any) -> Any:
    return np.clip(x, 0, CEILING)
