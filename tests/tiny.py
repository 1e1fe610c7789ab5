"""A tiny game for the tests, with everything awkward in it, in plain Python without a .pxd.

Four runners stand on a row of cells by the sea:

    c1  c2  c3  c4  c5
    2   =   134 .   .

1. All four choose a secret refuge, one of the cells, at the same time.
2. Then they take turns: one or two steps, west or east, or at once a dam on one or two cells.
3. After each round the sea floods some cells, or none, and takes the dams away. Who stands in the.
   wet, on no dam, shows the refuge: on it one stays, elsewhere one is out.
4. It ends when at most one is left, or after `limit` rounds. You get a point for each seat that you
   outlived, and lose one for each that outlived you.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from parlour.table import settings
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.errors import BadText
from parlour.table.game import Game
from parlour.table.registry import register
from parlour.table.sentences import Sentence, listing, shorten
from parlour.table.state import CHANCE, NOBODY, State
from parlour.table.view import Board, Cell, Mark, Piece
from tests.table.learning.tiny_learning import TinyLearning, encode

NONE = -1
SEATS = range(4)
FLOODS = ("dry", "flood west", "flood east", "flood all")
ODDS = {"calm": (9 / 12, 1 / 12, 1 / 12, 1 / 12), "wild": (4 / 8, 1 / 8, 1 / 8, 2 / 8)}


class TinySettings(settings.Settings, frozen=True):
    reach: Annotated[int, Meta(ge=1, le=3, description="cells on either side of the middle")] = 2
    dams: Annotated[bool, Meta(description="may one build dams?")] = True
    sea: Annotated[Literal["calm", "wild"], Meta(description="how often it comes")] = "wild"
    limit: Annotated[int, Meta(ge=0, le=99, description="rounds until it ends, 0 for none")] = 0


class Shore(State):
    """The rules, as hooks that look at `self.seat`."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.place = [game.settings.reach] * 4
        self.refuge = [NONE] * 4
        self.shown = [False] * 4
        self.out = [0] * 4  # the round in which a seat went out, 0 for those who are left
        self.dams: set[int] = set()
        self.left = 2  # what this turn still has
        self.round = 1

    def begin(self) -> None:
        self.seat = 0

    def alive(self) -> list[int]:
        return [seat for seat in SEATS if not self.out[seat]]

    def choosing(self) -> list[int]:
        return [seat for seat in self.alive() if self.refuge[seat] == NONE]

    def acting(self) -> tuple[int, ...]:
        return tuple(self.choosing()) if self.seat >= 0 and self.choosing() else super().acting()

    def legal(self, out: Ints) -> int:
        listed = self.possible()
        for i, action in enumerate(listed):
            out[i] = action
        return len(listed)

    def possible(self) -> Sequence[int]:
        game: Any = self.game
        if self.seat == CHANCE:
            return range(game.dry, game.action_count)
        if self.refuge[self.seat] == NONE:
            return range(game.cells)
        steps = [game.east] * (self.place[self.seat] < game.cells - 1)
        steps += [game.west] * (self.place[self.seat] > 0)
        if self.left == 1:
            return [game.done, *steps]
        return [*steps, *game.dams] if game.settings.dams else steps

    def chance_odds(self, out: Floats) -> int:
        for i, chance in enumerate(ODDS[self.game.settings.sea]):
            out[i] = chance
        return len(FLOODS)

    def play(self, action: int) -> int:
        game: Any = self.game
        seat = self.seat
        if seat == CHANCE:
            self.flood(game.wet[action - game.dry])
        elif action < game.cells:
            self.refuge[seat] = action
            self.seat = (self.choosing() or self.alive())[0]
        elif action in (game.west, game.east):
            self.place[seat] += 1 if action == game.east else -1
            self.left -= 1
        else:  # done, or a dam, which takes the whole turn.
            self.dams.update(game.dams.get(action, ()))
            self.left = 0
        if self.left == 0:
            self.pass_on()
        return 0

    def pass_on(self) -> None:
        """The next one who is left has two steps; after the last one the sea decides."""
        self.seat = next((seat for seat in self.alive() if seat > self.seat), CHANCE)
        self.left = 2

    def flood(self, wet: Sequence[int]) -> None:
        for seat in self.alive():
            if self.place[seat] in wet and self.place[seat] not in self.dams:
                self.shown[seat] = True
                if self.refuge[seat] != self.place[seat]:
                    self.out[seat] = self.round
        self.dams.clear()
        self.round += 1
        self.seat = (self.alive() or [0])[0]
        self.see_the_end()

    def see_the_end(self) -> None:
        limit = self.game.settings.limit
        if len(self.alive()) <= 1 or 0 < limit < self.round:
            self.seat, self.left = NOBODY, 2
            self.shown = [True] * 4

    def go(self, leaver: int) -> None:
        """A seat gives up, at any time."""
        in_set_up = bool(self.choosing())
        self.out[leaver], self.shown[leaver] = self.round, True
        if in_set_up:
            self.seat = (self.choosing() or self.alive())[0]
        elif self.seat == leaver:
            self.pass_on()
        self.see_the_end()

    def result(self, out: Floats) -> int:
        last = [self.out[seat] or self.round + 1 for seat in SEATS]
        for seat in SEATS:
            out[seat] = sum((last[seat] > other) - (last[seat] < other) for other in last)
        return 0

    def encode(self, seat: int, out: Any) -> int:
        return encode(self, seat, out)

    def copy_from(self, other: Any) -> int:
        self.place[:], self.refuge[:] = other.place, other.refuge
        self.shown[:], self.out[:] = other.shown, other.out
        self.dams = set(other.dams)
        self.seat, self.left, self.round = other.seat, other.left, other.round
        return 0


def random_below(rng_state: Ints, sides: int) -> int:
    """A number below `sides`: the table's own dice are out of reach for plain Python."""
    rng_state[0] = (rng_state[0] * 6364136223846793005 + 1442695040888963407) % 2**64
    return (rng_state[0] >> 33) % sides


class Lore(Knowledge):
    """What old sailors say, in plain Python as well."""

    def evaluate(self, state: Any, out: Floats) -> int:
        """Those who stand on their refuge stand better."""
        for seat in SEATS:
            out[seat] = -1.0 if state.out[seat] else 0.5 * (state.place[seat] == state.refuge[seat])
        return len(SEATS)

    def priors(self, state: Any, actions: Ints, count: int, out: Floats) -> int:
        """A dam takes the whole turn."""
        for i in range(count):
            out[i] = 1.0 if actions[i] in state.game.dams else 2.0
        return count

    def tactical(self, state: Any, out: Ints) -> int:
        """Dams turn floods."""
        loud = [action for action in state.actions() if action in state.game.dams]
        for i, action in enumerate(loud):
            out[i] = action
        return len(loud)

    def rollout(self, state: Any, rng_state: Ints) -> int:
        """Hurry to the refuge and wait there."""
        steps = 0
        while not state.over and steps < 10_000:
            state.apply(self.homeward(state, rng_state))
            steps += 1
        return steps

    def homeward(self, state: Any, rng_state: Ints) -> int:
        actions = state.actions()
        if state.seat < 0 or state.refuge[state.seat] == NONE:
            return actions[random_below(rng_state, len(actions))]
        way = state.refuge[state.seat] - state.place[state.seat]
        wanted = state.game.east if way > 0 else state.game.west if way < 0 else state.game.done
        return wanted if wanted in actions else actions[random_below(rng_state, len(actions))]


@register
class Tiny(TinyLearning, Game[Shore, TinySettings]):
    slug = "tiny"
    title = "Tiny"
    Settings = TinySettings
    State = Shore
    piece_kinds: ClassVar[tuple[str, ...]] = ("runner", "card", "dam")
    chance = True
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 12}
    max_payoff = 3.0
    english: ClassVar[Mapping[str, str]] = {
        "choose": "Where is your refuge?",
        "step": "Step, or build a dam:",
        "go_on": "Step again, or done:",
        "first": "{text}: first choose a refuge, such as hide c1",
        "hidden": "{text}: your refuge is chosen already",
        "unknown": "{text}: say hide, west, east, done or dam, and name cells from c1 to c{cells}",
        "not_now": "{text}: not now",
        "alone": "{player} is the last one on the shore",
        "drowned": "the sea has taken everybody",
        "limit": "{players} are still there after {rounds} rounds",
        "line": "{text}: this is no position by the sea",
    }

    def knowledge(self) -> Knowledge:
        return Lore(self)

    def prepare(self) -> None:
        self.seats = ("One", "Two", "Three", "Four")
        middle = self.settings.reach
        self.cells = 2 * middle + 1
        every = range(self.cells)
        self.wet = ((), every[:middle], every[middle + 1 :], every)
        self.sites = tuple(f"c{cell + 1}" for cell in every)
        sets = [*combinations(self.sites, 1), *combinations(self.sites, 2)]
        hides = (f"hide {site}" for site in self.sites)
        self.words = (
            *hides,
            "west",
            "east",
            "done",
            *(f"dam {' '.join(d)}" for d in sets),
            *FLOODS,
        )
        self.action_count = len(self.words)
        self.west, self.east, self.done = range(self.cells, self.cells + 3)
        self.dry = self.words.index("dry")
        self.dams = {
            self.done + 1 + i: [self.sites.index(s) for s in d] for i, d in enumerate(sets)
        }
        self.meant = {tuple(sorted(text.split())): a for a, text in enumerate(self.words)}

    # ---- actions ------------------------------------------------------------------------------

    def write(self, state: Shore, action: int) -> str:
        return self.words[action]

    def parse(self, state: Shore, text: str, seat: int) -> int:
        words = text.lower().replace("-", " ").replace(",", " ").split()
        return self.meant.get(tuple(sorted(words)), -1)

    def why(self, state: Shore, text: str, seat: int | None = None) -> Sentence:
        decider, said = state.seat if seat is None else seat, shorten(text)
        if self.parse(state, text, decider) < 0:
            return Sentence("tiny.unknown", text=said, cells=self.cells)
        if decider >= 0 and state.refuge[decider] == NONE:
            return Sentence("tiny.first", text=said)
        return Sentence("tiny.hidden" if text.startswith("hide") else "tiny.not_now", text=said)

    def path(self, state: Shore, action: int) -> tuple[str, ...]:
        if action < self.cells:
            return (self.sites[action],)
        if action in self.dams:
            return (*self.words[action].split()[1:], "done")
        return (self.token(state, action),)

    def orders(self, state: Shore, action: int) -> Iterator[tuple[str, ...]]:
        *free, last = self.path(state, action)
        return ((*touched, last) for touched in permutations(free))

    def sees(self, state: Shore, viewer: int, actor: int, action: int) -> bool:
        return action >= self.cells or viewer == actor or state.shown[actor]

    def guess(self, state: Shore, seat: int, rng: Random) -> Shore:
        other: Any = state.copy()
        for owner in SEATS:
            if other.refuge[owner] != NONE and not self.knows(state, seat, owner):
                other.refuge[owner] = rng.randrange(self.cells)
        return other

    def knows(self, state: Shore, viewer: int | None, owner: int) -> bool:
        """May the viewer see the refuge of its owner? None may see everything."""
        return viewer is None or viewer == owner or state.shown[owner]

    def binding(self, state: Shore, action: int) -> bool:
        """The wind blows eastwards: nobody comes back against it in the same turn."""
        return action == self.east

    def withdraw(self, state: Shore, seat: int) -> Shore | None:
        if state.over or state.out[seat]:
            return None
        other: Any = state.copy()
        other.go(seat)
        return other

    # ---- what people see ----------------------------------------------------------------------

    def board(self) -> Board:
        shore = (Cell(site, x, 0, ground="sand") for x, site in enumerate(self.sites))
        hands = (Cell(f"hand{seat + 1}", seat, 1, shape="card", ground="table") for seat in SEATS)
        return Board((*shore, *hands))

    def pieces(self, state: Shore, viewer: int) -> Sequence[Piece]:
        runners = [
            Piece(f"runner{seat + 1}", self.sites[state.place[seat]], "runner", str(seat + 1), seat)
            for seat in state.alive()
        ]
        dams = [
            Piece(f"dam-{self.sites[cell]}", self.sites[cell], "dam", "=", layer="block")
            for cell in sorted(state.dams)
        ]
        return [*runners, *dams, *(c for seat in SEATS for c in self.card(state, viewer, seat))]

    def card(self, state: Shore, viewer: int, seat: int) -> Iterator[Piece]:
        refuge, place = state.refuge[seat], f"hand{seat + 1}"
        if refuge == NONE:
            return
        if self.knows(state, viewer, seat):
            yield Piece(place, place, "card", str(refuge + 1), seat, holds=self.sites[refuge])
        else:
            yield Piece(place, place, "card", "?", seat, hidden=True)

    def marks(self, state: Shore, viewer: int) -> Sequence[Mark]:
        refuge = state.refuge[viewer] if viewer >= 0 else NONE
        return [] if refuge == NONE else [Mark("goal", (self.sites[refuge],), viewer)]

    def label(self, site: str) -> str:
        return site.capitalize()

    def alive(self, state: Shore, seat: int) -> bool:
        return not state.out[seat]

    def counters(self, state: Shore, seat: int, viewer: int) -> dict[str, int]:
        return {"steps": state.left} if seat == state.seat else {}

    def prompt(self, state: Shore, seat: int) -> Sentence:
        if state.refuge[seat] == NONE:
            return Sentence("tiny.choose")
        return Sentence("tiny.step" if state.left == 2 else "tiny.go_on")

    def text(self, state: Shore, viewer: int | None = None) -> str:
        here = ["=" * (cell in state.dams) for cell in range(self.cells)]
        for seat in state.alive():
            here[state.place[seat]] += str(seat + 1)
        cells = (f"{site} {who or '.'}" for site, who in zip(self.sites, here, strict=True))
        hands = (f"{seat + 1} {self.hand(state, viewer, seat)}" for seat in SEATS)
        return f"{'  '.join(cells)}\nrefuges: {', '.join(hands)}"

    def verdict(self, state: Shore, names: Sequence[str]) -> tuple[str, Sentence]:
        left = [names[seat] for seat in state.alive()]
        if not left:
            return "drowned", Sentence("tiny.drowned")
        if len(left) == 1:
            return "alone", Sentence("tiny.alone", player=left[0])
        return "limit", Sentence("tiny.limit", players=listing(left), rounds=self.settings.limit)

    # ---- the position in one line: 3:1!:0 3:5:0 2:-:1 3:2:0 24 1 2 7 ----------------------------
    # For each seat its place, its refuge (! when shown) and the round in which it went out; then
    # the dams, who decides, how many steps are left, and the round.

    def hand(self, state: Shore, viewer: int | None, seat: int) -> str:
        if state.refuge[seat] == NONE:
            return "-"
        if not self.knows(state, viewer, seat):
            return "?"
        return f"{state.refuge[seat] + 1}{'!' * state.shown[seat]}"

    def write_line(self, state: Shore, viewer: int | None) -> str:
        hands = [self.hand(state, viewer, seat) for seat in SEATS]
        seats = (f"{state.place[seat] + 1}:{hands[seat]}:{state.out[seat]}" for seat in SEATS)
        dams = "".join(str(cell + 1) for cell in sorted(state.dams)) or "-"
        return f"{' '.join(seats)} {dams} {'-*1234'[state.seat + 2]} {state.left} {state.round}"

    def read_line(self, line: str) -> Shore:
        number, cell = "(0|[1-9][0-9]{0,8})", f"[1-{self.cells}]"
        seats = " ".join([f"({cell}):(-|{cell})(!?):{number}"] * 4)
        found = re.fullmatch(rf"{seats} (-|{cell}+) ([1-4*-]) ([12]) {number}", line)
        if not found:
            raise BadText("tiny.line", text=shorten(line))
        state, words = self.blank(), found.groups()
        state.place = [int(place) - 1 for place in words[0:16:4]]
        state.refuge = [NONE if refuge == "-" else int(refuge) - 1 for refuge in words[1:16:4]]
        state.shown = [sign == "!" for sign in words[2:16:4]]
        state.out = [int(out) for out in words[3:16:4]]
        state.dams = {int(cell) - 1 for cell in words[16].strip("-")}
        state.seat = "-*1234".index(words[17]) - 2
        state.left, state.round = int(words[18]), int(words[19])
        if self.line(state) != line or not self.can_be(state):
            raise BadText("tiny.line", text=shorten(line))
        return state

    def can_be(self, state: Shore) -> bool:
        """Whether a match may come here: the mover is one who may, and an end is an end."""
        if max(state.out) > state.round or (state.dams and not self.settings.dams):
            return False
        same: Any = state.copy()
        same.see_the_end()
        if state.over or same.over:
            return same == state
        if state.choosing():
            moved = state.dams or set(state.place) != {self.settings.reach}
            first = (state.choosing()[0], 2, 1)
            return not moved and (state.seat, state.left, state.round) == first
        return state.left == 2 if state.seat == CHANCE else state.seat in state.alive()
