"""A page with nothing but a board, under the policy of the real pages, and what tests ask of it."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Page, Route

import parlour
from parlour.hall.pages import POLICY
from tests import ROOT
from tests.hall.running import RunningHall
from tests.play import AnyGame
from tests.web.board.positions import Position, plain
from tests.web.visitors import Visitors

FIXTURES = ROOT / "tests" / "web" / "board" / "fixtures"
GAMES = sorted(file.parent.name for file in ROOT.glob("src/parlour/games/*/game.py"))
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

SHOW = """([looks, board, view, paths, dangers]) => {
    Object.assign(window.board, { looks, board, view, dangers, interactive: true, paths });
}"""

CONTRASTS = """() => {
    const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
        .getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const contrast = (one, other) => {
        const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
    };
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    const found = {};
    const add = (kind, element, ground, part) => {
        const name = `${kind} on ${element.closest("[data-id]")?.dataset.id ?? "the page"}`;
        found[name] = contrast(getComputedStyle(element)[part], ground);
    };
    const fill = (element) => getComputedStyle(element).fill;
    for (const label of document.querySelectorAll(".pb-label")) add("label", label, paper, "fill");
    for (const pill of document.querySelectorAll(".pb-pill, .pb-note"))
        for (const text of pill.parentNode.querySelectorAll(":scope > text"))
            add("text", text, fill(pill), "fill");
    for (const face of document.querySelectorAll(".pb-face, .pb-tile, .pb-item")) {
        for (const text of face.parentNode.querySelectorAll(":scope > .pb-letter"))
            add("letter", text, fill(face), "fill");
        for (const part of face.parentNode.querySelectorAll(":scope > .pb-symbol .solid"))
            add("symbol", part, fill(face), "fill");
    }
    return found;
}"""
"""The contrast of every text and symbol with what it is drawn on."""

OUTSIDE = """() => {
    const svg = document.querySelector(".pb-board").getBoundingClientRect();
    const shapes = document.querySelectorAll(".pb-board :is(path, circle, rect, text, line)");
    return [...shapes].filter((shape) => {
        const box = shape.getBoundingClientRect();
        if (!box.width && !box.height) return false;
        return box.left < svg.left - 1 || box.top < svg.top - 1 || box.right > svg.right + 1
            || box.bottom > svg.bottom + 1;
    }).map((shape) => shape.outerHTML.slice(0, 120));
}"""
"""The shapes that reach beyond the picture."""


class BoardPage:
    """A page with a board, and the game it shows."""

    def __init__(self, page: Page, game: AnyGame) -> None:
        self.page, self.game = page, game

    async def show(self, position: Position) -> None:
        """Show a position in which one may act."""
        looks, board = plain(self.game.looks()), plain(self.game.board())
        shown = [looks, board, position.view, position.paths, position.dangers]
        await self.page.evaluate(SHOW, shown)

    async def ask(self, expression: str) -> Any:
        """The value of an expression, in which `board` is the element."""
        return await self.page.evaluate(expression)

    async def acts(self) -> list[dict[str, Any]]:
        """What has been played."""
        return await self.page.evaluate("window.acts")

    async def lit(self) -> set[str]:
        """The cells that are lit because they may be touched next."""
        found = await self.page.evaluate(
            "[...document.querySelectorAll('[data-lit]')].map((each) => each.dataset.lit)"
        )
        return set(found)

    async def click(self, site: str, **options: Any) -> None:
        x, y = await self.middle(site)
        await self.page.mouse.click(x, y, **options)

    async def middle(self, site: str) -> tuple[float, float]:
        box = await self.page.locator(f".pb-cell[data-site='{site}']").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def drag(self, start: str, end: str) -> None:
        await self.page.mouse.move(*await self.middle(start))
        await self.page.mouse.down()
        await self.page.mouse.move(*await self.middle(end), steps=5)
        await self.page.mouse.up()


async def open_board(
    visitors: Visitors, hall: RunningHall, slug: str, *, settings: Any = None, **options: Any
) -> BoardPage:
    """A visitor's page with an empty board; `options` are those of the browser's context."""
    page = await visitors.new(hall.address, **options)
    await page.route(re.compile(r"/(board\.html|fixture\.(css|js))$"), _serve)
    await page.goto("/board.html")
    await page.locator(".pb-live").wait_for(state="attached")
    return BoardPage(page, parlour.game(slug, **(settings or {})))


async def _serve(route: Route) -> None:
    file = FIXTURES / route.request.url.rsplit("/", 1)[1]
    policy = {"Content-Security-Policy": POLICY.format(ancestors="'none'")}
    await route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix], headers=policy)
