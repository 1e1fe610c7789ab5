"""The attack driver, on a small scale: a sound hall holds, and the driver would notice another."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.attacks.all import ATTACKS
from proofs.attacks.base import Attack, Report
from proofs.attacks.sockets.floods import PINGS, Flood
from proofs.drivers.attack import HonestLoad, Outcome, Phase, attacked
from proofs.harness.postgresql import Server

FEW = HonestLoad(matches=4, rate=20, factor=0.3)


async def attack_here(attack: Attack, folder: Path, address: str = "") -> Outcome:
    address = address or f"sqlite:{folder / 'hall.db'}"
    return await attacked(attack, FEW, "brique", "turncoat", address, folder / "log")


@pytest.mark.parametrize("name", ["pings", "undo", "mistakes", "seats"])
async def test_honest_players_are_not_disturbed(name: str, tmp_path: Path):
    outcome = await attack_here(ATTACKS[name], tmp_path)
    assert outcome.report.broken == ()
    assert outcome.under_attack.failed == outcome.baseline.failed == 0
    assert outcome.under_attack.moves > 10
    assert name in outcome.row()


async def test_names_that_postgresql_cannot_keep_harm_nobody(server: Server, tmp_path: Path):
    outcome = await attack_here(ATTACKS["names"], tmp_path, server.new_database())
    assert outcome.report.broken == ()
    assert outcome.under_attack.failed == 0


class Unguarded(Flood):
    """The same flood, at a hall that lets it in."""

    module = "tests.hall.unguarded"


async def test_a_hall_that_charges_nothing_for_frames_is_noticed(tmp_path: Path):
    outcome = await attack_here(Unguarded(PINGS.name, "", "", b""), tmp_path)
    assert "floods were not closed" in outcome.complaints()[0]


BASELINE = Phase(moves=1_000, p50=5.0, p99=20.0, failed=0, cpu=0.1, lag="< 5")


@pytest.mark.parametrize(
    ("under_attack", "report", "complaint"),
    [
        (BASELINE._replace(p99=40.0), Report("a"), []),
        (BASELINE._replace(p99=40.1), Report("a"), ["p99 is 2.0 times that in peace"]),
        (BASELINE._replace(failed=3), Report("a"), ["3 honest moves failed"]),
        (BASELINE, Report("a", broken=("it hung",)), ["it hung"]),
    ],
)
def test_a_broken_bound_is_reported(under_attack: Phase, report: Report, complaint: list[str]):
    outcome = Outcome(Attack(), BASELINE, under_attack, report, 0, "yes")
    assert outcome.complaints() == complaint
    assert outcome.row().endswith(f"| {complaint[0] if complaint else 'holds'} |")
