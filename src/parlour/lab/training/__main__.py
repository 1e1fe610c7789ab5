"""`python -m parlour.lab.training GAME --folder FOLDER`: train a net, or go on with it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from parlour.lab.training.checkpoint import NotThisTraining
from parlour.lab.training.trainer import Training, TrainingPlan
from parlour.table import registry
from parlour.table.learning.curriculum import TrainingBoard
from parlour.table.settings import read_assignments


def shape(text: str) -> tuple[int, int]:
    blocks, channels = text.split("x")
    return int(blocks), int(channels)


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m parlour.lab.training", description=__doc__)
    options.add_argument("game")
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--seconds", type=float, default=540)
    options.add_argument("--total", type=float, default=1080)
    options.add_argument("--device", default="cuda")
    options.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    options.add_argument("--simulations", type=int, default=16)
    options.add_argument("--batch", type=int, default=4096)
    options.add_argument("--scale", type=float, default=1.0)
    options.add_argument("--window", type=int, default=600_000)
    options.add_argument("--report", type=float, default=10.0)
    options.add_argument("--distillation", type=float, default=0.0)
    options.add_argument("--students", default="4x32,5x48")
    options.add_argument("--shape", help="blocks and channels, such as 6x64")
    options.add_argument("--set", help="train on one board only: its settings, such as size=5")
    options.add_argument("--matches", type=int, default=256, help="on that board")
    given = options.parse_args()
    settings = read_assignments(given.set.split(",")) if given.set else None
    plan = TrainingPlan(
        seconds=given.seconds,
        total=given.total,
        device=given.device,
        threads=given.threads,
        simulations=given.simulations,
        batch=given.batch,
        scale=given.scale,
        window=given.window,
        report=given.report,
        distillation=given.distillation,
        students=tuple(shape(text) for text in given.students.split(",")),
        shape=shape(given.shape) if given.shape else None,
        board=None if settings is None else TrainingBoard(settings, given.matches),
    )
    try:
        Training(registry.game(given.game), given.folder, plan).run()
    except NotThisTraining as problem:
        raise SystemExit(str(problem)) from None


if __name__ == "__main__":
    main()
