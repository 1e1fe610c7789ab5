"""The size driver counts what the clients of a room are sent."""

from __future__ import annotations

from proofs.drivers.message_sizes import measure


def test_a_late_offer_costs_less_than_a_move():
    sizes = measure("turncoat")
    assert sizes.offer is not None
    assert 0 < sizes.offer < sizes.seat
    assert sizes.spectator < sizes.seat
