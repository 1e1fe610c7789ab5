"""How tests play on the page: they touch what is lit, and read what the page shows."""

from __future__ import annotations

from random import Random

from playwright.async_api import Page, expect

from parlour.wire.http_types import NewMatch
from tests.hall.running import RunningHall

BUTTON = ".pb-buttons button:not([aria-disabled='true'], [aria-pressed='true'])"
LIT = f".pb-cell.pb-next, {BUTTON}"


def make_match(hall: RunningHall, new_match: NewMatch) -> list[str]:
    """A new match made by somebody else; the paths of the links to its seats."""
    links = [str(link) for link in hall.small_match(new_match)]
    return [link.removeprefix(hall.address) for link in links]


def watching(path: str) -> str:
    """The link to watch, from one to a seat."""
    return path.partition(".")[0]


async def take_seat(page: Page, path: str, name: str = "") -> None:
    """Follow a link to a seat and sit down."""
    await page.goto(path)
    sit = page.get_by_role("button", name="Take the seat")
    if name:
        await page.get_by_label("Your name").fill(name)
    await sit.click()
    await expect(sit).to_have_count(0)


async def lit(page: Page) -> list[str]:
    """The sites and buttons that may be touched now."""
    return await page.locator(LIT).evaluate_all("all => all.map((each) => each.dataset.site)")


async def touch(page: Page, site: str) -> None:
    """Touch a site, if it is still lit, as somebody does whose screen reader clicks."""
    click = "([lit, site]) => [...document.querySelectorAll(lit)]"
    click += ".find((each) => each.dataset.site === site)"
    click += "?.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    await page.evaluate(click, [LIT, site])


async def touch_any(page: Page, rng: Random, last: tuple[str, ...] = ()) -> bool:
    """Touch one of the sites that are lit, if any: preferably one of `last`. Dangerous
    moves are mostly taken back."""
    answers = page.locator(".pb-dialog .pb-button")
    if await answers.count():
        await answers.nth(int(rng.random() < 0.2)).click()
        return True
    sites = await lit(page)
    if not sites:
        return False
    wanted = [site for site in sites if site in last] if rng.random() < 0.5 else []
    await touch(page, rng.choice(wanted or sites))
    return True


async def is_over(page: Page) -> bool:
    return await page.locator(".prompt.result").count() > 0


async def at_rest(page: Page) -> None:
    """Wait until the board has shown everything that happened."""
    await page.wait_for_function("() => document.getAnimations().length === 0")


async def moves(page: Page) -> list[str]:
    """The list of moves as it is shown."""
    return await page.locator(".moves .move").all_inner_texts()


async def position(page: Page) -> list[str]:
    """What the board says of each field."""
    return sorted(
        await page.locator(".pb-cell").evaluate_all("all => all.map((each) => each.ariaLabel)")
    )
