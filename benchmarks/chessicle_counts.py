"""Count won, drawn and lost positions of few characters, and compare with the solved game.

`python -m benchmarks.chessicle_counts --pieces 5` takes minutes; 6 takes an hour or two and 0.3 GB,
7 a day and 2 GB. The tables look ahead from every single position, with a byte for each: nothing is
shared with the solver of the whole game (`games/chessicle/complete`).
"""

from __future__ import annotations

import time

import click

from parlour.command_line.progress import ProgressLine
from parlour.games.chessicle.complete.solution import solution
from parlour.games.chessicle.solving.endgame_table import EndgameTable
from parlour.games.chessicle.solving.position_index import size_of


def name_of(kind: int) -> str:
    """A kind of the tables as the solution writes it: `PP12`."""
    return "P" * (kind >> 2) + "1" * (kind >> 1 & 1) + "2" * (kind & 1)


@click.command()
@click.option("--pieces", type=click.IntRange(2, 7), default=5, show_default=True)
def main(pieces: int) -> None:
    """Compare the counts of up to so many characters."""
    begun, line = time.monotonic(), ProgressLine()
    table = EndgameTable(pieces, friend_blocks=False)
    table.find_all(lambda done, count: line.show(f"{done / count:4.0%} of {count:,} positions"))
    line.clear()
    kept, different = solution().kinds, 0
    totals: dict[int, list[int]] = {}
    for own in range(1, 16):
        for other in range(1, 16):
            size = size_of(own) + size_of(other)
            if size <= pieces:
                found = table.tally(own, other)
                different += found != kept[f"{name_of(own)} {name_of(other)}"]
                row = totals.setdefault(size, [0, 0, 0, 0])
                row[:3] = [a + b for a, b in zip(row, found[:3], strict=False)]
                row[3] = max(row[3], found[3])
    for size, (positions, won, lost, longest) in sorted(totals.items()):
        click.echo(f"{size}: {positions:,} positions, {won:,} won, {lost:,} lost, {longest} moves")
    click.echo(f"{time.monotonic() - begun:.0f} s; kinds with other counts: {different}")
    raise SystemExit(different > 0)


if __name__ == "__main__":
    main()
