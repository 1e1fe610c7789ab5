"""People in front of browsers, each with cookies and storage of their own."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, BrowserContext, Page, Request, Response

from tests import ROOT

in_browser = pytest.mark.asyncio(loop_scope="session")

LAN_HOST = "hall.example"
"""A name of this machine that browsers do not trust as they trust `localhost`: what they keep for
it is what they keep for any address in a local network."""

FLAGS = [
    f"--host-resolver-rules=MAP {LAN_HOST} 127.0.0.1",
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 320, "height": 640}
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def chromium() -> str:
    """Debian's Chromium; playwright brings no browser of its own here."""
    found = shutil.which("chromium")
    assert found, "The tests of the page need a browser: install chromium."
    return found


class Visitors:
    """Opens pages and collects what goes wrong on them, of which the test is told at the end."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    async def new(self, address: str, *, expected: Collection[str] = (), **options: Any) -> Page:
        """The page of a new visitor of the hall at an address. A fault with one of the `expected`
        texts in it is none."""
        usual = {"viewport": DESK, "locale": "en-GB", "service_workers": "block"}
        options = {**usual, **options}
        context = await self._browser.new_context(base_url=address, **options)
        context.set_default_timeout(10_000)
        self._contexts.append(context)
        return await self.again(context, expected)

    async def again(self, context: BrowserContext, expected: Collection[str] = ()) -> Page:
        """Another tab of the same visitor."""
        page = await context.new_page()
        self._watch(page, expected)
        return page

    def _watch(self, page: Page, expected: Collection[str]) -> None:
        def note(fault: str) -> None:
            if not any(text in fault for text in expected):
                self.faults.append(fault)

        def response(response: Response) -> None:
            if response.status >= 400:
                note(f"{response.status} {response.url}")

        def failed(request: Request) -> None:
            if request.failure != "net::ERR_ABORTED":  # the page left before the answer came
                note(f"{request.failure} {request.url}")

        # A violation of the policy (CSP) is a console error, too.
        page.on("console", lambda m: note(f"{m.type}: {m.text}") if m.type == "error" else None)
        page.on("pageerror", lambda error: note(f"exception: {error}"))
        page.on("response", response)
        page.on("requestfailed", failed)

    async def leave(self) -> None:
        """Close everything; raise if a page has reported a fault."""
        for context in self._contexts:
            await context.close()
        assert self.faults == [], self.faults


async def barriers(page: Page) -> list[str]:
    """What axe finds on a page that keeps somebody from using it."""
    await page.evaluate(AXE.read_text("utf-8"))
    found = await page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        for node in each["nodes"][:3]
    ]


def path_of(page: Page) -> str:
    """Where a page is, without the address of the hall."""
    return urlsplit(page.url).path
