"""The rulebook of a game, as its folder holds it."""

from __future__ import annotations

from importlib.resources import files

from parlour.table.registry import AnyGame


def rulebook(game: AnyGame | type[AnyGame]) -> str:
    """The text of `rulebook.md` beside the game, or its one-line description if it has none."""
    kind = game if isinstance(game, type) else type(game)
    page = files(kind.__module__.rpartition(".")[0] or kind.__module__) / "rulebook.md"
    return page.read_text("utf-8").strip() if page.is_file() else (kind.State.__doc__ or "").strip()
