"""The size driver: how many bytes a move costs each client of a room, for every game.

    python -m proofs.drivers.message_sizes

It plays random actions in one room of each game, with a listener in every seat and a spectator, and
counts what they are sent: for the first moves, and for a draw offer after many.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import click

from parlour import games
from parlour.hall.audience.audience import Audience
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.table.match import Match
from parlour.table.registry import find
from parlour.wire.operations import Act, Draw, Operation, Sit

MOVES, LATE = 100, 600


class CountingListener:
    """Counts the bytes it is sent."""

    def __init__(self, *seats: int) -> None:
        self.seats: tuple[int, ...] = seats
        self.viewer: int | None = None
        self.bytes = 0

    def update_seats(self, room: Room) -> None:
        """The seats stay as they are."""

    def send(self, text: str) -> None:
        self.bytes += len(text.encode())


class Sizes(NamedTuple):
    """Bytes a move for a seat and a spectator, and of a draw offer late in the match."""

    seat: float
    spectator: float
    offer: float | None


def measure(slug: str, seed: int = 1) -> Sizes:
    """Play one match of a game."""
    room, rng = Room(MatchTerms("m", slug, find(slug).version, {})), Random(seed)
    for seat in range(len(room.occupants)):
        room.do(seat, Sit("ABCDEFGH"[seat]), 0.0, rng)
    room.mark_published()
    audience = Audience(room, lambda: 0.0)
    players = [CountingListener(seat) for seat in range(len(room.occupants))]
    spectator = CountingListener()
    for listener in (*players, spectator):
        audience.add(listener)

    def send(operation: Operation) -> tuple[float, float]:
        before = sum(player.bytes for player in players), spectator.bytes
        audience.publish(room.do(room.to_move()[0], operation, 0.0, rng))
        after = sum(player.bytes for player in players), spectator.bytes
        return (after[0] - before[0]) / len(players), float(after[1] - before[1])

    told: list[tuple[float, float]] = []
    while len(told) < LATE and not room.over:
        told.append(send(_any_action(room.playing(), rng)))
    offer = None if room.over else send(Draw())[0]
    first = told[:MOVES]
    seat, watched = (sum(each) / len(first) for each in zip(*first, strict=True))
    return Sizes(seat, watched, offer)


def _any_action(match: Match, rng: Random) -> Act:
    return Act(rng.choice(match.state.actions(match.state.acting()[0])))


@click.command()
def main() -> None:
    """Print the sizes for every game."""
    for slug in games():
        sizes = measure(slug)
        offer = f", a draw offer after {LATE} moves {sizes.offer:.0f}" if sizes.offer else ""
        click.echo(f"{slug}: {sizes.seat:.0f} a seat, {sizes.spectator:.0f} a spectator{offer}")


if __name__ == "__main__":
    main()
