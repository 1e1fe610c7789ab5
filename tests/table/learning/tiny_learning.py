"""The tiny game of the tests as arrays, written in plain Python."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from parlour.table.game_parts.learning import Learning
from parlour.table.learning.encoding import Encoding, channels, counter, relative_seats
from parlour.table.learning.symmetry import Symmetry
from parlour.table.state import CHANCE


class TinyLearning(Learning[Any, Any]):
    sites: tuple[str, ...]
    words: tuple[str, ...]
    meant: dict[tuple[str, ...], int]

    @cached_property
    def encoding(self) -> Encoding:
        seats = relative_seats(4)
        flags = ("acts", "has chosen", "has shown")
        return Encoding(
            (self.sites,),
            channels(*seats, *(f"refuge of {seat}" for seat in seats), "dam"),
            (
                *channels(*(f"{seat} {flag}" for flag in flags for seat in seats)),
                *(half for seat in seats for half in counter(f"round in which {seat} went out")),
                *channels("steps left", most=2),
                *counter("round"),
                *channels("the sea decides"),
                *channels("number of the viewer", most=3),
            ),
        )

    def symmetries(self) -> tuple[Symmetry, ...]:
        """West and east may change places."""
        sites = dict(zip(self.sites, reversed(self.sites), strict=True))
        flip = {**sites, "west": "east", "east": "west"}
        turned = [sorted(flip.get(word, word) for word in text.split()) for text in self.words]
        actions = tuple(self.meant[tuple(words)] for words in turned)
        return (*super().symmetries(), Symmetry("mirror", actions, tuple(range(4)), sites))

    def turned(self, state: Any, symmetry: Symmetry) -> Any:
        image: Any = state.copy()
        to = [self.sites.index(symmetry.sites.get(site, site)) for site in self.sites]
        image.place = [to[place] for place in image.place]
        image.refuge = [to[refuge] if refuge >= 0 else refuge for refuge in image.refuge]
        image.dams = {to[dam] for dam in image.dams}
        return image


def encode(state: Any, seat: int, out: Any) -> int:
    """Where all are, the refuges that the seat may know, the dams, and every counter."""
    game = state.game
    cells: int = game.cells
    for i in range(4):
        owner = (seat + i) % 4
        out[i * cells + state.place[owner]] = 1
        if state.refuge[owner] >= 0 and game.knows(state, seat, owner):
            out[(4 + i) * cells + state.refuge[owner]] = 1
        out[9 * cells + i] = owner in state.acting()
        out[9 * cells + 4 + i] = state.refuge[owner] >= 0
        out[9 * cells + 8 + i] = state.shown[owner]
        out[9 * cells + 12 + 2 * i : 9 * cells + 14 + 2 * i] = divmod(state.out[owner], 128)
    for dam in state.dams:
        out[8 * cells + dam] = 1
    out[9 * cells + 20 :] = [state.left, *divmod(state.round, 128), state.seat == CHANCE, seat]
    return 0
