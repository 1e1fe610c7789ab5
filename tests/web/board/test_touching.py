"""People act on the board of the page: with the mouse, with keys and with fingers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hall.running import RunningHall
from tests.play import AnyGame
from tests.web.board.board_page import BoardPage, open_board
from tests.web.board.positions import Position, position
from tests.web.visitors import Visitors, in_browser

pytestmark = in_browser

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


async def a_duel(visitors: Visitors, hall: RunningHall, **options: Any) -> BoardPage:
    """Feud in its first position but one: two touches swap neighbours."""
    board = await open_board(visitors, hall, "feud", **options)
    await board.show(position(board.game, 2))
    return board


def a_swap(there: Position) -> tuple[str, str]:
    """The first two sites that are a complete path."""
    return next(
        (start, end)
        for start, ends in there.paths.items()
        if isinstance(ends, dict)
        for end, action in ends.items()
        if isinstance(action, int)
    )


async def test_two_clicks_play_an_action(visitors: Visitors, hall: RunningHall):
    board = await a_duel(visitors, hall)
    there = position(board.game, 2)
    start, end = a_swap(there)
    await board.click(start)
    assert await board.lit() == there.paths[start].keys()
    assert await board.page.locator(".pb-touched").get_attribute("d") != ""
    await board.click(end)
    assert await board.acts() == [{"action": there.paths[start][end], "path": [start, end]}]
    assert await board.lit() == set()


async def test_a_second_click_on_a_site_takes_it_back(visitors: Visitors, hall: RunningHall):
    board = await a_duel(visitors, hall)
    there = position(board.game, 2)
    start, _ = a_swap(there)
    await board.click(start)
    await board.click(start)
    assert await board.lit() == there.paths.keys() - {"skip"}
    assert await board.acts() == []
    assert await board.ask("window.previews") == [[start], None]


async def test_a_drag_plays_an_action(visitors: Visitors, hall: RunningHall):
    board = await a_duel(visitors, hall)
    there = position(board.game, 2)
    start, end = a_swap(there)
    await board.drag(start, end)
    assert [act["path"] for act in await board.acts()] == [[start, end]]


async def test_a_drag_to_nowhere_plays_nothing(visitors: Visitors, hall: RunningHall):
    board = await a_duel(visitors, hall)
    start, _ = a_swap(position(board.game, 2))
    await board.page.mouse.move(*await board.middle(start))
    await board.page.mouse.down()
    await board.page.mouse.move(3, 3, steps=4)
    await board.page.mouse.up()
    assert await board.acts() == []
    assert await board.ask("document.querySelectorAll('.pb-carried').length") == 0


@pytest.mark.parametrize("slug", ["feud", "brique", "knights"])
async def test_the_keyboard_alone_plays_an_action(slug: str, visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, slug)
    there = position(board.game, 4)
    await board.show(there)
    press = board.page.keyboard.press
    await press("Tab")
    branch: Any = there.paths
    sites: list[str] = []
    while isinstance(branch, dict):
        lit = await board.lit()
        site = next(each for each in branch if each in lit)
        await go_to(board, site)
        assert await board.page.locator(".pb-cursor-inner").count() == 1  # the focus is visible
        await press("Enter")
        sites.append(site)
        branch = branch[site]
    if await board.page.get_by_role("alertdialog").count():
        await board.page.get_by_role("button", name="Play").press("Enter")
        await closed(board)
    assert await board.acts() == [{"action": branch, "path": sites}]


async def go_to(board: BoardPage, site: str) -> None:
    """Move the cursor to a cell with arrows: first to its row, then along it."""
    cells = {cell.site: (cell.x, cell.y) for cell in board.game.board().cells}
    for _ in range(80):
        here = await board.ask("document.activeElement.dataset.site")
        if here == site:
            return
        (x, y), (to_x, to_y) = cells[here], cells[site]
        if y != to_y:
            key = "ArrowDown" if to_y > y else "ArrowUp"
        else:
            key = "ArrowRight" if to_x > x else "ArrowLeft"
        await board.page.keyboard.press(key)
    raise AssertionError(f"the cursor does not reach {site}")


async def test_keys_for_the_ends_of_a_row_and_for_legal_sites(
    visitors: Visitors, hall: RunningHall
):
    board = await a_duel(visitors, hall)
    lit = await board.lit()
    press, here = board.page.keyboard.press, "document.activeElement.dataset.site"
    await press("Tab")
    await press("Home")
    first = await board.ask(here)
    await press("End")
    assert (first[0], (await board.ask(here))[0]) == ("A", "D")
    await press("n")
    assert await board.ask(here) in lit


async def test_escape_clears_the_path_and_backspace_takes_a_step_back(
    visitors: Visitors, hall: RunningHall
):
    board = await a_duel(visitors, hall)
    start, _ = a_swap(position(board.game, 2))
    lit = await board.lit()
    for key in ("Escape", "Backspace"):
        await board.click(start)
        assert await board.lit() != lit
        await board.page.locator(f".pb-cell[data-site='{start}']").press(key)
        assert await board.lit() == lit


async def test_a_pointer_that_rests_asks_for_a_preview_and_tells_what_is_there(
    visitors: Visitors, hall: RunningHall
):
    board = await a_duel(visitors, hall)
    start, _ = a_swap(position(board.game, 2))
    await board.page.mouse.move(*await board.middle(start))
    cell = board.page.locator(f".pb-cell[data-site='{start}']")
    words = await cell.locator("title").text_content()
    assert words is not None
    label, about = words.split("\n")
    assert label == await cell.get_attribute("aria-label")
    assert about.endswith(".")
    await board.page.wait_for_function("() => window.previews.length > 0")
    assert await board.ask("window.previews") == [[start]]


# ---- dangers and confirmations -------------------------------------------------------------------


def drowning(game: AnyGame) -> tuple[Position, str, int]:
    """A position with a dangerous touch, which site that is, and the action."""
    there = position(game, 1)
    return next(
        (there, site, action)
        for site, action in there.paths.items()
        if str(action) in there.dangers
    )


async def closed(board: BoardPage) -> None:
    """The dialog has closed, and its answer has been heard."""
    await board.page.locator(".pb-dialog").wait_for(state="detached")


async def test_a_dangerous_touch_is_marked_and_asked_for(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "knights")
    there, site, action = drowning(board.game)
    await board.show(there._replace(view=there.view | {"marks": []}))
    assert await board.page.locator(f"[data-lit='{site}'] .pb-alarm").count() == 1
    dialog = board.page.get_by_role("alertdialog")
    await board.click(site)
    words = await dialog.text_content()
    assert words is not None
    assert "drown" in words
    await dialog.get_by_role("button", name="Take back").click()
    await closed(board)
    assert await board.acts() == []
    await board.click(site)
    await dialog.get_by_role("button", name="Play").click()
    await closed(board)
    assert await board.acts() == [{"action": action, "path": [site]}]


async def test_escape_answers_the_dialog_with_no(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "knights")
    there, site, _ = drowning(board.game)
    await board.show(there)
    await board.click(site)
    await board.page.keyboard.press("Escape")
    await closed(board)
    assert await board.acts() == []
    assert site in await board.lit()


async def test_who_wants_to_confirm_every_move_is_asked_below_the_board(
    visitors: Visitors, hall: RunningHall
):
    board = await a_duel(visitors, hall)
    start, end = a_swap(position(board.game, 2))
    await board.ask("board.confirm = true")
    await board.click(start)
    await board.click(end)
    assert await board.acts() == []
    await board.page.get_by_role("button", name="Play").click()
    assert [act["path"] for act in await board.acts()] == [[start, end]]


async def test_a_typed_move_is_walked(visitors: Visitors, hall: RunningHall):
    board = await a_duel(visitors, hall)
    start, end = a_swap(position(board.game, 2))
    assert await board.ask("board.walk(['A1', 'A1', 'A1'])") is False
    assert await board.ask(f"board.walk(['{start}', '{end}'])") is True
    assert [act["path"] for act in await board.acts()] == [[start, end]]


async def test_buttons_of_the_position_are_touched_like_cells(
    visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, "brique")
    there = position(board.game, 1)
    await board.show(there)
    names = [button["label"] for button in there.view["buttons"]]
    assert len(names) == 2
    button = there.view["buttons"][0]["site"]
    await board.page.locator(f".pb-button[data-site='{button}']").click()
    assert await board.acts() == [{"action": there.paths[button], "path": [button]}]


# ---- fingers -------------------------------------------------------------------------------------


async def test_a_finger_on_small_cells_is_asked_whether_it_is_the_right_one(
    visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, "brique", **PHONE)
    there = position(board.game, 6)
    await board.show(there)
    site = next(iter(there.paths))
    await board.page.touchscreen.tap(*await board.middle(site))
    assert await board.acts() == []
    choose = board.page.get_by_role("button", name=f"Choose {site}")
    box = await choose.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    await choose.tap()
    assert await board.acts() == [{"action": there.paths[site], "path": [site]}]


async def test_a_finger_beside_the_only_legal_site_touches_it(
    visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, "brique", **PHONE)
    there = position(board.game, 6)
    site = "h8" if "h8" in there.paths else "i9"
    await board.show(there._replace(paths={site: 7}))
    x, y = await board.middle(site)
    await board.page.touchscreen.tap(x + 20, y - 20)
    assert await board.acts() == [{"action": 7, "path": [site]}]


async def test_a_pressed_finger_has_a_magnifier(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "brique", **PHONE)
    there = position(board.game, 6)
    await board.show(there)
    site = next(iter(there.paths))
    x, y = await board.middle(site)
    devtools = await board.page.context.new_cdp_session(board.page)
    point = [{"x": x + 60, "y": y + 60}]
    await devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    assert await board.page.locator(".pb-loupe").is_visible()
    await board.page.wait_for_timeout(400)
    point = [{"x": x, "y": y}]
    await devtools.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": point})
    await devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert await board.acts() == [{"action": there.paths[site], "path": [site]}]
    assert await board.page.locator(".pb-loupe").count() == 0
