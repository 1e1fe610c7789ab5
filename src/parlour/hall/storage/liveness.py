"""Which processes are alive, who is connected to them, and the gaps in hall time, as SQL."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.hall.storage.database import Database, Statement, in_list


def new_pulse(process: str, at: float) -> Statement:
    """The pulse of a process: it is alive at this time."""
    return Statement(
        "insert into pulse (process, at) values (:process, :at)"
        " on conflict (process) do update set at = excluded.at",
        {"process": process, "at": at},
    )


def delete_dead_processes(before: float) -> list[Statement]:
    """Delete processes without a pulse since then, and the presence of their clients."""
    return [
        Statement("delete from pulse where at < :before", {"before": before}),
        Statement(
            "delete from presence where not exists"
            " (select 1 from pulse where pulse.process = presence.process)",
            {},
        ),
    ]


def new_presence(match: str, seat: int, process: str) -> Statement:
    """A seat is connected to a process."""
    return Statement(
        "insert into presence (match, seat, process) values (:match, :seat, :process)"
        " on conflict do nothing",
        {"match": match, "seat": seat, "process": process},
        match=match,
        extra=True,
    )


def delete_presence(match: str, seat: int, process: str) -> Statement:
    """A seat is no longer connected to a process."""
    return Statement(
        "delete from presence where match = :match and seat = :seat and process = :process",
        {"match": match, "seat": seat, "process": process},
        match=match,
        extra=True,
    )


def new_gap(began: float, ended: float) -> Statement:
    """A time in which the hall could not write."""
    return Statement(
        "insert into gaps (began, ended) values (:began, :ended)", {"began": began, "ended": ended}
    )


async def load_last_pulse(database: Database) -> float | None:
    """The wall time of the last pulse of any process."""
    rows = await database.read("select max(at) from pulse")
    return rows[0][0]


async def load_live_processes(database: Database, since: float) -> set[str]:
    """The processes with a pulse since then, by wall time."""
    rows = await database.read("select process from pulse where at > :since", since=since)
    return {process for (process,) in rows}


async def load_presence(
    database: Database, match: str, except_for: str, since: float
) -> frozenset[int]:
    """The seats of a match that are connected to other processes alive since then."""
    rows = await database.read(
        "select distinct seat from presence, pulse where presence.process = pulse.process"
        " and match = :match and pulse.process <> :me and at > :since",
        match=match,
        me=except_for,
        since=since,
    )
    return frozenset(seat for (seat,) in rows)


async def load_all_presence(
    database: Database, except_for: str, since: float
) -> dict[str, frozenset[int]]:
    """The same for all matches: those without such seats are left out."""
    rows = await database.read(
        "select match, seat from presence, pulse where presence.process = pulse.process"
        " and pulse.process <> :me and at > :since",
        me=except_for,
        since=since,
    )
    seats: dict[str, set[int]] = {}
    for match, seat in rows:
        seats.setdefault(match, set()).add(seat)
    return {match: frozenset(found) for match, found in seats.items()}


async def load_matches_with_presence(
    database: Database, ids: Sequence[str], since: float
) -> set[str]:
    """Those of these matches with a seat connected to a process alive since then."""
    names, values = in_list(ids)
    rows = await database.read(
        f"select distinct match from presence, pulse where match in ({names})"  # noqa: S608
        " and presence.process = pulse.process and at > :since",
        since=since,
        **values,
    )
    return {match for (match,) in rows}


async def load_gaps(database: Database) -> float:
    """The sum of all gaps in hall time, in seconds."""
    rows = await database.read("select began, ended from gaps order by began")
    total = end = 0.0
    for began, ended in rows:  # several processes may have entered the same one
        total += max(0.0, ended - max(began, end))
        end = max(end, ended)
    return total
