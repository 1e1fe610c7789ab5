"""Matches on boards of one kind: their self-play in threads, their positions in one batch."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor, Future
from typing import Any

import torch
from torch import Tensor

from parlour.lab.training.network import FoldedNet, planes_of
from parlour.lab.training.replay import ReplayWindow
from parlour.lab.training.selfplay import SelfPlay
from parlour.table.game import Game


class Actors:
    """The net answers for all matches at once, and meanwhile other boards' matches walk on."""

    def __init__(
        self,
        game: Game[Any, Any],
        net: FoldedNet,
        *,
        matches: int,
        threads: int,
        simulations: int,
        considered: int,
        openings: int,
        seed: int,
        lessons: int,
    ) -> None:
        net_input = game.net_input()
        if net_input is None:
            raise ValueError(f"{game.slug} has no net input.")
        self.net_input, self.net = net_input, net
        self.device = next(net.parameters()).device
        each = max(1, matches // threads)
        self.crews = [
            SelfPlay(
                game,
                matches=each,
                simulations=simulations,
                considered=considered,
                openings=openings,
                seed=seed + 1000 * i,
            )
            for i in range(max(1, matches // each))
        ]
        self.matches = each * len(self.crews)
        self.each = each
        self.replay = ReplayWindow(net_input, lessons, self.device)
        self.lessons = 0  # so far
        self.positions = 0
        self.counts = Counter[str]()  # since somebody looked
        cuda = self.device.type == "cuda"

        def pinned(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=dtype, pin_memory=cuda)

        area = net_input.side * net_input.side
        self.grids = pinned(self.matches, area, dtype=torch.uint8)
        self.rows = pinned(self.matches, net_input.active_rows, dtype=torch.int16)
        self.policies = pinned(self.matches, net_input.policy_size)
        self.values = pinned(self.matches)
        self.device_grids = self.grids.to(self.device)
        self.device_rows = self.rows.to(self.device)
        self.first = True
        self.pending: list[Future[None]] = []
        self.event = torch.cuda.Event() if cuda else None
        self.graph = self._captured() if cuda else None

    # ---- the net -------------------------------------------------------------------------------

    def _captured(self) -> torch.cuda.CUDAGraph:
        """All the kernels of an evaluation as one graph, which starts at once."""
        with torch.inference_mode():
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self._evaluate()
            torch.cuda.current_stream().wait_stream(stream)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self._evaluate()
        return graph

    def _evaluate(self) -> None:
        dtype = next(self.net.parameters()).dtype
        planes = planes_of(self.device_grids, self.net_input.side, self.net_input.planes, dtype)
        policies, values = self.net(planes, self.device_rows.long())
        self.device_policies, self.device_values = policies.float(), values.float()

    def evaluate(self) -> None:
        """Start the evaluation of all positions."""
        with torch.inference_mode():
            self.device_grids.copy_(self.grids, non_blocking=True)
            self.device_rows.copy_(self.rows, non_blocking=True)
            if self.graph is None:
                self._evaluate()
            else:
                self.graph.replay()
            self.policies.copy_(self.device_policies, non_blocking=True)
            self.values.copy_(self.device_values, non_blocking=True)
            if self.event is not None:
                self.event.record()

    # ---- the matches ---------------------------------------------------------------------------

    def walk(self, threads: Executor) -> None:
        """When the evaluation is done, let all matches walk on, in threads."""
        if self.event is not None and not self.first:
            self.event.synchronize()
        self.pending = [
            threads.submit(self._step, i, crew, self.first) for i, crew in enumerate(self.crews)
        ]
        self.first = False

    def _step(self, i: int, crew: SelfPlay, first: bool) -> None:
        part = slice(i * self.each, (i + 1) * self.each)
        crew.step(
            self.grids[part].numpy(),
            self.rows[part].numpy(),
            self.policies[part].numpy(),
            self.values[part].numpy(),
            first,
        )

    def finish(self) -> None:
        """Wait for the matches, and take over their lessons."""
        for future in self.pending:
            future.result()
        self.pending = []
        self.positions += self.matches
        for crew in self.crews:
            self.counts.update(crew.report())
            while crew.ready > 1024 or (crew.ready and self.device.type == "cpu"):
                self.lessons += self.replay.take(crew)

    def set_resignation(self, value: float) -> None:
        for crew in self.crews:
            crew.resignation = value
