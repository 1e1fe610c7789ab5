"""The folder of a series: `series.json` is the plan, `matches/` has one record per match.

Records are written atomically, so a series can be interrupted at any time. A lock admits one
process at a time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from parlour.command_line.file_lock import take_lock
from parlour.players.series.pairing import seating
from parlour.players.series.plan import SeriesPlan
from parlour.players.series.tally import EventSummary
from parlour.table.errors import BadRecord, BadSettings
from parlour.table.record import LARGEST, Record, Result
from parlour.table.sentences import shorten
from parlour.table.texts.files import data_folder, read_text, unwritable, write_atomically

LARGEST_PLAN = 1024 * 1024


class MatchSummary(msgspec.Struct, frozen=True):
    """The parts of a record that a series counts; reading them does not replay the match."""

    game: str
    players: tuple[str, ...]
    result: Result
    tags: dict[str, str]
    events: tuple[EventSummary, ...] = ()


class Folder:
    """The files of a series."""

    def __init__(self, plan: SeriesPlan, path: Path) -> None:
        self.plan = plan
        self.path = path

    def _file(self, number: int) -> Path:
        return self.path / "matches" / f"{number + 1:07}.json"

    def keep(self, number: int, record: Record) -> None:
        with _sentences(self._file(number)):
            write_atomically(self._file(number), record.to_json())

    def keep_picture(self, svg: str) -> Path:
        with _sentences(self.path / "score.svg"):
            write_atomically(self.path / "score.svg", svg.encode())
        return self.path / "score.svg"

    def kept(self) -> Iterator[tuple[int, MatchSummary]]:
        """The saved matches, by number."""
        for number in range(self.plan.matches):
            if self._file(number).exists():
                yield number, self._read(number)

    def last_played(self) -> datetime | None:
        """When the newest match was saved."""
        times = [path.stat().st_mtime for path in (self.path / "matches").glob("[0-9]*.json")]
        return datetime.fromtimestamp(max(times), UTC).astimezone() if times else None

    def _read(self, number: int) -> MatchSummary:
        path, plan = self._file(number), self.plan
        text = read_text(path, LARGEST, BadRecord)
        try:
            kept = msgspec.json.decode(text, type=MatchSummary)
        except (msgspec.MsgspecError, RecursionError):
            kept = None
        if kept:
            seats = seating(len(plan.players), len(kept.players), number, plan.evenly)
            players = tuple(shorten(plan.players[player], 200) for player in seats)
            said = (kept.game, kept.players, len(kept.result.ranks), kept.tags.get("Match"))
            known = all(
                0 <= event.seat < len(players) for event in kept.events if event.kind == "forfeit"
            )
            if known and said == (plan.game, players, len(players), str(number + 1)):
                return kept
        raise BadRecord("series.match_file", path=shorten(str(path), 200), number=number + 1)


@contextmanager
def open_folder(plan: SeriesPlan, path: Path | None = None) -> Generator[Folder]:
    """Open or create the folder of a series, and hold its lock."""
    folder = Folder(plan, path or data_folder() / "series" / plan.name)
    shown = shorten(str(folder.path), 200)
    with _sentences(folder.path):
        if folder.path.is_dir() and not (folder.path / "series.json").exists():
            if any(entry.name not in ("lock", "matches") for entry in folder.path.iterdir()):
                raise BadSettings("series.foreign", folder=shown)
        (folder.path / "matches").mkdir(parents=True, exist_ok=True)
        lock = (folder.path / "lock").open("ab")
    with lock:
        if not take_lock(lock):
            raise BadSettings("series.busy", folder=shown)
        _take_up(folder, shown)
        yield folder


def _take_up(folder: Folder, shown: str) -> None:
    """Write the plan of a new series, or check that the folder holds this one."""
    file = folder.path / "series.json"
    if not file.exists():
        with _sentences(file):
            write_atomically(file, folder.plan.to_json())
        return
    try:
        there = msgspec.json.decode(read_text(file, LARGEST_PLAN), type=SeriesPlan)
    except (msgspec.MsgspecError, RecursionError):
        raise BadSettings("series.foreign", folder=shown) from None
    if there == folder.plan:
        return
    now = folder.plan.programs
    if msgspec.structs.replace(there, programs=now) == folder.plan:
        changed = next(name for name in now if there.programs.get(name) != now[name])
        raise BadSettings("series.changed", folder=shown, player=shorten(changed, 200))
    command = there.command(str(folder.path))
    raise BadSettings("series.another", folder=shown, command=shorten(command, 1_000))


@contextmanager
def _sentences(path: Path) -> Generator[None]:
    """Turn an OSError into a sentence."""
    try:
        yield
    except OSError as trouble:
        raise BadSettings(unwritable(path, trouble)) from None
