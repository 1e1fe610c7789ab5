"""Every game is played to its end by two people, while a third one watches."""

from __future__ import annotations

from random import Random

import pytest
from playwright.async_api import expect

from parlour.wire.http_types import NewMatch
from tests.hall.running import RunningHall
from tests.web.playing import (
    at_rest,
    is_over,
    make_match,
    moves,
    position,
    take_seat,
    touch_any,
    watching,
)
from tests.web.visitors import Visitors, in_browser

pytestmark = in_browser

SMALL = {
    "brique": {"size": 4},
    "chessicle": {"limit": 12},
    "feud": {"limit": 8},
    "knights": {"players": 2, "limit": 20},
    "turncoat": {"map": "small", "limit": 2},
}
"""Settings with which a match of random moves is short."""
ENDINGS = ("end", "done", "skip", "keep")


@pytest.mark.parametrize("game", SMALL)
async def test_two_play_to_the_end_and_a_third_watches(
    visitors: Visitors, hall: RunningHall, game: str
):
    links = make_match(hall, NewMatch(game, dict(SMALL[game]), ("link", "link")))
    pages = [await visitors.new(hall.address) for _ in links]
    for page, link, name in zip(pages, links, ("Ann", "Ben"), strict=True):
        await take_seat(page, link, name)
    third = await visitors.new(hall.address)
    await third.goto(watching(links[0]))
    rng = Random(game)
    for _ in range(2_000):
        if await is_over(pages[0]):
            break
        touched = [await touch_any(page, rng, ENDINGS) for page in pages]
        if not any(touched):
            await pages[0].wait_for_timeout(20)
    said = await pages[0].locator(".prompt.result").inner_text()
    for page in (*pages, third):
        await expect(page.locator(".prompt.result")).to_have_text(said)
        await expect(page.get_by_role("button", name="Rematch")).to_have_count(
            int(page is not third)
        )
        await at_rest(page)
    assert len(await moves(third)) >= 1
    assert await moves(pages[0]) == await moves(pages[1]) == await moves(third)
    assert await position(pages[0]) == await position(pages[1]) == await position(third)
