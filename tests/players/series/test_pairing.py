"""Who sits where, and from which openings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.players.series import pairing
from parlour.players.series.pairing import distinct_openings, openings, seating
from parlour.players.series.plan import SeriesPlan, read_plan
from parlour.table.errors import BadSettings
from parlour.table.state import CHANCE
from tests.play import AnyGame


def plan(
    slug: str, matches: int, *, opening: int = 4, seed: int = 1, **settings: object
) -> SeriesPlan:
    played_game = parlour.game(slug, **settings)
    return read_plan(played_game, ["random", "uct:5"], matches, opening=opening, seed=seed)


def after(played_game: AnyGame, opening: pairing.Opening):
    state = played_game.start()
    for seat, action in opening:
        state.push(action, seat)
    return state


def test_two_players_exchange_their_sides():
    assert [seating(2, 2, match) for match in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_four_players_sit_on_all_seats():
    rotations = [seating(4, 4, match) for match in range(4)]
    assert rotations == [(0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0)]
    assert seating(4, 4, 4) == rotations[0]


def test_one_against_three_sits_on_all_seats():
    assert [seating(2, 4, match).index(0) for match in range(8)] == [0, 1, 2, 3] * 2
    assert Counter(seating(2, 4, 6)) == {0: 1, 1: 3}


@pytest.mark.parametrize("slug", ["brique", "feud", "chessicle", "knights", "tiny"])
def test_an_opening_is_legal_and_nobody_is_out_after_it(slug: str):
    played_game = parlour.game(slug).guarded()
    found = list(openings(plan(slug, 40)))
    assert len(found) == 40 // len(played_game.seats)
    for opening in found:
        state = after(played_game, opening)
        assert sum(seat != CHANCE for seat, _ in opening) == 4
        assert not state.over
        assert all(played_game.alive(state, seat) for seat in range(len(played_game.seats)))


def test_openings_follow_from_the_seed_alone():
    first = list(openings(plan("brique", 20)))
    assert first == list(openings(plan("brique", 20)))
    assert first != list(openings(plan("brique", 20, seed=2)))
    assert first == list(openings(plan("brique", 60)))[:10]


def test_no_opening_comes_twice_while_there_are_others():
    """The first two actions on a small board lead to few positions; each is met once first."""
    small = plan("brique", 400, opening=1, size=3, pie=False)
    found = list(openings(small))
    assert len(set(found[:7])) == 7
    assert len(set(found)) == 9


def test_it_is_known_how_many_openings_differ():
    """Nine first stones on a board of nine squares; the same two stones in either order are one
    position."""
    small = plan("brique", 400, opening=1, size=3, pie=False)
    assert distinct_openings(small, 200) == 9
    assert distinct_openings(small, 5) == len(set(list(openings(small))[:5]))
    assert (
        distinct_openings(plan("knights", 400, opening=4), 100) == 16
    )  # two dry ways from each corner


def test_openings_are_found_where_most_actions_throw_somebody_out():
    """Half of the first steps of Knights lead into the water, and of 200 random openings of eight
    steps all but three or four drown somebody."""
    played_game = parlour.game("knights").guarded()
    for seed in range(8):
        found = list(openings(plan("knights", 160, opening=8, seed=seed)))
        assert len({played_game.line(after(played_game, opening)) for opening in found}) == 40


def test_without_an_opening_all_begin_at_the_start():
    assert set(openings(plan("brique", 6, opening=0))) == {()}


def test_an_opening_that_always_ends_the_match_is_refused():
    with pytest.raises(BadSettings, match="found no opening of 30 actions"):
        list(openings(plan("brique", 2, opening=30, size=2)))


# ---- plans ---------------------------------------------------------------------------------------


def test_two_players_with_half_of_the_seats_each_get_all_arrangements():
    ways = [seating(2, 4, match, evenly=True) for match in range(6)]
    assert len(set(ways)) == 6
    assert all(Counter(way) == {0: 2, 1: 2} for way in ways)
    assert seating(2, 4, 6, evenly=True) == ways[0]
    assert [seating(2, 2, match, evenly=True) for match in range(2)] == [(0, 1), (1, 0)]


def test_an_opening_has_two_actions_of_each_seat_unless_told():
    assert read_plan(parlour.game("knights"), ["random", "wary"], 4).opening == 8
    assert read_plan(parlour.game("brique"), ["random", "wary"], 4).opening == 4
    assert read_plan(parlour.game("brique"), ["random", "wary"], 4, opening=0).opening == 0


def test_matches_become_whole_rounds():
    evenly = read_plan(parlour.game("knights"), ["random", "wary"], 22, evenly=True)
    assert (evenly.matches, evenly.round) == (24, 6)
    assert len(list(openings(evenly))) == 4
    assert plan("knights", 22).matches == 24
    assert plan("brique", 22).matches == 22


@pytest.mark.parametrize(
    ("slug", "players", "options", "says"),
    [
        ("brique", [], {}, "at least two players: 2 seats, 0 named"),
        ("brique", ["random"], {}, "at least two players: 2 seats, 1 named"),
        ("brique", ["random"] * 3, {}, "brique has 2 seats: name 2 players"),
        ("knights", ["random"] * 3, {}, "knights has 4 seats: name 4 players, or 2"),
        ("brique", ["random", "me"], {}, "me: there is no such player"),
        ("brique", ["random"] * 2, {"clock": "soon"}, "soon: write a clock as 5m"),
        ("brique", ["random"] * 2, {"clock": "0"}, "A clock"),
        ("brique", ["random"] * 2, {"sprt": "20"}, "20: write two strengths in Elo"),
        ("brique", ["random"] * 2, {"sprt": "20,0"}, "20,0: write two strengths in Elo"),
        ("brique", ["random"] * 2, {"sprt": "0,nan"}, "0,nan: write two strengths in Elo"),
        ("brique", ["random"] * 2, {"sprt": "0,2001"}, "0,2001: write two strengths in Elo"),
        ("knights", ["random"] * 2, {"sprt": "0,20"}, "An SPRT compares two players"),
        ("knights", ["random"] * 4, {"evenly": True}, "Two players can share an even"),
    ],
)
def test_what_cannot_be_played_is_refused_by_a_sentence(
    slug: str, players: list[str], options: dict[str, Any], says: str
):
    with pytest.raises(BadSettings) as caught:
        read_plan(parlour.game(slug), players, 10, **options)
    assert says in str(caught.value)


def test_a_clock_is_written_in_seconds_or_with_units():
    played_game = parlour.game("brique")
    for text, start, more in [("10+0.1", 10.0, 0.1), ("2", 2.0, 0.0), ("1m + 2s", 60.0, 2.0)]:
        control = read_plan(played_game, ["random"] * 2, 2, clock=text).control
        assert control is not None
        assert (control.start, control.increment) == (start, more)


def test_a_plan_tells_its_command_and_its_name_is_its_own():
    one = read_plan(parlour.game("brique", size=5), ["uct:5", "random"], 10, sprt="0, 12.5")
    assert one.command("a b") == (
        "parlour series brique --player uct:5 --player random --matches 10 --set size=5 "
        "--seed 1 --opening 4 --sprt 0,12.5 -o 'a b'"
    )
    assert one.name != read_plan(parlour.game("brique"), ["uct:5", "random"], 10).name
    assert one.name == read_plan(one.load_game(), one.players, 10, sprt="0,12.5").name
