"""Screenshots of the page for the README: each game in mid-match, light, dark and on a phone.

`make screenshots` plays a random match of two people at one device and draws it anew.
"""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from PIL import Image
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

import parlour
from tests import ROOT
from tests.hall.running import RunningHall
from tests.web.playing import is_over, moves, touch_any
from tests.web.visitors import FLAGS, chromium

PICTURES = ROOT / "docs" / "pictures"
DESK: ViewportSize = {"width": 1280, "height": 800}


class Sheet(NamedTuple):
    """A picture of all games."""

    name: str
    screen: ViewportSize
    scheme: Literal["light", "dark"]
    columns: int
    scale: float


SHEETS = (
    Sheet("page_light", DESK, "light", 3, 0.6),
    Sheet("page_dark", DESK, "dark", 3, 0.6),
    Sheet("page_phone", {"width": 320, "height": 640}, "light", 5, 1.0),
)
MOVES = 24
QUALITY = 85


async def mid_match(page: Page, slug: str) -> None:
    """A match of two people at this device, some moves old."""
    await page.goto(f"/game/{slug}")
    await page.get_by_label("People here", exact=True).check()
    await page.get_by_role("button", name="Start").click()
    await page.wait_for_url("**/match/*")
    rng = Random(slug)
    while len(await moves(page)) < MOVES and not await is_over(page):
        if not await touch_any(page, rng):
            await page.wait_for_timeout(50)
    await page.wait_for_timeout(1_000)  # until nothing moves


async def shots(browser: Browser, hall: RunningHall, sheet: Sheet) -> list[Image.Image]:
    taken: list[Image.Image] = []
    for slug in parlour.games():
        context = await browser.new_context(
            base_url=hall.address,
            locale="en-GB",
            color_scheme=sheet.scheme,
            viewport=sheet.screen,
        )
        page = await context.new_page()
        await mid_match(page, slug)
        taken.append(Image.open(BytesIO(await page.screenshot(scale="css"))).convert("RGB"))
        await context.close()
    return taken


def arranged(images: list[Image.Image], columns: int, scale: float) -> Image.Image:
    """The images in rows, on one picture."""
    width, height = (round(side * scale) for side in images[0].size)
    rows = -(-len(images) // columns)
    gap = 12
    size = (columns * (width + gap) - gap, rows * (height + gap) - gap)
    picture = Image.new("RGB", size, "#8d806e")
    for i, image in enumerate(images):
        place = (i % columns * (width + gap), i // columns * (height + gap))
        picture.paste(image.resize((width, height), Image.Resampling.LANCZOS), place)
    return picture


async def draw() -> None:
    with TemporaryDirectory() as folder, RunningHall(Path(folder)) as hall:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            for sheet in SHEETS:
                images = await shots(browser, hall, sheet)
                picture = arranged(images, sheet.columns, sheet.scale)
                picture.save(PICTURES / f"{sheet.name}.webp", quality=QUALITY, method=6)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(draw())
