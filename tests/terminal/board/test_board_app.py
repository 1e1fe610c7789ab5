"""Playing on the full-screen board, driven by keys and mouse as a person would."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from textual.widgets import Button

import parlour
from parlour.players.player import RandomPlayer
from parlour.table.state import CHANCE
from parlour.terminal.board.board_app import BoardApp
from parlour.terminal.board.text_page import TextPage
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer
from tests.terminal.board.boards import SLUGS, SMALL, at_one_keyboard, said, shown


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


async def test_the_message_about_a_wrong_site_disappears_after_a_right_one():
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


async def test_resigning_clears_an_earlier_message():
    app = at_one_keyboard("brique", size=3, pie=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter", "u")
        assert said(app, "note") == "Taken back."
        await pilot.press("r", "r")
        assert said(app, "note") == "The match is over. Press q to quit."


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


async def test_the_rulebook_opens_and_closes():
    app = at_one_keyboard("brique")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, TextPage)
        await pilot.press("escape")
        assert not isinstance(app.screen, TextPage)


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


async def test_a_step_into_the_water_has_to_be_chosen_twice():
    """One wrong key drowned a knight without a warning."""
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
async def test_another_key_in_between_cancels_the_warning(key: str):
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
