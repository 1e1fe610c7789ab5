"""A server that is killed forgets nothing, and a server that would is found out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from proofs.drivers.crash import Evening
from proofs.drivers.hazard import CONTROLS, POINTS

GAME = "brique"


async def test_a_death_at_every_point_and_nothing_is_lost_or_done_twice(tmp_path: Path):
    evening = Evening(f"sqlite:{tmp_path / 'hall.db'}", Random(1))
    kills = 2 + len(POINTS)  # and at any moment, before these and after them
    verdict = await evening.run(GAME, kills, tables=10)
    assert evening.complaints == []
    assert (verdict.lost, verdict.twice, verdict.gaps, verdict.strange) == (0, 0, 0, 0)
    assert verdict.kept > 0
    assert len(evening.back) == kills


@pytest.mark.parametrize("control", CONTROLS)
async def test_a_hall_that_is_wrong_on_purpose_is_found_out(tmp_path: Path, control: str):
    evening = Evening(f"sqlite:{tmp_path / 'hall.db'}", Random(2), control)
    verdict = await evening.run(GAME, kills=10, tables=10)
    said = {"hasty": "was acknowledged and is gone", "forgetful": "was refused"}[control]
    assert any(said in complaint for complaint in evening.complaints)
    assert verdict.kept > 0
