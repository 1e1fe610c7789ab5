"""Feud on the table: how tiles and pieces are named, actions written and read, boards shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Annotated, ClassVar

from msgspec import Meta

from parlour.games.feud import lines, refusals
from parlour.games.feud.english import ENGLISH
from parlour.games.feud.grid import (
    ACTS,
    CODES,
    DRAWN,
    FALLEN,
    ISOLATED,
    KIND,
    KNIGHT,
    MEDIC,
    NONE,
    SHIELD,
    SKIP,
    SKIPPED,
    SWAPPING,
    TILES,
)
from parlour.games.feud.knowledge import FeudKnowledge
from parlour.games.feud.learning import FeudLearning
from parlour.games.feud.levels import LEVELS
from parlour.games.feud.looks import LOOKS
from parlour.games.feud.names import (
    KINDS,
    LETTERS,
    PIECES,
    SIDES,
    SITES,
    SWAPS,
    TARGETS,
    isolated,
    sites_of,
)
from parlour.games.feud.rules import Rules
from parlour.table import settings
from parlour.table.errors import BadSettings, BadText
from parlour.table.game import Game
from parlour.table.looks.look import Looks
from parlour.table.sentences import Sentence, listing
from parlour.table.texts.typed import LONGEST_LINE, tidy
from parlour.table.view import Board, Button, Cell, Label, Piece, Side

BOARD = Board(
    cells=tuple(
        Cell(site, x=i % 4, y=i // 4, ground=("light", "dark")[(i // 4 + i % 4) % 2])
        for i, site in enumerate(SITES)
    ),
    labels=(
        *(Label(name, i, -1) for i, name in enumerate("ABCD")),
        *(Label(str(i + 1), -1, i) for i in range(4)),
    ),
)
RULER = "--|-------------|-------------|-------------|-------------|"


class FeudSettings(settings.Settings, frozen=True):
    black_shield: Annotated[
        int,
        Meta(
            ge=3,
            le=4,
            description="hit points that Black's shield starts with; 3 makes up for moving first",
        ),
    ] = 4
    start: Annotated[
        str,
        Meta(
            max_length=200,
            description="a position line to start from; if empty, the standard position",
        ),
    ] = ""
    limit: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="turns after which a game ends unfinished; 0 means 300 in matches",
        ),
    ] = 0


class Feud(FeudLearning, Game[Rules, FeudSettings]):
    slug = "feud"
    title = "Feud"
    Settings = FeudSettings
    State = Rules
    piece_kinds: ClassVar[tuple[str, ...]] = KINDS
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 300}
    english = ENGLISH
    best_player = "alphabeta"
    levels = LEVELS

    def prepare(self) -> None:
        self.seats = ("Black", "White")
        self.action_count = ACTS + TILES * CODES
        given = self.settings.start or lines.START.format(self.settings.black_shield)
        try:
            self.first = lines.read(tidy(given, LONGEST_LINE), self.settings.limit)
        except BadText as error:
            raise BadSettings("feud.start", reason=str(error)) from None

    # ---- actions ------------------------------------------------------------------------------

    def write(self, state: Rules, action: int) -> str:
        if action < SKIP:
            return " ".join(SITES[tile] for tile in SWAPS[action])
        if action == SKIP:
            return "skip"
        actor, targets = self._parts(state, action)
        return " ".join([SITES[actor], *sites_of(targets)])

    def _parts(self, state: Rules, action: int) -> tuple[int, int]:
        """The tile of the actor and the set of its targets."""
        actor, code = divmod(action - ACTS, CODES)
        return actor, TARGETS[(KIND[state.tile[actor]] * TILES + actor) * CODES + code]

    def parse(self, state: Rules, text: str, seat: int) -> int:
        if text.lower() == "skip":
            return SKIP
        names = refusals.tile_names(text)
        if len(names) < 2 or len(set(names)) < len(names) or not set(names) <= set(SITES):
            return -1
        tiles = [SITES.index(name) for name in names]
        if state.phase == SWAPPING:
            pair = (min(tiles), max(tiles))
            return SWAPS.index(pair) if len(tiles) == 2 and pair in SWAPS else -1
        actor, *targets = tiles
        first = (KIND[state.tile[actor]] * TILES + actor) * CODES
        coded, mask = TARGETS[first : first + CODES], sum(1 << tile for tile in targets)
        return ACTS + CODES * actor + coded.index(mask) if mask in coded else -1

    def why(self, state: Rules, text: str, seat: int | None = None) -> Sentence:
        return refusals.why(state, text)

    def path(self, state: Rules, action: int) -> tuple[str, ...]:
        return next(self.orders(state, action))

    def orders(self, state: Rules, action: int) -> Iterator[tuple[str, ...]]:
        """A swap from either end; targets in any order, and `done` where their number varies."""
        if action < SKIP:
            yield from permutations(self.write(state, action).split(" "))
        elif action == SKIP:
            yield ("skip",)
        else:
            actor, targets = self._parts(state, action)
            end = ("done",) if self._may_vary(state, actor) else ()
            for order in permutations(sites_of(targets)):
                yield SITES[actor], *order, *end

    def _may_vary(self, state: Rules, actor: int) -> bool:
        return KIND[state.tile[actor]] in (KNIGHT, MEDIC)

    def risky(self, state: Rules, seat: int) -> Sequence[int]:
        """A swap may isolate one's own side (§5), and the third skip loses (§8); no action does."""
        if state.phase == SWAPPING:
            return state.actions(seat)
        return (SKIP,) if state.skips[seat] == 2 else ()

    def danger(self, state: Rules, action: int, seat: int) -> Sentence | None:
        found = super().danger(state, action, seat)
        if found is None or found.id != "table.danger_lost":
            return found
        return Sentence("feud.danger_skip" if action == SKIP else "feud.danger_swap")

    # ---- what people see ----------------------------------------------------------------------

    def looks(self) -> Looks:
        return LOOKS

    def sides(self) -> tuple[Side, ...]:
        return "top", "bottom"

    def board(self) -> Board:
        return BOARD

    def pieces(self, state: Rules, viewer: int) -> Sequence[Piece]:
        shown: list[Piece] = []
        alone = {tile for army in state.army for tile in isolated(army)}
        points, full = state.points, state.full
        for tile, piece in enumerate(state.tile[:16]):
            if piece == NONE:
                continue
            kind = KIND[piece]
            shown.append(
                Piece(
                    PIECES[piece],
                    SITES[tile],
                    KINDS[kind],
                    LETTERS[kind],
                    seat=piece // 8,
                    colour=SIDES[piece // 8],
                    layer="guard" if kind == SHIELD else "unit",
                    stats={"hp": points[piece], "max": full[piece]},
                    condition="isolated" if tile in alone else "",
                )
            )
        return shown

    def buttons(self, state: Rules, seat: int) -> tuple[Button, ...]:
        if state.phase == SWAPPING:
            return ()
        actors = {(action - ACTS) // CODES for action in state.actions() if action >= ACTS}
        needed = any(self._may_vary(state, actor) for actor in actors)
        done = (self.button("done"),) if needed else ()
        return *done, self.button("skip")

    def counters(self, state: Rules, seat: int, viewer: int) -> dict[str, int]:
        return {"pieces": state.army[seat].bit_count(), "skips": state.skips[seat]}

    def prompt(self, state: Rules, seat: int) -> Sentence:
        return Sentence("feud.swap" if state.phase == SWAPPING else "feud.act")

    def report(self, state: Rules, action: int, names: Sequence[str]) -> Sentence:
        player = names[state.seat]
        if action < SKIP:
            a, b = SWAPS[action]
            return Sentence("feud.swapped", player=player, a=SITES[a], b=SITES[b])
        if action == SKIP:
            return Sentence("feud.skipped", player=player, count=state.skips[state.seat] + 1)
        actor, targets = self._parts(state, action)
        kind, sites = KINDS[KIND[state.tile[actor]]], listing(sites_of(targets))
        return Sentence(f"feud.{kind}", player=player, site=SITES[actor], targets=sites)

    def text(self, state: Rules, viewer: int | None = None) -> str:
        points, full = state.points, state.full
        cells = [
            "..... . . ."
            if piece == NONE
            else f"{SIDES[piece // 8].upper()} {LETTERS[KIND[piece]]} {points[piece]} {full[piece]}"
            for piece in state.tile[:16]
        ]
        drawn = ["  |      A      |      B      |      C      |      D      |", RULER]
        for row in range(4):
            drawn += [f"{row + 1} | {' | '.join(cells[4 * row : 4 * row + 4])} |", RULER]
        return "\n".join(drawn)

    def verdict(self, state: Rules, names: Sequence[str]) -> tuple[str, Sentence]:
        if state.ending == DRAWN:
            return "draw", Sentence("feud.drawn")
        ends = {FALLEN: "fallen", ISOLATED: "isolated", SKIPPED: "third_skip"}
        if state.ending not in ends:
            return "unfinished", Sentence("feud.unfinished", limit=state.limit)
        code, winner = ends[state.ending], state.winner
        return code, Sentence(f"feud.{code}", winner=names[winner], loser=names[1 - winner])

    def knowledge(self) -> FeudKnowledge:
        return FeudKnowledge(self)

    # ---- the position in one line: BA33,BK44,.,./... B swap 0 0 0 -------------------------------

    def write_line(self, state: Rules, viewer: int | None) -> str:
        return lines.write(state)

    def read_line(self, line: str) -> Rules:
        state = self.blank()
        state.set_up(*lines.read(line, self.settings.limit))
        return state


GAME = Feud
