"""The rules part of a game: settings, positions, outcomes, hidden information.

A game must implement `slug`, `title`, `State`, `prepare`, `write_line`, `read_line` and `verdict`.
It may implement `ranks`, `alive` and `withdraw` (more than two seats), `guess` and `sees` (hidden
information), `binding`, and the class attributes below. Derived: `start`, `blank`, `line`,
`from_line`, `outcome`, `guarded`, `changed_settings`, `describe`, `after_withdrawal`,
`not_your_turn`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar, final

import msgspec

from parlour.table import settings
from parlour.table.errors import BadText
from parlour.table.outcome import Outcome, ranks_of
from parlour.table.sentences import Sentence, add_texts, add_translations
from parlour.table.settings import Settings
from parlour.table.state import MAX_ACTIONS, MAX_SEATS, State
from parlour.table.texts.typed import LONGEST_LINE, tidy

AnyState = TypeVar("AnyState", bound=State)
AnySettings = TypeVar("AnySettings", bound=Settings)


class GameRules(Generic[AnyState, AnySettings]):
    """Settings, positions and results. Two games of a class with equal settings are equal."""

    slug: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int] = 1  # of the rules: raise it when old records would replay differently
    Settings: ClassVar[type[Settings]] = Settings
    State: ClassVar[type[State]]
    safeguard: ClassVar[Mapping[str, int]] = {}  # settings that bound the length of a match
    english: ClassVar[Mapping[str, str]] = {}  # texts by id, without the slug as prefix

    seats: tuple[str, ...]  # names of the seats
    action_count: int  # the size of the action space: actions are 0 .. action_count - 1
    chance: bool = False  # does the game have chance nodes?

    hides: ClassVar[bool] = False  # derived: does the game have hidden information?
    binds: ClassVar[bool] = False  # derived: does it have actions that are not taken back?

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "slug" in cls.__dict__:
            add_texts(cls.slug, {**_own_words(cls), **cls.english})
            if folder := cls.__module__.rpartition(".")[0]:  # none for a plug-in in one file
                add_translations(cls.slug, folder)
        cls.hides = cls.sees is not GameRules.sees  # type: ignore[reportUnknownMemberType]
        cls.binds = cls.binding is not GameRules.binding  # type: ignore[reportUnknownMemberType]

    @final
    def __init__(self, settings: AnySettings) -> None:
        self.settings = settings
        self.prepare()
        if not 0 < self.action_count <= MAX_ACTIONS or not 0 < len(self.seats) <= MAX_SEATS:
            raise ValueError(f"{self.slug}: too many actions or seats, or none")
        self.shared_ints = list(range(self.action_count))  # shared by all lists of actions

    # ---- a game must implement ----------------------------------------------------------------

    def prepare(self) -> None:
        """Set `seats` and `action_count`; raise BadSettings if settings contradict each other."""
        raise NotImplementedError

    def write_line(self, state: AnyState, viewer: int | None) -> str:
        """The position in one line: all of it, or what a viewer may know."""
        raise NotImplementedError

    def read_line(self, line: str) -> AnyState:
        """The position of a line; BadText with a sentence if the line is invalid."""
        raise NotImplementedError

    def verdict(self, state: AnyState, names: Sequence[str]) -> tuple[str, Sentence]:
        """Why a finished position is finished: a code, and a sentence that names the players."""
        raise NotImplementedError

    # ---- a game may implement -----------------------------------------------------------------

    def ranks(self, state: AnyState) -> tuple[int, ...]:
        """The rank of each seat in a terminal state; by default its rank by payoff."""
        return ranks_of(state.payoffs)

    def alive(self, state: AnyState, seat: int) -> bool:
        """Does this seat still take part?"""
        return True

    def withdraw(self, state: AnyState, seat: int) -> AnyState | None:
        """The position after a seat gave up, if the others play on without it."""
        return None

    def binding(self, state: AnyState, action: int) -> bool:
        """Is an action, chosen in `state`, final even while its seat's turn goes on?"""
        return False

    def guess(self, state: AnyState, seat: int, rng: Random) -> AnyState:
        """A full state that `seat` cannot tell from this one; itself if nothing is hidden."""
        return state

    def sees(self, state: AnyState, viewer: int, actor: int, action: int) -> bool:
        """May the viewer know now, in `state`, that `actor` once chose `action`?"""
        return True

    # ---- derived ------------------------------------------------------------------------------

    @final
    def start(self) -> AnyState:
        """The initial state."""
        state = self.blank()
        state.begin()
        return state

    @final
    def blank(self) -> AnyState:
        """A state without a position, to copy one into."""
        return self.State(self)  # type: ignore[return-value]

    @final
    def line(self, state: AnyState, seat: int | None = None) -> str:
        """The position in one line; with a seat (or NOBODY), only what that viewer may know."""
        return self.write_line(state, seat)

    @final
    def from_line(self, line: str) -> AnyState:
        """The position that a line describes, checked."""
        words = tidy(line, LONGEST_LINE)
        if "?" in words:
            raise BadText("table.redacted_line")
        return self.read_line(words)

    @final
    def outcome(self, state: AnyState, names: Sequence[str] | None = None) -> Outcome:
        """How a finished position ended."""
        code, sentence = self.verdict(state, self.seats if names is None else names)
        return Outcome(self.ranks(state), state.payoffs, code, sentence)

    @final
    def after_withdrawal(self, state: AnyState, seat: int) -> AnyState | None:
        """The position in which the others play on after a seat gave up; None if that ends it."""
        return self.withdraw(state, seat) if len(self.seats) > 2 else None

    @final
    def not_your_turn(self, state: AnyState, seat: int) -> Sentence:
        """Why a seat may not act now."""
        if not 0 <= seat < len(self.seats):
            return Sentence("table.no_such_seat", seat=seat, count=len(self.seats))
        return Sentence("table.not_your_turn", player=self.seats[seat])

    @final
    def guarded(self) -> Self:
        """The same game with its safeguard against endless play switched on."""
        off = {
            name: value
            for name, value in self.safeguard.items()
            if not getattr(self.settings, name)
        }
        return type(self)(msgspec.structs.replace(self.settings, **off)) if off else self

    @final
    def changed_settings(self) -> dict[str, Any]:
        """The settings that differ from their defaults."""
        defaults = {setting.name: setting.default for setting in self.describe()}
        values = msgspec.structs.asdict(self.settings)
        return {name: value for name, value in values.items() if value != defaults[name]}

    @classmethod
    @final
    def describe(cls) -> tuple[settings.Setting, ...]:
        """The game's settings and the values that each may have."""
        return settings.describe(cls.Settings)

    # ---- Python's protocols: equality, pickle, repr -------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.settings == other.settings)  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((self.slug, self.settings))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.settings,)

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value!r}" for name, value in self.changed_settings().items())
        return f"parlour.game({self.slug!r}{changed})"


def _own_words(kind: type[GameRules[Any, Any]]) -> dict[str, str]:
    """Texts that a game has without a catalogue: its line, and what its settings are about."""
    line = (kind.State.__doc__ or "").strip().partition("\n")[0]
    about = {f"setting_{setting.name}_about": setting.description for setting in kind.describe()}
    return {"about": line} | about
