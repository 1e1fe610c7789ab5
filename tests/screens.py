"""The full-screen board with its colours, at first sight and after actions that are played by keys.

The texts are golden files (see golden.py): what a person sees of each game on a small and on a
large terminal, down to the last character and its colour. Under the text of a screen every
character stands once more as the letter of its style; under that, what the letters mean.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from string import ascii_letters, digits
from typing import NamedTuple

from rich.style import Style
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Button
from textual.widgets._footer import FooterKey

import parlour
from parlour.terminal.board.board_app import BoardApp
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import people_everywhere

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
    """A golden screen: a game at a size, at first sight or in the middle of a match."""

    slug: str
    moment: str
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.slug}-{self.name}"

    @property
    def name(self) -> str:
        return f"screen-{self.moment}-{self.width}x{self.height}"


class Seen(NamedTuple):
    """A character on the screen and its colours, `#rrggbb`."""

    sign: str
    ink: str
    ground: str
    look: str = ""  # "bold", "underline"


def screens() -> list[Screen]:
    return [
        Screen(slug, moment, *size)
        for slug in PLAYED
        for moment in ("first", "later")
        for size in SIZES
    ]


async def look(slug: str) -> AsyncIterator[tuple[Screen, str]]:
    """Every golden screen of a game, as text and in the letters of its styles. The later ones are
    of one match, whose screen changes its size."""
    for width, height in SIZES:
        app = app_of(slug)
        async with app.run_test(size=(width, height)) as pilot:
            await settle(pilot)
            yield Screen(slug, "first", width, height), written(seen(app))
    app = app_of(slug)
    async with app.run_test(size=SIZES[0]) as pilot:
        await play(pilot, app, slug)
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            yield Screen(slug, "later", width, height), written(seen(app))


async def settle(pilot: Pilot[None]) -> None:
    """Wait for the footer, which comes some time after everything else."""
    await pilot.pause()
    for _ in range(200):
        if pilot.app.query(FooterKey):
            break
        await pilot.pause(0.02)
    await pilot.pause()


def app_of(slug: str) -> BoardApp:
    game = parlour.game(slug)
    return BoardApp(LocalMatch(game, people_everywhere(game), seed=1))


async def play(pilot: Pilot[None], app: BoardApp, slug: str) -> None:
    """Everything that is played before the screen is looked at."""
    actions, touched = PLAYED[slug]
    game = app.local_match.match.game
    for text in actions:
        state = app.local_match.match.state
        for site in game.path(state, game.read(state, text)):
            await touch(pilot, app, site)
    for site in touched:
        await touch(pilot, app, site)
    await pilot.pause()
    assert [event.what for event in app.local_match.match.events] == actions


def seen(app: App[None]) -> list[list[Seen]]:
    """Every character on the screen, row by row."""
    return [
        [
            seen_as(sign, segment.style or Style.null())
            for segment in strip
            if not segment.control
            for sign in segment.text
        ]
        for strip in app.screen._compositor.render_strips()
    ]


def seen_as(sign: str, style: Style) -> Seen:
    ink, ground = style.color, style.bgcolor
    if style.reverse:
        ink, ground = ground, ink
    looks = {"bold": style.bold, "dim": style.dim, "underline": style.underline}
    return Seen(
        sign,
        ink.get_truecolor().hex if ink else "",
        ground.get_truecolor().hex if ground else "",
        " ".join(name for name, is_so in looks.items() if is_so),
    )


def written(rows: Sequence[Sequence[Seen]]) -> str:
    """The text, then the same in the letters of styles, then what these mean."""
    names: dict[str, str] = {}
    letters = iter(ascii_letters + digits)
    styles: list[str] = []
    for row in rows:
        line = ""
        for sign, ink, ground, look in row:
            # the ink of a blank is not seen
            style = f"on {ground}" if sign.isspace() else f"{ink} on {ground} {look}".rstrip()
            if style not in names:
                names[style] = next(letters)
            line += names[style]
        styles.append(line)
    text = ["".join(seen.sign for seen in row).rstrip() for row in rows]
    meanings = [f"{letter}  {style}" for style, letter in names.items()]
    return "\n".join([*text, "", *styles, "", *meanings, ""])


async def touch(pilot: Pilot[None], app: BoardApp, site: str) -> None:
    """By keys: arrows and Enter on the board, Enter on a button."""
    board = app.query_one(BoardWidget)
    coordinates = board.grid().coordinates
    if site in coordinates:
        (x, y), (to_x, to_y) = coordinates[board.cursor], coordinates[site]
        await pilot.press(*["left", "right"][to_x > x :][:1] * abs(to_x - x))
        await pilot.press(*["up", "down"][to_y > y :][:1] * abs(to_y - y))
        assert board.cursor == site
    else:
        [button] = [button for button in app.query(Button) if button.name == site]
        button.focus()
    await pilot.press("enter")
    await pilot.pause()


def looked_up(golden: str, height: int) -> set[Seen]:
    """Every character of a golden screen, with its colours."""
    lines = golden.split("\n")
    texts, styles = lines[:height], lines[height + 1 : 2 * height + 1]
    meanings = dict(line.split("  ", 1) for line in lines[2 * height + 2 :] if line)
    signs: set[Seen] = set()
    for text, row in zip(texts, styles, strict=True):
        for sign, letter in zip(text.ljust(len(row)), row, strict=True):
            ink, _, behind = meanings[letter].partition("on ")
            ground, _, look = behind.partition(" ")
            signs.add(Seen(sign, ink.strip(), ground, look))
    return signs
