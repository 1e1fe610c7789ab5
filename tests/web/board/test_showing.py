"""The board of the page shows every game: complete, readable, and in words."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.async_api import Page

from tests import ROOT, specimens
from tests.hall.running import RunningHall
from tests.web.board.board_page import CONTRASTS, GAMES, OUTSIDE, BoardPage, open_board
from tests.web.board.positions import plain, position
from tests.web.visitors import Visitors, in_browser

pytestmark = in_browser

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
MOST_PLIES = 40
VISIBLE = 40
"""The least difference in brightness, of 255, that one sees."""

TEXT, GRAPHICS = 4.5, 3.0
"""The least contrast of texts and of graphics (WCAG 2.2)."""


async def shown(
    visitors: Visitors, hall: RunningHall, slug: str, scheme: str = "light", **options: object
) -> BoardPage:
    board = await open_board(visitors, hall, slug, color_scheme=scheme, **options)
    await board.show(position(board.game, MOST_PLIES, seed=3))
    return board


@pytest.mark.parametrize("slug", GAMES)
async def test_every_piece_is_drawn_and_nothing_leaves_the_picture(
    slug: str, visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, slug)
    for plies in (1, 12, MOST_PLIES):
        there = position(board.game, plies, seed=plies)
        await board.show(there)
        drawn = await board.ask(
            "[...document.querySelectorAll('[data-id]')].map((each) => each.dataset.id).sort()"
        )
        assert drawn == sorted(piece["id"] for piece in there.view["pieces"])
        assert await board.ask(OUTSIDE) == []
        await board.ask("board.flipped = !board.flipped")
        assert await board.ask(OUTSIDE) == []


async def test_whatever_a_view_may_contain_stays_in_the_picture(
    visitors: Visitors, hall: RunningHall
):
    """Every shape, layer, badge and crowd."""
    board = await open_board(visitors, hall, GAMES[0])
    for make in specimens.VIEWS:
        cells, view = make()
        await board.ask("board.board = {cells: []}")
        await board.page.evaluate(
            "([board, looks, view]) => Object.assign(window.board, { board, looks, view })",
            [plain(cells), plain(specimens.LOOKS), plain(view)],
        )
        drawn = await board.ask("document.querySelectorAll('[data-id]').length")
        assert drawn == (len(view.pieces) if cells.cells else 0), make.__name__
        assert await board.ask(OUTSIDE) == [], make.__name__


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", GAMES)
async def test_every_text_and_symbol_is_readable(
    slug: str, scheme: str, visitors: Visitors, hall: RunningHall
):
    board = await shown(visitors, hall, slug, scheme)
    for theme in ("", "contrast"):
        await board.ask(f"board.setAttribute('theme', '{theme}')")
        contrasts = await board.ask(CONTRASTS)
        assert contrasts
        for name, contrast in contrasts.items():
            assert contrast >= (GRAPHICS if name.startswith("symbol") else TEXT), (theme, name)


@pytest.mark.parametrize("slug", GAMES)
async def test_legal_sites_are_lit_so_that_one_sees_them(
    slug: str, visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, slug)
    there = position(board.game, 7, seed=5)
    await board.show(there)
    cells = {cell.site for cell in board.game.board().cells}
    lit = await board.lit()
    assert lit == cells & there.paths.keys()
    if not lit:
        return  # everything that is legal here is a button
    bright = await picture(board.page)
    await board.ask("board.paths = null")
    plain = await picture(board.page)
    for site in sorted(lit)[:3]:
        box = await board.page.locator(f".pb-cell[data-site='{site}']").bounding_box()
        assert box is not None
        x, y = int(box["x"]), int(box["y"])
        cell = (x, y, x + int(box["width"]), y + int(box["height"]))
        difference = ImageChops.difference(bright.crop(cell), plain.crop(cell))
        assert max(difference.convert("L").tobytes()) > VISIBLE, site


async def picture(page: Page) -> Image.Image:
    await page.mouse.move(0, 0)
    return Image.open(BytesIO(await page.screenshot())).convert("RGB")


@pytest.mark.parametrize("slug", GAMES)
async def test_axe_finds_no_fault(slug: str, visitors: Visitors, hall: RunningHall):
    board = await shown(visitors, hall, slug)
    await board.ask(AXE.read_text("utf-8"))
    for scheme in ("light", "dark"):
        await board.page.emulate_media(color_scheme=scheme)  # pyright: ignore[reportArgumentType]
        found = await board.page.evaluate("axe.run().then(({violations}) => violations)")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


async def test_a_cell_says_everything_that_is_on_it(visitors: Visitors, hall: RunningHall):
    board = await shown(visitors, hall, "feud")
    there = position(board.game, MOST_PLIES, seed=3)
    for piece in there.view["pieces"]:
        label = await board.page.locator(f".pb-cell[data-site='{piece['site']}']").get_attribute(
            "aria-label"
        )
        assert label is not None
        look = board.game.looks().pieces[piece["kind"]]
        assert label.startswith(f"{piece['site']}: {piece['colour'].capitalize()} {look.name}")
        assert f"{piece['stats']['hp']} of {piece['stats']['max']}" in label


async def test_the_whole_position_is_spoken(visitors: Visitors, hall: RunningHall):
    board = await shown(visitors, hall, "feud")
    await board.ask("board.speak()")
    [spoken] = await board.ask("window.spoken")
    assert spoken.startswith("Board with 16 fields.")
    assert "Black: " in spoken
    assert "White: " in spoken
    assert str(board.game.prompt(board.game.start(), 0).for_touch()) in spoken


async def test_hidden_pieces_are_blank_backs(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "chessicle", settings={"deployment": "hidden"})
    there = position(board.game, 1)
    await board.show(there)
    hidden = [piece for piece in there.view["pieces"] if piece.get("hidden")]
    assert hidden
    for piece in hidden:
        figure = board.page.locator(f"[data-id='{piece['id']}']")
        assert await figure.text_content() == "?"
        assert await figure.locator(".pb-back").count() == 1


@pytest.mark.parametrize("slug", GAMES)
async def test_on_a_phone_the_board_fits(slug: str, visitors: Visitors, hall: RunningHall):
    board = await shown(visitors, hall, slug, viewport={"width": 320, "height": 568})
    assert await board.ask("document.documentElement.scrollWidth") == 320
    assert await board.ask(OUTSIDE) == []
