"""Matchmaking in a simulated hall: users who are paired with any opponent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from parlour.hall.people.authorise import User
from parlour.table.errors import ParlourError
from parlour.wire.http_types import Created, NewMatch
from proofs import Broken
from proofs.simulation.game_choice import choose_game
from proofs.simulation.simulated_process import SimulatedProcess


def choose_new_match(rng: Random, slugs: tuple[str, ...]) -> NewMatch:
    """The match that all paired users of a run request: the same one, so that they meet."""
    game, settings = choose_game(rng, slugs)
    return NewMatch(game.slug, settings, clock=rng.choice(("", "20s+1s")))


async def pair(
    user: User, new_match: NewMatch, processes: Sequence[SimulatedProcess], rng: Random
) -> Created:
    """Request a pairing from a random process until one succeeds."""
    while True:
        process = rng.choice(processes)
        if process.alive:
            pairing = process.spawn(process.services.matchmaking.pair(user, new_match))
            await asyncio.wait([pairing])
            error = None if pairing.cancelled() else pairing.exception()
            if error is not None and not isinstance(error, ParlourError):
                raise Broken(f"{user.name}: pairing has failed: {error!r}")
            if error is None and not pairing.cancelled():
                return pairing.result()
        await asyncio.sleep(rng.uniform(0.5, 3))
