"""What the full-screen board says: what happened, who is out, how sites are named."""

from __future__ import annotations

import re
from textwrap import wrap
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from textual.widgets._footer import FooterKey

import parlour
from parlour.players.player import RandomPlayer
from parlour.players.search_result import Limits
from parlour.table.state import State
from parlour.terminal.board.board_app import BoardApp
from parlour.terminal.board.full_screen import latest_news
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer
from tests.terminal.board.boards import SLUGS, SMALL, at_one_keyboard, said


async def test_what_happened_is_reported_and_not_only_listed():
    app = at_one_keyboard("brique", size=3)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        assert said(app, "note") == "Black takes b2."
        await app.touch("swap")
        assert said(app, "note").startswith("Player 2 uses the Pie Rule: Player 2 now plays")
        await app.touch("b2")
        assert said(app, "note") == "b2: you cannot use this now."
        await pilot.press("u")
        assert said(app, "note") == "Taken back."


class Waits(RandomPlayer):
    """Thinks until it is stopped."""

    def __init__(self) -> None:
        super().__init__(1)
        self.stopped = Event()

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        self.stopped.wait()
        return super().choose(state, seat, limits)

    def stop(self) -> None:
        self.stopped.set()


async def test_an_eliminated_player_is_told_so():
    app = at_one_keyboard("knights")
    async with app.run_test(size=SMALL):
        match = app.local_match.match
        while match.game.alive(match.state, 0):
            text = "R:N" if match.state.seat == 0 else None
            actions = [match.game.write(match.state, a) for a in match.state.actions()]
            wanted = text if text in actions else actions[0]
            for site in match.game.path(match.state, match.game.read(match.state, wanted)):
                await app.touch(site)
        assert "Red is out of the match." in said(app, "note")


async def keys_become(pilot: Pilot[None], wanted: list[str]) -> bool:
    """Does the footer, which takes its time, come to offer these keys?"""
    for _ in range(100):
        if sorted(key.key_display for key in pilot.app.query(FooterKey)) == wanted:
            return True
        await pilot.pause(0.05)
    return False


async def test_after_the_end_no_key_is_offered_that_does_nothing():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        assert await keys_become(pilot, ["?", "h", "q", "r", "u"])
        await pilot.press("r", "r")
        assert await keys_become(pilot, ["?", "q"])
        assert "Press q to quit." in said(app, "note")


def test_the_latest_news_that_fits_is_shown():
    assert latest_news(["a", "b", "c"], 10, 2) == ["b", "c"]
    assert latest_news(["a", "two lines of it"], 10, 2) == ["two lines of it"]
    assert latest_news(["a", "far more than two lines of it"], 10, 2) == [
        "far more than two lines of it"
    ]


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@pytest.mark.parametrize("players", [2, 4])
async def test_what_happened_is_told_at_every_size_also_at_the_end(
    size: tuple[int, int], players: int
):
    app = at_one_keyboard("knights", players=players)
    async with app.run_test(size=size) as pilot:
        (water,) = app.local_match.match.game.path(app.local_match.match.state, 0)
        await app.touch(water)
        await app.touch(water)
        await pilot.pause()
        note = app.query_one("#note", Static)
        assert "Red steps north into the water, drowns and is out." in said(app, "note")
        assert ("Press q to quit." in said(app, "note")) == (players == 2)
        assert note.size.height >= len(wrap(said(app, "note"), size[0] - 2))


async def test_an_eliminated_player_is_told_so_while_the_others_play_on():
    game = parlour.game("knights")
    seated: list[SeatedPlayer] = [("Ann", None), *((name, Waits()) for name in game.seats[1:])]
    app = BoardApp(LocalMatch(game, seated, seed=1))
    async with app.run_test(size=SMALL) as pilot:
        (water,) = game.path(app.local_match.match.state, 0)
        await app.touch(water)
        await app.touch(water)
        told = said(app, "prompt")
        app.thinking_since = 0.0  # for very long
        app.show_thinking()
        still = said(app, "prompt")
        app.local_match.leave()  # or its thread would be waited for
        await pilot.pause()
        assert told == "You are out. The others play on."
        assert still.startswith("You are out. The others play on. Blue is thinking")


async def test_a_tile_is_named_as_people_write_it():
    app = at_one_keyboard("knights")
    async with app.run_test(size=SMALL):
        await app.touch("r4c3")
        assert said(app, "note").startswith("(4,3)")
        await app.touch("s5")
        assert said(app, "note").startswith("The water")


async def test_what_was_touched_is_named_as_people_write_it():
    app = at_one_keyboard("chessicle")
    async with app.run_test(size=SMALL) as pilot:
        for text in ("P1, H1, P2, H2, P3", "P1, P2, H1, P3, H2"):
            await app.act(app.local_match.match.game.read(app.local_match.match.state, text))
        await app.touch("r3c3")
        assert said(app, "note").startswith("Row 3, column 3: ")
        await app.touch("r1c2")
        await pilot.pause()
        assert said(app, "prompt").endswith("its move. Row 1, column 2")


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_names_a_site_by_what_programs_call_it(slug: str):
    game = parlour.game(slug)
    for cell in game.board().cells:
        assert not re.search(r"r\d+c\d+", game.label(cell.site))
