"""What ends a search: a number of nodes, a deadline, or somebody who stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    from collections.abc import Callable


class SearchLimits:
    """Counts the nodes of one search after the other, and halts it at its limits."""

    def __init__(self, time: Callable[[], float]) -> None:
        self.time = time
        self.stopped = False  # set from outside, by any thread
        self.start(1, None)

    def start(self, max_nodes: int, deadline: float | None) -> None:
        """Another search: at most so many nodes, and until the deadline."""
        self.max_nodes = max_nodes
        self.deadline = deadline
        self.nodes = 0
        self.halted = False
        self.next_check = self.stride = 16
        self.last_check = self.time()

    def count_node(self) -> int:
        """Count a node; halt the search at a limit."""
        self.nodes += 1
        if (
            self.nodes >= self.max_nodes
            or self.stopped
            or (self.nodes >= self.next_check and self.out_of_time())
        ):
            self.halted = True
        return 0

    def out_of_time(self) -> bool:
        """Compare the clock with the deadline, every few milliseconds since it takes the GIL."""
        with cython.gil:
            now = self.time()
            if now - self.last_check < 0.002:
                self.stride *= 2
            elif now - self.last_check > 0.004 and self.stride > 1:
                self.stride //= 2
            self.last_check = now
            self.next_check = self.nodes + self.stride
            return self.deadline is not None and now >= self.deadline
