"""Feud as arrays, and its symmetries."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from parlour.games.feud.grid import ACTS, CODES, FIRST_SHIELD, KIND, SKIP, TILES
from parlour.games.feud.names import KINDS, SITES, SWAPS, TARGETS, tiles_of
from parlour.games.feud.rules import Rules
from parlour.table.game_parts.learning import Learning
from parlour.table.learning.encoding import Encoding, channels, counter
from parlour.table.learning.squares import turned_cells, turns_of_a_board
from parlour.table.learning.symmetry import Symmetry

MOST_POINTS = 4
THIRD_SKIP = 3  # it ends the game (§8)


class FeudLearning(Learning[Rules, Any]):
    """The board may be turned and reflected."""

    @cached_property
    def encoding(self) -> Encoding:
        pieces = (
            f"hit points of {seat}'s {kind}" for kind in KINDS for seat in ("viewer", "other")
        )
        return Encoding(
            tuple(SITES[row : row + 4] for row in range(0, TILES, 4)),
            channels(*pieces, "hit points missing", most=MOST_POINTS),
            (
                *channels("viewer's turn", "other's turn", "action phase"),
                *channels("viewer's skips", "other's skips", most=THIRD_SKIP),
                *counter("turns"),
            ),
        )

    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(
            Symmetry(
                name, turned_actions(to), (0, 1), {SITES[t]: SITES[to[t]] for t in range(TILES)}
            )
            for name, turn in turns_of_a_board(4, 4).items()
            for to in [turned_cells(turn, 4, 4)]
        )

    def turned(self, state: Rules, symmetry: Symmetry) -> Rules:
        pieces, points, image = state.tile, state.points, self.blank()
        source = {to: tile for tile, to in enumerate(tiles_by(symmetry))}
        turned = tuple(pieces[source[tile]] for tile in range(TILES))
        image.set_up(
            turned,
            tuple(points[piece] for piece in turned),
            state.full[FIRST_SHIELD],
            state.seat,
            state.phase,
            (state.skips[0], state.skips[1]),
            state.turns,
        )
        return image

    def turned_action(self, state: Rules, symmetry: Symmetry, action: int) -> int:
        """A set of targets has another code on another tile."""
        if action <= SKIP:
            return symmetry.actions[action]
        to, (actor, code) = tiles_by(symmetry), divmod(action - ACTS, CODES)
        kind = KIND[state.tile[actor]]
        targets = tiles_of(TARGETS[(kind * TILES + actor) * CODES + code])
        first = (kind * TILES + to[actor]) * CODES
        turned = sum(1 << to[target] for target in targets)
        return ACTS + CODES * to[actor] + TARGETS[first : first + CODES].index(turned)


def tiles_by(symmetry: Symmetry) -> list[int]:
    """The tile that each becomes."""
    return [SITES.index(symmetry.sites[site]) for site in SITES]


def turned_actions(to: tuple[int, ...]) -> tuple[int, ...]:
    """The action that each becomes, if all targets are single ones."""
    swaps = (SWAPS.index(tuple(sorted((to[a], to[b])))) for a, b in SWAPS)  # type: ignore[reportArgumentType]
    acts = (ACTS + CODES * to[actor] + to[code] for actor in range(TILES) for code in range(CODES))
    return *swaps, SKIP, *acts
