"""`parlour tournament`: run a tournament from a file, look at it, continue it, export it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from parlour.command_line.progress import progress_bar
from parlour.command_line.termination import signals_as_exceptions
from parlour.lab.tournaments import report
from parlour.lab.tournaments.encounters import PlayedMatch
from parlour.lab.tournaments.pictures import cross_table, rating_plot
from parlour.lab.tournaments.plan import TournamentPlan, read_tournament
from parlour.lab.tournaments.running import play_tournament, standings_of
from parlour.lab.tournaments.standings import Standings
from parlour.lab.tournaments.store import Store, default_folder, open_store, read_store, write_file
from parlour.lab.tournaments.trf import dutch_pairs, match_rounds, read_trf, write_trf
from parlour.players.series.places import at_once_option, on_option, play_where
from parlour.table.errors import BadSettings
from parlour.table.sentences import Sentence, shorten

output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="The folder for the tournament."
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the table as one JSON object."
)


@click.group()
def tournament() -> None:
    """Play a tournament between programs, from one file."""


@tournament.command()
@click.argument("file", type=click.Path(path_type=Path))
@output_option
@at_once_option
@on_option
@json_option
def run(file: Path, output: Path | None, at_once: int, on: str, as_json: bool) -> None:
    """Play the tournament that FILE describes.

    If it was interrupted, the same command continues it.
    """
    plan = read_tournament(file)
    _play(plan, output or default_folder(plan), at_once, on, as_json)


@tournament.command()
@click.argument("folder", type=click.Path(path_type=Path))
@at_once_option
@on_option
@json_option
def resume(folder: Path, at_once: int, on: str, as_json: bool) -> None:
    """Continue the tournament in FOLDER."""
    with read_store(folder) as store:
        plan = store.plan
    _play(plan, folder, at_once, on, as_json)


@tournament.command()
@click.argument("path", type=click.Path(path_type=Path))
@json_option
def show(path: Path, as_json: bool) -> None:
    """Show the table of a tournament: its folder, its file, or a report (TRF).

    Of a report it also shows the pairs of the next round by the Dutch system.
    """
    if path.is_file() and path.suffix.lower() != ".toml":
        _show_report(path, as_json)
        return
    folder = path if path.is_dir() else default_folder(read_tournament(path))
    with read_store(folder) as store:
        _print(standings_of(store), as_json)


@tournament.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--trf", type=click.Path(path_type=Path), help="Write a report as TRF16.")
@click.option("--cross-table", type=click.Path(path_type=Path), help="Draw the cross table (SVG).")
@click.option("--ratings", type=click.Path(path_type=Path), help="Draw the ratings (SVG).")
@click.option("--records", type=click.Path(path_type=Path), help="Write all records, one per line.")
def export(
    folder: Path,
    trf: Path | None,
    cross_table: Path | None,
    ratings: Path | None,
    records: Path | None,
) -> None:
    """Write reports of the tournament in FOLDER for other programs."""
    with read_store(folder) as store:
        standings = standings_of(store)
        wanted: list[tuple[Path | None, Callable[[], bytes]]] = [
            (trf, lambda: _trf(standings)),
            (cross_table, lambda: _cross_table(standings)),
            (ratings, lambda: rating_plot(standings).encode()),
            (records, lambda: _records(store, standings)),
        ]
        for path, content in wanted:
            if path is not None:
                write_file(path, content())


def _trf(standings: Standings) -> bytes:
    plan = standings.plan
    if plan.seats != 2:
        raise BadSettings("tournament.trf_seats", game=plan.game, seats=plan.seats)
    rounds = match_rounds(standings.complete())
    return write_trf(report.title(standings), plan.names, rounds, len(rounds)).encode()


def _cross_table(standings: Standings) -> bytes:
    return cross_table(standings).encode()


def _records(store: Store, standings: Standings) -> bytes:
    """The records as lines of JSON, in the order of the matches."""
    files = [store.record_of(match.key) for match in standings.matches]
    return b"".join(
        msgspec.json.encode(msgspec.json.decode(file.read_bytes())) + b"\n" for file in files
    )


def _play(plan: TournamentPlan, folder: Path, at_once: int, on: str, as_json: bool) -> None:
    with open_store(plan, folder) as store:
        before = len(standings_of(store).matches)
        if before:
            click.echo(str(Sentence("tournament.resumed", count=before)), err=True)
        try:
            with signals_as_exceptions():
                play_tournament(store, play_where(on, at_once), progress)
        except (KeyboardInterrupt, SystemExit) as stopped:
            command = shlex.join(["parlour", "tournament", "resume", str(folder)])
            done = len(standings_of(store).matches)
            message = Sentence("tournament.stopped", done=done, command=command)
            click.echo(f"\n{message}", err=True)
            raise SystemExit(
                1 if isinstance(stopped, KeyboardInterrupt) else stopped.code
            ) from None
        standings = standings_of(store)
        write_file(folder / "crosstable.svg", cross_table(standings).encode())
        write_file(folder / "ratings.svg", rating_plot(standings).encode())
    _print(standings, as_json, folder)


def _print(standings: Standings, as_json: bool, folder: Path | None = None) -> None:
    if as_json:
        place = {} if folder is None else {"folder": str(folder)}
        click.echo(msgspec.json.encode(report.data(standings) | place))
        return
    for line in report.table(standings):
        click.echo(line)
    if folder is not None:
        click.echo(f"\nrecords, crosstable.svg and ratings.svg: {folder}")


def _show_report(path: Path, as_json: bool) -> None:
    found = read_trf(path)
    over = found.played >= found.rounds
    pairs = [] if over else dutch_pairs(found.text, found.played + 1)
    names = [[found.names[player] for player in pair] for pair in pairs]
    order = sorted(range(len(found.names)), key=lambda i: (-found.points[i], i))
    table = [{"name": found.names[i], "points": found.points[i]} for i in order]
    if as_json:
        click.echo(msgspec.json.encode({"title": found.title, "table": table, "next": names}))
        return
    click.echo(f"{found.title}: {found.played} of {found.rounds} rounds\n")
    for place, row in enumerate(table, start=1):
        click.echo(f"{place:4} {row['name']:33} {row['points']:5.1f}")
    if over:
        click.echo(
            f"\n{Sentence('tournament.ended', rounds=found.rounds, path=shorten(str(path), 200))}"
        )
        return
    click.echo(f"\nround {found.played + 1}:")
    for pair in names:
        click.echo("  " + (" – ".join(pair) if len(pair) == 2 else f"{pair[0]}: bye"))


@contextmanager
def progress(standings: Standings) -> Generator[Callable[[PlayedMatch | None], None]]:
    """The table while the tournament runs, and each forfeit at once."""
    reported = set(report.forfeits(standings))
    total = standings.expected
    done = len(standings.matches)
    bar = progress_bar(
        total,
        done,
        lambda: f"round {len(standings.rounds)}",
        lambda: report.short_table(standings),
    )
    with bar as shown:

        def show(_match: PlayedMatch | None) -> None:
            for line in report.forfeits(standings):
                if line not in reported:
                    reported.add(line)
                    shown.note(line)
            shown.show(len(standings.matches))

        show(None)
        yield show
