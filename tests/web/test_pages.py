"""Every kind of page: it opens, fits small screens, and keeps nobody out."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.hall.running import RunningHall
from tests.web.visitors import PHONE, Visitors, barriers, in_browser

pytestmark = in_browser

PAGES = (
    "/",
    "/game/feud",
    "/game/chess",
    "/lobby",
    "/archive",
    "/match/0123456789",
    "/replay",
    "/account",
    "/settings",
)


async def test_the_games_are_on_the_first_page_with_their_boards(page: Page, hall: RunningHall):
    games = hall.http_client().games()
    await page.goto("/")
    cards = page.locator("article.game:has(parlour-board)")
    await expect(cards).to_have_count(len(games))
    await expect(cards.locator("h2")).to_have_text([game.title for game in games])
    await expect(cards.first.locator("svg .pb-cell").first).to_be_attached()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_page_keeps_anybody_out(visitors: Visitors, hall: RunningHall, scheme: str):
    page = await visitors.new(
        hall.address, color_scheme=scheme, expected=["/api/games/chess", "404"]
    )
    for path in PAGES:
        await page.goto(path)
        await expect(page.locator("main h1").first).to_be_attached()
        assert await barriers(page) == [], path


async def test_every_page_fits_a_small_phone(visitors: Visitors, hall: RunningHall):
    page = await visitors.new(hall.address, viewport=PHONE, expected=["/api/games/chess", "404"])
    for path in PAGES:
        await page.goto(path)
        await expect(page.locator("main h1").first).to_be_attached()
        await page.wait_for_load_state("networkidle")
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


async def test_a_link_to_a_match_that_is_not_there_says_so(page: Page):
    await page.goto("/match/0123456789")
    await expect(page.locator("h1")).to_have_text("There is no such match")
    await page.get_by_role("link", name="To the games").click()
    await expect(page).to_have_title("Parlour")
    await expect(page.locator("article.game").first).to_be_visible()


async def test_the_rules_are_a_page_with_their_pictures(page: Page):
    await page.goto("/game/knights")
    rules = page.locator("article.rules")
    await expect(rules.get_by_role("heading", name="A turn")).to_be_visible()
    await expect(rules.locator("figure img").first).to_have_js_property("complete", True)
    await expect(rules.get_by_role("cell", name="A axe")).to_be_visible()


async def test_a_picture_of_the_rules_becomes_a_board_to_touch(page: Page):
    await page.goto("/game/brique")
    figure = page.locator("figure", has_text="c3 also fills b3 and c4")
    await figure.get_by_role("button", name="Try this position").click()
    await expect(figure.locator(".pb-piece")).to_have_count(2)
    await figure.locator(".pb-cell.pb-next[data-site='c3']").click()
    await expect(figure.locator(".pb-piece")).to_have_count(5)
    await figure.get_by_role("button", name="Take back").click()
    await expect(figure.locator(".pb-piece")).to_have_count(2)


async def test_what_one_chooses_in_the_settings_stays(page: Page):
    await page.goto("/settings")
    await page.get_by_label("Dark").check()
    await page.get_by_label("Sounds").uncheck()
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(page.get_by_label("Dark")).to_be_checked()
    await expect(page.get_by_label("Sounds")).not_to_be_checked()


async def test_back_and_forward_go_through_the_pages(page: Page):
    await page.goto("/")
    await page.get_by_role("link", name="Lobby", exact=True).click()
    await expect(page).to_have_title("Lobby · Parlour")
    await page.go_back()
    await expect(page.locator("article.game").first).to_be_visible()
    await page.go_forward()
    await expect(page.get_by_role("heading", name="Open matches")).to_be_visible()


async def test_the_first_page_weighs_less_than_150_kilobytes(page: Page):
    sizes = "performance.getEntries().map((entry) => [entry.name, entry.transferSize ?? 0])"
    await page.goto("/")
    await expect(page.locator("article.game parlour-board svg").first).to_be_visible()
    await page.wait_for_load_state("networkidle")
    pictures = (".svg", "/api/plies")  # also the positions on the little boards
    weights = [size for name, size in await page.evaluate(sizes) if not name.endswith(pictures)]
    assert len(weights) > 30
    assert sum(weights) < 150_000
