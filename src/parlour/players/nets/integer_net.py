"""The evaluation of an integer net, without the GIL; the same bits on every machine.

An activation is a whole number from 0 to 4095, in units of 1/128. A layer's weights have a shift
`s` of their own: they are in units of 2 ** -s, its sums in units of 2 ** -(7 + s), and its biases
hold half a unit more, so that shifting a sum to the right rounds it. Sums are 32 bits wide, and
`is_bounded` proves from the weights that none of them can overflow, whatever the position.

There is no interpreted form: a position would take seconds.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cython

from parlour.players.nets.net_file import BadNet, NetFile, offsets, read_net

if TYPE_CHECKING:
    from parlour.table.game import Game
    from parlour.table.learning.net_input import NetInput
    from parlour.table.registry import AnyGame
    from parlour.table.state import State

KERNELS = ("plain", "sse4", "avx2", "avx512", "avx512-vnni")
"""Of `kernels.h`, each faster than those before it."""

LIMIT = 2_147_483_647
CEILING = 4095  # the largest activation
MOST_POOLED = 8 * 4095
MOST_TOLD = 8190


class IntegerNet:
    """The weights of a net. They never change, so that threads share them."""

    def __init__(self, file: NetFile) -> None:
        self.header = file.header
        if not cython.compiled:
            raise BadNet("nets.interpreted")
        self.weights = file.weights
        self.planes, self.row_count = file.header.planes, file.header.rows
        self.blocks, self.channels = file.header.blocks, file.header.channels
        self.point()
        self.expand_stem()
        self.use_kernel(kernels().pop())

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.stem_table)

    @property
    def kernel_name(self) -> str:
        if not cython.compiled:
            return ""
        return KERNELS[self.kernel_number]

    def use_kernel(self, name: str) -> bool:
        """Use this kernel; False where the processor lacks it."""
        return self.set_kernel(KERNELS.index(name))

    def set_kernel(self, number: int) -> bool:
        if not cython.compiled:
            return False
        if parlour_kernel(number) == cython.NULL:
            return False
        self.kernel = parlour_kernel(number)
        self.kernel_number = number
        return True

    # ---- reading -------------------------------------------------------------------------------

    def point(self) -> None:
        """Set the pointers into the weights."""
        if not cython.compiled:
            return
        base = PyBytes_AS_STRING(self.weights)
        at, header = offsets(self.header), self.header
        shifts, taps = list(header.shifts), header.taps
        self.stem_planes = cython.cast(IntPointer, base + cython.cast(int, at["stem"]))
        self.stem_bias = cython.cast(IntPointer, base + cython.cast(int, at["stem_bias"]))
        self.table = cython.cast(IntPointer, base + cython.cast(int, at["table"]))
        self.stem_shift = shifts.pop(0)
        for i in range(2 * self.blocks):
            self.layers[i].weights = cython.cast(
                ShortPointer, base + cython.cast(int, at[f"layer{i}"])
            )
            self.layers[i].biases = cython.cast(IntPointer, base + cython.cast(int, at[f"bias{i}"]))
            self.layers[i].shift = shifts.pop(0)
            self.layers[i].channels = self.channels
            self.layers[i].taps = len(taps)
        for i in range(header.wide):
            self.board[i] = cython.cast(ShortPointer, base + cython.cast(int, at[f"board{i}"]))
            self.board_bias[i] = cython.cast(
                IntPointer, base + cython.cast(int, at[f"board_bias{i}"])
            )
            self.board_shift[i] = shifts.pop(0)
        self.policy = cython.cast(ShortPointer, base + cython.cast(int, at["policy"]))
        self.policy_bias = cython.cast(IntPointer, base + cython.cast(int, at["policy_bias"]))
        self.hidden = cython.cast(ShortPointer, base + cython.cast(int, at["hidden"]))
        self.hidden_bias = cython.cast(IntPointer, base + cython.cast(int, at["hidden_bias"]))
        self.value = cython.cast(ShortPointer, base + cython.cast(int, at["value"]))
        self.value_bias = cython.cast(IntPointer, base + cython.cast(int, at["value_bias"]))
        self.exp_table = cython.cast(IntPointer, base + cython.cast(int, at["exp"]))
        self.tanh_table = cython.cast(ShortPointer, base + cython.cast(int, at["tanh"]))
        self.policy_shift, self.hidden_shift, self.value_shift = shifts

    def expand_stem(self) -> None:
        """For each tap and each byte, the sum of the weights of its bits."""
        if not cython.compiled:
            return
        bytes_count = 1 << self.planes
        self.stem_table = cython.cast(
            IntPointer, calloc(9 * bytes_count * self.channels, cython.sizeof(cython.int))
        )
        if not self.stem_table:
            raise MemoryError
        for tap in range(9):
            for byte in range(bytes_count):
                for plane in range(self.planes):
                    if byte >> plane & 1:
                        for i in range(self.channels):
                            self.stem_table[(tap * bytes_count + byte) * self.channels + i] += (
                                self.stem_planes[(tap * self.planes + plane) * self.channels + i]
                            )

    # ---- the proof that no sum overflows -------------------------------------------------------

    @property
    def bounded(self) -> bool:
        if not cython.compiled:
            return False
        return self.is_bounded()

    def is_bounded(self) -> bool:
        if not cython.compiled:
            return False
        if not self.is_stem_bounded():
            return False
        for i in range(2 * self.blocks):
            if not self.is_layer_bounded(cython.address(self.layers[i])):
                return False
        for i in range(self.blocks // 2):
            if not self.is_dense_bounded(
                self.board[i], self.board_bias[i], 2 * self.channels, self.channels, MOST_POOLED
            ):
                return False
        return (
            self.is_dense_bounded(self.policy, self.policy_bias, self.channels, 1, CEILING)
            and self.is_dense_bounded(
                self.hidden, self.hidden_bias, 2 * self.channels, HIDDEN, MOST_POOLED
            )
            and self.is_dense_bounded(self.value, self.value_bias, HIDDEN, 1, CEILING)
        )

    def is_stem_bounded(self) -> bool:
        """A byte has any of its bits, and at most every row of the table is added."""
        if not cython.compiled:
            return False
        for i in range(self.channels):
            total = abs(cython.cast(cython.longlong, self.stem_bias[i]))
            for k in range(9 * self.planes):
                total += abs(cython.cast(cython.longlong, self.stem_planes[k * self.channels + i]))
            for k in range(self.row_count):
                total += abs(cython.cast(cython.longlong, self.table[k * self.channels + i]))
            if total > LIMIT:
                return False
        return True

    def is_layer_bounded(self, layer: Any) -> bool:
        """What is added after the shift is at most 4095, so the sum itself decides."""
        if not cython.compiled:
            return False
        c = self.channels
        for o in range(c):
            total = 0
            for t in range(layer.taps):
                for i in range(c):
                    pair = (t * c + (i & ~1)) * c + 2 * o + (i & 1)
                    total += abs(cython.cast(cython.longlong, layer.weights[pair]))
            total = total * CEILING + abs(cython.cast(cython.longlong, layer.biases[o])) + CEILING
            if total > LIMIT:
                return False
        return True

    def is_dense_bounded(self, w: Any, bias: Any, inputs: int, outputs: int, largest: int) -> bool:
        if not cython.compiled:
            return False
        for o in range(outputs):
            total = 0
            for i in range(inputs):
                total += abs(cython.cast(cython.longlong, w[i * outputs + o]))
            total = total * largest + abs(cython.cast(cython.longlong, bias[o])) + CEILING
            if total > LIMIT:
                return False
        return True


class NetEvaluator:
    """What a net says of positions of one game; one for each thread."""

    def __init__(self, net: IntegerNet, net_input: NetInput) -> None:
        if not cython.compiled:
            raise BadNet("nets.interpreted")
        if (
            net_input.planes != net.planes
            or net_input.row_count != net.row_count
            or (net_input.side - 2) ** 2 != net_input.policy_size
            or net_input.side - 2 < 5
            or net_input.active_rows > net_input.row_count
        ):
            raise BadNet("nets.other_board")
        self.net = net
        self.net_input = net_input
        self.size = net_input.side - 2
        self.policy_size = net_input.policy_size
        cells = net_input.side * net_input.side * net.channels
        self.x = cython.cast(ShortPointer, calloc(cells, cython.sizeof(cython.short)))
        self.y = cython.cast(ShortPointer, calloc(cells, cython.sizeof(cython.short)))
        self.z = cython.cast(ShortPointer, calloc(cells, cython.sizeof(cython.short)))
        self.grid = cython.cast(BytePointer, calloc(net_input.side * net_input.side, 1))
        self.rows = cython.cast(
            ShortPointer, calloc(net_input.active_rows + 1, cython.sizeof(cython.short))
        )
        self.logits = cython.cast(
            IntPointer, calloc(net_input.policy_size, cython.sizeof(cython.int))
        )
        if not (self.x and self.y and self.z and self.grid and self.rows and self.logits):
            raise MemoryError
        self.set_layers()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.x)
            free(self.y)
            free(self.z)
            free(self.grid)
            free(self.rows)
            free(self.logits)

    def set_layers(self) -> None:
        """The net's layers, with the distances of their taps on this board."""
        if not cython.compiled:
            return
        for i in range(2 * self.net.blocks):
            self.layers[i] = self.net.layers[i]
            for t, tap in enumerate(self.net.header.taps):
                self.layers[i].offsets[t] = (tap // 3 - 1) * (self.size + 2) + tap % 3 - 1

    def evaluate(self, state: State) -> int:
        """Set `value` and `logits`."""
        if not cython.compiled:
            return 0
        channels = self.net.channels
        self.net_input.grid(state, self.grid)
        self.net_input.rows(state, self.rows)
        for i in range(channels):
            start[i] = self.net.stem_bias[i]
        for k in range(self.net_input.active_rows):
            row = self.rows[k]
            for i in range(channels):
                start[i] += self.net.table[row * channels + i]
        parlour_stem(
            self.grid,
            self.size,
            channels,
            1 << self.net.planes,
            self.net.stem_table,
            start,
            self.net.stem_shift,
            self.x,
        )
        for block in range(self.net.blocks):
            parlour_convolve(
                self.net.kernel,
                cython.address(self.layers[2 * block]),
                self.size,
                self.x,
                cython.NULL,
                self.y,
            )
            if block & 1:
                self.tell_board(block >> 1)
            parlour_convolve(
                self.net.kernel,
                cython.address(self.layers[2 * block + 1]),
                self.size,
                self.y,
                self.x,
                self.z,
            )
            swap = self.x
            self.x = self.z
            self.z = swap
        parlour_policy(
            self.x, self.size, channels, self.net.policy, self.net.policy_bias[0], self.logits
        )
        self.value = self.read_value()
        return 0

    def tell_board(self, i: int) -> int:
        """Add to each cell of `y` what it should know about the whole board."""
        if not cython.compiled:
            return 0
        channels = self.net.channels
        parlour_pool(self.y, self.size, channels, pooled)
        for k in range(channels):
            sums[k] = self.net.board_bias[i][k]
        parlour_dense(pooled, 2 * channels, self.net.board[i], channels, sums)
        for k in range(channels):
            sums[k] >>= self.net.board_shift[i] + 3
            told[k] = max(-MOST_TOLD, min(MOST_TOLD, sums[k]))
        parlour_tell(self.y, self.size, channels, told)
        return 0

    def read_value(self) -> int:
        """The value that the last layer leads to."""
        if not cython.compiled:
            return 0
        parlour_pool(self.x, self.size, self.net.channels, pooled)
        for i in range(HIDDEN):
            sums[i] = self.net.hidden_bias[i]
        parlour_dense(pooled, 2 * self.net.channels, self.net.hidden, HIDDEN, sums)
        for i in range(HIDDEN):
            units[i] = parlour_clip(sums[i] >> (self.net.hidden_shift + 3))
        sums[0] = self.net.value_bias[0]
        parlour_dense(units, HIDDEN, self.net.value, 1, sums)
        return self.squash(sums[0])

    def squash(self, raw: int) -> int:
        """tanh of a sum of the value's layer, from the table, between its entries by a line."""
        if not cython.compiled:
            return 0
        shift = self.net.value_shift - 3
        x = raw >> shift if shift >= 0 else raw << -shift  # in units of 1/1024
        x = max(-8192, min(8191, x)) + 8192
        i = x >> 5
        part = x & 31
        return (self.net.tanh_table[i] * (32 - part) + self.net.tanh_table[i + 1] * part + 16) >> 5

    def weight(self, below: int) -> int:
        """exp(-below), for a logit so far below the highest, from the table."""
        if not cython.compiled:
            return 0
        step = below >> (self.net.policy_shift + 1)  # in units of 1/64
        return self.net.exp_table[step if step < EXP_ENTRIES else EXP_ENTRIES - 1]

    def answer(self, state: State) -> tuple[int, list[int]]:
        """The value and the logits, as whole numbers: what all kernels must agree on."""
        if not cython.compiled:
            raise BadNet("nets.interpreted")
        self.evaluate(state)
        return self.value, [self.logits[i] for i in range(self.policy_size)]


def kernels() -> list[str]:
    """The kernels that this processor can run, the fastest last."""
    if not cython.compiled:
        return []
    return [name for i, name in enumerate(KERNELS) if parlour_kernel(i) != cython.NULL]


def load_net(path: Path, game: AnyGame) -> IntegerNet:
    """The net in a file, checked; threads and searches share it."""
    stat = path.stat() if path.exists() else None
    return _load_net(path, game.slug, game, None if stat is None else stat.st_mtime_ns)


@lru_cache(maxsize=8)
def _load_net(path: Path, _slug: str, game: Game[Any, Any], _changed: int | None) -> IntegerNet:
    net = IntegerNet(read_net(path, game))
    if not net.bounded:
        raise BadNet("nets.overflow", file=path.name)
    return net
