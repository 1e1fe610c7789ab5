"""Tournament report files (TRF16): what arbiters' programs read, and what pairs a Swiss."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parlour.lab.extras import load
from parlour.lab.tournaments.encounters import MetEncounter, Rounds
from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import shorten
from parlour.table.texts.files import read_text

LARGEST_TRF = 4 * 1024 * 1024


class ReportedGame(NamedTuple):
    """A game of a round: who had which seat, and the points of the first. Alone: a bye."""

    first: int
    second: int | None = None
    points: float = 1.0


def encounter_rounds(played: Rounds) -> list[list[ReportedGame]]:
    """A game for each encounter, for pairing."""
    return [[_met(each) for each in round] for round in played]


def _met(each: MetEncounter) -> ReportedGame:
    first, *others = each.encounter.players
    return ReportedGame(first, others[0], each.score()[first]) if others else ReportedGame(first)


def match_rounds(played: Rounds) -> list[list[ReportedGame]]:
    """A game for each match: the matches of an encounter are rounds one after the other."""
    rounds: list[list[ReportedGame]] = []
    for round in played:
        most = max((len(each.matches) for each in round), default=0)
        for leg in range(most):
            games: list[ReportedGame] = []
            for each in round:
                if each.encounter.bye:
                    games += [ReportedGame(each.encounter.players[0])]
                else:
                    match = each.matches[leg]
                    first, second = match.seating
                    games.append(ReportedGame(first, second, match.points()[first]))
            rounds.append(games)
    return rounds


def write_trf(
    title: str, names: Sequence[str], rounds: Sequence[Sequence[ReportedGame]], count: int
) -> str:
    """A TRF16 report, with the number of rounds as programs for pairing want it."""
    columns = [_column(games) for games in rounds]
    points = [sum(column.get(i, _rest)[1] for column in columns) for i in range(len(names))]
    ranking = sorted(range(len(names)), key=lambda i: (-points[i], i))
    lines = [f"012 {title}", f"062 {len(names)}", f"XXR {count}", "XXC white1"]
    for i, name in enumerate(names):
        results = "".join(f"  {column.get(i, _rest)[0]}" for column in columns)
        place = ranking.index(i) + 1
        head = f"001 {i + 1:4}      {_plain(name):33.33} {'':4} {'':3} {'':11} {'':10} "
        lines.append(f"{head}{points[i]:4.1f} {place:4}{results}")
    return "\n".join(lines) + "\n"


_rest = "0000 - Z", 0.0


def _plain(name: str) -> str:
    """TRF is a format of bytes in columns."""
    return name.encode("ascii", "replace").decode()


def _column(games: Sequence[ReportedGame]) -> dict[int, tuple[str, float]]:
    """What each player has in the column of a round, and its points."""
    column: dict[int, tuple[str, float]] = {}
    for first, second, points in games:
        if second is None:
            column[first] = "0000 - U", 1.0
            continue
        sign = {1.0: "1", 0.0: "0"}
        column[first] = f"{second + 1:4} w {sign.get(points, '=')}", points
        column[second] = f"{first + 1:4} b {sign.get(1 - points, '=')}", 1 - points
    return column


# ---- reading -------------------------------------------------------------------------------------


class UnpairedRound(ParlourError):
    """There is no pairing without a second meeting."""


def dutch_pairs(report: str, round: int) -> list[tuple[int, ...]]:
    """The pairs of the next round by the Dutch system, the first seat first; alone: a bye."""
    parsed = _parse(report)
    engine = load("py4swiss.engines.dutch.engine").Engine
    try:
        pairings = engine.generate_pairings(parsed)
    except load("py4swiss.engines.common").PairingError as error:
        reason = str(error).rstrip(".")
        raise UnpairedRound("tournament.unpaired", round=round, reason=reason) from None
    return [
        (each.white - 1, each.black - 1) if each.black else (each.white - 1,) for each in pairings
    ]


def _parse(report: str) -> Any:
    """A report as py4swiss understands it, which reads files only."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.trf"
        path.write_text(report, "utf-8")
        return load("py4swiss.trf.trf_parser").TrfParser.parse(path, strict=True)


class ParsedReport(NamedTuple):
    """What a report of others tells."""

    text: str
    title: str
    names: list[str]
    points: list[float]
    played: int  # rounds
    rounds: int


def read_trf(path: Path | str) -> ParsedReport:
    """Read a report; BadText with the file and the row if it is something else."""
    text = read_text(path, LARGEST_TRF, BadText)
    try:
        parsed = _parse(text)
        sections = sorted(parsed.player_sections, key=lambda section: section.starting_number)
        if not sections:
            raise ValueError("there are no players in it")
    except ParlourError:
        raise
    except Exception as error:  # noqa: BLE001 - py4swiss raises whatever a strange line leads to
        reason = shorten(" ".join(str(error).split()).rstrip(".") or type(error).__name__, 200)
        raise BadText("tournament.trf", path=shorten(str(path), 200), reason=reason) from None
    return ParsedReport(
        text,
        parsed.tournament_section.tournament_name or Path(path).stem,
        [section.name or f"#{section.starting_number}" for section in sections],
        [section.points_times_ten / 10 for section in sections],
        min(len(section.results) for section in sections),
        parsed.x_section.number_of_rounds,
    )
