"""A position as people see it: the board, pieces, buttons, panels, prompts and reports.

A game must implement `board` and `pieces`. It may implement `piece_kinds`, `looks`, `sides`,
`text`, `moved_pieces`, `marks`, `label`, `buttons`, `colour`, `counters`, `prompt` and `report`.
Derived: `view`, `changes`, `view_without_pieces`, `panels`, `status`, `button`, `picture`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, final

import msgspec

from parlour.table.causes import causes_of
from parlour.table.errors import IllegalAction
from parlour.table.game_parts.notation import Notation
from parlour.table.game_parts.rules import AnySettings, AnyState
from parlour.table.looks.look import Looks
from parlour.table.looks.tints import ThemeName
from parlour.table.sentences import Sentence, listing
from parlour.table.state import CHANCE, NOBODY
from parlour.table.texts import text_board
from parlour.table.view import (
    Board,
    Button,
    Cause,
    Changes,
    Mark,
    Panel,
    Piece,
    PieceChanges,
    Side,
    View,
    compare_pieces,
    diff_views,
    sorted_by_id,
)

OPPOSITE: tuple[Side, ...] = ("bottom", "top")
CLOCKWISE: tuple[Side, ...] = ("bottom", "left", "top", "right")


class Presentation(Notation[AnyState, AnySettings]):
    """What a viewer sees. A viewer is a seat, or NOBODY for a spectator."""

    piece_kinds: ClassVar[tuple[str, ...]] = ("piece",)  # every kind of piece its views may show

    # ---- a game must implement ----------------------------------------------------------------

    def board(self) -> Board:
        """The cells, labels and edges of the board."""
        raise NotImplementedError

    def pieces(self, state: AnyState, viewer: int) -> Sequence[Piece]:
        """The pieces on the board, as a viewer may see them."""
        raise NotImplementedError

    # ---- a game may implement -----------------------------------------------------------------

    def looks(self) -> Looks:
        """The names, symbols and colours of what its views show."""
        return Looks()

    def sides(self) -> tuple[Side, ...]:
        """The side of the board that each seat sits on, so that a front end can turn the board
        to a player."""
        order = OPPOSITE if len(self.seats) == 2 else CLOCKWISE
        return tuple(order[seat % len(order)] for seat in range(len(self.seats)))

    def text(self, state: AnyState, viewer: int | None = None) -> str:
        """The text board, complete or as a viewer sees it."""
        return text_board.draw(
            self.board(), self.pieces(state, NOBODY if viewer is None else viewer)
        )

    def moved_pieces(self, old: AnyState, new: AnyState, viewer: int) -> PieceChanges | None:
        """The change of the pieces for a viewer between two positions, if the game can compute it
        faster than by comparing all pieces; else None."""
        return None

    def marks(self, state: AnyState, viewer: int) -> Sequence[Mark]:
        """Sites that are highlighted."""
        return ()

    def label(self, site: str) -> str:
        """The text of a button, and the name of a site in sentences."""
        return site

    def buttons(self, state: AnyState, seat: int) -> tuple[Button, ...]:
        """A button for each site outside the board that is on a path of this seat."""
        sites = dict.fromkeys(site for path, _ in self.paths(state, seat) for site in path)
        return tuple(self.button(site) for site in sorted(sites) if site not in self.cell_sites)

    def colour(self, state: AnyState, seat: int) -> str:
        """The colour a seat plays, as a front end draws it."""
        return ("black", "white", "red", "blue")[seat % 4]

    def counters(self, state: AnyState, seat: int, viewer: int) -> dict[str, int]:
        """Numbers about a seat that a viewer may know."""
        return {}

    def prompt(self, state: AnyState, seat: int) -> Sentence:
        """What a seat to act has to choose."""
        return Sentence("table.your_action")

    def report(self, state: AnyState, action: int, names: Sequence[str]) -> Sentence:
        """The sentence about an action that was just chosen in `state`."""
        text = self.write(state, action)
        if state.seat < 0:
            return Sentence("table.drawn", text=text)
        return Sentence("table.acted", player=names[state.seat], text=text)

    # ---- derived ------------------------------------------------------------------------------

    @cached_property
    def cell_sites(self) -> frozenset[str]:
        """The sites of the cells of the board; all others are buttons."""
        return frozenset(cell.site for cell in self.board().cells)

    @final
    def view(
        self,
        state: AnyState,
        seat: int | None = None,
        *,
        names: Sequence[str] | None = None,
        last: tuple[str, ...] = (),
    ) -> View:
        """What a seat (or a spectator, None) may see, with the players' names, `last` marked."""
        view = self.view_without_pieces(state, seat, names=names, last=last)
        pieces = self.pieces(state, NOBODY if seat is None else seat)
        return msgspec.structs.replace(view, pieces=sorted_by_id(pieces))

    @final
    def view_without_pieces(
        self,
        state: AnyState,
        seat: int | None = None,
        *,
        names: Sequence[str] | None = None,
        last: tuple[str, ...] = (),
    ) -> View:
        """The view, except that `pieces` is empty."""
        viewer = NOBODY if seat is None else seat
        if viewer >= len(self.seats):
            raise IllegalAction("table.no_such_seat", seat=viewer, count=len(self.seats))
        players = self.seats if names is None else tuple(names)
        acts = viewer >= 0 and viewer in state.acting()
        marks = tuple(self.marks(state, viewer))
        return View(
            seat=None if viewer < 0 else viewer,
            pieces=(),
            marks=(*marks, Mark("last", last)) if last else marks,
            buttons=self.buttons(state, viewer) if acts else (),
            panels=self.panels(state, viewer, players),
            status=self.status(state, players),
            prompt=self.prompt(state, viewer) if acts else None,
        )

    @final
    def button(self, site: str) -> Button:
        """The button of a site, with the label of its look if it has one."""
        look = self.looks().buttons.get(site)
        return Button(site, str(look.label) if look else self.label(site))

    @final
    def panels(self, state: AnyState, viewer: int, names: Sequence[str]) -> tuple[Panel, ...]:
        """The panel of each seat."""
        acting = state.acting()
        return tuple(
            [
                Panel(
                    seat,
                    names[seat],
                    self.colour(state, seat),
                    self.alive(state, seat),
                    seat in acting,
                    self.counters(state, seat, viewer),
                )
                for seat in range(len(self.seats))
            ]
        )

    @final
    def status(self, state: AnyState, names: Sequence[str]) -> Sentence:
        """Whose turn it is, or the outcome."""
        if state.over:
            return self.verdict(state, names)[1]
        acting = state.acting()
        if acting == (CHANCE,):
            return Sentence("table.chance")
        if len(acting) == 1:
            return Sentence("table.turn", player=names[acting[0]])
        return Sentence("table.several_turns", players=listing([names[seat] for seat in acting]))

    @final
    def changes(
        self,
        old: AnyState,
        new: AnyState,
        seat: int | None = None,
        *,
        touched: Sequence[str] = (),
        names: Sequence[str] | None = None,
    ) -> Changes:
        """What changes for a seat (or a spectator) between two positions, and why; `touched` are
        the sites of the actions in between, as far as this viewer may know them."""
        viewer = NOBODY if seat is None else seat
        pieces = self.moved_pieces(old, new, viewer)
        if pieces is None:
            pieces = compare_pieces(self.pieces(old, viewer), self.pieces(new, viewer))
        before = self.view_without_pieces(old, seat, names=names)
        after = self.view_without_pieces(new, seat, names=names)
        return diff_views(before, after, pieces, self.causes(pieces, touched))

    @final
    def causes(self, pieces: PieceChanges, touched: Sequence[str] = ()) -> tuple[Cause, ...]:
        """What happened to pieces that changed, in order."""
        return causes_of(pieces, touched, self._bounds)

    @cached_property
    def _bounds(self) -> dict[str, str]:
        return self.looks().bounds()

    @final
    def picture(
        self, state: AnyState, seat: int | None = None, *, theme: ThemeName = "light"
    ) -> str:
        """The position as an SVG picture."""
        from parlour.drawing import picture  # drawing is a layer above

        return picture.svg(self.board(), self.view(state, seat), self.looks(), theme=theme)
