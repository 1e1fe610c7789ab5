"""What goes wrong: broken connections, foreign names, refused cookies, two tabs, what is secret."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Page, Route, WebSocket, expect

from parlour.wire.http_types import NewMatch
from tests.hall.running import RunningHall
from tests.web.playing import lit, make_match, moves, take_seat, touch, watching
from tests.web.visitors import Visitors, in_browser

pytestmark = in_browser

TINY = NewMatch("brique", {"size": 5, "pie": False}, ("link", "link"))
MARKUP = "<img src=x onerror=alert(1)>"
BACKWARDS = "\u202eevil"


async def sit_both(
    visitors: Visitors, hall: RunningHall, new_match: NewMatch = TINY, **options: object
):
    """Two visitors on the seats of a new match; the links to them."""
    links = make_match(hall, new_match)
    pages = [await visitors.new(hall.address, **options) for _ in links]  # type: ignore[arg-type]
    for page, link, name in zip(pages, links, ("Ann", "Ben"), strict=True):
        await take_seat(page, link, name)
    await expect(pages[0].locator(".pb-next").first).to_be_attached()
    return pages, links


async def test_a_move_made_while_the_hall_is_gone_arrives_once(
    visitors: Visitors, own_hall: RunningHall
):
    (ann, ben), _ = await sit_both(visitors, own_hall, expected=["ERR_CONNECTION", "WebSocket"])
    await touch(ann, "a1")
    await expect(ben.locator(".moves .move")).to_have_text(["a1"])
    own_hall.kill()
    await touch(ben, "c3")
    await expect(ben.locator("#connection")).to_be_visible()
    await asyncio.to_thread(own_hall.start)
    for page in (ann, ben):
        await expect(page.locator(".moves .move")).to_have_text(["a1", "c3"], timeout=20_000)
        await expect(page.locator("#connection")).to_be_hidden()
    await touch(ann, "e5")
    await expect(ben.locator(".moves .move")).to_have_text(["a1", "c3", "e5"])


async def test_names_and_chat_are_only_ever_read(visitors: Visitors, hall: RunningHall):
    links = make_match(hall, TINY)
    ann, ben = await visitors.new(hall.address), await visitors.new(hall.address)
    await take_seat(ann, links[0], "<b>Ann</b> 🎲"[:20])
    await take_seat(ben, links[1], f"{BACKWARDS}")
    for text in (MARKUP, BACKWARDS + " hello", "🧱🧱🧱"):
        await ann.get_by_label("Say something").fill(text)
        await ann.keyboard.press("Enter")
    said = ben.locator(".said p")
    await expect(said).to_have_count(3)
    await expect(said.first).to_contain_text(MARKUP)
    assert await ben.locator(".said img, .seat b").count() == 0
    texts = " ".join(await ben.locator(".said p, .seat .name").all_inner_texts())
    assert "🧱" in texts
    assert not re.search("[\u202a-\u202e]", texts)


async def test_two_tabs_on_one_seat_show_the_same(visitors: Visitors, hall: RunningHall):
    (ann, ben), _ = await sit_both(visitors, hall)
    again = await visitors.again(ann.context)
    await again.goto(ann.url)
    await expect(again.locator(".pb-next").first).to_be_attached()
    await touch(again, "a1")
    for page in (ann, again, ben):
        await expect(page.locator(".moves .move")).to_have_text(["a1"])
    assert await lit(ann) == await lit(again) == []


async def test_without_storage_one_plays_until_the_page_is_closed(
    visitors: Visitors, hall: RunningHall
):
    page = await visitors.new(hall.address)
    await page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })"
    )
    await play_one_move(page)


async def test_without_cookies_one_plays_until_the_page_is_closed(
    visitors: Visitors, hall: RunningHall
):
    page = await visitors.new(hall.address)

    async def refuse(route: Route) -> None:
        answer = await route.fetch()
        await page.context.clear_cookies()
        kept = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        await route.fulfill(response=answer, headers=kept)

    await page.route("**/api/guests", refuse)
    await play_one_move(page)
    assert await page.context.cookies() == []


async def play_one_move(page: Page) -> None:
    """From the first page to a first move against the computer."""
    await page.goto("/")
    card = page.locator("article.game", has=page.get_by_role("heading", name="Brique"))
    await card.get_by_role("button", name="Play the computer").click()
    await expect(page.locator(".pb-next").first).to_be_attached()
    await touch(page, "h8")
    await expect(page.locator(".moves .move").first).to_have_text("h8")


async def test_a_slow_connection_loses_nothing(visitors: Visitors, hall: RunningHall):
    (ann, ben), _ = await sit_both(visitors, hall)
    slow = await ann.context.new_cdp_session(ann)
    await slow.send("Network.enable")
    conditions = {"offline": False, "latency": 2_000, "downloadThroughput": -1}
    await slow.send("Network.emulateNetworkConditions", {**conditions, "uploadThroughput": -1})
    await touch(ann, "a1")
    assert await lit(ann) == []  # sent, and not to be sent again
    await expect(ben.locator(".moves .move")).to_have_text(["a1"])
    await expect(ann.locator(".moves .move")).to_have_text(["a1"])


async def test_a_hidden_deployment_never_reaches_the_other_page(
    visitors: Visitors, hall: RunningHall
):
    links = make_match(hall, NewMatch("chessicle", {"deployment": "hidden"}, ("link", "link")))
    ann, ben, cat = [await visitors.new(hall.address) for _ in range(3)]
    traffic: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: traffic.append(str(frame)))

    ben.on("websocket", listen)
    cat.on("websocket", listen)
    await take_seat(ann, links[0], "Ann")
    await take_seat(ben, links[1], "Ben")
    await cat.goto(watching(links[0]))
    order = ["P2", "H2", "P1", "H1", "P3"]
    for name in order:
        await touch(ann, name)
    await expect(ann.locator(".moves .move")).to_have_count(1)
    await expect(ben.locator(".moves .move")).to_have_text(["hidden"])
    await expect(cat.locator(".moves .move")).to_have_text(["hidden"])
    heard = "\n".join(traffic)
    assert len(traffic) >= 6
    assert ", ".join(order) not in heard
    for kind in order:
        assert not re.search(rf'"A-{kind}"|"kind":"{kind}"[^{{}}]*"seat":0', heard)
    for name in ("P1", "H1", "P2", "H2", "P3"):
        await touch(ben, name)
    await expect(ben.locator(".moves .move").first).to_have_text(", ".join(order))
    assert ", ".join(order) in "\n".join(traffic)


async def test_links_to_seats_leave_the_address(visitors: Visitors, hall: RunningHall):
    links = make_match(hall, TINY)
    page = await visitors.new(hall.address)
    await take_seat(page, links[0], "Ann")
    assert links[0].partition(".")[2] not in page.url
    await page.reload()
    await expect(page.locator(".seat.own")).to_contain_text("Ann")
    assert await moves(page) == []
