"""The plan of a tournament: the file that people write, checked, with all that it leaves open."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from math import ceil, log2
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.players.series.plan import (
    LONGEST_OPENING,
    RANDOM_EACH,
    SeriesPlan,
    check_player,
    program_hashes,
    read_clock,
)
from parlour.table import registry
from parlour.table.errors import BadSettings, ParlourError
from parlour.table.sentences import Sentence, shorten
from parlour.table.texts.files import read_text

LARGEST_FILE = 1024 * 1024
MOST_PLAYERS, MOST_MATCHES = 512, 1_000_000
LONGEST_NAME = 40

Format = Literal["round-robin", "gauntlet", "swiss", "knockout"]
Text = Annotated[str, Meta(max_length=1_000)]


class TournamentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entries of a tournament file."""

    game: Text
    format: Format
    players: dict[str, Text]
    title: Annotated[str, Meta(max_length=80)] = ""
    settings: dict[str, bool | int | str] = msgspec.field(default_factory=dict[str, Any])
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = None
    cycles: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    matches: Annotated[int, Meta(ge=1, le=1_000)] | None = None
    seed: Annotated[int, Meta(ge=0, lt=2**62)] = 1
    opening: Annotated[int, Meta(ge=0, le=LONGEST_OPENING)] | None = None
    clock: Annotated[str, Meta(max_length=40)] = ""


class TournamentPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All that determines the matches. Equal plans are the same tournament."""

    game: str
    rules: int
    format: Format
    players: dict[str, str]  # the texts of the players by name; the strongest is expected first
    seats: int
    title: str
    rounds: int  # of a Swiss
    cycles: int  # of a round robin or a gauntlet
    matches: int  # of an encounter
    opening: int
    settings: dict[str, bool | int | str] = msgspec.field(default_factory=dict[str, Any])
    seed: int = 1
    clock: str = ""
    programs: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    parlour: Literal["tournament 1"] = "tournament 1"

    @property
    def names(self) -> list[str]:
        return list(self.players)

    @property
    def slug(self) -> str:
        """A short name with a hash of the plan."""
        return f"{self.game}-{sha256(msgspec.json.encode(self)).hexdigest()[:12]}"

    def load_game(self) -> registry.AnyGame:
        return registry.game(self.game, **self.settings)

    def series(self) -> SeriesPlan:
        """The plan by which the matches are played, as those of a series."""
        texts = tuple(self.players.values())
        return SeriesPlan(
            self.game,
            self.rules,
            texts,
            MOST_MATCHES,
            self.settings,
            self.seed,
            self.opening,
            self.clock,
            programs=self.programs,
        )


def read_tournament(path: Path | str) -> TournamentPlan:
    """Read and check a tournament file; BadSettings with the file and the place."""
    try:
        return check(_decode(read_text(path, LARGEST_FILE, BadSettings)))
    except _Misplaced as error:
        raise BadSettings(
            "tournament.file", path=shorten(str(path), 200), reason=str(error)
        ) from None


class _Misplaced(ParlourError):
    """A mistake with its place, but without its file."""


def _decode(text: str) -> TournamentFile:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _Misplaced("tournament.toml", reason=_clause(error)) from None
    for name in data:
        if name not in TournamentFile.__struct_fields__:
            raise _at(shorten(name), Sentence("tournament.unknown_field"))
    try:
        return msgspec.convert(data, TournamentFile)
    except msgspec.ValidationError as error:
        found = re.fullmatch(r"(?s)(.*?)(?: - at `(?:key in )?\$\.?(.*)`)?", str(error))
        reason, place = (found[1], found[2]) if found else (str(error), "")
        problem = Sentence("tournament.field", reason=shorten(reason, 200))
        raise (_at(shorten(place, 80), problem) if place else _Misplaced(problem)) from None


def _clause(error: Exception) -> str:
    return shorten(" ".join(str(error).split()).rstrip("."), 200)


def _at(place: str, reason: object) -> _Misplaced:
    return _Misplaced("tournament.place", place=place, reason=str(reason))


def check(file: TournamentFile) -> TournamentPlan:
    """Check each entry, and fill in what is left out."""
    try:
        game = registry.game(file.game)
    except ParlourError as error:
        raise _at("game", error) from None
    try:
        game = registry.game(file.game, **file.settings)
    except ParlourError as error:
        raise _at("settings", error) from None
    if file.clock:
        try:
            read_clock(file.clock)
        except ParlourError as error:
            raise _at("clock", error) from None
    players = _players(file.players, game)
    seats = len(game.seats)
    _check_size(file, len(players), seats)
    series = seats if file.format != "swiss" or seats > 2 else 1
    plan = TournamentPlan(
        game.slug,
        game.version,
        file.format,
        players,
        seats,
        file.title,
        file.rounds or _rounds(len(players), seats),
        file.cycles or 1,
        file.matches or series,
        RANDOM_EACH * seats if file.opening is None else file.opening,
        game.changed_settings(),
        file.seed,
        file.clock.replace(" ", "").lower(),
        program_hashes(list(players.values())),
    )
    _check_length(plan)
    return plan


def _players(players: Mapping[str, str], game: registry.AnyGame) -> dict[str, str]:
    """The players by name, each checked."""
    for name, text in players.items():
        place = f"players.{shorten(name)}"
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise _at(place, Sentence("tournament.name"))
        try:
            check_player(text, game)
        except ParlourError as error:
            raise _at(place, error) from None
    return {name: " ".join(text.split()) for name, text in players.items()}


def _check_size(file: TournamentFile, players: int, seats: int) -> None:
    """Are there as many players as the format needs, and does it take these entries?"""
    swiss, knockout = file.format == "swiss", file.format == "knockout"
    least = max(seats, 3 if swiss and seats == 2 else 2)
    if players < least or players > MOST_PLAYERS:
        facts = {"format": file.format, "least": least, "given": players}
        raise _at("players", Sentence("tournament.too_few", **facts))
    if swiss and seats > 2 and players % seats:
        facts = {"format": file.format, "seats": seats, "given": players}
        raise _at("players", Sentence("tournament.multiple", **facts))
    if knockout and seats > 2 and not _is_power(players, seats):
        examples = f"{seats}, {seats**2}"
        facts = {"seats": seats, "examples": examples, "given": players}
        raise _at("players", Sentence("tournament.power", **facts))
    if file.rounds and not swiss:
        raise _at("rounds", Sentence("tournament.rounds_fixed"))
    if file.cycles and (swiss or knockout):
        raise _at("cycles", Sentence("tournament.cycles_fixed"))
    most = players - 1 + players % 2
    if swiss and seats == 2 and (file.rounds or 0) > most:
        facts = {"players": players, "most": most, "rounds": file.rounds or 0}
        raise _at("rounds", Sentence("tournament.rounds_many", **facts))


def _check_length(plan: TournamentPlan) -> None:
    from parlour.lab.tournaments.formats import most_encounters

    if most_encounters(plan) * plan.matches > MOST_MATCHES:
        raise _Misplaced("tournament.too_long", most=MOST_MATCHES)


def _is_power(number: int, base: int) -> bool:
    while number % base == 0:
        number //= base
    return number == 1


def _rounds(players: int, seats: int) -> int:
    """As many rounds of a Swiss as single out the winner of all."""
    return max(1, ceil(log2(players))) if seats == 2 else max(3, ceil(log2(players)))
