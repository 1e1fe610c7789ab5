"""The symbols of all games: our own paths only, small, centred, and told apart by shape."""

from __future__ import annotations

import io
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

import parlour
from parlour.table.looks.look import Looks
from parlour.table.looks.symbols import PATH, read_symbol
from parlour.table.looks.tints import LINE, Symbol
from parlour.terminal.records.raster import png
from tests import ROOT

FILES = sorted((ROOT / "src" / "parlour" / "games").glob("*/symbols/*.svg"))
FOLDERS = sorted({file.parent for file in FILES})
LARGEST = 900  # bytes of paths
PIXELS = 40  # of a small cell
DIFFERENT = 0.12  # of the ink of two symbols is in one of them only, at least
SVG = "{http://www.w3.org/2000/svg}"


def name(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.stem}"


def inked(symbol: Symbol, box: int = 50) -> Image.Image:
    """Where a symbol has ink, as a grey picture of its box or of a larger one."""
    pen = f'fill="none" stroke-width="{LINE}" stroke-linecap="round" stroke-linejoin="round"'
    source = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-box} {-box} {2 * box} {2 * box}">'
        f'<rect x="-99" y="-99" width="198" height="198"/><path d="{symbol.solid}" fill="#fff"/>'
        f'<path d="{symbol.lines}" stroke="#fff" {pen}/>'
        f'<path d="{symbol.cuts}" stroke="#000" {pen}/></svg>'
    )
    return Image.open(io.BytesIO(png(source, PIXELS * box // 50))).convert("L")


def share(picture: Image.Image) -> float:
    """How much of a picture is ink, from 0 to 1."""
    return sum(picture.tobytes()) / 255 / (picture.width * picture.height)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_symbol_is_paths_of_our_own_and_nothing_else(file: Path):
    text = file.read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert set(root.attrib) == {"viewBox"}
    for element in root:
        assert element.tag == f"{SVG}path"
        assert set(element.attrib) <= {
            *("class", "d", "fill", "stroke"),
            *("stroke-width", "stroke-linecap", "stroke-linejoin"),
        }
        assert PATH.fullmatch(element.attrib["d"])
        assert element.get("stroke-width", str(LINE)) == str(LINE)
    symbol = read_symbol(text)
    assert symbol.solid or symbol.lines
    assert len(symbol.solid + symbol.lines + symbol.cuts) <= LARGEST


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_symbol_fills_its_box_and_stays_inside(file: Path):
    symbol = read_symbol(file.read_text("utf-8"))
    whole, inside = inked(symbol, 75), inked(symbol)
    left, top, right, bottom = inside.point([255 * (ink > 99) for ink in range(256)]).getbbox() or (
        0,
        0,
        0,
        0,
    )
    assert share(whole) * 1.5**2 == pytest.approx(share(inside), abs=0.01), "ink outside of the box"
    assert max(right - left, bottom - top) >= 0.62 * PIXELS, "too small"
    assert abs(left + right - PIXELS) <= 0.1 * PIXELS, "not in the middle"
    assert abs(top + bottom - PIXELS) <= 0.1 * PIXELS, "not at half height"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_the_symbols_of_a_game_differ_by_their_shape(folder: Path):
    pictures = {
        file.stem: inked(read_symbol(file.read_text("utf-8")))
        for file in FILES
        if file.parent == folder
    }
    for (one, a), (other, b) in combinations(pictures.items(), 2):
        apart = share(ImageChops.difference(a, b)) / (share(a) + share(b))
        assert apart >= DIFFERENT, f"{one} looks like {other}: {apart:.2f}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_symbol_is_used(folder: Path):
    looks = parlour.game(folder.parent.name).looks()
    wanted = {read_symbol(file.read_text("utf-8")) for file in FILES if file.parent == folder}
    assert used(looks) == wanted


def used(looks: Looks) -> set[Symbol]:
    groups = (looks.pieces, looks.stats, looks.conditions, looks.items, looks.grounds)
    return {look.symbol for group in groups for look in group.values() if look.symbol}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_pieces_can_be_told_apart_without_colour(folder: Path):
    """By symbol and base; where two look the same, their letters are shown."""
    looks = parlour.game(folder.parent.name).looks().pieces
    for (one, a), (other, b) in combinations(looks.items(), 2):
        if (a.symbol, a.base, a.layer) == (b.symbol, b.base, b.layer):
            assert a.letter, f"{one} looks like {other}"
            assert b.letter, f"{one} looks like {other}"


@pytest.mark.parametrize(
    "wrong",
    [
        '<path class="solid" d="M0 0"/><script>alert(1)</script>',
        '<path class="solid" d="M0 0 url(http://x)"/>',
        '<path class="shadow" d="M0 0"/>',
        '<image class="solid" href="x.png" d="M0 0"/>',
        '<use class="lines" d="M0 0"/>',
        '<path class="solid" d=""/>',
    ],
)
def test_anything_else_is_no_symbol(wrong: str):
    with pytest.raises(ValueError, match="not a path of a symbol"):
        read_symbol(f'<svg xmlns="http://www.w3.org/2000/svg">{wrong}</svg>')
