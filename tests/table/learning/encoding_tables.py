"""The page docs/encodings.md: what the numbers of every game mean.

`python -m tests.table.learning.encoding_tables` (or `make golden`) writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import parlour
from parlour.table.learning.encoding import Channel
from tests import ROOT
from tests.play import AnyGame

PAGE = ROOT / "docs" / "encodings.md"
HEAD = """# Encodings

What the numbers mean that `game.encode(state, seat, out)` writes, with the default settings;
`game.encoding` says it for all others. The planes come first, each row by row from the top left;
the features follow. *Viewer* is the seat encoded for, *other* or *seat +1* the next one in turn.
Every number is a whole one from 0 to the one in brackets (1 where there is none). In a buffer of
floats it is divided by that.

This page is written by `make golden`.
"""


def page() -> str:
    built_in = (slug for slug in parlour.games() if slug != "tiny")
    return "\n".join([HEAD, *(line for slug in built_in for line in section(parlour.game(slug)))])


def section(game: AnyGame) -> Iterator[str]:
    planes, rows, columns = game.encoding.shape
    yield f"## {game.title}"
    yield ""
    yield (
        f"{planes} planes of {rows} x {columns} and {len(game.encoding.features)} features: "
        f"{game.encoding.size} numbers. {game.action_count} actions."
    )
    yield ""
    yield "| | planes |"
    yield "|---|---|"
    yield from table(game.encoding.planes)
    yield ""
    yield "| | features |"
    yield "|---|---|"
    yield from table(game.encoding.features)
    yield ""
    symmetries = ", ".join(symmetry.name for symmetry in game.symmetries())
    yield f"Symmetries: {symmetries}."
    yield ""


def table(channels: Sequence[Channel]) -> Iterator[str]:
    for number, channel in enumerate(channels):
        most = f" ({channel.most})" if channel.most > 1 else ""
        yield f"| {number} | {channel.name}{most} |"


def main() -> None:
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
