"""The full-screen board as text, after a few actions that are played by keys.

The texts are golden files (see golden.py): what a person sees of each game on a small and on a
large terminal, down to the last character. Colours are not in them.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.pilot import Pilot
from textual.widgets import Button

import parlour
from parlour.terminal.board_widget import BoardWidget
from parlour.terminal.party import Party
from parlour.terminal.screen import BoardApp
from parlour.terminal.seats import people

SIZES = ((60, 20), (80, 24), (120, 40))
PLAYED = {  # what is played, and then touched without ending in an action
    "brique": (["h8", "keep", "g9", "h9", "i7"], []),
    "chessicle": (["P1, H1, P2, H2, P3", "P1, P2, H1, P3, H2", "H1:F", "P2:F"], ["r1c1"]),
    "feud": (["C1 C2", "A1 A3", "C2 C3"], ["D3", "D2"]),
    "knights": (["R:S", "B:N", "G:N", "Y:W", "R:E", "B:E", "G:W", "Y:W"], []),
    "turncoat": (
        ["place e6", "guard b3 c3", "end", "spawn i5 paver", "spawn i2 fighter", "place f5"],
        ["e8"],
    ),
}


class Screen(NamedTuple):
    """A golden screen: a game at a size."""

    slug: str
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.slug}-{self.width}x{self.height}"

    @property
    def name(self) -> str:
        return f"screen-{self.width}x{self.height}"


def screens() -> list[Screen]:
    return [Screen(slug, *size) for slug in PLAYED for size in SIZES]


async def screen_text(screen: Screen) -> str:
    """The text of the whole screen when everything is played."""
    actions, touched = PLAYED[screen.slug]
    game = parlour.game(screen.slug)
    app = BoardApp(Party(game, people(game), seed=1))
    async with app.run_test(size=(screen.width, screen.height)) as pilot:
        for text in actions:
            state = app.party.match.state
            for site in game.path(state, game.read(state, text)):
                await touch(pilot, app, site)
        for site in touched:
            await touch(pilot, app, site)
        await pilot.pause()
        assert [event.what for event in app.party.match.events] == actions
        strips = app.screen._compositor.render_strips()
        return "\n".join([*(strip.text.rstrip() for strip in strips), ""])


async def touch(pilot: Pilot[None], app: BoardApp, site: str) -> None:
    """By keys: arrows and Enter on the board, Enter on a button."""
    board = app.query_one(BoardWidget)
    place = board.grid().place
    if site in place:
        (x, y), (to_x, to_y) = place[board.cursor], place[site]
        await pilot.press(*["left", "right"][to_x > x :][:1] * abs(to_x - x))
        await pilot.press(*["up", "down"][to_y > y :][:1] * abs(to_y - y))
        assert board.cursor == site
    else:
        [button] = [button for button in app.query(Button) if button.name == site]
        button.focus()
    await pilot.press("enter")
    await pilot.pause()
