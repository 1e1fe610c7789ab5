"""Simulated runs of the hall with every fault, in virtual time and by seed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import Counter

import pytest
from click.testing import CliRunner

from parlour import _modes
from proofs import Broken
from proofs.__main__ import main
from proofs.harness.postgresql import Server
from proofs.simulation.game_choice import choose_game, has_hidden_actions
from proofs.simulation.simulation import simulate
from proofs.simulation.virtual_time import VirtualLoop
from tests.project.test_layout import SLUGS

SEEDS = range(30 if _modes.compiled() else 8)
GAMES = tuple(SLUGS)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hall_keeps_its_promises(seed: int):
    report = simulate(seed, GAMES)
    assert report.entries > 0, f"nothing happened; repeat it by: make simulate SEEDS={seed}"
    assert report.commands > 0


@pytest.mark.parametrize("seed", range(3))
def test_with_four_seats_hidden_information_and_chance(seed: int):
    assert simulate(seed, ("tiny",)).entries > 0


@pytest.mark.parametrize("seed", range(3 if _modes.compiled() else 1))
def test_two_processes_on_one_postgresql_keep_the_promises(seed: int, server: Server):
    report = simulate(seed, GAMES, address=server.new_database())
    assert report.entries > 0
    assert report.crashes > 0


def test_the_same_seed_gives_the_same_run_on_postgresql(server: Server):
    reports = {simulate(3, GAMES, address=server.new_database()).digest for _ in range(2)}
    assert len(reports) == 1


def test_the_same_seed_gives_the_same_run_in_every_process():
    """Neither the order of sets nor the addresses of objects make a difference."""
    command = [sys.executable, "-m", "proofs", "simulate", "5", "--postgres=0"]
    runs = {
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert simulate(5, GAMES).digest[:16].encode() in runs.pop()


def test_another_seed_gives_another_run():
    assert simulate(1, GAMES).digest != simulate(2, GAMES).digest


def test_runs_contain_crashes_hidden_information_and_every_operation():
    """A simulation without faults and hidden information would prove little."""
    from random import Random

    reports = [simulate(seed, GAMES) for seed in range(8)]
    assert sum(report.crashes for report in reports) > 8
    operations = sum((report.operations for report in reports), Counter[str]())
    assert operations["Stand"] > 3
    assert operations["Undo"] > 3
    assert operations["Agree"] > 3
    assert operations["Flag"] > 3
    assert sum(report.pairs for report in reports) > 1
    tables = [choose_game(Random(seed), GAMES)[0] for seed in range(40)]
    assert sum(map(has_hidden_actions, tables)) > 5
    assert len({table.slug for table in tables}) == len(GAMES)


def test_a_broken_promise_is_reported_with_the_command_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch,
):
    def break_it(seed: int, address: str) -> None:
        raise Broken("the hall has forgotten")

    monkeypatch.setattr("proofs.__main__.simulate", break_it)
    result = CliRunner().invoke(main, ["simulate", "7"])
    assert result.exit_code == 1
    assert "seed 7: BROKEN: the hall has forgotten" in result.output
    assert "make simulate SEEDS=7" in result.output


def test_seeds_that_are_no_numbers_are_refused_by_a_sentence():
    result = CliRunner().invoke(main, ["simulate", "many"])
    assert result.exit_code == 2
    assert "many: give a number, or two as in 0-99" in result.output


def test_virtual_time_passes_only_while_nothing_is_ready():
    loop = VirtualLoop()

    async def wait_an_hour() -> float:
        await asyncio.sleep(3_600)
        return loop.time()

    try:
        assert loop.run_until_complete(wait_an_hour()) == 3_600
        with pytest.raises(Broken, match="nothing will ever happen"):
            loop.run_until_complete(loop.create_future())
    finally:
        loop.close()
