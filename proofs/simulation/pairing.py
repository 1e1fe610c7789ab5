"""People in a simulated hall who want to play with anybody: they are paired."""

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
    """What the people of an evening who are paired want: all the same, so that they meet."""
    table, settings = choose_game(rng, slugs)
    return NewMatch(table.slug, settings, clock=rng.choice(("", "20s+1s")))


async def pair(
    user: User, new_match: NewMatch, processes: Sequence[SimulatedProcess], rng: Random
) -> Created:
    """Ask any process for a match, again and again until there is one."""
    while True:
        process = rng.choice(processes)
        if process.alive:
            asked = process.spawn(process.services.matchmaking.pair(user, new_match))
            await asyncio.wait([asked])
            error = None if asked.cancelled() else asked.exception()
            if error is not None and not isinstance(error, ParlourError):
                raise Broken(f"{user.name}: pairing has failed: {error!r}")
            if error is None and not asked.cancelled():
                return asked.result()
        await asyncio.sleep(rng.uniform(0.5, 3))
