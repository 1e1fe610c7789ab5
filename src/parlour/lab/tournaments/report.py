"""The report of a tournament: the table as text and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parlour.lab.ratings.bradley_terry import bradley_terry, match_results
from parlour.lab.ratings.of_the_hall import HallRating, hall_ratings
from parlour.lab.tournaments.standings import Place, Standings
from parlour.players.series.scoring import Estimate
from parlour.table.sentences import Sentence

TITLES = {
    "round-robin": "round robin",
    "gauntlet": "gauntlet",
    "swiss": "Swiss",
    "knockout": "knockout",
}


def title(standings: Standings) -> str:
    plan = standings.plan
    return plan.title or f"{plan.load_game().title}: {TITLES[plan.format]}"


def elos(standings: Standings) -> list[Estimate]:
    """Bradley-Terry ratings by player; the average is 0."""
    results = [
        each for match in standings.matches for each in match_results(match.seating, match.ranks)
    ]
    return bradley_terry(len(standings.plan.players), results)


def glickos(standings: Standings) -> list[HallRating]:
    played = [(match.seating, match.ranks) for match in standings.matches]
    return hall_ratings(len(standings.plan.players), played)


def headline(standings: Standings) -> str:
    """What is played, and how much of it has been."""
    plan = standings.plan
    form = TITLES[plan.format]
    played, rounds = len(standings.matches), len(standings.rounds)
    about = "" if plan.title == "" else f" ({plan.load_game().title}, {form})"
    counted = f"{played} of {standings.paired} matches in {rounds} rounds"
    return f"{title(standings)}{about}: {counted}"


def short_table(standings: Standings) -> list[str]:
    """The table while the tournament runs."""
    return list(_lines(standings, [[] for _ in standings.plan.names], []))


def table(standings: Standings) -> Iterator[str]:
    """The whole table, line by line."""
    yield headline(standings)
    yield ""
    columns = [[_signed(each)] for each in elos(standings)]
    heads = [f"{'Elo':>18}"]
    rated = glickos(standings)
    if rated:
        heads.append(f"{'Glicko-2' if standings.plan.seats == 2 else 'openskill':>11}")
        for column, rating in zip(columns, rated, strict=True):
            column.append(f"{rating.value:5.0f} ±{2 * rating.deviation:4.0f}")
    yield from _lines(standings, columns, heads)
    reasons = forfeits(standings)
    yield from ["", *reasons] if reasons else []


def _lines(standings: Standings, columns: list[list[str]], heads: list[str]) -> Iterator[str]:
    width = max(len(name) for name in standings.plan.names)
    swiss = standings.plan.format == "swiss"
    extra = [f"{'Buchholz':>8}"] if swiss else []
    head = ["   #", f"{'':{width}}", "points", "  won", "drawn", " lost", *extra, *heads]
    yield " ".join(head).rstrip()
    for place in standings.places():
        cells = [f"{place.rank:4}", f"{place.name:{width}}", f"{place.points:6.1f}"]
        cells += [f"{place.wins:5}", f"{place.draws:5}", f"{place.losses:5}"]
        cells += [f"{place.buchholz:8.1f}"] if swiss else []
        cells += columns[place.player]
        notes = [f"{place.byes} bye"] if place.byes else []
        notes += [f"{place.forfeits} forfeited"] if place.forfeits else []
        yield f"{' '.join(cells)}  {', '.join(notes)}".rstrip()


def _signed(estimate: Estimate) -> str:
    value, low, high = (f"{each:+.0f}" for each in estimate)
    return f"{value:>5} ({low} to {high})".rjust(18)


def forfeits(standings: Standings) -> list[str]:
    """The first forfeit of each player, with its reason, which names its log."""
    first: dict[int, str] = {}
    for match in standings.matches:
        for player, reason in match.forfeits.items():
            name = standings.plan.names[player]
            sentence = Sentence("tournament.forfeited", player=name, key=match.key, reason=reason)
            first.setdefault(player, str(sentence))
    return [first[player] for player in sorted(first)]


def data(standings: Standings) -> dict[str, Any]:
    """The same for programs."""
    plan, strengths, rated = standings.plan, elos(standings), glickos(standings)
    return {
        "title": title(standings),
        "game": plan.game,
        "settings": plan.settings,
        "format": plan.format,
        "players": plan.players,
        "matches": len(standings.matches),
        "paired": standings.paired,
        "rounds": [
            [[plan.names[player] for player in met.encounter.players] for met in round]
            for round in standings.rounds
        ],
        "table": [_row(place, strengths, rated) for place in standings.places()],
    }


def _row(place: Place, strengths: list[Estimate], rated: list[HallRating]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "rank": place.rank,
        "name": place.name,
        "points": round(place.points, 6),
        "wins": place.wins,
        "draws": place.draws,
        "losses": place.losses,
        "byes": place.byes,
        "forfeits": place.forfeits,
        "buchholz": round(place.buchholz, 6),
        "sonneborn_berger": round(place.berger, 6),
        "elo": [round(each, 2) for each in strengths[place.player]],
    }
    if rated:
        row["rating"] = [round(each, 2) for each in rated[place.player]]
    return row
