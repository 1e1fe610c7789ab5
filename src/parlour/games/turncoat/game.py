"""Turncoat on the table: its settings, how actions are entered, and what people are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from parlour.games.turncoat import presentation
from parlour.games.turncoat.blocks import CLEANER, COLOUR, KINDS
from parlour.games.turncoat.english import ENGLISH
from parlour.games.turncoat.knowledge import TurncoatKnowledge
from parlour.games.turncoat.learning import TurncoatLearning
from parlour.games.turncoat.levels import LEVELS
from parlour.games.turncoat.looks import LOOKS
from parlour.games.turncoat.maps.plan import plan_of
from parlour.games.turncoat.maps.terrain import terrain_of
from parlour.games.turncoat.notation.actions import ActionCodec
from parlour.games.turncoat.notation.lines import LineReader, write_line
from parlour.games.turncoat.notation.refusals import Refusals
from parlour.games.turncoat.playouts import PlayoutRules
from parlour.games.turncoat.rules import Rules
from parlour.games.turncoat.snapshot import Snapshot, spawn_to_choose
from parlour.table import settings
from parlour.table.errors import BadSettings, BadText
from parlour.table.game import Game
from parlour.table.looks.look import Looks
from parlour.table.sentences import Sentence, listing
from parlour.table.view import Board, Button, Mark, Piece, Side

COLOURS = ("red", "blue", "green", "yellow")


class TurncoatSettings(settings.Settings, frozen=True):
    map: Annotated[
        Literal["small", "standard", "long", "ring", "court"],
        Meta(description="the board; ring is for three players, court for four"),
    ] = "standard"
    map_text: Annotated[
        str,
        Meta(
            max_length=3_000,
            description="a map of your own instead of map: its text, or its rows separated by /",
        ),
    ] = ""
    place_under_units: Annotated[
        bool, Meta(description="whether a colour block may be placed under your own units")
    ] = False
    units_block: Annotated[bool, Meta(description="whether units block other units")] = False
    shooter_reach: Annotated[
        Literal["ring", "line"],
        Meta(description="ring: every tile two steps away; line: only those in a straight line"),
    ] = "ring"
    capture_occupied: Annotated[
        bool, Meta(description="whether an objective may be captured while a unit is on it")
    ] = True
    free_capture: Annotated[
        bool, Meta(description="whether a capture is free and uses no action")
    ] = False
    goal: Annotated[
        Literal["all", "first"],
        Meta(
            description="all: the last player with objectives wins; first: the first capture wins"
        ),
    ] = "all"
    limit: Annotated[
        int,
        Meta(
            ge=0, le=10_000, description="rounds after which it is a draw; 0 means 150 in matches"
        ),
    ] = 0
    handicap: Annotated[
        Literal["map", "none", "guard", "paver", "shooter"],
        Meta(
            description="what every player but the first gets: an extra guard, or a unit at once; "
            "map: what the map says"
        ),
    ] = "map"


class Turncoat(TurncoatLearning, Game[Rules, TurncoatSettings]):
    slug = "turncoat"
    title = "Turncoat"
    Settings = TurncoatSettings
    State = PlayoutRules
    piece_kinds: ClassVar[tuple[str, ...]] = (*presentation.BLOCKS, *KINDS[1:])
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 150}
    english = ENGLISH
    best_player = "mcts,evaluate=1"
    levels = LEVELS

    def knowledge(self) -> TurncoatKnowledge:
        return TurncoatKnowledge(self)

    def prepare(self) -> None:
        chosen = self.settings
        try:
            self.plan = plan_of(chosen.map, chosen.map_text)
        except BadText as error:
            raise BadSettings(error.sentence) from None
        if self.plan.gives(chosen.handicap) == "guard" and any(
            len(self.plan.of(seat, "G")) == 9 for seat in range(1, self.plan.players)
        ):
            raise BadSettings("turncoat.too_many_guards")
        self.seats = tuple(f"Player {number + 1}" for number in range(self.plan.players))
        self.codec = ActionCodec(
            self.plan, terrain_of(chosen.map, chosen.map_text, chosen.handicap)
        )
        self.sites = self.codec.sites
        self.action_count = self.codec.count
        self._board = presentation.board(self.plan)

    # ---- actions ------------------------------------------------------------------------------

    def write(self, state: Rules, action: int) -> str:
        return self.codec.write(state, action)

    def parse(self, state: Rules, text: str, seat: int) -> int:
        return self.codec.read(state, text)

    def why(self, state: Rules, text: str, seat: int | None = None) -> Sentence:
        return Refusals(self.codec, state).why(text)

    def path(self, state: Rules, action: int) -> tuple[str, ...]:
        """A unit or a guard, and where to; a button where two things could be meant."""
        decoded, sites = self.codec.decode(state, action), self.sites
        match decoded.verb:
            case "move" | "guard":  # most of all actions
                return self.codec.site(decoded.here), self.codec.site(decoded.to)
            case "end":
                return ("end",)
            case "spawn":
                return (decoded.choice,)
            case "place":
                stands = _unit_at(state, decoded.here)
                return (sites[decoded.here], "place") if stands else (sites[decoded.here],)
            case "destroy":
                return sites[decoded.here], "destroy"
            case "act" if state.what[_unit_at(state, decoded.here)] % 8 == CLEANER:
                # It may move there as well.
                return sites[decoded.here], "clean", self.codec.site(decoded.to)
            case "capture":
                return sites[decoded.here], self.codec.site(decoded.to), decoded.choice
            case _:
                return self.codec.site(decoded.here), self.codec.site(decoded.to)

    def buttons(self, state: Rules, seat: int) -> tuple[Button, ...]:
        if state.choosing:
            return tuple(map(self.button, KINDS[1:]))
        paths = (self.path(state, action) for action in state.actions(seat))
        touched = {site for path in paths for site in path if site not in self.codec.cell_of}
        return tuple(map(self.button, sorted(touched)))

    def prompt(self, state: Rules, seat: int) -> Sentence:
        if state.choosing:
            return Sentence("turncoat.which_unit", site=self.sites[spawn_to_choose(state)])
        return Sentence("turncoat.your_turn")

    def report(self, state: Rules, action: int, names: Sequence[str]) -> Sentence:
        return presentation.report(self.codec, state, action, names)

    # ---- what people see ----------------------------------------------------------------------

    def looks(self) -> Looks:
        return LOOKS

    def sides(self) -> tuple[Side, ...]:
        return tuple(self.plan.side(seat) for seat in range(self.plan.players))

    def board(self) -> Board:
        return self._board

    def pieces(self, state: Rules, viewer: int) -> Sequence[Piece]:
        return list(presentation.pieces(self.plan, self.sites, state, COLOURS))

    def marks(self, state: Rules, viewer: int) -> Sequence[Mark]:
        return list(presentation.marks(self.plan, self.sites, state))

    def text(self, state: Rules, viewer: int | None = None) -> str:
        return presentation.text(self.plan, state)

    def colour(self, state: Rules, seat: int) -> str:
        return COLOURS[seat]

    def alive(self, state: Rules, seat: int) -> bool:
        return not state.out[seat]

    def counters(self, state: Rules, seat: int, viewer: int) -> dict[str, int]:
        snapshot = Snapshot(state)
        return {
            "objectives": state.goals[seat],
            "units": sum(unit.seat == seat for unit in snapshot.units.values()),
            "blocks": snapshot.tops.count(COLOUR + seat),
        }

    def risky(self, state: Rules, seat: int) -> Sequence[int]:
        """Objectives are captured from others only (§7), so no action of one's own loses."""
        return ()

    def verdict(self, state: Rules, names: Sequence[str]) -> tuple[str, Sentence]:
        if state.winner < 0:
            left = listing([names[seat] for seat in range(len(names)) if not state.out[seat]])
            return "limit", Sentence("turncoat.limit", limit=state.limit, players=left)
        winner = names[state.winner]
        if state.left == 1:
            return "last", Sentence("turncoat.last", player=winner)
        return "captured", Sentence("turncoat.first", player=winner)

    def ranks(self, state: Rules) -> tuple[int, ...]:
        """The winner, then those still in, then the others: who went out later is better."""
        seats = range(len(self.seats))
        merit = [
            9 if seat == state.winner else state.out[seat] or len(self.seats) for seat in seats
        ]
        return tuple(1 + sum(other > mine for other in merit) for mine in merit)

    def binding(self, state: Rules, action: int) -> bool:
        """What appears on a spawn is decided once."""
        return self.codec.decode(state, action).verb == "spawn"

    # ---- lines and leaving ---------------------------------------------------------------------

    def write_line(self, state: Rules, viewer: int | None) -> str:
        return write_line(self.plan, state)

    def read_line(self, line: str) -> Rules:
        state = self.blank()
        LineReader(self.plan, self.settings, self.sites).read(line, state)
        return state

    def withdraw(self, state: Rules, seat: int) -> Rules | None:
        if state.over or state.out[seat]:
            return None
        rest = state.copy()
        rest.give_up(seat)
        return rest


def _unit_at(state: Rules, cell: int) -> int:
    """The number of the unit that stands on a cell, 0 for none."""
    return state.unit[state.terrain.square[cell]]


GAME = Turncoat
