"""The board in characters: it says what the pictures say, in colour and without."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import structs
from rich.color import Color, ColorSystem
from rich.style import Style
from rich.text import Text

import parlour
from parlour.table.looks.look import Looks
from parlour.table.looks.standard import contrast
from parlour.table.view import Mark, Piece, View
from parlour.terminal.board.rendering import colours
from parlour.terminal.board.rendering.grid import BoardGrid
from parlour.terminal.board.rendering.renderer import BoardRenderer, Highlights
from parlour.terminal.board.rendering.signs import HINTED, SELECTABLE, TOUCHED
from tests.play import AnyGame
from tests.screens import Seen, seen_as

SLUGS = [slug for slug in parlour.games() if slug != "tiny"]
CLEAR = 1.5  # between a square that may be touched and one that may not, a piece and its square


def shade(ground: str, odd: bool = False) -> str:
    return colours.ground(Looks(), ground, odd)


SQUARES = sorted(
    {
        colours.ground(game.looks(), ground, odd)
        for game in map(parlour.game, SLUGS)
        for ground in game.looks().grounds
        for odd in (False, True)
    }
)
"""Every colour that an empty square of a game may have."""


def renderer(
    game: AnyGame, view: View, width: int = 80, height: int = 24, **highlight: object
) -> BoardRenderer:
    grid = BoardGrid(game.board(), width, height)
    return BoardRenderer(grid, view, Highlights(**highlight), game.looks())  # type: ignore[arg-type]


def signs_of(lines: list[Text]) -> list[Seen]:
    """Every character of a cell with its colours."""
    signs: list[Seen] = []
    for line in lines:
        for i, sign in enumerate(line.plain):
            styles = (span.style for span in line.spans if span.start <= i < span.end)
            style = Style.combine(it for it in styles if isinstance(it, Style))
            signs.append(seen_as(sign, style))
    return signs


def words_of(renderer: BoardRenderer, site: str) -> list[str]:
    return [line.plain.strip("▌▐ ") for line in renderer.cell(site)]


# ---- colours -------------------------------------------------------------------------------------


def test_light_and_dark_squares_stay_apart_when_they_are_lit():
    light, dark = shade("light"), shade("dark", odd=True)
    assert contrast(light, dark) >= CLEAR
    assert contrast(colours.selectable(light), colours.selectable(dark)) >= 1.35


@pytest.mark.parametrize("square", SQUARES)
def test_a_lit_square_differs_clearly_from_one_that_is_not(square: str):
    assert contrast(square, colours.selectable(square)) >= CLEAR


@pytest.mark.parametrize("square", SQUARES)
def test_a_lit_square_is_told_from_others_on_a_terminal_with_256_colours(square: str):
    assert contrast(of_256(square), of_256(colours.selectable(square))) >= 1.15


def test_light_and_dark_squares_stay_apart_on_a_terminal_with_256_colours():
    light, dark = shade("light"), shade("dark", odd=True)
    assert contrast(of_256(light), of_256(dark)) >= 1.35
    assert contrast(of_256(colours.selectable(light)), of_256(colours.selectable(dark))) >= 1.35


def test_blocks_keep_the_colours_of_their_owners_on_a_terminal_with_256_colours():
    assert len({of_256(colours.tile(colour, None)) for colour in colours.TILES}) == len(
        colours.TILES
    )


def of_256(colour: str) -> str:
    """What a terminal with 256 colours shows, as one inside `screen` or `tmux` often is."""
    return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


@pytest.mark.parametrize("colour", [*colours.BODIES, "purple", "#808080", ""])
def test_every_piece_stands_out_from_every_square(colour: str):
    piece = colours.body(colour, None)
    tiles = [colours.tile(other, None) for other in colours.BODIES]
    marks = [colours.LAST, colours.TOUCHED, colours.HINTED, colours.DANGER]
    for square in (
        *SQUARES,
        *map(colours.selectable, SQUARES),
        *tiles,
        *map(colours.selectable, tiles),
        *marks,
    ):
        assert contrast(colours.contrasting(square, piece), piece) >= CLEAR, square
        assert contrast(colours.ink(square), square) >= 4.5
    assert contrast(colours.ink(piece), piece) >= 4.5


def test_black_and_white_need_no_help_on_the_usual_squares():
    for colour, kind in product(("black", "white"), ("light", "dark")):
        square = shade(kind)
        piece = colours.body(colour, None)
        assert colours.contrasting(square, piece) == square
        assert colours.contrasting(colours.selectable(square), piece) == colours.selectable(square)


def test_the_cursor_leaves_a_piece_its_colours():
    game = parlour.game("feud")
    view = game.view(game.start(), 0)
    for width, height in ((80, 24), (40, 16), (14, 7)):
        without = renderer(game, view, width, height)
        framed = renderer(game, view, width, height, cursor="A4")
        inked = {it for it in signs_of(without.cell("A4")) if it.sign == "A"}
        assert len(inked) == 1, "the letter of a white archer"
        assert inked <= set(signs_of(framed.cell("A4")))
        assert "▌" in framed.cell("A4")[0].plain


def test_a_board_without_squares_of_two_colours_shows_its_grid():
    game = parlour.game("turncoat")
    view = game.view(game.start(), 0)
    drawn = renderer(game, view)
    empty = [site for site in drawn.grid.coordinates if not drawn.pieces_at.get(site)]
    (x, y) = drawn.grid.coordinates[empty[0]]
    beside = drawn.grid.site[x + 1, y]
    assert drawn.square(empty[0], []) != drawn.square(beside, [])


def test_a_block_that_nobody_owns_looks_like_the_ground_that_its_game_names():
    game = parlour.game("turncoat", map="small")
    view = game.view(game.start())
    dead = Piece("b-a4", "a4", "dead", "#", layer="block")
    drawn = renderer(game, structs.replace(view, pieces=(*view.pieces, dead)))
    odd = bool(sum(drawn.grid.coordinates["a4"]) % 2)
    assert drawn.square("a4", [dead]) == colours.ground(game.looks(), "dead", odd)
    assert drawn.square("a4", []) == colours.ground(game.looks(), "plain", odd)


# ---- what is said --------------------------------------------------------------------------------


def test_the_sides_to_be_joined_are_marked_in_their_colours():
    game = parlour.game("brique", size=5)
    text = renderer(game, game.view(game.start(), 0)).text()
    lines = text.plain.split("\n")
    assert lines[0].startswith("B")
    assert lines[0].endswith("B")
    assert lines[-1].startswith("B")
    assert all(line.startswith("W") and line.endswith("W") for line in lines[1:-1])
    rows = [signs_of([line]) for line in text.split("\n")]
    assert {it.ground for it in rows[0]} == {colours.BODIES["black"]}
    assert {row[0].ground for row in rows[1:-1]} == {colours.BODIES["white"]}
    assert {row[-1].ground for row in rows[1:-1]} == {colours.BODIES["white"]}


def test_a_side_is_not_marked_where_the_window_does_not_reach_it():
    game = parlour.game("brique", size=19)
    grid = BoardGrid(game.board(), 20, 10)
    drawn = BoardRenderer(grid, game.view(game.start(), 0), Highlights(), game.looks())
    inside = drawn.text((5, 5)).plain.split("\n")
    assert not any(sign in line for line in inside for sign in "BW")


def test_an_isolated_piece_is_called_so_where_there_is_room_and_marked_where_there_is_little():
    game = parlour.game("feud")
    piece = Piece("n", "A1", "knight", "N", 0, "black", stats={"hp": 3, "max": 3},
                  condition="isolated")  # fmt: skip
    view = View(0, (piece,), (), (), (), game.view(game.start(), 0).status, None)
    assert words_of(renderer(game, view), "A1")[:4] == ["", "isolated", "[N]", "3/3"]
    assert words_of(renderer(game, view, 26, 9), "A1") == ["[N]i", "3/3"]


def test_what_a_knight_holds_and_what_lies_under_it_is_seen_in_the_smallest_cell_with_room():
    game = parlour.game("knights")
    knight = Piece("R", "r1c1", "knight", "R", 0, "red", stats={"attack": 3, "defence": 1},
                   holds="axe")  # fmt: skip
    fallen = Piece("B", "r1c1", "fallen", "b", 1, "blue", "ground", condition="fallen")
    view = View(0, (knight, fallen), (), (), (), game.view(game.start(), 0).status, None)
    assert words_of(renderer(game, view, 52, 11), "r1c1") == ["b[R]A"]
    assert words_of(renderer(game, view, 120, 40), "r1c1") == ["b", "[R]", "a3 d1 axe"]


def test_a_danger_is_a_sign_and_a_colour():
    game = parlour.game("knights")
    start = game.view(game.start(), 0)
    view = View(0, (), (Mark("danger", ("n0",)),), (), (), start.status, None)
    safe = renderer(game, view, selectable=frozenset({"n1"}))
    deadly = renderer(game, view, selectable=frozenset({"n0"}))
    assert "!" in "".join(words_of(deadly, "n0"))
    assert deadly.square("n0", []) != safe.square("n1", [])


def test_a_hint_is_seen_on_the_board():
    game = parlour.game("brique", size=5)
    hinted = renderer(game, game.view(game.start(), 0), hinted=("c3",))
    assert "?" in "".join(words_of(hinted, "c3"))
    assert {it.ground for it in signs_of(hinted.cell("c3"))} == {colours.HINTED}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    ("highlight", "sign"), [("selectable", SELECTABLE), ("hinted", HINTED), ("touched", TOUCHED)]
)
def test_a_highlight_is_a_sign_whatever_stands_in_a_cell(slug: str, highlight: str, sign: str):
    """A block in Turncoat only changed its colour when it could be chosen or captured."""
    game = parlour.game(slug)
    view = structs.replace(game.view(game.start(), 0), marks=())  # a danger has a sign of its own
    sites = [cell.site for cell in game.board().cells]
    calm = renderer(game, view, 120, 40)
    called_to = renderer(game, view, 120, 40, **{highlight: frozenset(sites)})
    assert not [site for site in sites if sign in "".join(words_of(calm, site))]
    assert not [site for site in sites if sign not in "".join(words_of(called_to, site))]


@pytest.mark.parametrize(("width", "written"), [(60, "[B*"), (38, "B*")])
def test_the_last_move_is_marked_where_a_stone_fills_its_cell(width: int, written: str):
    game = parlour.game("brique")
    stones = [Piece(f"s{site}", site, "stone", "B", 0, "black") for site in ("h8", "h7")]
    start = game.view(game.start(), 0)
    view = View(0, tuple(stones), (Mark("last", ("h8",)),), (), start.panels, start.status, None)
    drawn = renderer(game, view, width, 17)
    assert words_of(drawn, "h8") == [written]
    *stone, star = signs_of(drawn.cell("h8"))
    assert star == Seen("*", colours.ink(colours.LAST), colours.LAST, "bold")
    assert {it.ground for it in stone} == {colours.BODIES["black"]}
    assert "*" not in "".join(words_of(drawn, "h7"))


def test_the_last_move_of_a_piece_that_shares_its_letter_leaves_its_owner_to_be_seen():
    game = parlour.game("feud")
    start = game.view(game.start(), 0)
    archer = Piece("a", "A1", "archer", "A", 0, "black")
    other = Piece("b", "A4", "archer", "A", 1, "white")
    marks = (Mark("last", ("A1",)),)
    view = View(0, (archer, other), marks, (), start.panels, start.status, None)
    assert words_of(renderer(game, view, 14, 7), "A1") == ["[A*"]
    assert words_of(renderer(game, view, 10, 7), "A1") == ["1A"], "a number says whose it is"


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("size", [(42, 16), (52, 20), (92, 36)])
def test_every_piece_of_every_game_is_written_whole(slug: str, size: tuple[int, int]):
    game = parlour.game(slug)
    view = game.view(game.start(), 0)
    drawn = renderer(game, view, *size)
    for site, pieces in drawn.pieces_at.items():
        shown = " ".join(words_of(drawn, site))
        letter = max(pieces, key=lambda it: ("ground", "block", "guard", "unit").index(it.layer))
        assert letter.letter in shown
        assert shown.count("[") == shown.count("]")
        assert shown.count("(") == shown.count(")")
