"""Views made by hand that show all that a picture can show; none of them needs a game.

LOOKS describes some of what they show; the rest looks plain. Their pictures are kept under
tests/golden, a tag on each line. Whatever changes a line there changes what people see: look at
both pictures before you keep the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from parlour.drawing import picture
from parlour.table.looks.look import ConditionLook, ItemLook, Looks, PieceLook, StatLook, named
from parlour.table.looks.standard import GROUNDS, ground
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

add_texts("specimens", {"says": "{player} says {what}"})

LETTERS = "abcdefghijklmnopqrst"
KINDS: dict[str, Layer] = {
    "hill": "unit",
    "soldier": "unit",
    "wall": "guard",
    "coin": "ground",
    "town": "block",
    "field": "block",
}
GROUND_KEYS = ("plain", "light", "dark", "water", "ice", "lava")

WAVE = Symbol(lines="M-40 0Q-20-20 0 0T40 0")
SWORD = Symbol("M-6-40H6V20H-6z", "M-20 20H20", "M0-30V10")
LOOKS = Looks(
    pieces={
        "stone": PieceLook(named("stone"), base="stone", letter=False),
        "hill": PieceLook(named("hill"), symbol=SWORD, base="none"),
        "soldier": PieceLook(named("soldier"), symbol=SWORD, letter=False),
        "wall": PieceLook(named("wall"), symbol=SWORD, layer="guard"),
        "coin": PieceLook(named("coin"), symbol=SWORD, layer="ground", letter=False),
        "lake": PieceLook(named("lake"), layer="block", ground="water"),
        "town": PieceLook(named("town"), symbol=SWORD, layer="block"),
        "field": PieceLook(named("field"), layer="block", letter=False),
    },
    stats={
        "hp": StatLook(named("hit points"), "bar", most="max"),
        "wounds": StatLook(named("wounds"), "bar", most="deadly"),
        "attack": StatLook(named("attack"), symbol=SWORD),
        "guard": StatLook(named("guard"), most="max_guard"),
    },
    conditions={
        "spent": ConditionLook(named("spent"), "faded"),
        "fallen": ConditionLook(named("fallen"), "faded"),
        "asleep": ConditionLook(named("asleep"), symbol=WAVE),
    },
    items={"sword": ItemLook(named("a sword"), symbol=SWORD)},
    grounds={
        **GROUNDS,
        "water": ground(named("water"), "#8fbcdb", "#1d3d5c", WAVE, "~"),
        "ice": ground(named("ice"), "#e6f0f5", "#30404a"),
    },
)


def says(what: str) -> Sentence:
    return Sentence("specimens.says", player="Ann", what=what)


def seen(
    *pieces: Piece,
    marks: tuple[Mark, ...] = (),
    buttons: tuple[Button, ...] = (),
    panels: tuple[Panel, ...] = (),
    status: str = "go",
    prompt: str = "",
) -> View:
    asked = says(prompt) if prompt else None
    return View(None, sorted_by_id(pieces), marks, buttons, panels, says(status), asked)


def squares(columns: int, rows: int) -> tuple[Cell, ...]:
    return tuple(
        Cell(f"{LETTERS[x]}{y + 1}", x, y, ground=("light", "dark")[(x + y) % 2])
        for y in range(rows)
        for x in range(columns)
    )


def grounds() -> tuple[Board, View]:
    """Every ground in every shape, with names in the cells and marks on them."""
    cells = tuple(
        Cell(f"{shape}{x}", x, y, shape, ground, label=f"{shape[:2]}{x}" if x < 5 else "")
        for y, shape in enumerate(("square", "circle", "hex"))
        for x, ground in enumerate(GROUND_KEYS)
    )
    labels = (Label("left", -3, 1), Label("far", 20, 1), Label("up", 4, -7), Label("down", 4, 9))
    marks = (
        Mark("last", ("square1", "circle1", "hex1", "nowhere")),
        Mark("goal", ("square2",)),
        Mark("goal", ("circle2",), seat=0),
        Mark("danger", ("square3", "hex3")),
        Mark("area", ("square4", "square5")),
        Mark("area", ("circle4", "circle5"), seat=1),
        Mark("area", ("hex4",), seat=7),
    )
    panels = (Panel(0, "Ann", "red"), Panel(1, "Bob"))
    return Board(cells, labels), seen(marks=marks, panels=panels)


def edges() -> tuple[Board, View]:
    """Sides that belong to somebody, coordinates, and one stone."""
    labels = (Label("a", 0, 4), Label("b", 1, 4), Label("1", -1, 0), Label("2", -1, 1))
    sides = (
        Edge("black", -0.5, -0.5, 3.5, -0.5),
        Edge("black", -0.5, 3.5, 3.5, 3.5),
        Edge("white", -0.5, -0.5, -0.5, 3.5),
        Edge("", 3.5, -0.5, 3.5, 3.5),
        Edge("red", 1, 1, 1, 1),
    )
    return Board(squares(4, 4), labels, sides), seen(Piece("1", "b2", "stone", "S", 0, "black"))


def layers() -> tuple[Board, View]:
    """Every layer: known, hidden, of nobody, of a seat without a colour, and one over the other."""
    pieces: list[Piece] = []
    for y, layer in enumerate(LAYERS, 1):
        pieces += [
            Piece(f"{layer}a", f"a{y}", "rider", "R", 0, "white", layer),
            Piece(f"{layer}b", f"b{y}", "rider", "RI", 1, "red", layer),
            Piece(f"{layer}c", f"c{y}", "rider", "RID", 2, "", layer),
            Piece(f"{layer}d", f"d{y}", "rider", "RIDER-ONE", 3, "#123456", layer),
            Piece(f"{layer}e", f"e{y}", "nothing", "N", layer=layer),
            Piece(f"{layer}f", f"f{y}", "?", "?", 3, "blue", layer, hidden=True),
            Piece(f"{layer}g", "g1", "town", layer[0], 5, "green", layer),
            Piece(f"{layer}h", f"g{y}", "stone", "S", 1, "yellow", layer, hidden=y == 1),
        ]
    pieces += [Piece("z1", "a5", "lake", "L", layer="block")]
    pieces += [Piece("z2", "b5", "lake", "", 0, "black", layer="block")]
    panels = tuple(Panel(seat, f"Seat {seat}", "orange") for seat in (2, 5))
    return Board(squares(7, 5)), seen(*pieces, panels=panels)


def badges() -> tuple[Board, View]:
    """Numbers, things held and conditions, on both sides of every limit."""
    stats: tuple[Mapping[str, int], ...] = (
        {"hp": 4, "max": 4},
        {"hp": 3, "max": 4},
        {"hp": 7, "max": 20},
        {"hp": 6, "max": 20},
        {"hp": 0, "max": 1},
        {"hp": 5},
        {"attack": 3, "guard": 1, "max_guard": 2},
        {"speed": 9},
        {"speed": 3, "hp": 1, "max": 9, "wounds": 2, "deadly": 3},
    )
    pieces = [
        Piece(f"s{i}", f"{LETTERS[i]}1", "rider", "R", 0, "red", stats=dict(each))
        for i, each in enumerate(stats)
    ]
    for i, held in enumerate(("a", "ax", "axe", " \n", "sword")):
        pieces.append(Piece(f"h{i}", f"{LETTERS[i]}2", "rider", "R", 1, "black", holds=held))
    conditions = ("spent", "fallen", "isolated", "a word that has no room", "asleep")
    for i, condition in enumerate(conditions):
        name = f"{LETTERS[i]}3"
        pieces.append(Piece(f"c{i}", name, "rider", "R", 1, "teal", condition=condition))
    return Board(squares(9, 3)), seen(*pieces)


def crowds() -> tuple[Board, View]:
    """One to ten on a site, with and without something that lies there; and some off the board."""
    pieces: list[Piece] = []
    for x, many in enumerate((1, 2, 3, 4, 5, 10)):
        for i in range(many):
            pieces.append(Piece(f"u{x}{i}", f"{LETTERS[x]}1", "rider", "U", i % 4, "pink"))
            pieces.append(Piece(f"l{x}{i}", f"{LETTERS[x]}2", "item", "L", layer="ground"))
    for x, many in enumerate((1, 2, 3)):
        pieces.append(Piece(f"v{x}", f"{LETTERS[x]}3", "rider", "V", x, "blue"))
        pieces += [
            Piece(f"m{x}{i}", f"{LETTERS[x]}3", "item", "M", layer="ground") for i in range(many)
        ]
    pieces += [Piece(f"t{i}", f"hand {i}", "rider", "T", 0, "grey") for i in range(8)]
    return Board(squares(6, 3), (Label("a", 0, 3.7),)), seen(*pieces)


def sides() -> tuple[Board, View]:
    """Panels, long sentences, and more buttons than one line has room for."""
    many = {f"counter {i}": 10**i for i in range(14)}
    panels = (
        Panel(0, "Ann", "black", acting=True, counters={"skips": 2}),
        Panel(1, "Bob", "white", alive=False, counters={"skips": 0, "wins": 12}),
        Panel(2, "Wilhelmina of the very long name", "red", alive=False),
        Panel(3, "", "", acting=True, counters=many),
    )
    words = ("swap", "a button with words that go on and on and on " * 2, "end", "done", "stay")
    buttons = tuple(Button(word, word) for word in (*words, "again", "more", "still more"))
    return Board(squares(2, 2)), seen(
        panels=panels,
        buttons=buttons,
        status="that all of this goes on " * 4,
        prompt="and what is asked goes on for even longer, line after line " * 9,
    )


def small() -> tuple[Board, View]:
    """So many cells that each is as small as a cell may be; nothing beside them."""
    stones = (Piece(f"{i}", f"{LETTERS[i]}{i + 1}", "stone", "S", 0, "white") for i in range(20))
    return Board(squares(20, 20), (Label("a", 0, 20),)), seen(*stones, prompt="so")


def one() -> tuple[Board, View]:
    """A single cell, in a picture that is wider than it."""
    return Board(squares(1, 1), (Label("a", 0, 1),)), seen(buttons=(Button("go", "Go"),))


def empty() -> tuple[Board, View]:
    return Board(()), seen(Piece("1", "away", "pawn", "P"))


def symbols() -> tuple[Board, View]:
    """Every base with a symbol, of each seat, alone and above a block of each seat."""
    pieces: list[Piece] = []
    for x, colour in enumerate(("white", "red", "blue", "green", "yellow")):
        column = LETTERS[x]
        for y, (kind, layer) in enumerate(KINDS.items(), 1):
            pieces.append(Piece(f"{kind}{x}", f"{column}{y}", kind, "S", x, colour, layer))
        pieces += [Piece(f"o{y}{x}", f"{column}{y}", "soldier", "S", x, colour) for y in (5, 6)]
    return Board(squares(5, 7)), seen(*pieces)


VIEWS: tuple[Callable[[], tuple[Board, View]], ...] = (
    grounds,
    edges,
    layers,
    badges,
    crowds,
    sides,
    small,
    symbols,
    one,
    empty,
)


def specimens() -> Iterator[tuple[str, Callable[[], str]]]:
    """The name of each picture, and what draws it."""
    for view in VIEWS:
        yield view.__name__, lambda view=view: drawn(view)
    yield "dark", lambda: drawn(symbols, theme="dark")
    yield "title", lambda: drawn(one, title="A title that has no room here at all")


def drawn(
    view: Callable[[], tuple[Board, View]], title: str | None = None, theme: ThemeName = "light"
) -> str:
    return lines(picture.svg(*view(), LOOKS, title=title, theme=theme))


def lines(svg: str) -> str:
    return svg.replace("><", ">\n<") + "\n"
