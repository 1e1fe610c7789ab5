"""The checks at the end of a simulation, once the hall had time to recover from the faults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parlour.hall.rooms.open_rooms import IDLE, SWEEP
from proofs import Broken
from proofs.simulation.oracle import MatchModel
from proofs.simulation.simulated_client import SimulatedClient
from proofs.simulation.simulated_connection import MAX_DELAY
from proofs.simulation.simulated_process import SimulatedProcess

RECOVERY_SECONDS = 30.0
"""Virtual seconds without faults before these checks."""
NOTICE_SECONDS = 2.0
"""Seconds within which a process sees the commits of others, even if a notification is lost."""


def check_recovery(processes: Iterable[SimulatedProcess]) -> None:
    """No background work may still be failing."""
    for process in processes:
        if failing := process.hall.runtime.failing():
            raise Broken(f"background work has not recovered: {failing}")


def check_matches(models: Mapping[str, MatchModel], now: float) -> None:
    """Overdue flags must have fallen, and computers must have moved, by hall time `now`."""
    for id, model in models.items():
        due = model.room.due()
        if due is not None and due < now - 0.1:
            raise Broken(f"{id}: time was up at {due}, it is {now}, and no flag fell")
        if due is None and model.room.computers_to_move() and model.last_at < now - 10:
            raise Broken(f"{id}: a computer does not move")


def check_client(client: SimulatedClient, now: float, loop_time: float) -> None:
    """A client must be answered and up to date, and its commands must match the database."""
    since = client.connection.request_started if client.connection is not None else None
    if since is not None and since < loop_time - RECOVERY_SECONDS / 2:
        raise Broken(f"{client.name}: has been waiting for an answer since {since}")
    last = client.model.seq_at(now - MAX_DELAY - NOTICE_SECONDS)  # later ones may be in flight
    if client.connection is not None and not client.connection.is_cut and client.entered:
        if (client.seq or 0) < last:
            raise Broken(f"{client.name}: knows {client.seq}, but {last} was kept")
        client.check()
    for command, sent in client.sent_commands.items():
        durable = client.model.is_durable(command)
        if sent.acknowledged and not durable:
            raise Broken(f"{client.name}: {command} was acknowledged and is not on disk")
        if sent.refused and sent.times_sent == 1 and durable:
            raise Broken(f"{client.name}: {command} was refused and is on disk")


def check_eviction(processes: Iterable[SimulatedProcess]) -> None:
    """Rooms that have been idle for long must have left memory."""
    for process in processes:
        old = process.time.now() - IDLE - 2 * SWEEP
        for id, open_room in process.hall.rooms.items():
            if (
                open_room.last_used < old
                and not open_room.audience.listeners
                and not open_room.seats_thinking
            ):
                raise Broken(
                    f"{id}: nobody has needed it since {open_room.last_used}; it is in memory"
                )
