"""How often a player keeps what best play brings, in positions whose exact value is known.

    python benchmarks/exact_moves.py GAME --player best:0.1s --positions 10000.

Positions are met in random matches, by seed, one of each match: any of those of which the knowledge
of the game is certain, and of what every action leads to. What is known may depend on tables that
were made before: in Chessicle, `parlour solve chessicle --tables 5` lets five characters count.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import parlour
from parlour.players.player import read_player
from parlour.table.knowledge import Knowledge
from parlour.table.registry import AnyGame
from parlour.table.settings import read_assignments
from parlour.table.state import State


def met(game: AnyGame, known: Knowledge, rng: Random) -> Iterator[State]:
    """Positions of random matches with an exact value, at most one of each match."""
    while True:
        state, found = game.start(), list[State]()
        while not state.over:
            if state.seat >= 0 and known.certainty(state):
                found.append(state.copy())
            odds = state.odds()
            if odds:
                drawn = rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
                state.apply(drawn)
            else:
                seat = state.acting()[0]
                state.push(rng.choice(state.actions(seat)), seat)
        if found:
            yield rng.choice(found)


def worth(state: State, action: int, known: Knowledge) -> float | None:
    """What an action is known to bring to who decides."""
    after = state.after(action)
    if after.over:
        return after.payoffs[state.seat]
    certain = known.certainty(after)
    return certain[0][state.seat] if certain else None


def main() -> None:
    about = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    about.add_argument("game")
    about.add_argument("--player", default="uct:0.1s")
    about.add_argument("--positions", type=int, default=100)
    about.add_argument("--seed", type=int, default=1)
    about.add_argument("--set", dest="settings", action="append", default=[])
    given = about.parse_args()
    game = parlour.game(given.game, **read_assignments(given.settings)).guarded()
    known = game.knowledge()
    if known is None:
        about.error(f"{given.game} knows nothing for certain")
    rng = Random(given.seed)
    player = read_player(given.player, given.seed)
    kept = hard = count = 0
    for state in met(game, known, rng):
        values = {action: worth(state, action, known) for action in state.actions()}
        sure = {action: value for action, value in values.items() if value is not None}
        if len(sure) < len(values):
            continue
        best = max(sure.values())
        count += 1
        if min(sure.values()) < best:  # else whatever is chosen keeps it
            hard += 1
            kept += sure[player.choose(state, state.seat)] == best
        if count == given.positions:
            break
    share, hard_share = 1 - (hard - kept) / count, kept / max(1, hard)
    print(f"{given.game}, {given.player}: {share:.2%} of {count} choices keep the exact value;")
    print(f"{hard} of them could have lost something, and of these {hard_share:.2%} keep it")


if __name__ == "__main__":
    main()
