"""A link to send: beside it is its QR code."""

from __future__ import annotations

from playwright.async_api import Page, expect

from tests.web.visitors import in_browser

pytestmark = in_browser

SHOW = """async () => {
  const { linkBox } = await import("/web/parts/invite.js");
  const link = `${location.origin}/#d18f69e54e.IUKRptqyP1vuYtXhPv34YA`;
  document.querySelector("main").replaceChildren(linkBox(link, "Link"));
}"""


async def test_a_link_comes_with_its_code_which_the_page_draws_itself(page: Page):
    await page.goto("/")
    asked: list[str] = []
    await page.evaluate("() => import('/web/parts/invite.js')")
    page.on("request", lambda request: asked.append(request.url))
    await page.evaluate(SHOW)
    code = page.get_by_role("img", name="Scan this code with a phone to open the link.")
    await expect(code).to_be_visible()
    assert await code.locator("path").get_attribute("d")
    assert [address for address in asked if "IUKR" in address] == []
