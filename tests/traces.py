"""Random matches of every game, in full: the compiled and the interpreted mode must tell the same.

What it does is said on the command line:

    python -m tests.traces                prints the traces
    python -m tests.traces keep FILE      pickles their positions, and prints what they are
    python -m tests.traces revive FILE    unpickles them, and prints the same

The mode that runs is told on stderr.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from zlib import crc32

import msgspec

from parlour import _modes
from parlour.players.playouts import Playouts
from parlour.table.state import NOBODY, State
from tests.play import AnyGame, Variant, variants, walk

SEEDS = 2
PLIES = 200
LOOK = 8
"""Actions between two looks at all that is seen: drawing takes far longer than playing."""
OPINION = 40
PLAYOUTS = 80
"""Actions between two rounds of playouts, which take longest: some games hardly ever end."""


def trace(variant: Variant, seed: int) -> Iterator[str]:
    """Everything that can be told about a match, a line for each action."""
    game = variant.game.guarded()  # playouts must end
    yield f"{game!r} seed {seed}"
    for number, step in enumerate(walk(game, Random(seed), PLIES)):
        if number % PLAYOUTS == 0:
            yield f"playouts {playouts(step.before, seed)}"
        if number % OPINION == 0:
            yield f"knowledge {opinion(step.before)}"
        legal = [step.before.actions(seat) for seat in step.before.acting()]
        yield f"{step.before.acting()} may {legal} odds {step.before.odds()}"
        yield f"{step.seat} does {step.action} {game.write(step.before, step.action)}"
        yield f"{game.line(step.after)} payoffs {step.after.payoffs}"
        if number % LOOK == 0:
            yield shown(game, step.after)
        if step.after.over:
            yield f"{step.after.outcome}"


def playouts(state: State, seed: int) -> list[object]:
    """What random playouts bring: by the game's own hook, and through `legal` and `play`."""
    rng_state = Playouts(state, seed)
    told: list[object] = []
    for by_hook, count in ((True, 3), (False, 1)):
        rng_state.run(count, by_hook)
        told += [rng_state.steps, *rng_state.totals]
    return told


def opinion(state: State) -> list[object]:
    """What the knowledge of the game has to say."""
    known = state.game.knowledge()
    if known is None or state.seat < 0:
        return []
    told = [known.evaluation(state), known.exact_payoffs(state)]
    return [*told, known.action_priors(state), known.tactical_actions(state)]


def shown(game: AnyGame, state: State) -> str:
    """What everybody sees, in short."""
    views = b"".join(msgspec.json.encode(game.view(state, seat)) for seat in viewers(game))
    planes = b"".join(bytes(game.planes(state, seat)) for seat in range(len(game.seats)))
    lines = [game.line(state, viewer) for viewer in (NOBODY, *range(len(game.seats)))]
    return " ".join(f"{crc32(part):08x}" for part in (views, planes, repr(lines).encode()))


def viewers(game: AnyGame) -> tuple[int | None, ...]:
    return (None, *range(len(game.seats)))


def positions() -> list[State]:
    steps = (step for variant in variants() for step in walk(variant.game, Random(7), PLIES))
    return [step.after for i, step in enumerate(steps) if i % 5 == 0 or step.after.over]


def tell(states: list[State]) -> None:
    for state in states:
        print(repr(state), state.acting(), state.actions(), state.payoffs)


def main(verb: str = "print", file: str = "") -> None:
    print(_modes.mode(), file=sys.stderr)
    if verb == "keep":
        kept = positions()
        Path(file).write_bytes(pickle.dumps(kept))
        tell(kept)
    elif verb == "revive":
        revived: list[State] = pickle.loads(Path(file).read_bytes())
        assert revived == positions(), "what was pickled is not what came back"
        tell(revived)
    else:
        for variant in variants():
            for seed in range(SEEDS):
                print(*trace(variant, seed), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
