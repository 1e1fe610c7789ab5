"""The full-screen board as tests drive it."""

from __future__ import annotations

from textual.widgets import Static

import parlour
from parlour.terminal.board.board_app import BoardApp
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import people_everywhere

SMALL = (80, 24)


SLUGS = [slug for slug in parlour.games() if slug != "tiny"]


def at_one_keyboard(slug: str, **settings: object) -> BoardApp:
    game = parlour.game(slug, **settings)
    return BoardApp(LocalMatch(game, people_everywhere(game), seed=1))


def shown(app: BoardApp) -> str:
    """The board as plain text."""
    return app.query_one(BoardWidget).render().plain


def said(app: BoardApp, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).render())
