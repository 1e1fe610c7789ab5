"""Knights on the table: how steps are written, read and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from parlour.games.knights import lines, presentation, reports
from parlour.games.knights.english import ENGLISH
from parlour.games.knights.knowledge import KnightsKnowledge
from parlour.games.knights.learning import KnightsLearning
from parlour.games.knights.levels import LEVELS
from parlour.games.knights.looks import LOOKS
from parlour.games.knights.presentation import DIRECTIONS, ITEM_NAMES
from parlour.games.knights.rules import ITEMS, LIVE, NOTHING, Rules
from parlour.table import settings
from parlour.table.game import Game
from parlour.table.looks.look import Looks
from parlour.table.sentences import Sentence, listing, shorten
from parlour.table.texts.typed import fold
from parlour.table.view import Board, Mark, Piece, Side

KNIGHTS = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow"}
CORNERS: Mapping[str, Side] = {"R": "top", "B": "left", "G": "bottom", "Y": "right"}
SIDES = {2: "RG", 3: "RBG", 4: "RBGY"}


class KnightsSettings(settings.Settings, frozen=True):
    players: Annotated[
        int,
        Meta(
            ge=2,
            le=4,
            examples=[3],
            description="the number of knights; with two, Green can force a win",
        ),
    ] = 4
    item_choice: Annotated[
        Literal["random", "priority"],
        Meta(
            description="which of several items is taken: one at random, or the first of A, M, D, H"
        ),
    ] = "random"
    winner_takes: Annotated[
        bool, Meta(description="whether a winner without an item takes what the loser drops")
    ] = False
    limit: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="steps after which the living share first place; 0 means 400 in matches",
        ),
    ] = 0


class Knights(KnightsLearning, Game[Rules, KnightsSettings]):
    slug = "knights"
    title = "Knights"
    Settings = KnightsSettings
    State = Rules
    piece_kinds: ClassVar[tuple[str, ...]] = ("knight", "fallen", *ITEM_NAMES)
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 400}
    english = ENGLISH
    # Careful playouts hardly ever end, and say little; values lie closer together than weights.
    best_player = "mcts,evaluate=1,trust=0.3"
    levels = LEVELS

    def prepare(self) -> None:
        self.letters = SIDES[self.settings.players]
        self.seats = tuple(KNIGHTS[letter] for letter in self.letters)
        self.chance = self.settings.item_choice == "random"
        self.action_count = 8 if self.chance else 4

    # ---- actions ------------------------------------------------------------------------------

    def write(self, state: Rules, action: int) -> str:
        if action >= ITEMS:
            return f"item:{ITEM_NAMES[action - ITEMS]}"
        return f"{self.letters[state.turn]}:{DIRECTIONS[action]}"

    def parse(self, state: Rules, text: str, seat: int) -> int:
        if state.drawing:
            item = item_in(text)
            return -1 if item == NOTHING else ITEMS + item
        knight, direction = step_in(text)
        if direction and knight in ("", self.letters[state.turn]):
            return DIRECTIONS.index(direction)
        return -1

    def path(self, state: Rules, action: int) -> tuple[str, ...]:
        """The tile to step onto, or the water."""
        if action >= ITEMS:
            return (self.token(state, action),)
        return (presentation.site_beside(state.place[state.turn], action),)

    def why(self, state: Rules, text: str, seat: int | None = None) -> Sentence:
        turn = self.letters[state.turn]
        example, said = f"{turn}:S", shorten(text)
        if state.drawing:
            items = [self.write(state, action) for action in state.actions()]
            return Sentence("knights.draw", items=" or ".join(items))
        if not text:
            return Sentence("knights.nothing", example=example)
        knight, direction = step_in(text)
        if not direction:
            drawn = item_in(text) != NOTHING
            id = "knights.no_draw" if drawn else "knights.unreadable"
            return Sentence(id, text=said, example=example)
        id = "knights.other_knight" if knight in self.letters else "knights.no_knight"
        return Sentence(id, turn=turn, given=knight)

    def danger(self, state: Rules, action: int, seat: int) -> Sentence | None:
        """The water, an enemy who is too strong, or one who may be: that depends on the item that
        chance brings (§2)."""
        new = after(state, action)
        if new.drawing:
            fates = {self.alive(after(new, drawn), seat) for drawn, _ in new.odds()}
            if fates == {True}:
                return None
            id = "fight" if fates == {False} else "gamble"
        elif self.alive(new, seat):
            return super().danger(state, action, seat) if new.over else None
        else:
            id = "water" if reports.enemy_met(state, new, seat) is None else "fight"
        return Sentence(f"knights.danger_{id}")

    # ---- what people see ----------------------------------------------------------------------

    def looks(self) -> Looks:
        return LOOKS

    def sides(self) -> tuple[Side, ...]:
        """So turned, the corner of each knight is at the lower right."""
        return tuple(CORNERS[letter] for letter in self.letters)

    def board(self) -> Board:
        return presentation.BOARD

    def pieces(self, state: Rules, viewer: int) -> Sequence[Piece]:
        return presentation.pieces(state, self.letters, [name.lower() for name in self.seats])

    def marks(self, state: Rules, viewer: int) -> Sequence[Mark]:
        """Where a step would be the viewer's last: the rules themselves are asked."""
        if viewer < 0 or viewer != state.seat:
            return ()
        deadly = [
            presentation.site_beside(state.place[viewer], action)
            for action in state.actions()
            if not self.alive(after(state, action), viewer)
        ]
        return [Mark("danger", tuple(deadly))] if deadly else ()

    def label(self, site: str) -> str:
        """A tile as the rulebook writes it, or the water."""
        if site in presentation.SHORE.values():
            return "the water"
        return f"({site[1]},{site[3]})" if site in presentation.SITES.values() else site

    def colour(self, state: Rules, seat: int) -> str:
        return self.seats[seat].lower()

    def alive(self, state: Rules, seat: int) -> bool:
        return state.status[seat] == LIVE

    def counters(self, state: Rules, seat: int, viewer: int) -> dict[str, int]:
        attack, defence = state.strength(seat)
        return {"attack": attack, "defence": defence} if self.alive(state, seat) else {}

    def prompt(self, state: Rules, seat: int) -> Sentence:
        return Sentence("knights.step", example=f"{self.letters[state.turn]}:S")

    def report(self, state: Rules, action: int, names: Sequence[str]) -> Sentence:
        return reports.report(state, after(state, action), action, names)

    def text(self, state: Rules, viewer: int | None = None) -> str:
        return presentation.draw(state, self.letters)

    def verdict(self, state: Rules, names: Sequence[str]) -> tuple[str, Sentence]:
        left = [names[seat] for seat in range(len(self.seats)) if self.alive(state, seat)]
        if len(left) == 1:
            return "last", Sentence("knights.last", player=left[0])
        limit = self.settings.limit
        if len(left) == len(self.seats):
            return "limit", Sentence("knights.all_limit", limit=limit)
        return "limit", Sentence("knights.limit", players=listing(left), limit=limit)

    def ranks(self, state: Rules) -> tuple[int, ...]:
        """The living share the first rank; who fell later stands before who fell earlier."""
        falls = state.fell[: len(self.seats)]
        return tuple(1 if fall == 0 else len(falls) + 1 - fall for fall in falls)

    def withdraw(self, state: Rules, seat: int) -> Rules | None:
        """The knight dies where it stands and drops its item; the others play on."""
        if state.over or not self.alive(state, seat):
            return None
        other = state.copy()
        other.leave(seat)
        return other

    def knowledge(self) -> KnightsKnowledge:
        return KnightsKnowledge(self)

    # ---- the position in one line: R22A,B61,G66,y--/1 M52,D25,H55 R 0 ---------------------------

    def write_line(self, state: Rules, viewer: int | None) -> str:
        return lines.write(state, self.letters)

    def read_line(self, line: str) -> Rules:
        state = self.blank()
        lines.read(line, state, self.letters)
        return state


def after(state: Rules, action: int) -> Rules:
    """The position after an action that is known to be legal."""
    other = state.copy()
    other.apply(action)
    return other


def step_in(text: str) -> tuple[str, str]:
    """The letters of the knight (if named) and of the direction in a step such as `R:S`, `rs`,
    `red south` or `S`; empty where the text is no step."""
    words = fold(text)
    if len(words) == 1 and len(words[0]) == 2:
        words = tuple(words[0])
    if len(words) not in (1, 2):
        return "", ""
    direction = letter_of(words[-1], presentation.DIRECTION_NAMES)
    if len(words) == 1:
        return "", direction
    knight = letter_of(words[0], KNIGHTS)
    return (knight, direction) if knight else ("", "")


def letter_of(word: str, names: Mapping[str, str]) -> str:
    """The letter that a letter or a name means, if it means one."""
    meant = (letter for letter, name in names.items() if word in (letter.lower(), name.lower()))
    return next(meant, "")


def item_in(text: str) -> int:
    """The item of `item:axe`, `axe` or `a`; NOTHING where the text names none."""
    words = fold(text)
    wanted = "".join(words[1:] if words[:1] == ("item",) else words)
    for item, name in enumerate(ITEM_NAMES):
        if wanted in (name.replace("_", ""), name.split("_")[-1], name[0]):
            return item
    return NOTHING


GAME = Knights
