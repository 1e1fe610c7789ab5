"""The bodies of HTTP requests and responses, for the hall and its clients.

`messages.py` has those of the sockets. A client ignores unknown fields in a response; the hall
refuses them in a request.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.table.clock import TimeControl
from parlour.table.matches.plies import ShownPly
from parlour.table.outcome import Outcome
from parlour.table.sentences import Sentence
from parlour.table.settings import Setting
from parlour.table.view import Board, View

Short = Annotated[str, Meta(max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
Given = dict[Short, bool | int | Annotated[str, Meta(max_length=20_000)]]

ME, LINK, ANYONE = "me", "link", "anyone"
COMPUTER, BOT = "computer:", "bot:"


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    slug: str
    title: str
    rules: int
    seats: tuple[str, ...]
    settings: tuple[Setting, ...]


# ---- people --------------------------------------------------------------------------------------


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A user who plays without an account."""

    name: Short = ""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Short
    password: Annotated[str, Meta(max_length=200)]


class Passwords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of password: the old and the new one."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(max_length=200)]


class Admitted(msgspec.Struct, frozen=True):
    """The signed-in user; programs send the token as `Authorization: Bearer TOKEN`."""

    person: str
    name: str
    kind: str
    token: str = ""


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """The user of a request. Clients of lichess read `id`, `username` and the fields after them."""

    person: str
    name: str
    kind: str
    id: str
    username: str
    title: str = ""
    perfs: dict[str, dict[str, int | bool]] = {}  # ratings by game
    createdAt: int = 0  # noqa: N815 - milliseconds, by lichess's name


# ---- matches -------------------------------------------------------------------------------------


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new match.

    Each seat is `me`, `link` (for the holder of its code), `anyone`, `computer:uct:1s` or
    `bot:NAME`. `name` is a guest's display name in this match.
    """

    game: Short
    settings: Given = msgspec.field(default_factory=dict[str, bool | int | str])
    seats: Annotated[tuple[Short, ...], Meta(max_length=16)] = ()
    clock: Short = ""
    rated: bool = False
    listed: bool = True
    name: Short = ""


TournamentStatus = Literal["open", "running", "over"]
TournamentFormat = Literal["swiss", "round-robin"]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new tournament of people; without `rounds`, a Swiss has five."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    game: Short
    clock: Short
    settings: Given = msgspec.field(default_factory=dict[str, bool | int | str])
    format: TournamentFormat = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=50)] = 5
    rated: bool = False


class TournamentPlace(msgspec.Struct, frozen=True):
    """The place of a player: a win is one point, shared by all who came first, and so is a bye."""

    rank: int
    player: int
    name: str
    points: float
    matches: int
    buchholz: float  # the points of those met
    withdrawn: bool


class TournamentTable(msgspec.Struct, frozen=True):
    """A table of a round: the numbers of the players by seat; without a match, a bye."""

    players: tuple[int, ...]
    match: str
    ranks: tuple[int, ...] | None


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament with its standings and all rounds."""

    id: str
    title: str
    game: str
    settings: dict[str, bool | int | str]
    clock: str
    format: str
    rounds: int
    rated: bool
    owner: str
    created: float
    status: TournamentStatus
    standings: tuple[TournamentPlace, ...]
    played: tuple[tuple[TournamentTable, ...], ...]


class TournamentListed(msgspec.Struct, frozen=True):
    """A line of the list of tournaments."""

    id: str
    title: str
    game: str
    status: TournamentStatus
    players: int
    created: float


class CreatedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a new match. Its code gives access to the seat; only the creator receives it."""

    seat: SeatNumber
    name: str
    wanted: str
    code: str = ""


class Created(msgspec.Struct, frozen=True):
    """A match that was created."""

    match: str
    seats: tuple[CreatedSeat, ...]


class Offered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match in the lobby, with the seats that anyone may take."""

    match: str
    game: str
    settings: dict[str, bool | int | str]
    control: TimeControl | None
    rated: bool
    created: float
    owner: str
    free: tuple[SeatNumber, ...]


class Running(msgspec.Struct, frozen=True):
    """A running match that anyone may watch."""

    match: str
    game: str
    players: tuple[str, ...]
    since: float


class Plies(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a match, after its first events, and what the next ones changed in it."""

    start: int = msgspec.field(name="from")  # how many events come before
    count: int  # how many there are in all
    game: str
    settings: dict[str, Any]
    seats: tuple[str, ...]
    players: tuple[str, ...]
    board: Board
    view: View
    plies: tuple[ShownPly, ...]
    outcome: Outcome | None = None  # of the match, if it is over


# ---- seats ---------------------------------------------------------------------------------------


class SitRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat: with its code, or without one if anyone may take it."""

    code: Annotated[str, Meta(max_length=64)] = ""
    name: Short = ""


class Invitation(msgspec.Struct, frozen=True):
    """A seat that is reserved for a bot."""

    match: str
    seat: SeatNumber
    game: str
    settings: dict[str, bool | int | str]


class Seated(msgspec.Struct, frozen=True):
    """A seat that was taken; its code gives access to it from any device."""

    match: str
    seat: SeatNumber
    code: str


# ---- what is over, and who played ----------------------------------------------------------------


class ArchivedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat in a seat of a match that is over."""

    name: str
    kind: str  # person, bot or computer
    account: bool = False  # has a profile under this name
    score: str = ""  # won, lost or drawn, if known


class ArchivedMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match that is over."""

    match: str
    game: str
    title: str
    settings: dict[str, bool | int | str]
    rated: bool
    ended: float
    players: tuple[ArchivedPlayer, ...]  # by seat
    result: Sentence | None = None


class ArchivePage(msgspec.Struct, frozen=True):
    """Matches, the last ones first, and what to ask for as `before` to get the next page: nothing
    if this is the last one."""

    matches: tuple[ArchivedMatch, ...]
    before: str


class GameRating(msgspec.Struct, frozen=True):
    """The rating of an account in a game, and what it was: times and ratings."""

    rating: int
    rd: int  # its deviation
    prov: bool  # still too uncertain for the list of the best
    games: int  # rated matches
    history: tuple[tuple[float, int], ...]


class GameTally(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an account has made of its matches of a game."""

    won: int = 0
    lost: int = 0
    drawn: int = 0


class PersonProfile(msgspec.Struct, frozen=True):
    """What everybody may see of an account."""

    name: str
    kind: str  # account or bot
    since: float
    ratings: dict[str, GameRating]  # by game
    results: dict[str, GameTally]  # by game
    matches: tuple[ArchivedMatch, ...]  # the last ones
