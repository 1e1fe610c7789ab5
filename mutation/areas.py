"""The areas: which sources are mutated, and which tests run against their mutants.

Coverage selects the tests that run a mutated line; these lists only leave out tests that would take
too long for every mutant, or that start subprocesses, which coverage does not see.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

EVERY_GAME = ("tests/test_every_game.py", "tests/test_golden.py")
SOLVERS = (
    "tests/games/test_brique_solver.py",
    "tests/games/test_chessicle_endings.py",
    "tests/games/test_feud_proofs.py",
)
SEARCH = (
    "players/mcts/*.py",
    "players/alphabeta/*.py",
    "players/weakened.py",
    "players/one_ply.py",
    "players/playouts.py",
)


@dataclass(frozen=True)
class Area:
    """Sources, as patterns below `src/parlour`, and their tests, as patterns below the checkout."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def files(self, checkout: Path) -> list[str]:
        """The sources, as paths in the checkout."""
        found = {file for pattern in self.sources for file in sources(checkout, pattern)}
        left_out = {file for pattern in self.without for file in sources(checkout, pattern)}
        return sorted(found - left_out)

    def test_files(self, checkout: Path) -> list[str]:
        found = {
            str(file.relative_to(checkout))
            for pattern in self.tests
            for file in checkout.glob(pattern)
        }
        return sorted(found - set(self.never))


def sources(checkout: Path, pattern: str) -> list[str]:
    return [str(file.relative_to(checkout)) for file in checkout.glob(f"src/parlour/{pattern}")]


AREAS = (
    Area(
        "rules",
        ("games/*/rules.py", "games/*/position.py"),
        ("tests/games/**/test_*.py", *EVERY_GAME),
        never=SOLVERS,
    ),
    Area(
        "search",
        SEARCH,
        ("tests/players/**/test_*.py", "tests/test_chance.py", "tests/test_every_knowledge.py"),
    ),
    Area(
        "solvers",
        ("games/*/solver.py", "games/*/solving/bound_search.py",
         "games/*/solving/endgame_table.py"),
        (*SOLVERS, "tests/games/knights/test_*.py", "tests/games/test_package.py"),
    ),
    Area(
        "table",
        ("table/**/*.py", "drawing/*.py"),
        (
            "tests/table/**/test_*.py", "tests/drawing/test_*.py",
            "tests/test_bad_input.py",
            "tests/test_chance.py",
            "tests/drawing/test_pictures.py",
            *EVERY_GAME,
        ),
        without=("table/languages/english.py", "table/compiled/array_types.py"),
    ),
    Area(
        "knowledge",
        ("games/*/knowledge.py", "games/*/endgame_tables.py", "games/*/reach.py"),
        ("tests/games/**/test_*.py", "tests/test_every_knowledge.py"),
        never=SOLVERS,
    ),
    Area(
        "rooms",
        ("table/view.py", "table/matches/viewers.py", "hall/rooms/room.py",
         "hall/audience/audience.py"),
        (
            "tests/table/matches/test_viewers.py",
            "tests/table/test_view.py",
            "tests/hall/audience/test_audience.py",
            "tests/hall/rooms/test_hall.py",
            "tests/hall/rooms/test_short_path.py",
            "tests/hall/rooms/test_long_matches.py",
            "tests/hall/operating/test_mistakes.py",
            "tests/hall/rooms/test_room.py",
            "tests/hall/rooms/test_seats.py",
            "tests/hall/connections/test_session.py",
            "tests/hall/computers/test_thinking.py",
        ),
    ),
)  # fmt: skip
