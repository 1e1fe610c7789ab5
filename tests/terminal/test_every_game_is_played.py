"""Every game from its start to its end: in the line dialogue and on the full-screen board, by
people's keys and by the search. A game that is added is found by itself; only how to make one short
is known here."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

import parlour
from parlour.players.player import read_player
from parlour.terminal.board.board_app import BoardApp
from parlour.terminal.board.rendering.grid import BoardGrid
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer, people_everywhere
from tests.play import AnyGame
from tests.terminal.script import Script

SHORT: dict[str, dict[str, object]] = {
    "brique": {"size": 3},
    "chessicle": {"limit": 4},
    "feud": {"limit": 8},
    "knights": {"limit": 8},
    "tiny": {"limit": 2},
    "turncoat": {"map": "small", "limit": 2},
}
SLUGS = parlour.games()
SMALL = (80, 24)
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def short(slug: str) -> AnyGame:
    return parlour.game(slug, **SHORT.get(slug, {}))


def searching(slug: str) -> LocalMatch:
    game = short(slug)
    seated: list[SeatedPlayer] = [
        ("search", read_player("uct:5", seed)) for seed in range(len(game.seats))
    ]
    return LocalMatch(game, seated, seed=1)


def by_people(slug: str) -> LocalMatch:
    game = short(slug)
    return LocalMatch(game, people_everywhere(game), seed=1)


def assert_played_to_the_end(local_match: LocalMatch) -> None:
    match = local_match.match
    assert match.outcome is not None
    assert match.state.over
    assert match.record().last() == match.state


# ---- in lines ------------------------------------------------------------------------------------


class Typist(Script):
    """Types any legal action when asked for one, and sits down when asked to."""

    def __init__(self, local_match: LocalMatch) -> None:
        super().__init__()
        self.local_match, self.rng = local_match, Random(2)

    def ask(self, prompt: str) -> str | None:
        state = self.local_match.match.state
        text = state.game.write(state, self.rng.choice(state.actions()))
        self.lines.append("" if "take the keyboard" in prompt else text)
        return super().ask(prompt)


@pytest.mark.parametrize("slug", SLUGS)
def test_people_type_a_whole_match(slug: str):
    local_match = by_people(slug)
    console = Typist(local_match)
    assert Dialogue(local_match, console).play()
    assert_played_to_the_end(local_match)
    assert console.heard[-1] == str(
        local_match.match.outcome and local_match.match.outcome.sentence
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_the_search_plays_a_whole_match_in_lines(slug: str):
    local_match, console = searching(slug), Script()
    assert Dialogue(local_match, console).play()
    assert_played_to_the_end(local_match)
    assert console.prompts == []
    assert {name.split(" (")[0] for name in console.busy} == {"search"}


# ---- on the board --------------------------------------------------------------------------------


def arrows(grid: BoardGrid, start: str, goal: str) -> list[str]:
    """The keys that lead the cursor from one site to another, by the shortest way."""
    ways, found = {start: list[str]()}, [start]
    for site in found:
        for key, (dx, dy) in STEPS.items():
            beside = grid.neighbour(site, dx, dy)
            if beside not in ways:
                ways[beside] = [*ways[site], key]
                found.append(beside)
    return ways[goal]


async def touch_by_keys(app: BoardApp, pilot: Pilot[None], site: str, jump: bool) -> None:
    """Go to a site with the arrows, or to a button with Tab, and press Enter."""
    widget = app.query_one(BoardWidget)
    if site in widget.grid().coordinates:
        if jump:  # the arrows take their time
            widget.cursor = site
        await pilot.press(*arrows(widget.grid(), widget.cursor, site), "enter")
        return
    for _ in range(20):
        if isinstance(app.focused, Button) and app.focused.name == site:
            await pilot.press("enter")
            return
        await pilot.press("tab")
    raise AssertionError(f"Tab does not lead to the button {site}")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_arrows_lead_to_every_site(slug: str):
    board = short(slug).board()
    grid = BoardGrid(board, *SMALL)
    for cell in board.cells:
        assert len(arrows(grid, board.cells[0].site, cell.site)) < len(board.cells)


@pytest.mark.parametrize("slug", SLUGS)
async def test_people_play_a_whole_match_on_the_board_by_keys(slug: str):
    local_match, rng = by_people(slug), Random(1)
    app, match = BoardApp(local_match), local_match.match
    async with app.run_test(size=SMALL) as pilot:
        while match.outcome is None:
            if not local_match.asks_a_person:  # chance decides by itself
                await pilot.pause()
            elif app.secret and not app.handed_over:
                await pilot.press("enter")
            else:
                selectable = app.paths().next(app.touched)
                assert selectable, "somebody has to act, and nothing is selectable"
                await touch_by_keys(app, pilot, rng.choice(selectable), jump=len(match.events) > 4)
        await pilot.pause()
        assert str(app.query_one("#status").render()) == str(match.outcome.sentence)
    assert_played_to_the_end(local_match)


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_search_plays_a_whole_match_on_the_board(slug: str):
    local_match = searching(slug)
    app = BoardApp(local_match)
    async with app.run_test(size=SMALL):
        while local_match.match.outcome is None:
            await asyncio.sleep(0.01)
    assert_played_to_the_end(local_match)
