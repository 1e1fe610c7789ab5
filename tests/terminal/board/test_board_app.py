"""The full-screen board, driven by keys and mouse as a person would."""

from __future__ import annotations

import asyncio
import re
from random import Random
from textwrap import wrap
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static
from textual.widgets._footer import FooterKey

import parlour
from parlour.players.player import RandomPlayer
from parlour.players.search_result import Limits
from parlour.table.state import CHANCE, State
from parlour.terminal.board.action_log import ActionLog
from parlour.terminal.board.board_app import BoardApp
from parlour.terminal.board.full_screen import latest_news
from parlour.terminal.board.text_page import TextPage
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer, people_everywhere

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


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_whole_match_of_every_game_is_played_by_touching_sites(slug: str):
    """Every action is made site by site, as it lights up; random, to the end or for a while."""
    app, rng = at_one_keyboard(slug), Random(3)
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(60):
            match = app.local_match.match
            if match.outcome is not None:
                break
            if match.state.seat == CHANCE:
                await pilot.pause(0.05)
                continue
            selectable = app.paths().next(app.touched)
            assert selectable, "somebody has to act, and nothing is selectable"
            drawn = {cell.site for cell in match.game.board().cells}
            site = rng.choice(selectable)
            if site not in drawn:
                buttons = {button.name for button in app.query(Button)}
                assert site in buttons
            await app.touch(site)
        assert len(app.local_match.match.events) > 3
        assert app.local_match.match.record().last() == app.local_match.match.state


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


async def test_arrows_and_enter_place_a_stone():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")  # the cursor starts in the middle
        assert app.local_match.match.events[-1].what == "b2"
        await pilot.press("right", "up", "enter")
        assert app.local_match.match.events[-1].what == "c3"
        assert "[B]" in shown(app)
        assert "(W)" in shown(app)


async def test_a_click_places_a_stone():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        grid = app.query_one(BoardWidget).grid()
        await pilot.click(BoardWidget, offset=(grid.left + 1, 2))
        assert app.local_match.match.events[-1].what == "a3"


async def test_the_pie_question_is_answered_by_a_button():
    app = at_one_keyboard("brique", size=3)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        assert [button.name for button in app.query(Button)] == ["keep", "swap"]
        await pilot.click("#buttons Button")
        assert app.local_match.match.events[-1].what == "keep"


async def test_a_wrong_site_is_answered_and_the_turn_is_kept():
    app = at_one_keyboard("chessicle")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")  # the middle of the board, while characters are deployed
        assert said(app, "note") == "Row 3, column 3: you cannot use this now."
        assert not app.local_match.match.events


async def test_what_was_said_of_a_wrong_site_is_gone_after_a_right_one():
    app = at_one_keyboard("chessicle")
    async with app.run_test(size=SMALL) as pilot:
        await app.touch("r3c3")
        await app.touch("P1")
        assert said(app, "note") == ""
        for key in ("u", "escape"):
            await app.touch("r3c3")
            assert "you cannot use this now" in said(app, "note")
            await pilot.press(key)
            assert said(app, "note") == ""
            await app.touch("P1")


async def test_one_who_resigns_is_not_told_of_what_was_taken_back_before():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter", "u")
        assert said(app, "note") == "Taken back."
        await pilot.press("r", "r")
        assert said(app, "note") == "The match is over. Press q to quit."


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


async def test_escape_forgets_what_was_touched_and_undo_takes_a_move_back():
    app = at_one_keyboard("chessicle")
    async with app.run_test(size=SMALL) as pilot:
        await app.touch("P1")
        await app.touch("H1")
        assert app.touched == ("P1", "H1")
        await pilot.press("u")
        assert app.touched == ("P1",)
        await pilot.press("escape")
        assert app.touched == ()
        for site in ("P1", "P2", "P3", "H1", "H2"):
            await app.touch(site)
        assert len(app.local_match.match.events) == 1
        await pilot.press("u")
        assert not app.local_match.match.events


async def test_hidden_deployment_is_hidden_until_the_next_person_sits_down():
    app = at_one_keyboard("chessicle", deployment="hidden")
    async with app.run_test(size=SMALL):
        assert "A: take the keyboard" in said(app, "note")
        await app.touch("r1c1")  # A sits down
        for site in ("P1", "P2", "P3", "H1", "H2"):
            await app.touch(site)
        assert "P1" not in shown(app)  # B may look now, and sees nothing of A's row
        assert "?" in shown(app)
        assert said(app, "status") == "It is B's turn."


async def test_a_computer_answers_by_itself():
    game = parlour.game("brique", size=3, pie=False)
    seated: list[SeatedPlayer] = [("Ann", None), ("random", RandomPlayer(1))]
    app = BoardApp(LocalMatch(game, seated, seed=1))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        for _ in range(100):
            if len(app.local_match.match.events) >= 2:
                break
            await asyncio.sleep(0.02)
        assert [event.seat for event in app.local_match.match.events] == [0, 1]


async def test_resigning_takes_two_keys_and_the_end_is_said():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r")
        assert app.local_match.match.outcome is None
        await pilot.press("r")
        assert said(app, "status") == "Player 1 resigned: Player 2 wins."


async def test_another_answer_takes_back_the_question_whether_to_resign():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r", "h")
        await app.workers.wait_for_complete()
        await pilot.press("r")
        assert app.local_match.match.outcome is None
        assert said(app, "note") == "Press r again to resign."


async def test_a_screen_that_grows_has_wide_panels_at_once():
    app = at_one_keyboard("knights")
    async with app.run_test(size=(60, 20)) as pilot:
        narrow = app.query_one("#side").size.width
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.query_one("#side").size.width > narrow


async def test_the_rulebook_opens_and_closes():
    app = at_one_keyboard("brique")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, TextPage)
        await pilot.press("escape")
        assert not isinstance(app.screen, TextPage)


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
        assert any("blocks\u00a01" in line for line in lines)


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


async def test_what_happened_is_said_and_not_only_listed():
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


async def test_who_is_out_is_told_so():
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


async def test_h_gives_a_hint():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "would play b2, which wins by force" in said(app, "note")


async def test_a_hint_is_shown_on_the_board_until_something_is_done():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("left", "h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        board = app.query_one(BoardWidget)
        assert board.hinted == ("b2",)
        assert shown(app).count("?") == 1
        await pilot.press("enter")
        assert board.hinted == ()
        assert "?" not in shown(app)


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


async def test_a_step_into_the_water_has_to_be_chosen_twice():
    """Knights drowned whoever pressed one wrong key, and the board said nothing."""
    app = at_one_keyboard("knights")
    async with app.run_test(size=SMALL) as pilot:
        match = app.local_match.match
        (water,) = match.game.path(match.state, 0)
        (safe,) = match.game.path(match.state, 1)
        await app.touch(water)
        await pilot.pause()
        assert not match.events
        assert "you would drown and be out. Choose the same move again" in said(app, "note")
        await app.touch(safe)
        await app.touch(match.game.path(match.state, 1)[0])  # Blue's, which is safe
        assert len(match.events) == 2
        (water,) = match.game.path(match.state, 1)
        await app.touch(water)
        assert len(match.events) == 2
        await app.touch(water)
        await pilot.pause()
        assert len(match.events) == 3
        assert "Green steps east into the water, drowns and is out" in said(app, "note")


@pytest.mark.parametrize("key", ["h", "r"])
async def test_what_is_said_in_between_takes_the_warning_back(key: str):
    app = at_one_keyboard("knights", players=2)
    async with app.run_test(size=SMALL) as pilot:
        match = app.local_match.match
        (water,) = match.game.path(match.state, 0)
        await app.touch(water)
        await pilot.press(key)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "you would drown" not in said(app, "note")
        await app.touch(water)
        assert not match.events
        assert "you would drown" in said(app, "note")


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


async def test_who_is_out_is_told_so_while_the_others_play_on():
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
