"""A game: its rules with their settings, and all that front ends, players and servers ask of it.

Everything anybody calls is here. A game's own class writes the few methods under "what a game
writes", improves those under "what a game may write", and leaves the rest alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeVar, final

import msgspec

from parlour.table import settings, textboard
from parlour.table.advice.danger import danger_of
from parlour.table.advice.knowledge import Knowledge
from parlour.table.advice.level import LADDER, Level
from parlour.table.compiled.json_object import json_members
from parlour.table.errors import BadText, IllegalAction, NotYourTurn
from parlour.table.learning import planes
from parlour.table.learning.symmetry import Symmetry
from parlour.table.notation import LONGEST_LINE, fold, tidy
from parlour.table.outcome import Outcome, ranks_of
from parlour.table.paths import Paths
from parlour.table.sentences import Sentence, add_texts, listing, shorten
from parlour.table.settings import Settings
from parlour.table.state import CHANCE, MAX_ACTIONS, MAX_SEATS, NOBODY, State
from parlour.table.view import (
    Board,
    Button,
    Changes,
    Mark,
    Panel,
    Piece,
    PieceChanges,
    View,
    compare_pieces,
    diff_views,
    sorted_by_id,
)

AnyState = TypeVar("AnyState", bound=State)
AnySettings = TypeVar("AnySettings", bound=Settings)


class Game(Generic[AnyState, AnySettings]):
    """A set of rules with its settings. Two games with equal settings are equal."""

    # ---- what a game says about itself --------------------------------------------------------

    slug: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int] = 1  # of the rules: raised whenever an old record would replay otherwise
    Settings: ClassVar[type[Settings]] = Settings
    State: ClassVar[type[State]]
    piece_kinds: ClassVar[tuple[str, ...]] = ("piece",)  # every kind of piece its views may show
    safeguard: ClassVar[Mapping[str, int]] = {}  # settings that keep a match from lasting for ever
    english: ClassVar[Mapping[str, str]] = {}  # its sentences, without the slug before them
    max_payoff: ClassVar[float] = 1.0  # the most that a seat can get
    best_player: ClassVar[str] = "mcts"  # the search that plays it best, as players are written
    levels: ClassVar[tuple[Level, ...]] = LADDER  # the computer's, from the weakest

    seats: tuple[str, ...]  # names of the chairs
    action_count: int  # actions are the numbers below this one
    chance: bool = False  # does it ever decide?
    action_sites: tuple[str, ...] | None = (
        None  # where every action is one touch: its site, by action
    )

    hides: ClassVar[bool] = False  # found out: may anything be kept from anybody?
    _one_order: ClassVar[bool] = True  # found out: is there one path to each action?

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "english" in cls.__dict__:
            add_texts(cls.slug, cls.english)
        cls.hides = cls.sees is not Game.sees  # type: ignore[reportUnknownMemberType]
        cls._one_order = cls.orders is Game.orders  # type: ignore[reportUnknownMemberType]

    @final
    def __init__(self, settings: AnySettings) -> None:
        self.settings = settings
        self.prepare()
        if not 0 < self.action_count <= MAX_ACTIONS or not 0 < len(self.seats) <= MAX_SEATS:
            raise ValueError(f"{self.slug}: too many actions or seats, or none")
        self.shared_ints = list(range(self.action_count))  # shared by all lists of actions

    # ---- what a game writes -------------------------------------------------------------------

    def prepare(self) -> None:
        """Set `seats` and `action_count`, and refuse settings that do not go together."""
        raise NotImplementedError

    def write(self, state: AnyState, action: int) -> str:
        """The one canonical text of an action, legal or not."""
        raise NotImplementedError

    def write_line(self, state: AnyState, viewer: int | None) -> str:
        """The position in one line: all of it, or (for a viewer) only what that one may know."""
        raise NotImplementedError

    def read_line(self, line: str) -> AnyState:
        """The position of a line; BadText with a sentence where it cannot be one."""
        raise NotImplementedError

    def board(self) -> Board:
        """The cells and what is written around them."""
        raise NotImplementedError

    def pieces(self, state: AnyState, viewer: int) -> Sequence[Piece]:
        """What stands on the board, as a seat (or NOBODY, a spectator) may see it."""
        raise NotImplementedError

    def verdict(self, state: AnyState, names: Sequence[str]) -> tuple[str, Sentence]:
        """Why a finished position is finished: a code, and a sentence that names the players."""
        raise NotImplementedError

    # ---- what a game may write ----------------------------------------------------------------

    def parse(self, state: AnyState, text: str, seat: int) -> int:
        """The action that a tidy text means, legal or not; -1 for none."""
        wanted = fold(text)
        for action in state.actions(seat):
            if wanted in (fold(self.write(state, action)), fold(self.token(state, action))):
                return action
        return -1

    def why(self, state: AnyState, text: str, seat: int | None = None) -> Sentence:
        """Word the refusal of something the legal list already refused; never decides."""
        return Sentence("table.not_legal", text=shorten(text))

    def token(self, state: AnyState, action: int) -> str:
        """The action as one word without blanks, for protocols."""
        return self.write(state, action).replace(", ", ",").replace(" ", "-")

    def path(self, state: AnyState, action: int) -> tuple[str, ...]:
        """The canonical path: the sites a person touches, in order."""
        return (self.action_sites[action] if self.action_sites else self.token(state, action),)

    def orders(self, state: AnyState, action: int) -> Iterator[tuple[str, ...]]:
        """Every path to an action, where its sites may be touched in several orders."""
        yield self.path(state, action)

    def text(self, state: AnyState, viewer: int | None = None) -> str:
        """The text board: of everything, or of what a viewer may see."""
        return textboard.draw(
            self.board(), self.pieces(state, NOBODY if viewer is None else viewer)
        )

    def moved_pieces(self, old: AnyState, new: AnyState, viewer: int) -> PieceChanges | None:
        """Which pieces left and which came, moved or changed for a viewer between two positions, if
        that can be said faster than by looking at all of them; None if not."""
        return None

    def marks(self, state: AnyState, viewer: int) -> Sequence[Mark]:
        """Sites that deserve a look."""
        return ()

    def label(self, site: str) -> str:
        """What stands on a button, and how a site is called in sentences."""
        return site

    def buttons(self, state: AnyState, seat: int) -> tuple[Button, ...]:
        """The sites that this seat may have to touch and that are not on the board."""
        cells = {cell.site for cell in self.board().cells}
        sites = dict.fromkeys(site for path, _ in self.paths(state, seat) for site in path)
        return tuple(Button(site, self.label(site)) for site in sorted(sites) if site not in cells)

    def colour(self, state: AnyState, seat: int) -> str:
        """The colour a seat plays, as a front end draws it."""
        return ("black", "white", "red", "blue")[seat % 4]

    def alive(self, state: AnyState, seat: int) -> bool:
        """Does this seat still take part?"""
        return True

    def counters(self, state: AnyState, seat: int, viewer: int) -> dict[str, int]:
        """Numbers about a seat that a viewer may know."""
        return {}

    def prompt(self, state: AnyState, seat: int) -> Sentence:
        """What an acting seat is asked."""
        return Sentence("table.your_action")

    def report(self, state: AnyState, action: int, names: Sequence[str]) -> Sentence:
        """What is said of an action that was just chosen in `state`."""
        text = self.write(state, action)
        if state.seat < 0:
            return Sentence("table.drawn", text=text)
        return Sentence("table.acted", player=names[state.seat], text=text)

    def ranks(self, state: AnyState) -> tuple[int, ...]:
        """The rank of each seat when it is over; by payoff unless the game knows better."""
        return ranks_of(state.payoffs)

    def guess(self, state: AnyState, seat: int, rng: Random) -> AnyState:
        """A full state that `seat` cannot tell from this one; itself if nothing is hidden."""
        return state

    def sees(self, state: AnyState, viewer: int, actor: int, action: int) -> bool:
        """May the viewer know now, in `state`, that `actor` once chose `action`?"""
        return True

    def knowledge(self) -> Knowledge | None:
        """What is known about playing it well, a new one for each search; None for nothing."""
        return None

    def risky(self, state: AnyState, seat: int) -> Sequence[int]:
        """The actions of a seat that may be dangerous. A game that knows better than to name all of
        them saves the work of trying each; one in which nothing ever is says `()`."""
        return state.actions(seat)

    def danger(self, state: AnyState, action: int, seat: int) -> Sentence | None:
        """Why a person should think twice about a legal action: it loses or ends the match at once,
        unless the game has other reasons. It may tell nothing that is hidden from the seat."""
        return danger_of(self, state, action, seat)

    def shipped_knowledge(self) -> Knowledge | None:
        """The same without what a user may have added, such as larger tables: with this a player
        plays alike on every machine."""
        return self.knowledge()

    def binding(self, state: AnyState, action: int) -> bool:
        """Is an action, chosen in `state`, final even while its seat's turn goes on?"""
        return False

    def withdraw(self, state: AnyState, seat: int) -> AnyState | None:
        """The position after a seat gave up, if the others play on without it."""
        return None

    def features(self, state: AnyState, seat: int) -> tuple[float, ...]:
        """What the pieces do not show but the rules know, as numbers for learning."""
        return ()

    def planes(self, state: AnyState, seat: int) -> memoryview[float]:
        """The position as `seat` sees it, as numbers: planes x rows x columns of 32-bit floats."""
        return planes.of_view(self, state, seat)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The ways to turn the game into itself, the identity first."""
        return (Symmetry.identity(self.action_count, len(self.seats)),)

    # ---- what every game is given -------------------------------------------------------------

    @final
    def start(self) -> AnyState:
        """The first position."""
        state = self.blank()
        state.begin()
        return state

    @final
    def blank(self) -> AnyState:
        """A state without a position, to copy one into."""
        return self.State(self)  # type: ignore[return-value]

    @final
    def guarded(self) -> Game[AnyState, AnySettings]:
        """The same game with its safeguard against endless play switched on."""
        off = {
            name: value
            for name, value in self.safeguard.items()
            if not getattr(self.settings, name)
        }
        return type(self)(msgspec.structs.replace(self.settings, **off)) if off else self

    @final
    def changed_settings(self) -> dict[str, Any]:
        """The settings that are not as they are by default."""
        usual = {setting.name: setting.default for setting in self.describe()}
        given = msgspec.structs.asdict(self.settings)
        return {name: value for name, value in given.items() if value != usual[name]}

    @classmethod
    @final
    def describe(cls) -> tuple[settings.Setting, ...]:
        """What its settings are and may be."""
        return settings.describe(cls.Settings)

    @final
    def read(self, state: AnyState, text: str, seat: int | None = None) -> int:
        """The legal action that a person's text means; IllegalAction or BadText says why none."""
        words = tidy(text)
        if state.over:
            raise IllegalAction("table.over")
        decider = state.seat if seat is None else seat
        if decider not in state.acting():
            raise NotYourTurn(self.not_your_turn(state, decider))
        action = self.parse(state, words, decider) if words else -1
        legal = state.actions(decider)
        place = bisect_left(legal, action)  # they are sorted, and may be hundreds
        if legal[place : place + 1] != [action]:
            raise IllegalAction(self.why(state, words, decider))
        return action

    @final
    def dangers(self, state: AnyState, seat: int) -> dict[int, Sentence]:
        """The dangerous actions of a seat, and why. Where all are, none is worth a question."""
        found: dict[int, Sentence] = {}
        for action in self.risky(state, seat):
            if (reason := self.danger(state, action, seat)) is not None:
                found[action] = reason
        return {} if found and len(found) == len(state.actions(seat)) else found

    @final
    def not_your_turn(self, state: AnyState, seat: int) -> Sentence:
        """Why a seat may not act now."""
        if not 0 <= seat < len(self.seats):
            return Sentence("table.no_such_seat", seat=seat, count=len(self.seats))
        return Sentence("table.not_your_turn", player=self.seats[seat])

    @final
    def after_withdrawal(self, state: AnyState, seat: int) -> AnyState | None:
        """The position in which the others play on after a seat gave up; None if that ends it."""
        return self.withdraw(state, seat) if len(self.seats) > 2 else None

    @final
    def paths(self, state: AnyState, seat: int) -> Paths:
        """All that a seat may do now, as a trie of sites."""
        actions, action_sites, paths = state.actions(seat), self.action_sites, Paths()
        if action_sites is not None:
            return Paths({action_sites[action]: action for action in actions})
        one_order = self._one_order
        for action in actions:
            for path in (self.path(state, action),) if one_order else self.orders(state, action):
                paths.add(path, action)
        return paths

    @final
    def paths_json(self, state: AnyState, seat: int) -> bytes:
        """The tree of paths as it travels; where every action is one touch, from ready parts."""
        if self.action_sites is None:
            return msgspec.json.encode(self.paths(state, seat).tree)
        return json_members(self._action_sites_json, state.actions(seat))

    @cached_property
    def _action_sites_json(self) -> list[bytes]:
        action_sites = enumerate(self.action_sites or ())
        return [b"%b:%d" % (msgspec.json.encode(site), action) for action, site in action_sites]

    @final
    def line(self, state: AnyState, seat: int | None = None) -> str:
        """The position in one line; with a seat (or NOBODY), only what that one may know."""
        return self.write_line(state, seat)

    @final
    def from_line(self, line: str) -> AnyState:
        """The position that a line describes, checked."""
        words = tidy(line, LONGEST_LINE)
        if "?" in words:
            raise BadText("table.redacted_line")
        return self.read_line(words)

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
        around = self.around(state, seat, names=names, last=last)
        pieces = self.pieces(state, NOBODY if seat is None else seat)
        return msgspec.structs.replace(around, pieces=sorted_by_id(pieces))

    @final
    def around(
        self,
        state: AnyState,
        seat: int | None = None,
        *,
        names: Sequence[str] | None = None,
        last: tuple[str, ...] = (),
    ) -> View:
        """What is to be seen besides the pieces: a view without any."""
        viewer = NOBODY if seat is None else seat
        if viewer >= len(self.seats):
            raise IllegalAction("table.no_such_seat", seat=viewer, count=len(self.seats))
        called = self.seats if names is None else tuple(names)
        acts = viewer >= 0 and viewer in state.acting()
        marked = tuple(self.marks(state, viewer))
        return View(
            seat=None if viewer < 0 else viewer,
            pieces=(),
            marks=(*marked, Mark("last", last)) if last else marked,
            buttons=self.buttons(state, viewer) if acts else (),
            panels=self.panels(state, viewer, called),
            status=self.status(state, called),
            prompt=self.prompt(state, viewer) if acts else None,
        )

    @final
    def panels(self, state: AnyState, viewer: int, names: Sequence[str]) -> tuple[Panel, ...]:
        """What stands beside the board, a panel for each seat."""
        acting = state.acting()
        return tuple(
            Panel(
                seat,
                names[seat],
                self.colour(state, seat),
                self.alive(state, seat),
                seat in acting,
                self.counters(state, seat, viewer),
            )
            for seat in range(len(self.seats))
        )

    @final
    def status(self, state: AnyState, names: Sequence[str]) -> Sentence:
        """Whose turn it is, or how it ended."""
        if state.over:
            return self.verdict(state, names)[1]
        acting = state.acting()
        if acting == (CHANCE,):
            return Sentence("table.chance")
        if len(acting) == 1:
            return Sentence("table.turn", player=names[acting[0]])
        return Sentence("table.several_turns", players=listing([names[seat] for seat in acting]))

    @final
    def changes(self, old: AnyState, new: AnyState, seat: int | None = None) -> Changes:
        """What a seat (or a spectator) sees happen between two positions."""
        viewer = NOBODY if seat is None else seat
        pieces = self.moved_pieces(old, new, viewer)
        if pieces is None:
            pieces = compare_pieces(self.pieces(old, viewer), self.pieces(new, viewer))
        return diff_views(self.around(old, seat), self.around(new, seat), pieces)

    @final
    def outcome(self, state: AnyState, names: Sequence[str] | None = None) -> Outcome:
        """How a finished position ended."""
        code, sentence = self.verdict(state, self.seats if names is None else names)
        return Outcome(self.ranks(state), state.payoffs, code, sentence)

    @final
    def picture(self, state: AnyState, seat: int | None = None) -> str:
        """The position as an SVG picture."""
        from parlour.drawing import picture  # drawing is a layer above

        return picture.svg(self.board(), self.view(state, seat))

    # ---- how games behave as Python objects ---------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.settings == other.settings)  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((self.slug, self.settings))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.settings,)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.changed_settings().items())
        return f"parlour.game({self.slug!r}{chosen})"
