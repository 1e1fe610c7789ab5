"""Accounts and what they leave behind: signing up and in, the profile, the archive."""

from __future__ import annotations

from playwright.async_api import Page, expect

from tests.hall.running import RunningHall
from tests.web.playing import make_match, take_seat, touch
from tests.web.test_trouble import TINY
from tests.web.visitors import Visitors, barriers, in_browser

pytestmark = in_browser


async def sign_up(page: Page, name: str) -> None:
    await page.goto("/account")
    form = page.locator("form", has=page.get_by_role("heading", name="Create an account"))
    await form.get_by_label("Name").fill(name)
    await form.get_by_label("Password").fill("a long password")
    await form.get_by_role("button", name="Create an account").click()
    await expect(page.locator("h1")).to_have_text(name)


async def test_an_account_is_made_left_and_entered_again(visitors: Visitors, hall: RunningHall):
    page = await visitors.new(hall.address, expected=["403", "401", "/api/sessions"])
    await sign_up(page, "Dora")
    await expect(page.get_by_text("this browser")).to_be_visible()
    assert await barriers(page) == []
    await page.get_by_role("button", name="Sign out").click()
    form = page.locator("form", has=page.get_by_role("heading", name="Sign in"))
    await form.get_by_label("Name").fill("Dora")
    await form.get_by_label("Password").fill("a wrong password")
    await form.get_by_role("button", name="Sign in").click()
    await expect(form.get_by_role("alert")).to_contain_text("There is no account")
    await form.get_by_label("Password").fill("a long password")
    await form.get_by_role("button", name="Sign in").click()
    await expect(page.locator("h1")).to_have_text("Dora")


async def test_an_ended_match_is_in_the_profile_and_in_the_archive(
    visitors: Visitors, hall: RunningHall
):
    links = make_match(hall, TINY)
    emil, ben = await visitors.new(hall.address), await visitors.new(hall.address)
    await sign_up(emil, "Emil")
    await take_seat(emil, links[0])
    await take_seat(ben, links[1], "Ben")
    for page, site in ((emil, "a1"), (ben, "c3")):
        await expect(page.locator(".pb-next").first).to_be_attached()
        await touch(page, site)
    await expect(emil.locator(".moves .move")).to_have_count(2)
    await ben.get_by_role("button", name="Resign").click()
    await ben.get_by_role("dialog").get_by_role("button", name="Resign").click()
    await expect(emil.locator(".prompt.result")).to_contain_text("resigned")
    for path in ("/people/Emil", "/archive?player=Emil&result=won"):
        await emil.goto(path)
        row = emil.locator(".row-link", has_text="Emil")
        await expect(row).to_have_count(1)
        await expect(row).to_contain_text("Ben resigned")
        assert await barriers(emil) == []
    await row.click()
    await expect(emil.locator(".prompt.result")).to_contain_text("resigned")
