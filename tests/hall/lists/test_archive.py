"""The archive and the profiles of people: what is found, and what never shows."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.lists import archive
from parlour.hall.lists.archive import Search, search
from parlour.hall.lists.earlier_matches import PACE, REST, EarlierMatches
from parlour.hall.lists.results import EVERYBODY, result_of
from parlour.hall.matchmaking.matchmaking import Matchmaking
from parlour.hall.people import moderation
from parlour.hall.people.accounts import DAY
from parlour.hall.people.authorise import User
from parlour.hall.rooms.hall import Hall
from parlour.hall.services import Services
from parlour.hall.storage.database import Statement
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from parlour.hall.storage.schema import migrate
from parlour.table.outcome import Outcome
from parlour.table.sentences import Sentence
from parlour.wire.http_types import NewMatch
from parlour.wire.operations import Abort, Agree, Draw, Rematch, Resign
from tests.hall.api.asgi import Client, guest, make_services, member
from tests.hall.visitors import Halls

SMALL: dict[str, bool | int | str] = {"size": 3, "pie": False}


class Archive:
    """A hall in which people play matches that end at once."""

    def __init__(self, services: Services, app: Any) -> None:
        self.services, self.app, self.hall = services, app, services.hall
        self.people: dict[str, Client] = {}
        self._commands = iter(range(1_000_000))

    async def person(self, name: str, kind: str = "account") -> Client:
        if name not in self.people:
            come = guest(self.app, name) if kind == "guest" else None
            self.people[name] = await (come or member(self.services, self.app, name, kind))
        return self.people[name]

    async def begin(self, one: Client, other: Client, **more: Any) -> str:
        wanted = {"game": "brique", "settings": SMALL, "seats": ["me", "anyone"], **more}
        made = await one.post("/api/matches", wanted)
        assert made.status == 201, made.body
        match = made.json()["match"]
        assert (await other.post(f"/api/matches/{match}/seats/1", {})).status == 201
        return match

    async def over(self, one: Client, other: Client, loser: int = 1, **more: Any) -> str:
        """A match that a seat has resigned."""
        match = await self.begin(one, other, **more)
        await self.hall.do(match, loser, Resign(), f"c{next(self._commands)}")
        return match

    async def drawn(self, one: Client, other: Client) -> str:
        match = await self.begin(one, other)
        await self.hall.do(match, 0, Draw(), f"c{next(self._commands)}")
        await self.hall.do(match, 1, Agree(), f"c{next(self._commands)}")
        return match

    async def find(self, question: str = "") -> list[str]:
        answer = await Client(self.app).get(f"/api/archive{question}")
        assert answer.status == 200, answer.body
        return [found["match"] for found in answer.json()["matches"]]

    async def profile(self, name: str) -> dict[str, Any]:
        answer = await Client(self.app).get(f"/api/people/{name}")
        assert answer.status == 200, answer.body
        return answer.json()


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Archive]:
    async with make_services(tmp_path) as (services, app):
        yield Archive(services, app)


@pytest.fixture
async def either(address: str) -> AsyncIterator[Archive]:
    """On SQLite and on PostgreSQL."""
    async with make_services(Path(), database=address) as (services, app):
        yield Archive(services, app)


# ---- what is found ------------------------------------------------------------------------------


async def test_matches_are_found_by_game_player_result_and_date(either: Archive):
    hall = either
    ann, bob, eve = [await hall.person(name) for name in ("annabel", "bobby", "evelyn")]
    won = await hall.over(ann, bob)
    lost = await hall.over(ann, bob, loser=0)
    even = await hall.drawn(ann, eve)
    feud = await hall.over(bob, eve, game="feud", settings={})
    assert await hall.find() == [feud, even, lost, won]
    assert await hall.find("?game=feud") == [feud]
    assert await hall.find("?player=annabel") == [even, lost, won]
    assert await hall.find("?player=ANNABEL&result=won") == [won]
    assert await hall.find("?player=annabel&result=lost") == [lost]
    assert await hall.find("?player=annabel&result=drawn") == [even]
    assert await hall.find("?player=evelyn&game=brique") == [even]
    assert await hall.find("?player=evelyn&game=feud&result=won") == []
    assert await hall.find("?result=drawn") == [even]
    assert await hall.find("?game=brique&result=won") == [lost, won]
    assert await hall.find("?game=brique&result=lost") == [lost, won]
    days = "update archive set ended = :at where match = :match"
    for day, match in enumerate((won, lost, even, feud)):  # one a day, at noon, since 1 January
        noon = {"match": match, "at": (day + 0.5) * DAY}
        await hall.hall.database.write([Statement(days, noon)])
    assert await hall.find("?since=1970-01-03") == [feud, even]
    assert await hall.find("?until=1970-01-02") == [lost, won]
    assert await hall.find("?player=bobby&since=1970-01-02&until=1970-01-03") == [lost]


async def test_an_entry_of_the_archive_says_who_played_and_how_it_ended(hall: Archive):
    ann, gus = await hall.person("annabel"), await hall.person("Gus", "guest")
    await hall.over(ann, gus)
    answer = (await Client(hall.app).get("/api/archive")).json()
    (found,) = answer["matches"]
    assert found["players"][0] == {
        "name": "annabel",
        "kind": "person",
        "account": True,
        "score": "won",
    }
    assert found["players"][1]["score"] == "lost"
    assert "account" not in found["players"][1]
    assert found["result"]["values"]["winner"] == "annabel"
    assert found["settings"] == SMALL
    assert found["title"] == "Brique"
    assert answer["before"] == ""


@pytest.mark.parametrize("question", ["", "player=annabel", "game=brique", "result=won"])
async def test_pages_follow_each_other_without_gaps(
    hall: Archive, monkeypatch: pytest.MonkeyPatch, question: str
):
    monkeypatch.setattr(archive, "PAGE", 2)
    monkeypatch.setattr(search, "__defaults__", (2,))
    ann, bob = await hall.person("annabel"), await hall.person("bobby")
    all = [await hall.over(ann, bob) for _ in range(5)][::-1]
    # Two that ended at the very same time: pages must not lose one of them.
    await hall.hall.database.write([Statement("update archive set ended = 5", {})])
    all.sort(reverse=True)
    found: list[str] = []
    before = ""
    while True:
        page = (await Client(hall.app).get(f"/api/archive?{question}{before}")).json()
        found += [match["match"] for match in page["matches"]]
        if not page["before"]:
            break
        before = f"&before={page['before']}"
    assert found == all


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        ("result=aborted", 400, "aborted"),
        ("player=nobody", 404, "There is nobody called nobody here."),
        ("before=0123456789", 404, "There is no match 0123456789."),
        ("before=x", 400, "before"),
        ("since=never", 400, "since"),
        ("until=2026-13-01", 400, "until"),
        ("game=" + "x" * 41, 400, "game"),
    ],
)
async def test_a_search_that_makes_no_sense_is_refused_with_a_sentence(
    hall: Archive, question: str, status: int, said: str
):
    await hall.person("annabel")
    answer = await Client(hall.app).get(f"/api/archive?{question}")
    assert answer.status == status, answer.body
    assert said in answer.json()["detail"]


async def test_a_profile_has_ratings_with_their_history_results_and_last_matches(hall: Archive):
    ann, bob = await hall.person("annabel"), await hall.person("bobby")
    played = [await hall.over(ann, bob, loser=loser) for loser in (1, 1, 0)]
    even = await hall.drawn(ann, bob)
    rate = (
        "insert into rating_steps values ('id-of-annabel', 'brique', :n, 'm', :value, 90, 0.06, :n)"
    )
    for number, value in enumerate((1500.0, 1520.4, 1490.6), start=1):
        step = {"n": number, "value": value}
        await hall.hall.database.write([Statement(rate, step)])
    now = "insert into ratings values ('id-of-annabel', 'brique', 3, 1490.6, 90.2, 0.06)"
    await hall.hall.database.write([Statement(now, {})])
    profile = await hall.profile("Annabel")
    assert (profile["name"], profile["kind"]) == ("annabel", "account")
    assert profile["results"] == {"brique": {"won": 2, "lost": 1, "drawn": 1}}
    assert profile["ratings"] == {
        "brique": {
            "rating": 1491,
            "rd": 90,
            "prov": True,
            "games": 3,
            "history": [[1.0, 1500], [2.0, 1520], [3.0, 1491]],
        }
    }
    assert [match["match"] for match in profile["matches"]] == [even, *played[::-1]]


# ---- what never shows ---------------------------------------------------------------------------


async def test_what_is_unlisted_aborted_or_not_over_never_shows(hall: Archive):
    ann, bob = await hall.person("annabel"), await hall.person("bobby")
    await hall.over(ann, bob, listed=False)
    aborted = await hall.begin(ann, bob)
    await hall.hall.do(aborted, 0, Abort(), "c")
    await hall.begin(ann, bob)
    assert await hall.find() == await hall.find("?player=annabel") == []
    profile = await hall.profile("annabel")
    assert (profile["results"], profile["matches"]) == ({}, [])


async def test_guests_and_banned_accounts_have_no_profile_and_are_not_searched_for(hall: Archive):
    gus, ann = await hall.person("Gus", "guest"), await hall.person("annabel")
    name = (await gus.get("/api/account")).json()["name"]
    await hall.over(ann, gus)
    await moderation.ban(hall.hall, "annabel")
    for who in (name, "Gus", "annabel", "nobody"):
        for path in (f"/api/people/{who}", f"/api/archive?player={who}"):
            answer = await Client(hall.app).get(path.replace(" ", "+"))
            assert (answer.status, answer.json()["code"]) == (404, "hall.no_person"), path
    people = await hall.hall.database.read("select who from archive union select who from tallies")
    assert sorted(who for (who,) in people) == [EVERYBODY, "id-of-annabel"]


async def test_a_profile_does_not_say_who_is_an_admin(hall: Archive):
    await hall.person("annabel", "admin")
    assert (await hall.profile("annabel"))["kind"] == "account"


async def test_after_an_account_is_deleted_nothing_of_it_shows(either: Archive):
    hall = either
    ann, bob = await hall.person("annabel"), await hall.person("bobby")
    match = await hall.over(ann, bob)
    await moderation.forget(hall.hall, "annabel")
    assert (await Client(hall.app).get("/api/people/annabel")).status == 404
    assert (await Client(hall.app).get("/api/archive?player=annabel")).status == 404
    everything = [
        await Client(hall.app).get(f"/api/{what}") for what in ("archive", "people/bobby")
    ]
    for answer in everything:
        assert answer.status == 200
        assert b"annabel" not in answer.body.lower()
        assert b"deleted" in answer.body
    assert await hall.find("?player=bobby") == [match]
    tables = ("archive", "tallies", "matches", "seats", "events", "people")
    rows = [await hall.hall.database.read(f"select * from {table}") for table in tables]
    assert "annabel" not in json.dumps(rows).lower()


async def test_a_result_refers_to_its_players_by_seat():
    sentence = Sentence("match.resign_and_wins", player="Bob", winner="Ann", count=3)
    outcome = Outcome((2, 1), (-1.0, 1.0), "resign", sentence)
    stored = result_of(outcome, ["Bob", "Ann"])
    assert "Bob" not in str(stored)
    assert stored.sentence(["Bob", "Ann"]) == sentence
    assert str(stored.sentence(["deleted", "Ann"])).startswith("deleted")


async def test_a_match_is_in_the_archive_once_whatever_happens_after_its_end(hall: Archive):
    ann, bob = await hall.person("annabel"), await hall.person("bobby")
    match = await hall.over(ann, bob)
    before = await hall.hall.database.read("select * from archive order by who")
    await hall.hall.do(match, 0, Rematch(), "again")
    assert await hall.hall.database.read("select * from archive order by who") == before
    assert (await hall.profile("annabel"))["results"] == {"brique": {"won": 1}}


async def test_one_person_in_both_seats_has_played_once(hall: Archive):
    ann = await hall.person("annabel")
    match = await hall.over(ann, ann)
    assert await hall.find("?player=annabel") == [match]


# ---- matches that ended before ------------------------------------------------------------------


FORGET_RESULTS = (
    "update matches set result = null",
    "delete from archive",
    "delete from tallies",
)


async def test_matches_that_ended_before_get_their_results_one_by_one(either: Archive):
    hall = either
    ann, bob = await hall.person("annabel"), await hall.person("bobby")
    matches = [await hall.over(ann, bob), await hall.over(ann, bob, listed=False)]
    damaged = await hall.over(bob, ann)
    tables = ("archive", "tallies", "matches")
    ordered = "select * from {} order by 1, 2, 3"
    before = [await hall.hall.database.read(ordered.format(table)) for table in tables]
    await hall.hall.database.write([Statement(sql, {}) for sql in FORGET_RESULTS])
    broken = "update events set what = '{' where match = :match and seq = 3"
    await hall.hall.database.write([Statement(broken, {"match": damaged})])
    earlier = EarlierMatches(hall.hall)
    for _ in range(3):
        await earlier.store_one()
        assert earlier.interval() == PACE
    await earlier.store_one()
    assert earlier.interval() == REST
    assert await hall.find() == [matches[0]]
    assert (await hall.profile("annabel"))["results"] == {"brique": {"won": 1}}
    after = [await hall.hall.database.read(ordered.format(table)) for table in tables]
    kept = [[row for row in rows if damaged not in row and row[0] == matches[0]] for rows in before]
    assert [[row for row in rows if row[0] == matches[0]] for rows in after] == kept


async def test_two_processes_count_an_earlier_match_once(halls: Halls):
    one, other = await halls.new(start=False), await halls.new(start=False)
    await ended(one)
    await one.database.write([Statement(sql, {}) for sql in FORGET_RESULTS])
    write = other.write

    async def write_later(lines: Sequence[Statement]) -> None:
        await EarlierMatches(one).store_one()
        await write(lines)

    other.write = write_later
    await EarlierMatches(other).store_one()
    assert await one.database.read("select sum(count) from tallies") == [(2,)]


async def ended(hall: Hall) -> None:
    """A match between two accounts is over."""
    ann, bob = User("ann", "ann", "account"), User("bob", "bob", "account")
    account = "insert into people values (:id, 'account', :id, :id, null, 0, 0)"
    await hall.database.write([Statement(account, {"id": id}) for id in ("ann", "bob")])
    matchmaking = Matchmaking(hall, lambda player, game: None)
    match = (await matchmaking.create(ann, NewMatch("brique", SMALL, ("me", "anyone")))).match
    await matchmaking.sit(bob, match, 1)
    await hall.do(match, 0, Resign(), "c")


# ---- speed --------------------------------------------------------------------------------------


class Explained:
    """A database that collects the plans of queries."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        self.plan = ""

    async def read(self, sql: str, **values: Any) -> list[Any]:
        steps = await self._database.read(f"explain query plan {sql}", **values)
        self.plan = "\n".join(step for *_, step in steps)
        return [(1.0,)] if sql.startswith("select ended") else []


@pytest.fixture(scope="module")
def empty_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hall") / "hall.db"


@pytest.mark.parametrize("game", ["", "brique"])
@pytest.mark.parametrize("person", ["", "ann"])
@pytest.mark.parametrize("result", ["", "drawn"])
@pytest.mark.parametrize("before", ["", "0123456789"])
async def test_a_page_reads_only_what_it_shows(
    empty_path: Path, game: str, person: str, result: str, before: str
):
    """By the query plan: an index has the order, so that nothing else is read, nor sorted."""
    database = SqliteDatabase(empty_path)
    await migrate(database)
    explained = Explained(database)
    wanted = Search(game, person, result, 1.0, 9.0, before)
    await search(explained, wanted)  # pyright: ignore[reportArgumentType] - it only reads
    await database.close()
    fields = ["who=?", *["game=?"] * bool(game), *["score=?"] * bool(result), "ended>?"]
    page = explained.plan.partition("SCAN a")[0]
    assert f"({' AND '.join(fields)}" in page
    assert "TEMP B-TREE" not in page
