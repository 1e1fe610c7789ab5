"""The tables, and how older ones become newer ones: a list of steps that only ever grows."""

from __future__ import annotations

from contextlib import suppress

from parlour.hall.storage.database import Database, DuplicateKey, Statement
from parlour.table.errors import BadSettings

RESTORING = 0
"""The step of a database that is being restored; one that still has it holds half a hall."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # What was agreed, and, kept up to date in the same transactions, where it stands.
        """create table matches (
            id text primary key, game text not null, rules integer not null,
            settings text not null, control text, listed integer not null, rated integer not null,
            created double precision not null, owner text, status text not null,
            due double precision, ended double precision, asks text)""",
        "create index matches_due on matches (due)",
        # `asks` is the process that sees to it that computers act, where they have to.
        "create index matches_asks on matches (asks)",
        "create index matches_open on matches (status, created)",
        # The match itself. The two keys decide every race.
        """create table events (
            match text not null references matches (id) on delete cascade, seq integer not null,
            command text, seat integer not null, what text not null, at double precision not null,
            primary key (match, seq), unique (match, command))""",
        # The secret of each seat, as a hash, and who sits there.
        """create table seats (
            match text not null references matches (id) on delete cascade, seat integer not null,
            code text not null, person text, name text, kind text, wanted text,
            primary key (match, seat))""",
        "create index seats_person on seats (person)",
        """create table chat (
            match text not null references matches (id) on delete cascade,
            at double precision not null, seat integer, name text not null, text text not null)""",
        "create index chat_match on chat (match, at)",
        # Times, by the wall, in which the hall could keep nothing. Hall time leaves them out.
        "create table gaps (began double precision not null, ended double precision not null)",
        "create table pulse (process text primary key, at double precision not null)",
    ),
    (
        """create table people (
            id text primary key, kind text not null, name text not null,
            folded text not null unique, password text, created double precision not null,
            banned integer not null)""",
        """create table sessions (
            token text primary key, person text not null references people (id) on delete cascade,
            created double precision not null, expires double precision)""",
        "create index sessions_person on sessions (person)",
    ),
    (
        # Which rated matches have been counted, and what they made of the ratings: each person's
        # steps in a game have numbers, so two matches cannot both build on the same one.
        """create table counted (
            match text primary key references matches (id) on delete cascade,
            at double precision not null)""",
        """create table rating_steps (
            person text not null, game text not null, number integer not null,
            match text not null, value double precision not null,
            deviation double precision not null, volatility double precision not null,
            at double precision not null, primary key (person, game, number))""",
        # The last step of each, to look up.
        """create table ratings (
            person text not null, game text not null, matches integer not null,
            value double precision not null, deviation double precision not null,
            volatility double precision not null, primary key (person, game))""",
        "create index ratings_best on ratings (game, value)",
    ),
    (
        # Which seats are connected to which process, where there are several.
        """create table presence (
            match text not null references matches (id) on delete cascade, seat integer not null,
            process text not null, primary key (match, seat, process))""",
    ),
    (
        # The rated matches that are over and still have to be counted: a short queue, so that
        # nobody has to look for them among all matches there ever were.
        """create table uncounted (
            match text primary key references matches (id) on delete cascade,
            ended double precision not null)""",
        "insert into uncounted (match, ended) select id, coalesce(ended, 0) from matches m"
        " where status = 'over' and rated = 1"
        " and not exists (select 1 from counted c where c.match = m.id)",
        # What is old is found without looking at what is not.
        "create index sessions_expires on sessions (expires)",
        "create index chat_at on chat (at)",
        "create index chat_name on chat (name)",
        "create index people_kind on people (kind, created)",
        "create index matches_owner on matches (owner)",
        # Most matches are over and have no time limit that could run out.
        "drop index matches_due",
        "create index matches_due on matches (due) where due is not null",
    ),
    (
        # The names of accounts as they look (names.skeleton); of old ones that look alike, one.
        """create table reserved_names (
            skeleton text primary key,
            person text not null references people (id) on delete cascade)""",
        "insert into reserved_names (skeleton, person) select replace(replace(replace(replace("
        "replace(replace(replace(folded, '-', ''), '_', ''), '0', 'o'), '1', 'l'), 'i', 'l'),"
        " 'rn', 'm'), 'vv', 'w'), id"
        " from people where kind <> 'guest' on conflict do nothing",
        "create index reserved_names_person on reserved_names (person)",
        # How often the same people have played each other: ratings.py.
        "create index rating_steps_match on rating_steps (match, person)",
    ),
    (
        # Sessions and tokens have a name of their own, which stays when the secret is exchanged,
        # so that they can be listed and withdrawn. What was withdrawn every process is told.
        "alter table sessions add column id text",
        "alter table sessions add column kind text",
        "update sessions set id = substr(token, 1, 16),"
        " kind = case when expires is null then 'token' else 'session' end",
        "create index sessions_id on sessions (id)",
        """create table revocations (
            id text primary key, at double precision not null, person text not null,
            session text not null)""",
        "create index revocations_at on revocations (at)",
        # The lobby reads a page from the newest on; a person's open matches are counted.
        "create index matches_lobby on matches (status, listed, created, id)",
        "create index matches_open_of on matches (owner, status)",
    ),
    (
        # Who has stood up from which seat: their name is in an entry of that match.
        """create table departures (
            person text not null,
            match text not null references matches (id) on delete cascade, seat integer not null,
            primary key (person, match, seat))""",
        "create index departures_match on departures (match)",
    ),
)


TABLES = (
    *("matches", "events", "seats", "chat", "gaps", "pulse", "people", "sessions"),
    *("counted", "rating_steps", "ratings", "presence", "uncounted", "reserved_names"),
    *("revocations", "departures"),
)
"""All tables, each after those it refers to."""


async def migrate(database: Database, upto: int | None = None) -> int:
    """Bring the tables up to date; how many steps that took.

    Of several processes that start together one takes a step: its number is a key, put down first,
    on which the others wait.
    """
    with suppress(DuplicateKey):  # another one creates it at this moment
        await database.write([Statement(_steps, {})])
    first = done = await _last_step(database)
    while done < (len(MIGRATIONS) if upto is None else upto):
        step = Statement("insert into schema (step) values (:step)", {"step": done + 1})
        with suppress(DuplicateKey):
            await database.alter([step, *(Statement(sql, {}) for sql in MIGRATIONS[done])])
        done = await _last_step(database)
    return done - first


_steps = "create table if not exists schema (step integer primary key)"


async def _last_step(database: Database) -> int:
    rows = await database.read("select step from schema order by step")
    steps = [step for (step,) in rows]
    if RESTORING in steps:
        raise BadSettings("hall.half_restored")
    last = max(steps, default=0)
    if last > len(MIGRATIONS):
        raise BadSettings("hall.newer_schema", ours=len(MIGRATIONS), theirs=last)
    return last
