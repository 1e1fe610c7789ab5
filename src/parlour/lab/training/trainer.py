"""Training a game's net from nothing, in pieces that go on where the last one ended."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import cos, pi
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec
import torch

from parlour.lab.training import checkpoint as checkpoints
from parlour.lab.training.actors import Actors
from parlour.lab.training.learning import Learner
from parlour.lab.training.network import FoldedNet, GridNet
from parlour.table import registry
from parlour.table.game import Game
from parlour.table.learning.curriculum import Curriculum, Stage, TrainingBoard


class TrainingPlan(msgspec.Struct, frozen=True):
    """What one piece of a training does; the whole of it lasts `total` seconds."""

    seconds: float
    total: float
    device: str = "cuda"
    threads: int = 8
    simulations: int = 16
    considered: int = 8
    batch: int = 4096
    reuse: float = 1.5  # how often a lesson is learnt, on average
    window: int = 600_000  # lessons of each board
    rate: float = 2e-3
    scale: float = 1.0  # of the numbers of matches
    shape: tuple[int, int] | None = None  # blocks and channels; None: those of the curriculum
    board: TrainingBoard | None = None  # instead of those of the curriculum
    students: tuple[tuple[int, int], ...] = ()  # blocks and channels
    distillation: float = 0.0  # seconds, after `seconds`
    report: float = 10.0
    seed: int = 1


def narrowed(curriculum: Curriculum, plan: TrainingPlan) -> Curriculum:
    """The curriculum with the shape and the board of a plan that has its own."""
    if plan.shape is not None:
        blocks, channels = plan.shape
        curriculum = msgspec.structs.replace(curriculum, blocks=blocks, channels=channels)
    if plan.board is not None:
        stages = (Stage(1.0, (plan.board,)),)
        curriculum = msgspec.structs.replace(curriculum, stages=stages)
    return curriculum


RESIGNATION = 0.92  # a seat whose value is below its negative gives up
SURE = 300_000  # lessons before anybody may resign, of a net that has just begun
REFRESH = 40  # steps between new nets for the actors


class Training:
    """One piece: actors on the boards of a stage, a learner, a folder with the checkpoint."""

    def __init__(
        self,
        game: Game[Any, Any],
        folder: Path,
        plan: TrainingPlan,
        say: Callable[[str], None] = print,
    ) -> None:
        if game.curriculum is None:
            raise checkpoints.NotThisTraining(f"{game.slug} has no curriculum for a net.")
        self.game, self.folder, self.plan, self.say = game, folder, plan, say
        self.curriculum = narrowed(game.curriculum, plan)
        self.device = torch.device(plan.device)
        if plan.device == "cuda" and not torch.cuda.is_available():
            raise checkpoints.NotThisTraining("There is no GPU here; --device cpu trains slowly.")
        self.cuda = self.device.type == "cuda"
        if not self.cuda:
            torch.set_num_threads(plan.threads)
        else:
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = True
        self.path = folder / "checkpoint.pt"
        self.spent, self.lessons = 0.0, 0  # over all pieces
        self.learner, self.trained = self._begin()
        half = torch.float16 if self.cuda else torch.float32
        self.playing = self._folded(self.learner.net, half)
        self.began = perf_counter()
        self.random = Random(plan.seed)
        self.actors: list[Actors] = []

    def _begin(self) -> tuple[Learner, float]:
        """Go on where the last piece ended, or from nothing."""
        if self.path.exists():
            found = checkpoints.load(self.path, self.game, self.device)
            learner = Learner(checkpoints.restored(found, self.device), self.plan.rate)
            learner.optimizer.load_state_dict(found["optimizer"])
            learner.steps = found["steps"]
            self.spent, self.lessons = found["spent"], found["lessons"]
            self.say(f"going on after {self.spent:.0f} s and {self.lessons:,} lessons")
            return learner, 0.0
        net_input = self.game.net_input()
        assert net_input is not None  # noqa: S101 - a game with a curriculum has one
        torch.manual_seed(self.plan.seed)
        net = GridNet(
            net_input.planes,
            net_input.row_count,
            self.curriculum.blocks,
            self.curriculum.channels,
            self.curriculum.neighbourhood,
        )
        return Learner(net.to(self.device), self.plan.rate), 0.0

    def _folded(self, net: GridNet, dtype: torch.dtype) -> FoldedNet:
        folded = FoldedNet(**net.shape, mask=self.curriculum.neighbourhood)
        folded = folded.to(self.device, dtype).to(memory_format=torch.channels_last).eval()
        folded.fill(net.eval())
        return folded

    # ---- the piece -----------------------------------------------------------------------------

    def run(self) -> None:
        """Play and learn for the seconds of the plan, then distil, and save."""
        self.folder.mkdir(parents=True, exist_ok=True)
        end = perf_counter() + self.plan.seconds
        with ThreadPoolExecutor(self.plan.threads) as threads:
            while perf_counter() < end:
                stage, until = self._stage()
                with self._acting(stage):
                    self._play(threads, min(end, perf_counter() + until))
                    self._save()
                    if perf_counter() >= end and self.plan.distillation > 0:
                        self._distil()

    def _stage(self) -> tuple[Stage, float]:
        """The stage that the time spent is in, and the seconds left of it."""
        shares = sum(stage.share for stage in self.curriculum.stages)
        until = 0.0
        for stage in self.curriculum.stages:
            until += self.plan.total * stage.share / shares
            if self.spent < until - 0.5:
                return stage, until - self.spent
        return self.curriculum.stages[-1], float("inf")

    @contextmanager
    def _acting(self, stage: Stage) -> Generator[None]:
        began = perf_counter()
        self.actors = [
            Actors(
                registry.game(self.game.slug, **board.settings),
                self.playing,
                matches=max(4, round(board.matches * self.plan.scale)),
                threads=self.plan.threads if board.matches >= 512 else 2,
                simulations=self.plan.simulations,
                considered=self.plan.considered,
                openings=self.curriculum.openings,
                seed=self.plan.seed + 7919 * i + int(self.spent) * 104_729,
                lessons=self.plan.window,
            )
            for i, board in enumerate(stage.boards)
        ]
        boards = ", ".join(
            f"{actors.matches} of {dict(board.settings)}"
            for actors, board in zip(self.actors, stage.boards, strict=True)
        )
        self.say(f"stage ready after {perf_counter() - began:.1f} s: {boards}")
        self._set_resignation()
        try:
            yield
        finally:
            for actors in self.actors:
                actors.finish()
            self.actors = []
            if self.cuda:
                torch.cuda.empty_cache()

    def _set_resignation(self) -> None:
        value = RESIGNATION if self.lessons > SURE * min(1.0, self.plan.scale) else 2.0
        for actors in self.actors:
            actors.set_resignation(value)

    def _play(self, threads: ThreadPoolExecutor, end: float) -> None:
        """Boards take turns: while the net answers for one, the others' matches walk on."""
        for actors in self.actors:
            actors.walk(threads)
        waiting: list[Actors] = []
        reported, last = perf_counter(), Counter[str]()
        got = 0
        while (now := perf_counter()) < end:
            for actors in self.actors:
                before = actors.lessons
                actors.finish()
                got += actors.lessons - before
                actors.evaluate()
                waiting.append(actors)
                if len(waiting) > min(2, len(self.actors) - 1):
                    waiting.pop(0).walk(threads)
                self._learn(got)
            while waiting:
                waiting.pop(0).walk(threads)
            if now - reported > self.plan.report:
                last = self._report(now - reported, last)
                self.lessons += got
                self.trained -= got
                reported, got = now, 0
                self._set_resignation()
        self.lessons += got
        self.trained -= got

    def _learn(self, got: int) -> None:
        """Learn as often as there are lessons for it, each board by its share of the lessons."""
        ready = [a for a in self.actors if a.replay.size >= min(2000, 8 * a.matches)]
        if not ready:
            self.trained = max(self.trained, float(got))
            return
        if self.trained >= got:
            return
        chosen = self.random.choices(ready, [a.lessons for a in ready])[0]
        self.learner.net.train()
        lessons = chosen.replay.sample(self.plan.batch)
        self.learner.learn(lessons, chosen.net_input.side, self._rate())
        self.learner.net.eval()
        self.trained += self.plan.batch / self.plan.reuse
        if self.learner.steps % (REFRESH if self.cuda else 4) == 0:
            self.playing.fill(self.learner.net)

    def _rate(self) -> float:
        """The learning rate: a short start, then constant, then falling in the last third."""
        progress = (self.spent + perf_counter() - self.began) / self.plan.total
        falling = 0.5 + 0.5 * cos(pi * min(1.0, max(0.0, (progress - 0.65) / 0.35)))
        warm = min(1.0, (self.learner.steps + 1) / 200)
        return self.plan.rate * warm * max(0.03, falling)

    # ---- reports and files ---------------------------------------------------------------------

    def _report(self, seconds: float, last: Counter[str]) -> Counter[str]:
        counts = Counter[str]()
        for actors in self.actors:
            counts.update(actors.counts)
            actors.counts.clear()
        positions = sum(actors.positions for actors in self.actors)
        lessons = sum(actors.lessons for actors in self.actors)
        policy, value, result = self.learner.mean_losses()
        row = {
            "seconds": round(self.spent + perf_counter() - self.began, 1),
            "evaluations_per_second": round((positions - last["positions"]) / seconds),
            "lessons_per_second": round((lessons - last["lessons"]) / seconds),
            "steps": self.learner.steps,
            "rate": round(self._rate(), 6),
            "policy": round(policy, 3),
            "value": round(value, 3),
            "result": round(result, 3),
            **counts,
        }
        text = json.dumps(row)
        self.say(text)
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(text + "\n")
        return Counter({"positions": positions, "lessons": lessons})

    def _save(self) -> None:
        self.spent += perf_counter() - self.began
        self.began = perf_counter()
        checkpoints.save(
            self.path,
            self.game,
            self.learner.net,
            self.curriculum.neighbourhood,
            optimizer=self.learner.optimizer.state_dict(),
            steps=self.learner.steps,
            spent=self.spent,
            lessons=self.lessons,
        )

    # ---- students ------------------------------------------------------------------------------

    def _distil(self) -> None:
        """Small nets learn from the large one on the positions of the replay windows."""
        teacher = self.playing
        teacher.fill(self.learner.net.eval())
        for actors in self.actors:
            actors.finish()
        net_input = self.actors[0].net_input
        students = [
            Learner(
                GridNet(
                    net_input.planes,
                    net_input.row_count,
                    blocks,
                    channels,
                    self.curriculum.neighbourhood,
                ).to(self.device),
                3e-3,
            )
            for blocks, channels in self.plan.students
        ]
        ready = [actors for actors in self.actors if actors.replay.size > 0]
        if not ready:
            return
        began, reported = perf_counter(), perf_counter()
        while (spent := perf_counter() - began) < self.plan.distillation:
            chosen = self.random.choices(ready, [a.lessons for a in ready])[0]
            lessons = chosen.replay.sample(self.plan.batch)
            part = spent / self.plan.distillation
            warm = min(1.0, (students[0].steps + 1) / 200)
            rate = 3e-3 * warm * max(0.01, 0.5 + 0.5 * cos(pi * part))
            for student in students:
                student.net.train()
                student.imitate(lessons, chosen.net_input.side, rate, teacher)
            if perf_counter() - reported > self.plan.report:
                reported = perf_counter()
                self._report_students(students, spent)
        self._report_students(students, self.plan.distillation)
        for student in students:
            shape = student.net.shape
            checkpoints.save(
                self.folder / f"student-{shape['blocks']}x{shape['channels']}.pt",
                self.game,
                student.net.eval(),
                self.curriculum.neighbourhood,
            )

    def _report_students(self, students: Sequence[Learner], seconds: float) -> None:
        for student in students:
            policy, value, result = student.mean_losses()
            shape = student.net.shape
            self.say(
                f"student {shape['blocks']}x{shape['channels']} after {seconds:.0f} s, "
                f"{student.steps} steps: policy {policy:.3f}, value {value:.4f}, "
                f"result {result:.3f}"
            )
