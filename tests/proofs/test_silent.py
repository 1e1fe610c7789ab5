"""Clients that never read are cut, and the server hardly grows."""

from __future__ import annotations

from pathlib import Path

from proofs.drivers.silent import MOST_GROWTH, be_silent


async def test_clients_that_never_read_are_cut(tmp_path: Path):
    cut, grown = await be_silent("brique", 40, f"sqlite:{tmp_path / 'hall.db'}", seconds=60)
    assert cut == 40
    assert grown < MOST_GROWTH
