"""Ratings: every rated match counts once, for everybody who played it, whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.hall.people.ratings import (
    DAY,
    LEAST_ACTIONS,
    MOST_A_DAY,
    catch_up,
    leaders,
    rate,
    rating_of,
)
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage.database import Statement
from parlour.players.rating import Rating, after
from parlour.table.state import NOBODY
from parlour.wire.operations import Abort, Act, Agree, Draw, Operation, Rematch, Resign, Sit
from tests.hall.halls import open_hall, people, seated

NEW = Rating()


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    hall = await open_hall(tmp_path / "hall.db")
    yield hall
    await hall.close()


async def settled(hall: Hall) -> None:
    """Wait for what the hall does by itself."""
    await asyncio.gather(*hall.runtime.errands)


async def begun(hall: Hall, id: str, occupants: list[Sit], slug: str = "brique") -> None:
    """A match in which everybody has made a move or two."""
    await seated(hall, id, occupants, slug)
    for number in range(LEAST_ACTIONS * len(occupants)):
        await move(hall, id, f"move {number}")


async def move(hall: Hall, id: str, command: str) -> None:
    """Whoever is to move makes the first move that throws nobody out."""
    async with hall.locked_room(id) as open_room:
        room = open_room.room
    assert room.match
    (seat,), state = room.to_move(), room.match.state
    everybody = range(len(room.occupants))
    harmless = (
        action
        for action in state.actions(seat)
        if all(room.game.alive(state.after(action), other) for other in everybody)
    )
    await hall.do(id, seat, Act(room.game.write(state, next(harmless))), command)


async def played(hall: Hall, id: str, occupants: list[Sit], *end: tuple[int, Operation]) -> None:
    """A match of two with this end; the first of them resigns if nothing is said."""
    await begun(hall, id, occupants)
    for number, (seat, operation) in enumerate(end or [(0, Resign())]):
        await hall.do(id, seat, operation, f"end {number}")
    await settled(hall)


async def ratings(hall: Hall, *ids: str, slug: str = "brique") -> list[Rating]:
    return [await rating_of(hall.database, id, slug) for id in ids]


async def forget(hall: Hall) -> None:
    """As if the hall had died between the ends of the matches and their rating."""
    tables = ("counted", "ratings", "rating_steps")
    lines = [Statement(f"delete from {table}", {}) for table in tables]
    again = "insert into uncounted select id, ended from matches where status = 'over'"
    await hall.database.write([*lines, Statement(again, {})])


async def test_a_match_that_ends_waits_to_be_counted_until_it_is(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
):
    """The hall died between the end of a match and the counting."""

    async def die(*_: object) -> None:
        """Count nothing."""

    monkeypatch.setattr("parlour.hall.people.ratings.rate", die)
    await played(hall, "m", people("ann", "ben"))
    assert await hall.database.read("select match from uncounted") == [("m",)]
    monkeypatch.undo()
    assert await catch_up(hall.database, hall.writer, 0.0) == 1
    assert await hall.database.read("select match from uncounted") == []
    await hall.do("m", 0, Rematch(), "again")
    assert await hall.database.read("select match from uncounted") == []


# ---- what counts ---------------------------------------------------------------------------------


async def test_the_end_of_a_match_changes_both_ratings(hall: Hall):
    await played(hall, "m", people("ann", "ben"))
    assert await ratings(hall, "ann", "ben") == after([NEW, NEW], (2, 1))
    assert await ratings(hall, "ann", slug="feud") == [NEW]


async def test_bots_have_ratings_too(hall: Hall):
    await played(hall, "m", [*people("ann"), Sit("Robot", "bot", "robot")])
    assert await ratings(hall, "robot") == after([NEW, NEW], (2, 1))[1:]


async def test_a_draw_that_was_agreed(hall: Hall):
    await played(hall, "m", people("ann", "ben"))
    before = await ratings(hall, "ann", "ben")
    await played(hall, "n", people("ann", "ben"), (0, Draw()), (1, Agree()))
    assert await ratings(hall, "ann", "ben") == after(before, (1, 1))


async def test_matches_count_one_after_the_other(hall: Hall):
    expected = [NEW, NEW]
    for number in range(4):
        loser = number % 3 % 2
        await played(hall, f"m{number}", people("ann", "ben"), (loser, Resign()))
        expected = after(expected, (2, 1) if loser == 0 else (1, 2))
    assert await ratings(hall, "ann", "ben") == expected
    assert expected[0].matches == 4


async def test_four_seats(hall: Hall):
    names = ("ann", "ben", "cat", "dan")
    await begun(hall, "m", people(*names), "knights")
    for seat in (2, 0, 3):
        await hall.do("m", seat, Resign(), "resign")
    await settled(hall)
    async with hall.locked_room("m") as open_room:
        assert open_room.room.match
        assert open_room.room.match.outcome
        ranks = open_room.room.match.outcome.ranks
    assert ranks[1] == 1
    found = await ratings(hall, *names, slug="knights")
    assert found == after([NEW] * 4, ranks)
    assert found[1].value > 1500 > found[2].value


@pytest.mark.parametrize(
    ("occupants", "end"),
    [
        (people("ann", "ben"), (NOBODY, Abort())),
        (people("ann", "ann"), (0, Resign())),
        (people("ann", ""), (0, Resign())),
        ([*people("ann"), Sit("uct", "computer", player="uct:10")], (0, Resign())),
        ([*people("ann"), Sit("uct", "computer", "ben", "uct:10")], (0, Resign())),
    ],
    ids=["aborted", "against oneself", "a stranger", "a computer", "a computer with an owner"],
)
async def test_matches_that_are_not_rated(
    hall: Hall, occupants: list[Sit], end: tuple[int, Operation]
):
    await played(hall, "m", occupants, end)
    assert await ratings(hall, "ann", "ben") == [NEW, NEW]
    assert await catch_up(hall.database, hall.writer, 0.0) == 0  # nobody looks at it again
    assert await hall.database.read("select match from counted") == [("m",)]


async def test_guests_who_resign_at_once_give_nobody_a_rating(hall: Hall):
    """Twelve of them made 2021 of 1500."""
    for number in range(12):
        await hall.database.write([guest(f"guest{number}")])
        await seated(hall, f"m{number}", people("ann", f"guest{number}"))
        await hall.do(f"m{number}", 1, Resign(), "resign")
        await settled(hall)
    assert await ratings(hall, "ann") == [NEW]


def guest(id: str) -> Statement:
    return Statement(
        "insert into people (id, kind, name, folded, created, banned)"
        " values (:id, 'guest', :id, :id, 0, 0)",
        {"id": id},
    )


async def test_a_guest_who_plays_on_gives_nobody_a_rating(hall: Hall):
    await hall.database.write([guest("eve")])
    await played(hall, "m", people("ann", "eve"), (1, Resign()))
    assert await ratings(hall, "ann", "eve") == [NEW, NEW]


async def test_a_resignation_before_both_have_moved_is_not_rated(hall: Hall):
    await seated(hall, "m", people("ann", "ben"))
    for number in range(2 * LEAST_ACTIONS - 1):
        await move(hall, "m", f"move {number}")
    await hall.do("m", 1, Resign(), "resign")
    await settled(hall)
    assert await ratings(hall, "ann", "ben") == [NEW, NEW]


async def test_a_resignation_in_the_first_turn_of_the_opponent_is_not_rated(hall: Hall):
    """A turn of Turncoat has several actions: those of one seat make no match of two."""
    await seated(hall, "m", people("ann", "ben"), "turncoat")
    for number in range(2 * LEAST_ACTIONS):
        async with hall.locked_room("m") as open_room:
            assert open_room.room.to_move() == (0,)
        await move(hall, "m", f"move {number}")
    await hall.do("m", 1, Resign(), "resign")
    await settled(hall)
    assert await ratings(hall, "ann", "ben", slug="turncoat") == [NEW, NEW]


async def test_the_same_two_are_counted_only_so_often_a_day(hall: Hall):
    for number in range(MOST_A_DAY + 2):
        await played(hall, f"m{number}", people("ann", "ben"), (1, Resign()))
    assert [rating.matches for rating in await ratings(hall, "ann", "ben")] == [MOST_A_DAY] * 2
    await played(hall, "n", people("cat", "ann"), (1, Resign()))
    assert (await ratings(hall, "ann"))[0].matches == MOST_A_DAY + 1, "others still count"
    await hall.database.write([Statement(f"update rating_steps set at = at - {DAY}", {})])
    await played(hall, "o", people("ann", "ben"), (1, Resign()))
    assert (await ratings(hall, "ben"))[0].matches == MOST_A_DAY + 1, "a day later"


async def test_a_match_that_is_not_rated(hall: Hall):
    await seated(hall, "m", people("ann", "ben"), rated=False)
    await hall.do("m", 0, Resign(), "resign")
    await settled(hall)
    assert await ratings(hall, "ann", "ben") == [NEW, NEW]
    assert await catch_up(hall.database, hall.writer, 0.0) == 0


async def test_a_match_that_is_not_over(hall: Hall):
    await seated(hall, "m", people("ann", "ben"))
    await hall.do("m", 0, Act("a1"), "act")
    async with hall.locked_room("m") as open_room:
        assert not await rate(hall.database, hall.writer, open_room.room, 0.0)
    assert await catch_up(hall.database, hall.writer, 0.0) == 0
    assert await hall.database.read("select * from counted") == []


# ---- once ----------------------------------------------------------------------------------------


async def test_what_happens_after_the_end_counts_nothing_again(hall: Hall):
    await played(hall, "m", people("ann", "ben"), (0, Resign()), (1, Rematch()), (0, Rematch()))
    assert [rating.matches for rating in await ratings(hall, "ann", "ben")] == [1, 1]
    async with hall.locked_room("m") as open_room:
        assert not await rate(hall.database, hall.writer, open_room.room, 0.0)
    assert [rating.matches for rating in await ratings(hall, "ann", "ben")] == [1, 1]


async def test_after_a_crash_before_the_counting_it_is_made_up_for_in_order(hall: Hall):
    await played(hall, "z first", people("ann", "ben"))
    await played(hall, "a second", people("ann", "ben"), (1, Resign()))
    expected = await ratings(hall, "ann", "ben")
    await forget(hall)
    assert await ratings(hall, "ann", "ben") == [NEW, NEW]
    assert await catch_up(hall.database, hall.writer, 0.0) == 2
    assert await ratings(hall, "ann", "ben") == expected
    assert await catch_up(hall.database, hall.writer, 0.0) == 0


async def test_a_match_that_is_opened_again_is_counted_if_it_was_not(hall: Hall, tmp_path: Path):
    await played(hall, "m", people("ann", "ben"))
    await forget(hall)
    another = await open_hall(tmp_path / "hall.db")
    async with another.locked_room("m"):
        pass
    await settled(another)
    assert await ratings(another, "ann", "ben") == after([NEW, NEW], (2, 1))
    await another.close()


async def test_concurrent_counting_counts_each_match_once(hall: Hall, tmp_path: Path):
    """Two processes, both in a hurry: unique keys decide."""
    for number in range(4):
        await played(hall, f"m{number}", people("ann", "ben" if number % 2 else "cat"))
    await forget(hall)
    rooms = []
    for number in range(4):
        async with hall.locked_room(f"m{number}") as open_room:
            rooms.append(open_room.room)
    another = await open_hall(tmp_path / "hall.db")
    counted = await asyncio.gather(
        *(rate(hall.database, hall.writer, room, 0.0) for room in rooms),
        *(rate(another.database, hall.writer, room, 0.0) for room in rooms),
    )
    assert sum(counted) == 4
    found = await ratings(hall, "ann", "ben", "cat")
    assert [rating.matches for rating in found] == [4, 2, 2]
    steps = await hall.database.read(
        "select number from rating_steps where person = 'ann' order by number"
    )
    assert steps == [(1,), (2,), (3,), (4,)]
    assert found[0].value < 1300
    await another.close()


async def test_a_match_under_older_rules_is_left_alone_and_stops_nobody(hall: Hall):
    await played(hall, "m", people("ann", "ben"))
    await played(hall, "n", people("ann", "ben"))
    await forget(hall)
    old = Statement("update matches set rules = 0 where id = 'm'", {})
    await hall.database.write([old])
    assert await catch_up(hall.database, hall.writer, 0.0) == 1
    assert [rating.matches for rating in await ratings(hall, "ann", "ben")] == [1, 1]
    assert await catch_up(hall.database, hall.writer, 0.0) == 0


# ---- the leaderboard -----------------------------------------------------------------------------


async def test_the_leaders_are_those_who_have_played_enough(hall: Hall):
    for number in range(10):
        await played(hall, f"m{number}", people("ann", "ben"), (int(number > 1), Resign()))
    await played(hall, "last", people("cat", "ann"), (1, Resign()))
    best = await leaders(hall.database, "brique")
    assert [place.person for place in best] == ["ann", "ben"]
    assert best[0].rating == (await ratings(hall, "ann"))[0]
    assert not best[0].rating.provisional
    assert [place.person for place in await leaders(hall.database, "brique", 1)] == ["ann"]
    assert await leaders(hall.database, "feud") == []
    assert (await ratings(hall, "cat"))[0].provisional
