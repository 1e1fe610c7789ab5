"""A match on the page: alone against the computer, on a phone, with the keyboard, at one device."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from playwright.async_api import Page, expect

import parlour
from parlour.wire.http_types import NewMatch
from tests.hall.running import RunningHall
from tests.web.playing import is_over, lit, make_match, moves, take_seat, touch
from tests.web.visitors import PHONE, Visitors, barriers, in_browser

pytestmark = in_browser

TINY = parlour.game("brique", size=3, pie=False)
TONES_OF_THE_END = 3
LISTEN = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.tones++;
        return start.apply(this, when);
    };
"""


@cache
def best(line: str) -> tuple[float, int]:
    """What the seat to move can reach on the tiny board, and how."""
    state = TINY.from_line(line)
    seat, found = state.seat, (-2.0, -1)
    for action in state.actions():
        after = state.after(action)
        value = after.payoffs[seat] if after.over else -best(TINY.line(after))[0]
        found = max(found, (value, action))
        if value > 0:
            break
    return found


async def shown_state(page: Page):
    """The position that follows from the list of moves."""
    state = TINY.start()
    for text in await moves(page):
        state.push(TINY.read(state, text))
    return state


async def start_tiny_brique(page: Page, opponent: str) -> None:
    """From the page of the game to a match on the smallest board of interest."""
    await page.goto("/game/brique")
    await page.get_by_text("Settings of the game").click()
    await page.get_by_label("Size").select_option("3")
    await page.get_by_label("Pie rule").uncheck()
    await page.get_by_label(opponent, exact=True).check()
    if opponent == "The computer":
        await page.get_by_label("Strength").select_option("1")
    await page.get_by_role("button", name="Start").click()
    await expect(page.locator(".table")).to_be_visible()


async def test_a_newcomer_beats_level_1_by_clicking(page: Page):
    await start_tiny_brique(page, "The computer")
    for _ in range(9):
        if await is_over(page):
            break
        await expect(
            page.locator(".pb-next").or_(page.locator(".prompt.result")).first
        ).to_be_attached()
        if await is_over(page):
            break
        state = await shown_state(page)
        (site,) = TINY.path(state, best(TINY.line(state))[1])
        count = len(await moves(page))
        await page.locator(f".pb-cell[data-site='{site}']").click()
        await expect(page.locator(".moves .move")).not_to_have_count(count)
    await expect(page.locator(".prompt.result")).to_contain_text("wins")
    await expect(page.locator(".seat.own")).to_contain_text("Winner")
    await page.get_by_role("button", name="Rematch").click()
    await expect(page.locator(".prompt.result")).to_have_count(0)


async def test_on_a_phone_with_a_finger(visitors: Visitors, hall: RunningHall):
    page = await visitors.new(hall.address, viewport=PHONE, has_touch=True, is_mobile=True)
    await start_tiny_brique(page, "People here")
    for site in ("b2", "a1", "b1", "a2", "b3"):
        cell = page.locator(f".pb-cell.pb-next[data-site='{site}']")
        await expect(cell).to_be_attached()
        await cell.tap()
        sure = page.locator(".pb-ask .pb-main")
        if await sure.count():
            await sure.tap()
        await expect(cell).to_have_count(0)
    await expect(page.locator(".prompt.result")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    small = await page.locator("button:visible, a:visible, select:visible").evaluate_all(
        "all => all.filter((e) => !e.closest('.moves, .who, h1'))"
        ".filter((e) => e.getBoundingClientRect().height < 43).map((e) => e.outerHTML)"
    )
    assert small == []


async def test_with_the_keyboard_alone(page: Page):
    await start_tiny_brique(page, "People here")
    await expect(page.locator(".pb-next").first).to_be_attached()
    await page.locator(".pb-cell[tabindex='0']").focus()
    for _ in range(9):
        if await is_over(page):
            break
        count = len(await moves(page))
        await page.keyboard.press("n")
        await page.keyboard.press("Enter")
        await expect(page.locator(".moves .move")).to_have_count(count + 1)
        await expect(page.locator(".pb-next, .prompt.result").first).to_be_attached()
    await expect(page.locator(".prompt.result")).to_be_visible()


async def test_a_move_can_be_typed(page: Page):
    await start_tiny_brique(page, "People here")
    await expect(page.locator(".pb-next").first).to_be_attached()
    await page.keyboard.press("/")
    await page.keyboard.type("b2")
    await page.keyboard.press("Enter")
    await expect(page.locator(".moves .move")).to_have_text(["b2"])
    await page.keyboard.type("b2")
    await page.keyboard.press("Enter")
    await expect(page.locator(".notice.bad")).to_contain_text("there is already a stone")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_match_keeps_nobody_out(visitors: Visitors, hall: RunningHall, scheme: str):
    page = await visitors.new(hall.address, color_scheme=scheme)
    await start_tiny_brique(page, "People here")
    await expect(page.locator(".pb-next").first).to_be_attached()
    await touch(page, "b2")
    await expect(page.locator(".moves .move")).to_have_count(1)
    assert await barriers(page) == []


async def test_two_people_at_one_device_do_not_see_what_is_hidden(page: Page):
    await page.goto("/game/chessicle")
    await page.get_by_text("Settings of the game").click()
    await page.get_by_label("Deployment").select_option("hidden")
    await page.get_by_label("People here").check()
    await page.get_by_role("button", name="Start").click()
    for name in ("P1", "H1", "P2", "H2", "P3"):
        button = page.locator(f".pb-buttons [data-site='{name}']")
        await expect(button).not_to_have_attribute("aria-disabled", "true")
        await button.click()
    await expect(page.locator(".cover")).to_be_visible()
    assert await page.locator(".pb-board:visible").count() == 0
    await page.get_by_role("button", name="I am ready").click()
    await expect(page.locator(".pb-board")).to_be_visible()
    assert await lit(page)


async def test_resigning_asks_twice_and_the_end_is_heard(page: Page):
    await page.add_init_script(LISTEN)
    await start_tiny_brique(page, "People here")
    for site in ("b2", "a1"):
        await expect(page.locator(f".pb-next[data-site='{site}']")).to_be_attached()
        await touch(page, site)
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.locator(".prompt.result")).to_have_count(0)
    await page.get_by_role("button", name="Resign").click()
    await page.evaluate("window.tones = 0")
    await page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    await expect(page.locator(".prompt.result")).to_contain_text("resigned")
    assert await page.evaluate("window.tones") == TONES_OF_THE_END


async def test_a_draw_is_offered_and_accepted(visitors: Visitors, hall: RunningHall):
    links = make_match(hall, NewMatch("feud", {}, ("link", "link")))
    ann, ben = await visitors.new(hall.address), await visitors.new(hall.address)
    await take_seat(ann, links[0], "Ann")
    await take_seat(ben, links[1], "Ben")
    await expect(ann).to_have_title(re.compile("^Your turn: Feud"))
    await expect(ben).to_have_title("Feud · Parlour")
    await ann.get_by_role("button", name="Offer a draw").click()
    await expect(ann.locator(".offers")).to_contain_text("You have offered a draw.")
    await expect(ben.locator(".offers")).to_contain_text("Ann offers a draw.")
    await ben.get_by_role("button", name="Accept").click()
    for page in (ann, ben):
        await expect(page.locator(".prompt.result")).to_contain_text("draw")


async def test_one_goes_through_the_moves_with_keys(page: Page):
    await start_tiny_brique(page, "People here")
    for site in ("b2", "a1", "b1"):
        await expect(page.locator(f".pb-next[data-site='{site}']")).to_be_attached()
        await touch(page, site)
    await expect(page.locator(".moves .move")).to_have_count(3)
    await page.locator("h1 a").focus()
    for key, text in (("Home", "move 0"), ("ArrowRight", "move 1"), ("ArrowRight", "move 2")):
        await page.keyboard.press(key)
        await expect(page.locator(".prompt")).to_contain_text(f"after {text} of 3")
    await expect(page.locator(".pb-piece")).to_have_count(2)
    await page.get_by_role("button", name="Back to the match").click()
    await expect(page.locator(".pb-piece")).to_have_count(3)
    await expect(page.locator(".pb-next").first).to_be_attached()


async def test_a_record_that_somebody_brings_is_replayed(page: Page):
    events = [{"seat": 0, "what": "b2"}, {"seat": 1, "what": "a1"}]
    record = {"parlour": "record 1", "game": "brique", "rules": TINY.version}
    record |= {"players": ["<i>Ann", "Ben"], "settings": {"size": 3, "pie": False}}
    await page.goto("/replay")
    await page.get_by_label("The text of a record").fill(json.dumps({**record, "events": events}))
    await page.get_by_role("button", name="Show").click()
    await expect(page.locator(".moves .move")).to_have_text(["b2", "a1"])
    await expect(page.locator(".seat").first).to_be_visible()
    await page.locator(".moves .move").first.click()
    await expect(page.locator(".pb-piece")).to_have_count(1)
    assert await barriers(page) == []
