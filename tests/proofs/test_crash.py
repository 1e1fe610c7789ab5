"""A killed server loses nothing, and one that does is noticed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from proofs.drivers.crash import CrashRun
from proofs.drivers.failing_server import CONTROLS, POINTS

GAME = "brique"


async def test_a_death_at_every_point_and_nothing_is_lost_or_done_twice(tmp_path: Path):
    run = CrashRun(f"sqlite:{tmp_path / 'hall.db'}", Random(1))
    kills = 2 + len(POINTS)  # and at any moment, before these and after them
    audited = await run.run(GAME, kills, match_count=10)
    assert run.complaints == []
    assert (audited.lost, audited.duplicated, audited.gaps, audited.unexpected) == (0, 0, 0, 0)
    assert audited.durable > 0
    assert len(run.recovery_times) == kills


@pytest.mark.parametrize("control", CONTROLS)
async def test_a_deliberate_bug_is_noticed(tmp_path: Path, control: str):
    run = CrashRun(f"sqlite:{tmp_path / 'hall.db'}", Random(2), control)
    audited = await run.run(GAME, kills=10, match_count=10)
    said = {"hasty": "was acknowledged and is gone", "forgetful": "was refused"}[control]
    assert any(said in complaint for complaint in run.complaints)
    assert audited.durable > 0
