"""The rulebook of a game, from its folder."""

from __future__ import annotations

from importlib.resources import files

from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame, find


def rulebook(game: AnyGame | type[AnyGame]) -> str:
    """The text of `rulebook.md` beside the game, or its one-line description if it has none."""
    kind = game if isinstance(game, type) else type(game)
    folder = kind.__module__.rpartition(".")[0]  # none where a plug-in is a single file
    page = files(folder) / "rulebook.md" if folder else None
    if page is not None and page.is_file():
        return page.read_text("utf-8").strip()
    return (kind.State.__doc__ or "").strip()


def summary(slug: str) -> str:
    """A game in one line; for a plug-in that cannot be loaded, the error."""
    try:
        about = find(slug).State.__doc__ or ""
    except BadSettings as error:
        return str(error)
    return about.strip().partition("\n")[0]
