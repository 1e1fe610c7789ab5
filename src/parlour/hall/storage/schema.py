"""The tables and their migrations: a list of steps that only ever grows."""

from __future__ import annotations

from contextlib import suppress

from parlour.hall.storage.database import Database, DuplicateKey, Statement
from parlour.table.errors import BadSettings

RESTORING = 0
"""The step of a database while a backup is restored; if it stays, the restore is incomplete."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # The settings of a match, and its status, updated in the same transactions as its entries.
        """create table matches (
            id text primary key, game text not null, rules integer not null,
            settings text not null, control text, listed integer not null, rated integer not null,
            created double precision not null, owner text, status text not null,
            due double precision, ended double precision, asks text)""",
        "create index matches_due on matches (due)",
        # `asks` is the process that asks the computer players who have to act.
        "create index matches_asks on matches (asks)",
        "create index matches_open on matches (status, created)",
        # The entries of a match. The two unique keys decide every race.
        """create table events (
            match text not null references matches (id) on delete cascade, seq integer not null,
            command text, seat integer not null, what text not null, at double precision not null,
            primary key (match, seq), unique (match, command))""",
        # The invitation to each seat, as a hash, and who sits there.
        """create table seats (
            match text not null references matches (id) on delete cascade, seat integer not null,
            code text not null, person text, name text, kind text, wanted text,
            primary key (match, seat))""",
        "create index seats_person on seats (person)",
        """create table chat (
            match text not null references matches (id) on delete cascade,
            at double precision not null, seat integer, name text not null, text text not null)""",
        "create index chat_match on chat (match, at)",
        # Wall times in which the hall could not write. Hall time leaves them out.
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
        # Which rated matches have been counted, and the ratings after each. The steps of a person
        # in a game are numbered, so two matches cannot both start from the same rating.
        """create table counted (
            match text primary key references matches (id) on delete cascade,
            at double precision not null)""",
        """create table rating_steps (
            person text not null, game text not null, number integer not null,
            match text not null, value double precision not null,
            deviation double precision not null, volatility double precision not null,
            at double precision not null, primary key (person, game, number))""",
        # The last step of each person in a game, for lookups.
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
        # A queue of the rated matches that are over and still have to be counted, so that no
        # query scans all matches for them.
        """create table uncounted (
            match text primary key references matches (id) on delete cascade,
            ended double precision not null)""",
        "insert into uncounted (match, ended) select id, coalesce(ended, 0) from matches m"
        " where status = 'over' and rated = 1"
        " and not exists (select 1 from counted c where c.match = m.id)",
        # Indexes for retention and for lookups by name and owner.
        "create index sessions_expires on sessions (expires)",
        "create index chat_at on chat (at)",
        "create index chat_name on chat (name)",
        "create index people_kind on people (kind, created)",
        "create index matches_owner on matches (owner)",
        # Most matches are over and have no clock that could run out.
        "drop index matches_due",
        "create index matches_due on matches (due) where due is not null",
    ),
    (
        # What account names look like (names.skeleton); of existing ones that look alike, one.
        """create table reserved_names (
            skeleton text primary key,
            person text not null references people (id) on delete cascade)""",
        "insert into reserved_names (skeleton, person) select replace(replace(replace(replace("
        "replace(replace(replace(folded, '-', ''), '_', ''), '0', 'o'), '1', 'l'), 'i', 'l'),"
        " 'rn', 'm'), 'vv', 'w'), id"
        " from people where kind <> 'guest' on conflict do nothing",
        "create index reserved_names_person on reserved_names (person)",
        # For counting how often the same people have played each other (ratings.py).
        "create index rating_steps_match on rating_steps (match, person)",
    ),
    (
        # Sessions and tokens have an id that stays when the secret is rotated, so that they can be
        # listed and revoked. Every process reads the table of revocations.
        "alter table sessions add column id text",
        "alter table sessions add column kind text",
        "update sessions set id = substr(token, 1, 16),"
        " kind = case when expires is null then 'token' else 'session' end",
        "create index sessions_id on sessions (id)",
        """create table revocations (
            id text primary key, at double precision not null, person text not null,
            session text not null)""",
        "create index revocations_at on revocations (at)",
        # The lobby reads a page, newest first; a person's open matches are counted.
        "create index matches_lobby on matches (status, listed, created, id)",
        "create index matches_open_of on matches (owner, status)",
    ),
    (
        # Who has left which seat: their name is in an entry of that match.
        """create table departures (
            person text not null,
            match text not null references matches (id) on delete cascade, seat integer not null,
            primary key (person, match, seat))""",
        "create index departures_match on departures (match)",
    ),
    (
        # Which seats may act after an entry (bit by bit), for lists of matches not in memory.
        "alter table events add column acting integer",
        # When the match was offered in the lobby; null while it is not.
        "alter table matches add column offered double precision",
        "update matches set offered = created where status = 'open' and listed = 1 and exists"
        " (select 1 from seats f where f.match = id and f.wanted = 'anyone' and f.kind is null)",
        "create index matches_offered on matches (offered, id) where offered is not null",
        # When somebody sat down, and when the match ended: a person's matches, newest first.
        "alter table seats add column sat double precision",
        "alter table seats add column ended double precision",
        "update seats set sat = (select created from matches where id = match)"
        " where person is not null",
        "update seats set ended = (select coalesce(ended, created) from matches where id = match)"
        " where exists (select 1 from matches where id = match and status = 'over')",
        "create index seats_unfinished on seats (person, sat)"
        " where ended is null and sat is not null",
        "create index seats_ended on seats (person, ended) where ended is not null",
        # How a match ended (lists/results.py). Those that ended before are read one by one.
        "alter table matches add column result text",
        "create index matches_without_result on matches (ended)"
        " where status = 'over' and result is null",
        # The listed matches that are over, once for everybody (`*`) and once for each account in
        # it. There is an index for each kind of search, so that a page reads only what it shows.
        """create table archive (
            match text not null references matches (id) on delete cascade, who text not null,
            game text not null, score text not null, ended double precision not null,
            primary key (match, who))""",
        "create index archive_all on archive (who, ended, match)",
        "create index archive_game on archive (who, game, ended, match)",
        "create index archive_score on archive (who, score, ended, match)",
        "create index archive_game_score on archive (who, game, score, ended, match)",
        # How many of them an account has won, lost and drawn.
        """create table tallies (
            who text not null, game text not null, score text not null, count integer not null,
            primary key (who, game, score))""",
        # For whom the free seats are: a bot's invitations.
        "create index seats_wanted on seats (wanted) where kind is null",
    ),
    (
        # Who reads a message: the room, the players or the spectators.
        "alter table chat add column audience text not null default 'room'",
    ),
    (
        # Tournaments of people. Players have numbers in the order in which they joined; a table
        # of one is a bye. The keys decide if two processes pair the same round.
        """create table tournaments (
            id text primary key, title text not null, game text not null, settings text not null,
            control text not null, format text not null, rounds integer not null,
            rated integer not null, owner text, created double precision not null,
            status text not null)""",
        "create index tournaments_status on tournaments (status, created)",
        """create table tournament_players (
            tournament text not null references tournaments (id) on delete cascade,
            number integer not null, name text not null, withdrawn integer not null,
            person text not null references people (id) on delete cascade,
            primary key (tournament, number), unique (tournament, person))""",
        """create table tournament_tables (
            tournament text not null references tournaments (id) on delete cascade,
            round integer not null, number integer not null, players text not null,
            match text not null, ranks text, primary key (tournament, round, number))""",
    ),
)


TABLES = (
    *("matches", "events", "seats", "chat", "gaps", "pulse", "people", "sessions"),
    *("counted", "rating_steps", "ratings", "presence", "uncounted", "reserved_names"),
    *("revocations", "departures", "archive", "tallies"),
    *("tournaments", "tournament_players", "tournament_tables"),
)
"""All tables, each after those it refers to."""


async def migrate(database: Database, upto: int | None = None) -> int:
    """Migrate to the current schema; the number of steps that took.

    Of several processes that start together, one takes each step: it inserts the number of the step
    first, a key on which the others wait.
    """
    with suppress(DuplicateKey):  # another process is creating it
        await database.write([Statement(_create_schema, {})])
    first = done = await _last_step(database)
    while done < (len(MIGRATIONS) if upto is None else upto):
        step = Statement("insert into schema (step) values (:step)", {"step": done + 1})
        with suppress(DuplicateKey):
            await database.alter([step, *(Statement(sql, {}) for sql in MIGRATIONS[done])])
        done = await _last_step(database)
    return done - first


_create_schema = "create table if not exists schema (step integer primary key)"


async def _last_step(database: Database) -> int:
    rows = await database.read("select step from schema order by step")
    steps = [step for (step,) in rows]
    if RESTORING in steps:
        raise BadSettings("hall.half_restored")
    last = max(steps, default=0)
    if last > len(MIGRATIONS):
        raise BadSettings("hall.newer_schema", ours=len(MIGRATIONS), theirs=last)
    return last
