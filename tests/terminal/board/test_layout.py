"""The full-screen board at every size: nothing is cut off, hidden or beyond the screen."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static
from textual.widgets._footer import FooterKey

import parlour
from parlour.terminal.board.action_log import ActionLog
from parlour.terminal.board.board_app import BoardApp
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer
from tests.terminal.board.boards import SLUGS, SMALL, at_one_keyboard, said, shown


@pytest.mark.parametrize("slug", SLUGS)
async def test_every_game_fits_80_by_24_and_larger_screens(slug: str):
    for size in (SMALL, (100, 40), (200, 60), (40, 12)):
        app = at_one_keyboard(slug)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            lines = shown(app).rstrip("\n").splitlines()
            if size != (40, 12):
                widget = app.query_one(BoardWidget)
                assert max(map(len, lines)) <= widget.size.width
                assert len(lines) <= widget.size.height


@pytest.mark.parametrize("size", [(60, 20), SMALL, (120, 40)])
@pytest.mark.parametrize("slug", SLUGS)
async def test_the_cells_keep_their_size_whatever_is_said_below_them(
    slug: str, size: tuple[int, int]
):
    """A hint made the cells smaller, the next touch made them larger, and a click went astray."""
    app, rng = at_one_keyboard(slug), Random(4)
    sizes: set[tuple[int, int]] = set()
    async with app.run_test(size=size) as pilot:
        for text in ("", "A hint that takes more than one line on a small screen. " * 3) * 8:
            app.show_message(text)
            await pilot.pause()
            grid = app.query_one(BoardWidget).grid()
            sizes.add((grid.cell_width, grid.cell_height))
            if not (selectable := app.paths().next(app.touched)):
                break
            await app.touch(rng.choice(selectable))
    assert len(sizes) == 1


async def test_a_screen_that_grows_has_wide_panels_at_once():
    app = at_one_keyboard("knights")
    async with app.run_test(size=(60, 20)) as pilot:
        narrow = app.query_one("#side").size.width
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.query_one("#side").size.width > narrow


async def test_what_colour_says_of_a_cell_is_said_by_a_sign_too():
    app = at_one_keyboard("feud")
    async with app.run_test(size=(120, 40)):
        for site in ("C1", "C2", "A1", "A3", "C2", "C3"):
            await app.touch(site)
        assert shown(app).count("*") == 2  # the swap
        assert shown(app).count("·") == len(set(app.paths().next()) - {"skip"}) > 0
        await app.touch("D3")
        assert shown(app).count("»") == 1
        assert shown(app).count("·") == len(app.paths().next(("D3",))) > 0


async def test_water_is_seen_without_colours():
    app = at_one_keyboard("knights")
    async with app.run_test(size=SMALL):
        assert shown(app).count("≈") == 32 - 2  # two of them may be stepped onto, and light up


async def test_many_counters_stay_under_their_name():
    app = at_one_keyboard("turncoat")
    async with app.run_test(size=SMALL):
        lines = said(app, "panels").splitlines()
        names = [line for line in lines if "Player" in line]
        assert len(names) == 2
        assert all(line.startswith("    ") for line in lines if line not in names)
        assert all(len(line) <= 26 for line in lines)
        assert any("Blocks\u00a01" in line for line in lines)


async def test_names_are_text_and_not_markup():
    game = parlour.game("brique", size=3)
    seated: list[SeatedPlayer] = [("[bold]Ann[/bold]", None), ("[x", None)]
    app = BoardApp(LocalMatch(game, seated))
    async with app.run_test(size=SMALL):
        assert "[bold]Ann[/bold]" in said(app, "panels")
        assert said(app, "status") == "It is [bold]Ann[/bold]'s turn."


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_the_label_of_a_row_stands_on_the_line_of_its_pieces(size: tuple[int, int]):
    app = at_one_keyboard("brique", size=15, pie=False)
    async with app.run_test(size=size):
        await app.touch("h8")
        (line,) = (line for line in shown(app).splitlines()[1:-1] if "B" in line)
        assert line.lstrip("W ").split()[0] == "8"


async def test_a_board_that_does_not_fit_says_where_there_is_more_and_follows_the_cursor():
    app = at_one_keyboard("brique", size=19, pie=False)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press(*["up"] * 9)
        lines = shown(app).splitlines()
        assert lines[1].split()[0] == "W19"
        assert "↓" in lines[-2]
        assert "↑" not in shown(app)
        await pilot.press(*["down"] * 18, "enter")
        lines = shown(app).splitlines()
        assert "↑" in lines[1]
        assert lines[-2].startswith("W 1 ")
        assert "↓" not in shown(app)
        assert app.local_match.match.events[-1].what == "j1"


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("size", [(60, 20), SMALL])
async def test_no_button_and_no_key_is_beyond_the_screen(slug: str, size: tuple[int, int]):
    app, rng = at_one_keyboard(slug), Random(5)
    async with app.run_test(size=size) as pilot:
        for _ in range(25):
            if not (selectable := app.paths().next(app.touched)):
                break
            await app.touch(rng.choice(selectable))
            await pilot.pause()
            for widget in (*app.query(Button), *app.query(FooterKey)):
                for _ in range(100):
                    if widget.region.height or not widget.is_attached:
                        break  # it has been placed, or another has taken its place
                    await pilot.pause(0.02)
                assert widget.region.right <= size[0], widget
                assert widget.region.height == 1 or not widget.is_attached, widget


async def test_nobody_is_missing_beside_the_board_of_four_on_a_small_screen():
    app = at_one_keyboard("turncoat", map="court")
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        beside = app.query_one("#panels", Static)
        names = [line for line in said(app, "panels").splitlines() if "Player" in line]
        assert len(names) == 4
        assert beside.region.bottom <= app.query_one("#below").region.y
        assert len(said(app, "panels").splitlines()) <= beside.size.height


async def test_tab_leads_nowhere_where_there_is_no_button():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("tab")
        assert app.focused is app.query_one(BoardWidget)


# ---- the list of actions ------------------------------------------------------------------------


def listed(app: BoardApp) -> str:
    """The actions that are in sight, their words as they are broken into lines."""
    log = app.query_one(ActionLog)
    lines = [log.render_line(y).text for y in range(log.scrollable_content_region.height)]
    return " ".join(" ".join(lines).split())


async def until_listed(pilot: Pilot[None], app: BoardApp, text: str) -> None:
    for _ in range(200):
        if text in listed(app):
            return
        await pilot.pause(0.02)
    raise AssertionError(f"{text} is not in {listed(app)}")


async def play_turncoat(app: BoardApp) -> None:
    for text in ("place e6", "guard b3 c3", "end", "spawn i5 paver", "spawn i2 fighter"):
        match = app.local_match.match
        await app.act(match.game.read(match.state, text))


async def test_the_latest_action_is_in_sight_where_buttons_take_room():
    app, rng = at_one_keyboard("turncoat"), Random(5)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        while len(app.local_match.match.events) < 20 or len(app.query(Button)) < 3:
            await app.act(rng.choice(app.local_match.match.state.actions()))
        await until_listed(pilot, app, f"{len(app.local_match.match.events)}. ")


async def test_of_a_resumed_match_the_latest_action_is_in_sight():
    local_match, rng = at_one_keyboard("turncoat").local_match, Random(5)
    while len(local_match.match.events) < 30 or len(local_match.match.state.actions()) > 5:
        local_match.act(local_match.match.state.seat, rng.choice(local_match.match.state.actions()))
    app = BoardApp(local_match)
    async with app.run_test(size=SMALL) as pilot:
        await until_listed(pilot, app, f"{len(local_match.match.events)}. ")


async def test_listed_actions_are_read_whole_when_the_screen_has_become_smaller():
    app = at_one_keyboard("turncoat")
    async with app.run_test(size=(120, 40)) as pilot:
        await play_turncoat(app)
        await until_listed(pilot, app, "5. spawn i2 fighter")
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        await until_listed(pilot, app, "5. spawn i2 fighter")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        await until_listed(pilot, app, "1. place e6 2. guard b3 c3 3. end")


async def test_a_button_that_is_gone_stays_gone_however_news_come_in():
    """The board showed the question of the pie rule after it was answered, if only the answer of
    the server came while the buttons were drawn."""
    app = at_one_keyboard("brique", size=3)
    async with app.run_test(size=SMALL):
        await app.touch("b2")
        assert len(app.query(Button)) == 2
        drawing = asyncio.ensure_future(app.show())
        await asyncio.sleep(0)
        match = app.local_match.match
        match.act(1, "keep")
        await app.show()
        await drawing
        assert not app.query(Button)
