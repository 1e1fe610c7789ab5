"""Brique as arrays, and its symmetry."""

from __future__ import annotations

from functools import cached_property

from parlour.games.brique.rules import BLACK, EMPTY, WHITE, Rules
from parlour.games.brique.squares import BriqueSettings, Squares
from parlour.table.game_parts.learning import Learning
from parlour.table.learning.curriculum import Curriculum, Stage, TrainingBoard
from parlour.table.learning.encoding import Encoding, channels
from parlour.table.learning.symmetry import Symmetry

EXCHANGED = {EMPTY: EMPTY, BLACK: WHITE, WHITE: BLACK}


class BriqueLearning(Squares, Learning[Rules, BriqueSettings]):
    """Rows and columns may be exchanged if the colours are (§2)."""

    @cached_property
    def encoding(self) -> Encoding:
        rows = range(0, self.cells, self.size)
        return Encoding(
            tuple(self.sites[row : row + self.size] for row in rows),
            channels("stone of viewer", "stone of other"),
            channels("viewer has Black", "viewer has White", "viewer's turn", "asked to swap"),
        )

    @cached_property
    def transposed(self) -> tuple[int, ...]:
        """The square that each becomes."""
        return tuple(cell % self.size * self.size + cell // self.size for cell in range(self.cells))

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The seats stay, and take the other colour."""
        answers = range(self.cells, self.action_count)
        sites = {site: self.sites[to] for site, to in zip(self.sites, self.transposed, strict=True)}
        transposition = Symmetry(
            "transposition", (*self.transposed, *answers), (0, 1), sites, features=(1, 0, 2, 3)
        )
        return *super().symmetries(), transposition

    def turned(self, state: Rules, symmetry: Symmetry) -> Rules:
        if symmetry.name == "identity":
            return state.copy()
        board, image = state.board, self.blank()
        stones = [EXCHANGED[board[cell]] for cell in self.transposed]
        image.set_up(stones, EXCHANGED[state.turn], 1 - state.black, state.asking)
        return image


def boards(matches: dict[int, int]) -> tuple[TrainingBoard, ...]:
    """Small boards come first. With the pie rule, and on some boards without: there the first
    stone must be strong."""
    with_pie = (TrainingBoard({"size": size}, count) for size, count in matches.items())
    without = (
        TrainingBoard({"size": size, "pie": False}, count // 4)
        for size, count in matches.items()
        if size % 4 == 3
    )
    return (*with_pie, *without)


CURRICULUM = Curriculum(
    stages=(
        Stage(0.08, boards({5: 256, 6: 256, 7: 1024, 8: 512, 9: 1024})),
        Stage(0.18, boards({7: 256, 9: 1024, 10: 512, 11: 2048, 12: 512, 13: 1024})),
        Stage(
            0.74,
            boards(
                {5: 64, 6: 64, 7: 128, 8: 128, 9: 256, 10: 256, 11: 1024, 12: 512}
                | {13: 1024, 14: 512, 15: 3072, 16: 256, 17: 256, 18: 128, 19: 512}
            ),
        ),
    ),
    neighbourhood=(0, 1, 1, 1, 1, 1, 1, 1, 0),
)
