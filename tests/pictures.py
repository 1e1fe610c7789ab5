"""The pictures of the rulebooks and of the README, drawn from the rules.

Beside a rulebook lies `pictures/pictures.toml`: which positions it shows, and what is played there.
`python -m tests.pictures` (or `make pictures`) draws them; a test compares, so that a picture which
the rules would draw otherwise is noticed. No picture can show what is not legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import parlour
from parlour.drawing.palette import ACCENT, FAINT
from parlour.drawing.picture import MARGIN, card, sheet
from parlour.drawing.scene import Scene
from parlour.drawing.svg_tags import box, centred, move, number, plain, tag, tooltip, wrap
from parlour.table.looks.look import Looks
from parlour.table.view import Board, Mark, View
from tests import ROOT

GAMES = ROOT / "src" / "parlour" / "games"
README = ROOT / "docs" / "pictures" / "games.svg"
HINT = "see what changed; if it should, draw the pictures anew: make pictures"

GAP, LETTERS = 44, 17  # between boards, where an arrow may stand; the size of what is written


class Illustration(msgspec.Struct, forbid_unknown_fields=True):
    """A picture: a position alone, or what becomes of it, or what may be touched in it."""

    file: str
    line: str = ""  # the start, if there is none
    settings: dict[str, Any] = {}
    play: tuple[str, ...] = ()  # actions; a further board is drawn after each
    touch: tuple[str, ...] = ()  # sites; a board for each (or for several in one go), marked: them,
    tall: int = 300  # and where one may go on

    def drawn(self, slug: str) -> str:
        """The picture of one position has panels as well; several stand beside each other."""
        game = parlour.game(slug, **self.settings)
        state = game.from_line(self.line) if self.line else game.start()
        if not self.play and not self.touch:
            return game.picture(state)
        shots = list(self.touched(game, state) if self.touch else self.played(game, state))
        return beside(shots, self.tall, arrows=bool(self.play))

    def played(self, game: Any, state: Any) -> Iterator[Shot]:
        yield Shot(
            game.looks(), game.board(), game.view(state), str(game.status(state, game.seats))
        )
        for text in self.play:
            seat, action = state.seat, game.read(state, text)
            view = game.view(state.after(action), last=game.path(state, action))
            state = state.after(action)
            who = game.seats[seat] if seat >= 0 else "Chance"
            end = str(view.status) if state.over else ""
            said = f"{who}: {text}. {end[:1].upper()}{end[1:]}" if end else f"{who}: {text}"
            yield Shot(game.looks(), game.board(), view, said)

    def touched(self, game: Any, state: Any) -> Iterator[Shot]:
        paths, view = game.paths(state, state.seat), game.view(state)
        for touched in self.touch:
            sites = tuple(touched.split())
            lit = paths.next(sites)
            assert lit, f"{self.file}: {touched} cannot be touched"
            here = [piece for piece in view.pieces if piece.site in sites]
            said = str(game.looks().piece(here[-1]).name) if here else str(view.status)
            marked = msgspec.structs.replace(view, marks=(Mark("last", sites),))
            yield Shot(game.looks(), game.board(), marked, said, lit)


class Shot(NamedTuple):
    """A board with what stands on it, and a line under it."""

    looks: Looks
    board: Board
    view: View
    caption: str
    lit: tuple[str, ...] = ()  # sites that may be touched


def beside(shots: Sequence[Shot], tall: float, *, arrows: bool, columns: int = 3) -> str:
    """Boards of one height beside each other, in rows of so many, with arrows between them."""
    scenes = [Scene(shot.board, shot.view, shot.looks) for shot in shots]
    widths = [scene.width * tall / scene.height for scene in scenes]
    captions = [
        wrap(plain(shot.caption).split(), wide + GAP - 8, LETTERS)
        for shot, wide in zip(shots, widths, strict=True)
    ]
    rows = [range(i, min(i + columns, len(shots))) for i in range(0, len(shots), columns)]
    across = [sum(widths[i] for i in row) + GAP * (len(row) - 1) for row in rows]
    wide, top = max(across) + 2 * MARGIN, float(MARGIN)
    drawn: list[str] = []
    for row, length in zip(rows, across, strict=True):
        left = (wide - length) / 2
        for i in row:
            if arrows and i > row.start:
                drawn.append(_arrow(left - GAP / 2, top + tall / 2))
            drawn.append(_board(scenes[i], shots[i].lit, left, top, widths[i], tall))
            middle = left + widths[i] / 2
            for j, line in enumerate(captions[i]):
                drawn.append(centred(line, middle, top + tall + 16 + 22 * j, LETTERS))
            left += widths[i] + GAP
        top += tall + 16 + 22 * max(len(captions[i]) for i in row)
    high = top + MARGIN / 2
    definitions = sorted({definition for scene in scenes for definition in scene.definitions()})
    title = tooltip("; ".join(shot.caption for shot in shots))
    parts = [title, tag("defs", *definitions), card(wide, high), *drawn]
    return f"{sheet(wide, high)}{''.join(parts)}</svg>"


def _board(
    scene: Scene, lit: Sequence[str], left: float, top: float, wide: float, high: float
) -> str:
    """A board with a dot on every empty site that may be touched, and a frame around pieces."""
    taken, u = {piece.site for piece in scene.view.pieces}, scene.unit
    signs: list[str] = []
    for site in lit:
        if site in scene.cells:
            x, y = scene.cells[site].x * u, scene.cells[site].y * u
            frame = {"fill": "none", "stroke": ACCENT, "stroke_width": u * 0.06}
            dot = {"fill": ACCENT, "stroke": "#ffffff", "stroke_width": u * 0.03}
            signs.append(
                box(u * 0.46, u * 0.1, **frame, transform=move(x, y))
                if site in taken
                else tag("circle", cx=x, cy=y, r=u * 0.15, **dot)
            )
    inside = tag("g", *scene.parts(), *signs, transform=move(scene.left, scene.top))
    size = f"0 0 {number(scene.width)} {number(scene.height)}"
    return tag("svg", inside, x=left, y=top, width=wide, height=high, viewBox=size)


def _arrow(x: float, y: float) -> str:
    return tag("path", d=f"M{number(x - 10)} {number(y - 9)}l18 9-18 9z", fill=FAINT)


# ---- all of them --------------------------------------------------------------------------------


def illustrations(slug: str) -> list[Illustration]:
    """What the rulebook of a game shows."""
    source = (GAMES / slug / "pictures" / "pictures.toml").read_bytes()
    return msgspec.toml.decode(source, type=dict[str, list[Illustration]])["picture"]


def slugs() -> list[str]:
    return sorted(page.parent.name for page in GAMES.glob("*/rulebook.md"))


def pictures() -> Iterator[tuple[Path, Callable[[], str]]]:
    """Every picture there should be, by its file, and what draws it."""
    for slug in slugs():
        for each in illustrations(slug):
            yield GAMES / slug / "pictures" / f"{each.file}.svg", partial(each.drawn, slug)
    yield README, readme


def readme() -> str:
    """All games side by side: of each the picture called `match`."""
    shots: list[Shot] = []
    for slug in slugs():
        [shown] = [each for each in illustrations(slug) if each.file == "match"]
        game = parlour.game(slug, **shown.settings)
        state: Any = game.from_line(shown.line)
        shots.append(Shot(game.looks(), game.board(), game.view(state), game.title))
    return beside(shots, 380, arrows=False, columns=3)


def main() -> None:
    """Draw all pictures anew, and remove those that no rulebook needs any more."""
    wanted = dict(pictures())
    for path in (*GAMES.glob("*/pictures/*.svg"), *README.parent.glob("*.svg")):
        if path not in wanted:
            path.unlink()
    for path, drawn in wanted.items():
        path.write_text(drawn() + "\n", "utf-8")
    print(f"drew {len(wanted)} pictures")


if __name__ == "__main__":
    main()
