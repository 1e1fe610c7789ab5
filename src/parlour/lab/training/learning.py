"""What a net learns: policies and results from lessons, and all that a larger net says."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from parlour.lab.training.network import FoldedNet, GridNet, planes_of
from parlour.lab.training.replay import Lessons

RESULT_SHARE = 0.7  # of a value's target; the rest is the value that the search found


def masked(logits: Tensor, legal: Tensor) -> Tensor:
    return logits.float().masked_fill(~legal, -1e4)


def policy_loss(logits: Tensor, target: Tensor) -> Tensor:
    return -(target * functional.log_softmax(logits, 1)).sum(1).mean()


class Learner:
    """A net with its optimiser."""

    def __init__(self, net: GridNet, rate: float) -> None:
        self.net = net.to(memory_format=torch.channels_last)
        self.rate = rate
        self.steps = 0
        self.optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
        self.losses: list[Tensor] = []

    def learn(self, lessons: Lessons, side: int, rate: float) -> None:
        """One step towards the results and the policies of self-play."""
        planes = self._planes(lessons, side)
        target = RESULT_SHARE * lessons.results + (1 - RESULT_SHARE) * lessons.roots
        with self._mixed():
            policies, values = self.net(planes, lessons.rows)
        loss_policy = policy_loss(masked(policies, lessons.legal), lessons.policies)
        loss_value = functional.mse_loss(values, target)
        self._step(loss_policy + loss_value, rate)
        self._remember(loss_policy, loss_value, functional.mse_loss(values, lessons.results))

    def imitate(self, lessons: Lessons, side: int, rate: float, teacher: FoldedNet) -> None:
        """One step towards what a larger net says, and a little towards the results."""
        planes = self._planes(lessons, side)
        dtype = next(teacher.parameters()).dtype
        with torch.no_grad():
            policies, taught = teacher(planes.to(dtype), lessons.rows)
            shown = functional.softmax(masked(policies, lessons.legal), 1)
        with self._mixed():
            policies, values = self.net(planes, lessons.rows)
        logits = masked(policies, lessons.legal)
        loss_teacher = policy_loss(logits, shown)
        loss_policy = policy_loss(logits, lessons.policies)
        loss_value = functional.mse_loss(values, taught.float())
        loss_result = functional.mse_loss(values, lessons.results)
        loss = loss_teacher + 0.5 * loss_policy + 2 * loss_value + 0.3 * loss_result
        self._step(loss, rate)
        self._remember(loss_policy, loss_value, loss_result)

    def mean_losses(self) -> list[float]:
        """Of the policy, of the value's target and of the result, since the last call."""
        if not self.losses:
            return [0.0, 0.0, 0.0]
        means: list[float] = torch.stack(self.losses).mean(0).tolist()
        self.losses.clear()
        return means

    def _planes(self, lessons: Lessons, side: int) -> Tensor:
        return planes_of(lessons.grids, side, self.net.shape["planes"], torch.float32)

    def _mixed(self) -> torch.autocast:
        device = next(self.net.parameters()).device.type
        return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")

    def _step(self, loss: Tensor, rate: float) -> None:
        self.steps += 1
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimizer.step()

    def _remember(self, *losses: Tensor) -> None:
        self.losses.append(torch.stack([loss.detach().float() for loss in losses]))
