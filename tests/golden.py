"""Perft numbers, matches, searches and screens of every game, and pictures of views made by hand,
kept as text under tests/golden.

`python -m tests.golden` (or `make golden`) writes them anew; the tests compare. Read what changed
before you keep it: a changed number is a changed rule, or a search that plays differently.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from parlour.lab.perft import perft
from parlour.table.sentences import listing
from parlour.table.state import CHANCE, State
from tests.play import AnyGame, Variant, variants, walk
from tests.screens import PLAYED, Screen, look, screens
from tests.searches import Signature, signatures, written
from tests.specimens import specimens

FOLDER = Path(__file__).parent / "golden"

MOST_LEAVES = 3_000  # perft goes as deep as this allows
MOST_TEXTS = 30  # a longer list of legal actions is abbreviated
BOARDS = 12  # drawn in a playthrough, besides the last one
HINT = "see what changed; if it should, write the golden files anew: make golden"


def path_of(variant: Variant, what: str) -> Path:
    return FOLDER / variant.slug / f"{what}-{variant.short}.txt"


def paths() -> Iterator[Path]:
    """Every file that there should be."""
    for variant in variants():
        yield path_of(variant, "perft")
        if worth_reading(variant):
            yield path_of(variant, "playthrough")
    yield from map(screen_path, screens())
    yield from map(search_path, signatures())
    yield from (picture_path(name) for name, _ in specimens())


def screen_path(screen: Screen) -> Path:
    return FOLDER / screen.slug / f"{screen.name}.txt"


def search_path(signature: Signature) -> Path:
    return FOLDER / signature.game.slug / f"{signature.name}.txt"


def picture_path(name: str) -> Path:
    return FOLDER / "pictures" / f"{name}.txt"


def kept(variant: Variant, what: str) -> str:
    path = path_of(variant, what)
    return path.read_text("utf-8") if path.exists() else ""


def worth_reading(variant: Variant) -> bool:
    """Numbers make a game larger or longer; switches and choices make another one of it."""
    return isinstance(variant.value, bool | str) or not variant.name


# ---- perft --------------------------------------------------------------------------------------


def perft_text(variant: Variant) -> str:
    """The counts from the start and from two later positions, a few depths each."""
    steps = list(walk(variant.game, Random(1), 60))
    places = [0, len(steps) // 3, 2 * len(steps) // 3]
    blocks = (block for place in places for block in counts(variant.game, steps[place].before))
    return "\n".join([f"{variant.game!r}", *blocks, ""])


def counts(game: AnyGame, state: State) -> Iterator[str]:
    yield f"\n{game.line(state)}"
    depth, leaves, wider = 1, len(state.actions()), 1
    while leaves and leaves * wider <= MOST_LEAVES and depth <= 8:
        yield f"depth {depth}: {leaves}"
        depth, before = depth + 1, leaves
        leaves = perft(state, depth)
        wider = max(1, leaves // before)
    yield f"depth {depth}: {leaves}"


# ---- playthroughs -------------------------------------------------------------------------------


def playthrough(variant: Variant) -> str:
    """A random match as a person would follow it."""
    game = variant.game.guarded()
    lines = [f"{game!r}"]
    steps = list(walk(game, Random(2026)))
    for number, step in enumerate(steps):
        if number < BOARDS:
            lines += ["", *drawn(game, step.before)]
        who = "chance" if step.seat == CHANCE else game.seats[step.seat]
        lines += [f"{number + 1}. {who}: {game.write(step.before, step.action)}"]
        lines += [f"   {game.line(step.after)}"]
    return "\n".join([*lines, "", *ending(steps[-1].after), ""])


def drawn(game: AnyGame, state: State) -> Iterator[str]:
    """The board, who may act, and what each of them may do."""
    yield f"{state}"
    yield f"{game.status(state, game.seats)}"
    for seat in state.acting():
        texts = [game.write(state, action) for action in state.actions(seat)]
        shown = texts if len(texts) <= MOST_TEXTS else [*texts[:MOST_TEXTS], f"... {len(texts)}"]
        yield f"{'chance' if seat == CHANCE else game.seats[seat]} may: {' | '.join(shown)}"


def ending(state: State) -> Iterator[str]:
    yield f"{state}"
    outcome = state.outcome
    if outcome is not None:
        yield f"{outcome.sentence}"
        yield f"{outcome.code}; ranks {listing([str(rank) for rank in outcome.ranks])}"
        yield f"payoffs {listing([f'{payoff:g}' for payoff in outcome.payoffs])}"


def main() -> None:
    """Write all files anew, and remove those that no game needs any more."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    for variant in variants():
        write(path_of(variant, "perft"), perft_text(variant))
        if worth_reading(variant):
            write(path_of(variant, "playthrough"), playthrough(variant))
    for signature in signatures():
        write(search_path(signature), written(signature))
    for name, draw in specimens():
        write(picture_path(name), draw())
    with TemporaryDirectory() as folder:
        os.environ["PARLOUR_DATA"] = folder  # where the matches on the screens keep themselves
        asyncio.run(write_screens())
    print(f"wrote {len(list(paths()))} files under {FOLDER}")


async def write_screens() -> None:
    for slug in PLAYED:
        async for screen, text in look(slug):
            write(screen_path(screen), text)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
