"""A training on the processor: it learns, goes on where it ended, refuses what is not its own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import torch

import parlour
from parlour.lab.training import checkpoint
from parlour.lab.training.export import exported
from parlour.lab.training.inspection import ask
from parlour.lab.training.trainer import Training, TrainingPlan
from parlour.players.nets.integer_net import NetEvaluator, load_net
from parlour.table.learning.curriculum import TrainingBoard

pytestmark = pytest.mark.compiled_only

GAME = parlour.game("brique", size=5)
PLAN = TrainingPlan(
    seconds=6,
    total=20,
    device="cpu",
    threads=1,
    batch=64,
    window=20_000,
    shape=(2, 16),
    board=TrainingBoard({"size": 5}, 32),
    students=((1, 16),),
    distillation=1,
    report=1,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    Training(GAME, folder, PLAN, lambda text: None).run()
    return folder


def test_a_training_goes_on_where_it_ended(folder: Path):
    said: list[str] = []
    before = checkpoint.load(folder / "checkpoint.pt", GAME, torch.device("cpu"))
    assert before["steps"] > 0
    again = Training(GAME, folder, PLAN, said.append)
    assert again.learner.steps == before["steps"]
    assert again.spent == before["spent"] >= 6
    assert said == [f"going on after {before['spent']:.0f} s and {before['lessons']:,} lessons"]
    assert (folder / "log.jsonl").read_text().count("evaluations_per_second") >= 2


@pytest.mark.parametrize("name", ["checkpoint", "student-1x16"])
def test_the_integer_net_says_what_the_trained_one_says(folder: Path, tmp_path: Path, name: str):
    found = checkpoint.load(folder / f"{name}.pt", GAME, torch.device("cpu"))
    net = checkpoint.restored(found, torch.device("cpu")).eval()
    path = tmp_path / "net.bin"
    path.write_bytes(exported(GAME, net, found["mask"]))
    net_input, whole = GAME.net_input(), load_net(path, GAME)
    assert net_input is not None
    evaluator = NetEvaluator(whole, net_input)
    unit = 2.0 ** -(7 + whole.header.shifts[-3])
    rng = Random(1)
    for _ in range(20):
        state = parlour.game("brique", size=5, pie=False).start()
        for _ in range(rng.randrange(12)):
            state.push(rng.choice(state.actions()))
            if state.over:
                break
        if state.over:
            continue
        value, logits = evaluator.answer(state)
        expected_value, expected_logits = ask(GAME, net, state)
        assert value / 32768 == pytest.approx(expected_value, abs=0.03)
        assert [unit * logit for logit in logits] == pytest.approx(expected_logits, abs=0.1)


def test_a_checkpoint_of_another_training_is_refused(folder: Path, tmp_path: Path):
    found = checkpoint.load(folder / "checkpoint.pt", GAME, torch.device("cpu"))
    path = tmp_path / "checkpoint.pt"
    for change, sentence in (
        ({"game": "feud"}, "its game is feud, and here it is brique"),
        ({"version": 9}, "its version is 9, and here it is 1"),
        ({"format": 9}, "is no checkpoint"),
    ):
        torch.save(found | change, path)
        with pytest.raises(checkpoint.NotThisTraining, match=sentence):
            Training(GAME, tmp_path, PLAN, lambda text: None)
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(checkpoint.NotThisTraining, match="is no checkpoint"):
        Training(GAME, tmp_path, PLAN, lambda text: None)


def test_a_gpu_that_is_not_there_is_missed_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(checkpoint.NotThisTraining, match="There is no GPU here"):
        Training(GAME, tmp_path, TrainingPlan(seconds=1, total=1), lambda text: None)


def test_a_game_without_a_curriculum_is_refused(tmp_path: Path):
    with pytest.raises(checkpoint.NotThisTraining, match="no curriculum"):
        Training(parlour.game("turncoat"), tmp_path, PLAN, lambda text: None)
