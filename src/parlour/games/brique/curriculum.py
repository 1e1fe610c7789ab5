"""How Brique's net is trained: small boards first, where a few stones show what joins; then all."""

from __future__ import annotations

from parlour.table.learning.curriculum import Board, Curriculum, Stage


def boards(matches: dict[int, int]) -> tuple[Board, ...]:
    """With the pie rule, and on some boards without: there the first stone must be strong."""
    with_pie = (Board({"size": size}, count) for size, count in matches.items())
    without = (
        Board({"size": size, "pie": False}, count // 4)
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
