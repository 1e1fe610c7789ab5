"""Pictures of views made by hand: none of them needs a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.drawing import palette, picture
from parlour.drawing.badges import EMPTY, FAIR, GOOD, POOR
from parlour.drawing.theme import THEMES
from parlour.table.looks.look import ConditionLook, Looks, PieceLook, StatLook
from parlour.table.looks.look import named as called
from parlour.table.looks.standard import contrast
from parlour.table.looks.tints import Symbol, ThemeName
from parlour.table.sentences import Sentence, add_texts
from parlour.table.view import (
    LAYERS,
    Board,
    Button,
    Cell,
    Edge,
    Label,
    Layer,
    Mark,
    Panel,
    Piece,
    View,
    sorted_by_id,
)

add_texts("picture_test", {"says": "{player} says {what}"})

SVG = "{http://www.w3.org/2000/svg}"
LETTERS = "abcdefghijklmnopqrs"
NASTY = "<b>&\"'\x00\x1b[31m\ud800\ufffe\u202e]]>\n<script>alert(1)</script>"

CROSS = Symbol("M-40-40H40V40H-40z")
LOOKS = Looks(
    pieces={
        "stone": PieceLook(called("stone"), base="stone", letter=False),
        "knave": PieceLook(called("knave"), symbol=CROSS, letter=False),
        "queen": PieceLook(called("queen"), symbol=CROSS),
        "statue": PieceLook(called("statue"), symbol=CROSS, base="none"),
    },
    stats={"hp": StatLook(called("hit points"), "bar", most="max")},
    conditions={"spent": ConditionLook(called("spent"), "faded")},
)


def says(what: str, player: str = "Ann") -> Sentence:
    return Sentence("picture_test.says", player=player, what=what)


def squares(size: int, ground: str = "plain") -> Board:
    """A board of a1 .. with row 1 at the bottom, lettered below and numbered at the left."""
    cells = (
        Cell(f"{LETTERS[x]}{size - y}", x, y, ground=ground)
        for y in range(size)
        for x in range(size)
    )
    below = (Label(LETTERS[x], x, size) for x in range(size))
    beside = (Label(str(size - y), -1, y) for y in range(size))
    return Board(tuple(cells), (*below, *beside))


def seen(
    *pieces: Piece,
    marks: tuple[Mark, ...] = (),
    buttons: tuple[Button, ...] = (),
    panels: tuple[Panel, ...] = (),
    status: Sentence | None = None,
    prompt: Sentence | None = None,
) -> View:
    return View(None, sorted_by_id(pieces), marks, buttons, panels, status or says("go"), prompt)


def stones() -> tuple[Board, View]:
    board = msgspec.structs.replace(
        squares(19, "dark"),
        edges=(Edge("black", -0.5, -0.5, 18.5, -0.5), Edge("white", -0.5, -0.5, -0.5, 18.5)),
    )
    colours = ("black", "white")
    pieces = (
        Piece(cell.site, cell.site, "stone", "BW"[i % 2], i % 2, colours[i % 2])
        for i, cell in enumerate(board.cells[::3])
    )
    return board, seen(*pieces, marks=(Mark("last", ("a1", "swap")),))


def fighters() -> tuple[Board, View]:
    stats = {"hp": 3, "max": 4}
    return squares(4), seen(
        Piece("1", "a1", "archer", "A", 0, "black", stats=stats),
        Piece("2", "b1", "king", "K", 1, "white", stats={"hp": 1, "max": 4}),
        panels=(
            Panel(0, "Ann", "black", acting=True, counters={"skips": 2}),
            Panel(1, "Bob", "white", alive=False),
        ),
        buttons=(Button("skip", "Skip it"),),
        prompt=says("choose"),
    )


def arena() -> tuple[Board, View]:
    inner = range(8)
    cells = (
        Cell(f"{x},{y}", x, y, ground="plain" if x in inner and y in inner else "water")
        for y in range(-1, 9)
        for x in range(-1, 9)
    )
    return Board(tuple(cells)), seen(
        Piece("R", "0,0", "rider", "R", 0, "red", stats={"attack": 3, "guard": 1}, holds="axe"),
        Piece("B", "0,0", "rider", "B", 1, "blue"),
        Piece("G", "0,0", "rider", "G", 2, "green"),
        Piece("Y", "5,5", "rider", "Y", 3, "yellow"),
        Piece("h", "5,5", "helmet", "H", layer="ground"),
        Piece("d", "2,2", "dagger", "D", layer="ground"),
        Piece("e", "2,2", "dagger", "E", layer="ground"),
    )


def layered() -> tuple[Board, View]:
    layers: tuple[Layer, ...] = ("unit", "guard", "block", "ground")
    pieces = [
        Piece(f"{site}{i}", site, layer, layer[0], seat, ("red", "green")[seat], layer=layer)
        for seat, site in enumerate(("a1", "c7"))
        for i, layer in enumerate(layers)
    ]
    pieces += [Piece("o", "j1", "goal", "1", 0, "red", layer="block")]
    pieces += [Piece("n", "j2", "dead", "", layer="block")]
    marks = (Mark("goal", ("j1",)), Mark("danger", ("a2",)), Mark("area", ("b2", "b3"), seat=0))
    return squares(10), seen(*pieces, marks=marks)


def named() -> tuple[Board, View]:
    pieces = [Piece(f"A{i}", f"{'abcde'[i]}5", "pawn", f"A-P{i}", 0, "red") for i in range(5)]
    pieces += [Piece(f"B{i}", f"{'abcde'[i]}1", "?", "?", 1, "", hidden=True) for i in range(5)]
    return squares(5), seen(*pieces, Piece("C", "in the hand", "pawn", "A-P9", 0, "red"))


def odd() -> tuple[Board, View]:
    """Other shapes, fractions, grounds and colours that nobody has heard of."""
    shapes = ("hex", "circle", "square", "blob")
    cells = (
        Cell(f"s{i}", i * 0.866, -i / 3, shapes[i % 4], f"ground{i}", label=f"s{i}")
        for i in range(8)
    )
    return Board(tuple(cells)), seen(Piece("1", "s1", "tower", "T", 7, "octarine"))


SAMPLES = [stones, fighters, arena, layered, named, odd]


def drawing(sample: Callable[[], tuple[Board, View]], title: str | None = None) -> str:
    board, view = sample()
    return picture.svg(board, view, LOOKS, title=title)


def texts(source: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(source).iter(f"{SVG}text")]


def drawn(source: str) -> list[ElementTree.Element]:
    groups = ElementTree.fromstring(source).iter(f"{SVG}g")
    return [group for group in groups if "data-layer" in group.attrib]


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_picture_is_xml_with_a_size_a_role_and_the_status(sample):
    root = ElementTree.fromstring(drawing(sample))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert (wide, high) == (float(root.attrib["width"]), float(root.attrib["height"]))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Ann says go"


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_piece_is_drawn_and_layers_come_in_order(sample):
    board, view = sample()
    layers = [group.attrib["data-layer"] for group in drawn(picture.svg(board, view, LOOKS))]
    assert layers == sorted((piece.layer for piece in view.pieces), key=LAYERS.index)


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_same_view_gives_the_same_compact_picture(sample):
    board, view = sample()
    source = picture.svg(board, view, LOOKS)
    assert source == drawing(sample)
    assert not re.search(r"\d\.\d{3}|e-\d|nan|inf", source)
    assert len(source) < 100_000


@pytest.mark.parametrize("sample", SAMPLES)
def test_nothing_lies_outside_the_picture(sample):
    root = ElementTree.fromstring(drawing(sample, title="A title"))
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    [scene] = [group for group in root.findall(f"{SVG}g") if group.find(f"{SVG}path") is not None]
    left, top = _where(scene)
    for group in scene.findall(f"{SVG}g[@transform]"):
        x, y = _where(group)
        assert 0 < left + x < wide
        assert 0 < top + y < high


def _where(group: ElementTree.Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) ([^ )]+)\)", group.attrib["transform"])
    assert found
    return float(found[1]), float(found[2])


def test_letters_numbers_labels_and_panels_are_written():
    board, view = fighters()
    written = texts(picture.svg(board, view, LOOKS, title="Four by four"))
    assert {"A", "K"} <= set(written)
    assert {"a", "b", "c", "d", "1", "2", "3", "4"} <= set(written)
    assert {"Ann", "Bob", "skips 2", "out", "Skip it"} <= set(written)
    assert {"Four by four", "Ann says go", "Ann says choose"} <= set(written)


def test_a_stone_needs_no_letter_and_other_pieces_have_theirs():
    board = squares(2)
    stone = Piece("1", "a1", "stone", "B", 0, "black")
    assert "B" not in texts(picture.svg(board, seen(stone), LOOKS))
    assert "B" in texts(
        picture.svg(board, seen(msgspec.structs.replace(stone, kind="bishop")), LOOKS)
    )


def test_there_are_no_buttons_and_no_panels_where_the_view_has_none():
    source = picture.svg(squares(2), seen(), LOOKS)
    assert set(texts(source)) == {"a", "b", "1", "2", "Ann says go"}
    assert "data-seat" not in source


def test_what_a_piece_holds_and_several_numbers_are_shown():
    assert {"A", "a3", "g1"} <= set(texts(picture.svg(*arena(), LOOKS)))


@pytest.mark.parametrize("layer", LAYERS)
def test_a_hidden_piece_reveals_nothing(layer):
    hidden = Piece("x", "a1", "?", "?", 1, "white", layer=layer, hidden=True)
    known = Piece(
        "king", "a1", "stone", "KING", 1, "white", layer, {"hp": 3, "max": 4}, "axe", hidden=True
    )
    one, other = (picture.svg(squares(3), seen(piece), LOOKS) for piece in (hidden, known))
    assert one == other
    assert "?" in texts(one)


def test_what_is_the_matter_with_a_piece_is_drawn():
    def drawn_as(condition: str) -> str:
        piece = Piece("1", "a1", "rider", "R", condition=condition)
        return picture.svg(squares(3), seen(piece), LOOKS)

    assert "isolated" in texts(drawn_as("isolated"))
    assert "spent" not in texts(drawn_as("spent"))
    assert drawn_as("spent").count('opacity="0.5"') == drawn_as("").count('opacity="0.5"') + 1
    assert "rider, spent" in drawn_as("spent")


def test_a_symbol_is_drawn_instead_of_the_letter_or_besides_it():
    def drawn_as(kind: str) -> str:
        return picture.svg(squares(1), seen(Piece("1", "a1", kind, "Q", 0, "red")), LOOKS)

    assert [CROSS.solid in drawn_as(kind) for kind in ("knave", "queen", "rook")] == [
        *(True, True, False)
    ]
    assert ["Q" in texts(drawn_as(kind)) for kind in ("knave", "queen", "rook")] == [
        *(False, True, True)
    ]


def test_a_bar_has_a_part_for_each_point_and_those_that_are_lost_are_empty():
    def parts(hp: int) -> tuple[int, int]:
        stats = {"hp": hp, "max": 4}
        piece = Piece("1", "a1", "rider", "R", 0, "red", stats=stats)
        source = picture.svg(squares(1), seen(piece), LOOKS)
        lit = sum(source.count(f'fill="{colour}"') for colour in (GOOD, FAIR, POOR))
        return lit, source.count(f'fill="{EMPTY}"')

    assert [parts(hp) for hp in range(5)] == [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]


def test_a_dark_picture_differs_in_colours_only():
    def shapes(theme: ThemeName) -> list[str]:
        source = picture.svg(*layered(), LOOKS, theme=theme)
        return re.findall(r' d="[^"]*"', source)

    assert shapes("light") == shapes("dark")
    assert picture.svg(*layered(), LOOKS) != picture.svg(*layered(), LOOKS, theme="dark")


def test_labels_stand_near_the_cells_and_clear_of_the_edges():
    def label(board: Board) -> float:
        source = picture.svg(board, seen(), LOOKS)
        [text] = [t for t in ElementTree.fromstring(source).iter(f"{SVG}text") if t.text == "1"]
        return float(text.attrib["x"])

    board = squares(3)
    edged = msgspec.structs.replace(board, edges=(Edge("black", -0.5, -0.5, -0.5, 2.5),))
    assert -96 * 0.8 < label(board) < -96 * 0.5 - 15
    assert label(edged) < label(board) - 96 * 0.16


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("colour", ["black", "white", "red"])
def test_a_side_to_join_can_be_seen_in_both_themes(colour: str, theme: ThemeName):
    board = msgspec.structs.replace(squares(2), edges=(Edge(colour, -0.5, -0.5, 1.5, -0.5),))
    source = picture.svg(board, seen(), LOOKS, theme=theme)
    outline, inside = re.findall(r'<line[^>]* stroke="(#\w{6})"', source)
    assert contrast(outline, inside) >= 1.3
    assert max(contrast(each, THEMES[theme].paper) for each in (outline, inside)) >= 2


def test_marks_lie_over_blocks_and_under_units():
    source = picture.svg(*layered(), LOOKS)
    last_block, first_guard = source.rindex('data-layer="block"'), source.index('"guard"')
    for mark in re.finditer("data-mark", source):
        assert last_block < mark.start() < first_guard


def test_a_mark_on_a_block_is_a_frame_so_that_the_block_keeps_its_colour():
    block = Piece("1", "a1", "field", "F", 0, "red", "block")
    marks = (Mark("last", ("a1", "b1")),)
    source = picture.svg(squares(2), seen(block, marks=marks), LOOKS)
    marked = [path for path in re.findall(r"<path[^>]*>", source) if 'data-mark="last"' in path]
    assert ['fill="none"' in path for path in marked] == [False, True, True]
    only = picture.svg(squares(2), seen(marks=marks), LOOKS)
    assert only.count('data-mark="last"') == 1


@pytest.mark.parametrize("kind", ["rider", "statue", "field"])
def test_seats_differ_by_more_than_their_colour(kind: str):
    layer = "block" if kind == "field" else "unit"

    def drawn_for(seat: int) -> str:
        piece = Piece("1", "a1", kind, "R", seat, "red", layer)
        return picture.svg(squares(1), seen(piece), LOOKS)

    assert len({drawn_for(seat) for seat in range(4)}) == 4


def test_pieces_on_one_site_stand_apart():
    places = [_where(group) for group in drawn(picture.svg(*arena(), LOOKS))]
    assert len(set(places)) == len(places)


def test_nasty_names_stay_text():
    panels = (Panel(0, NASTY, NASTY, counters={NASTY: 1}),)
    piece = Piece(NASTY, "a1", NASTY, NASTY, 0, NASTY, stats={NASTY: 1}, holds=NASTY)
    away = Piece("2", NASTY, NASTY, NASTY, 0, NASTY, hidden=True)
    button = Button(NASTY, NASTY)
    board = Board((Cell("a1", 0, 0, NASTY, NASTY, NASTY),), (Label(NASTY, 1, 0),))
    board = msgspec.structs.replace(board, edges=(Edge(NASTY, 0, 0, 1, 0),))
    status = says(NASTY, NASTY)
    view = seen(piece, away, panels=panels, buttons=(button,), status=status, prompt=status)
    source = picture.svg(board, view, LOOKS, title=NASTY)
    root = ElementTree.fromstring(source)
    assert {element.tag.removeprefix(SVG) for element in root.iter()}.isdisjoint({"script", "b"})
    assert not re.search("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202e]", source)
    source.encode()


@given(st.text(max_size=300))
def test_any_name_gives_a_picture(name):
    view = seen(panels=(Panel(0, name),), status=says("hello", name))
    ElementTree.fromstring(picture.svg(squares(1), view, LOOKS, title=name))


def test_a_very_long_name_is_cut_to_its_place():
    name = "Wilhelmina " * 2_000
    view = seen(panels=(Panel(0, name),), status=says("go", name))
    source = picture.svg(squares(3), view, LOOKS, title=name)
    assert len(source) < 10_000
    assert all(len(text) < 120 for text in texts(source))
    assert any(text.endswith("…") for text in texts(source))


def test_an_empty_board_is_still_a_picture():
    ElementTree.fromstring(picture.svg(Board(()), seen(Piece("1", "away", "pawn", "P")), LOOKS))


def test_a_colour_has_a_look_whatever_its_name():
    assert palette.paint("Red") == palette.NAMED["red"]
    assert palette.paint("#12ab9f") == "#12ab9f"
    assert palette.paint("url(#x)", 1) == palette.BY_SEAT[1]
    assert len({palette.paint("octarine", seat) for seat in range(4)}) == 4
