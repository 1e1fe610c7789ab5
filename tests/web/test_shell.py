"""The shell of the page: what every address answers with, and what it holds to."""

from __future__ import annotations

from playwright.async_api import Page, expect

from tests.hall.running import RunningHall
from tests.web.visitors import Visitors, in_browser

pytestmark = in_browser


async def test_the_root_is_a_page(page: Page):
    await page.goto("/")
    await expect(page).to_have_title("Parlour")


async def test_a_fault_on_a_page_fails_the_test(visitors: Visitors, hall: RunningHall):
    page = await visitors.new(hall.address)
    await page.goto("/")
    await page.evaluate("console.error('broken')")
    await page.evaluate("() => fetch('/nowhere').then(() => 0, () => 0)")
    told, visitors.faults = visitors.faults, []
    assert any("broken" in fault for fault in told)
    assert any("nowhere" in fault for fault in told)
