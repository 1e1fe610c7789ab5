"""What counts: whole rounds, in their order; and how it is told."""

from __future__ import annotations

from itertools import permutations
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest

import parlour
from parlour.players.series import report
from parlour.players.series.graph import svg
from parlour.players.series.pairing import seating
from parlour.players.series.plan import SeriesPlan, read_plan
from parlour.players.series.scoring import Estimate
from parlour.players.series.tally import Tally
from parlour.table.errors import BadText
from parlour.table.record import Result


def plan(slug: str = "brique", matches: int = 100, players: int = 2, **options: Any) -> SeriesPlan:
    texts = ["uct:9", "random", "uct:8", "uct:7"][:players]
    return read_plan(parlour.game(slug), texts, matches, **options)


def won_by(player: int | None, match: int, players: int = 2, seats: int = 2) -> Result:
    """A match that this player won, or that nobody did."""
    at = seating(players, seats, match)
    ranks = tuple(1 if player is None or who == player else 2 for who in at)
    return Result(ranks, tuple(0.0 for _ in at), "win", "somebody wins")


def tally(winners: list[int | None], **options: Any) -> Tally:
    found = Tally(plan(**options), 2)
    for match, winner in enumerate(winners):
        found.add(match, won_by(winner, match), {})
    return found


def test_a_round_counts_when_all_its_matches_have_ended():
    found = Tally(plan(), 2)
    found.add(1, won_by(0, 1), {})
    assert (found.matches, len(found.played)) == (0, 1)
    found.add(2, won_by(0, 2), {})
    found.add(3, won_by(0, 3), {})
    assert found.matches == 0
    found.add(0, won_by(1, 0), {})
    assert found.matches == 4
    assert found.wins == [3, 1]


def test_the_order_in_which_matches_end_makes_no_difference():
    results = [won_by(winner, match) for match, winner in enumerate([0, 0, 1, None, 0, 1])]
    found: set[str] = set()
    for order in permutations(range(6)):
        one = Tally(plan(matches=6), 2)
        for match in order:
            one.add(match, results[match], {})
        found.add(str((report.data(one), one.history)))
    assert len(found) == 1


def test_points_wins_draws_and_pairs():
    found = tally([0, 0, 0, 1, None, 0, None, None])
    assert found.wins == [4, 1]
    assert found.draws == 3
    assert found.samples[0].mean == 5.5 / 8
    assert found.samples[1].mean == 2.5 / 8
    assert report.data(found)["pairs"] == [0, 0, 2, 1, 1]
    assert sum(found.wins_by_seat) == 5


def test_what_was_forfeited_or_took_too_long_is_counted_by_player():
    found = Tally(plan(matches=4), 2)
    tags = [{"Forfeit1": "x"}, {"Overrun1": "y"}, {}, {"Forfeit2": "z"}]
    for match in range(4):
        found.add(match, won_by(0, match), tags[match])
    assert (found.forfeits, found.overruns) == ([2, 0], [0, 1])
    text = "\n".join(report.table(found))
    assert "2 forfeited" in text
    assert "1 out of time" in text


def test_an_sprt_ends_a_series_and_what_comes_later_does_not_count():
    found = tally([0] * 100, sprt="0,100")
    assert found.verdict == "stronger"
    assert found.over
    assert found.matches < 50
    assert len(found.played) == 100
    assert tally([1] * 100, sprt="0,100").verdict == "weaker"
    assert tally([0, 1] * 20, sprt="0,5").verdict is None


def test_four_players_share_the_wins():
    found = Tally(plan("knights", 8, 4), 4)
    for match in range(8):
        found.add(match, won_by(match % 2, match, 4, 4), {})
    assert [sample.mean for sample in found.samples] == [0.5, 0.5, 0.0, 0.0]
    assert "Elo" not in "\n".join(report.table(found))
    assert report.data(found)["players"][0]["share"][0] == 0.5


def test_one_against_three_has_a_par_of_one_quarter():
    found = Tally(plan("knights", 8), 4)
    for match in range(8):
        winner = 0 if match % 4 == 0 else None
        ranks = (1, 2, 2, 2) if winner == 0 else (2, 1, 1, 2)
        found.add(match, Result(ranks, (0.0,) * 4, "win", "x"), {})
    assert [sample.parity for sample in found.samples] == [0.25, 0.75]
    # Match 1: player 1 sits first and wins. 2: it shares with another; 3 too; 4: it gets nothing.
    assert [sample.mean for sample in found.samples] == [0.5, 0.5]


def test_with_half_of_the_seats_each_par_is_one_half_and_there_is_an_elo():
    found = Tally(plan("knights", 12, evenly=True), 4)
    for match in range(12):
        at = seating(2, 4, match, evenly=True)
        first = at.index(0 if match % 6 else 1)
        ranks = tuple(1 if seat == first else 2 for seat in range(4))
        found.add(match, Result(ranks, (0.0,) * 4, "win", "x"), {})
    assert (found.rounds, found.matches) == (2, 12)
    assert [sample.parity for sample in found.samples] == [0.5, 0.5]
    assert [sample.mean for sample in found.samples] == pytest.approx([5 / 6, 1 / 6])
    text = "\n".join(report.table(found))
    assert "each in all 6 ways to share 4 seats" in text
    assert "Elo of uct:9 over random: +280 (" in text
    assert "pairs" not in text
    assert "pairs" not in report.data(found)
    assert found.plan.command().endswith("--evenly")


# ---- what is told --------------------------------------------------------------------------------


def test_the_table_tells_all_there_is_to_know():
    text = "\n".join(report.table(tally([0, 0, 0, 1, None, 0, 0, 0], sprt="0,20", clock="9+1")))
    assert text.startswith("Brique: 8 matches, 4 openings of 4 actions, each from both seats")
    for part in [
        "clock 9+1, overrun by more than 50 ms loses",
        "81.2 % (",
        "draws 12.5%, wins by seat ",
        "pairs with 0, 0.5, 1, 1.5 and 2 points for uct:9: 0 0 1 1 2",
        "Elo of uct:9 over random: +255 (",
        "likelihood of being stronger (LOS): ",
        "SPRT of 0 against 20 Elo: undecided (+0.",
    ]:
        assert part in text


def test_a_draw_is_of_those_who_share_it():
    """At a table of four two may be left, and the others have lost."""
    found = Tally(plan("knights", 4), 4)
    for match in range(4):
        at = seating(2, 4, match)
        alone = at.index(0)
        others = [seat for seat in range(4) if seat != alone][:2]
        first = others if match else [alone, others[0]]
        ranks = tuple(1 if seat in first else 3 for seat in range(4))
        found.add(match, Result(ranks, (0.0,) * 4, "limit", "x"), {})
    assert (found.draws, found.shared) == (4, [1, 4])
    lines = [line.split()[:3] for line in report.table(found)]
    assert ["uct:9", "0", "1"] in lines
    assert ["random", "0", "4"] in lines
    assert [one["draws"] for one in report.data(found)["players"]] == [1, 4]


def test_it_is_told_when_openings_come_again():
    again = Tally(plan(opening=0), 2)
    for match in range(4):
        again.add(match, Result((1, 2), (1.0, -1.0), "win", "x"), {})
    text = "\n".join(report.table(again))
    assert "Only 1 of the 2 openings are different" in text
    assert (report.data(again)["openings"], report.data(again)["different"]) == (2, 1)
    assert "openings are different" not in "\n".join(report.table(tally([0, 0, 0, 1])))


def test_before_the_first_round_there_is_little_to_tell():
    found = Tally(plan(), 2)
    assert report.standing(found) == "no opening played from all seats yet"
    assert list(report.table(found)) == [
        "Brique: 0 matches, 0 openings of 4 actions, each from both seats"
    ]
    assert report.data(found)["players"][0]["share"] is None
    with pytest.raises(BadText, match="nothing to draw yet"):
        svg(found)


def test_zero_has_no_sign():
    assert report.signed(Estimate(-0.2, -7.4, 0.4)) == "0 (-7 to 0)"
    assert report.signed(Estimate(0.0, -inf, inf)) == "0 (-∞ to +∞)"


def test_what_is_infinite_is_nothing_in_json():
    assert report.data(tally([0] * 4))["elo"][::2] == [None, None]


@pytest.mark.parametrize("matches", [2, 10, 100])
def test_the_picture_has_a_band_around_its_line(matches: int):
    found = tally([0, 0, 1, 0, None, 1, 0, 0, 0, 1] * 10)
    if matches < 100:
        found = tally(([0, 0, 1, 0, None, 1, 0, 0, 0, 1])[:matches])
    root = ElementTree.fromstring(svg(found))
    (band,) = root.iter("{http://www.w3.org/2000/svg}polygon")
    (line,) = root.iter("{http://www.w3.org/2000/svg}polyline")
    points = [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()]
    edge = [tuple(map(float, pair.split(","))) for pair in band.attrib["points"].split()]
    assert len(edge) == 2 * len(points) == matches
    for (x, y), low, high in zip(points, edge, reversed(edge), strict=False):
        assert x == low[0] == high[0]
        assert high[1] <= y <= low[1]


def test_the_picture_of_a_long_series_stays_small():
    found = Tally(plan(matches=4_000), 2)
    for match in range(4_000):
        found.add(match, won_by(match % 3 % 2, match), {})
    assert len(svg(found)) < 40_000


def test_a_clean_sweep_has_no_elo_but_a_bound():
    assert report.signed(Estimate(inf, 40.4, inf)) == "more than +40"
    assert report.signed(Estimate(-inf, -inf, -40.4)) == "less than -40"
