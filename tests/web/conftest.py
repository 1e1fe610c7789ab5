"""A hall, a browser and its visitors for the tests of the page.

The tests are asynchronous and share one event loop, because one browser serves them all: begin a
module with `pytestmark = in_browser`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from tests.hall.running import RunningHall
from tests.web.visitors import FLAGS, Visitors, chromium


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """A hall that tests share; it must not be stopped, and lists what others have left there."""
    with RunningHall(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[RunningHall]:
    """A hall that the test may kill and start again."""
    with RunningHall(tmp_path) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(browser: Browser) -> AsyncIterator[Visitors]:
    """Opens pages as people who do not know each other; a fault of a page fails the test."""
    visitors = Visitors(browser)
    yield visitors
    await visitors.leave()


@pytest_asyncio.fixture(loop_scope="session")
async def page(visitors: Visitors, hall: RunningHall) -> Page:
    """The page of somebody who has never been in the shared hall; `goto` takes paths."""
    return await visitors.new(hall.address)
