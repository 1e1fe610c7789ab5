"""Who one is in a browser: on this machine, and in a hall of a local network without encryption."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

from tests.hall.running import RunningHall
from tests.web.visitors import LAN_HOST, Visitors, in_browser

pytestmark = in_browser

COME_IN = """async () => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ name: "Gus" });
  const made = await fetch("/api/guests", { method: "POST", headers, body });
  return made.status;
}"""
WHO = "async () => (await (await fetch('/api/account')).json()).name ?? ''"
SOCKET_NAME = """() => new Promise((resolve) => {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onmessage = (event) => resolve(JSON.parse(event.data).d.name);
  socket.onclose = () => resolve("closed");
})"""
CREATE = """async () => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ game: "brique", settings: { size: 5 } });
  return (await fetch("/api/matches", { method: "POST", headers, body })).status;
}"""

SIGN_OUT_THERE = """([address, method, mode]) =>
  fetch(address, { method, mode, credentials: "include" }).catch(() => null).then(() => null)"""


async def come_in(page: Page) -> None:
    await page.goto("/")
    assert await page.evaluate(COME_IN) == 201
    assert (await page.evaluate(WHO)).startswith("Gus")
    assert (await page.evaluate(SOCKET_NAME)).startswith("Gus")
    assert await page.evaluate(CREATE) == 201
    assert await page.evaluate("document.cookie") == ""  # no script may read it
    await page.reload()
    assert (await page.evaluate(WHO)).startswith("Gus")


async def test_a_guest_on_this_machine_is_known(page: Page):
    await come_in(page)


async def test_a_guest_in_a_hall_of_the_local_network_is_known(visitors: Visitors, tmp_path: Path):
    with RunningHall(tmp_path, "--lan") as hall:
        page = await visitors.new(f"http://{LAN_HOST}:{hall.port}")
        await come_in(page)
        await page.goto("about:blank")  # before the hall ends


async def test_two_halls_on_one_machine_do_not_sign_each_others_guests_out(
    visitors: Visitors, hall: RunningHall, own_hall: RunningHall
):
    page = await visitors.new(hall.address)
    await come_in(page)
    other = await visitors.again(page.context)
    await other.goto(f"{own_hall.address}/")
    assert await other.evaluate(COME_IN) == 201
    assert (await page.evaluate(WHO)).startswith("Gus")
    assert (await other.evaluate(WHO)).startswith("Gus")
    await other.goto("about:blank")  # before its hall ends


async def test_another_server_of_the_machine_does_nothing_in_our_name(
    visitors: Visitors, hall: RunningHall, own_hall: RunningHall
):
    page = await visitors.new(hall.address)
    await come_in(page)
    foreign = await visitors.again(page.context, ("ERR_FAILED", "CORS", "403"))
    await foreign.route("**/evil", lambda route: route.fulfill(body="<p>"))
    await foreign.goto(f"{own_hall.address}/evil")
    for method, mode in (("POST", "no-cors"), ("DELETE", "cors")):
        await foreign.evaluate(SIGN_OUT_THERE, [f"{hall.address}/api/sessions", method, mode])
    assert (await page.evaluate(WHO)).startswith("Gus")
