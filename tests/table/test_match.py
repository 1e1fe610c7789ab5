"""A match: acting, giving up, agreeing, taking back, running out of time, and its record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.table.clock import TimeControl
from parlour.table.errors import BadRecord, BadText, IllegalAction, NotYourTurn
from parlour.table.match import Match
from parlour.table.outcome import Outcome
from parlour.table.record import Event
from parlour.table.state import CHANCE
from tests.matches import VARIANTS, examples, hidden_deployment, hiding_game, played, tiny
from tests.play import Variant, choose

FIVE_MINUTES = TimeControl.read("5m+3s")


def brique(*texts: str, control: TimeControl | None = None, size: int = 3) -> Match:
    """Ann against Bob on a small board, without the pie rule; each action takes a second."""
    match = Match(parlour.game("brique", size=size, pie=False), ("Ann", "Bob"), control=control)
    for number, text in enumerate(texts):
        match.act(number % 2, text, now=float(number + 1))
    return match


def outcome(match: Match) -> Outcome:
    assert match.outcome is not None
    match.record().check()
    return match.outcome


def line(match: Match) -> str:
    return match.game.line(match.state)


def texts(match: Match) -> list[str]:
    return [event.what or event.kind for event in match.events]


# ---- acting --------------------------------------------------------------------------------------


def test_an_action_may_be_a_text_or_a_number():
    by_text, by_number = brique("b2"), brique()
    by_number.act(0, by_number.game.read(by_number.state, "b2"))
    assert by_text.state == by_number.state
    assert texts(by_text) == texts(by_number) == ["b2"]


def test_events_keep_the_canonical_text():
    assert texts(brique("B 2", "a3\n")) == ["b2", "a3"]


@pytest.mark.parametrize(
    ("seat", "what", "kind", "says"),
    [
        (1, "a1", NotYourTurn, "It is not Player 2's turn."),
        (2, "a1", NotYourTurn, "There is no seat 2: this game has 2."),
        (-7, "a1", NotYourTurn, "There is no seat -7: this game has 2."),
        (0, "b2", IllegalAction, "b2: there is already a stone on this square."),
        (0, "x9", IllegalAction, "x9: no such square; columns go from a to c, rows from 1 to 3."),
        (0, "\x00", BadText, "U+0000 is not allowed here: use plain letters, digits and signs."),
        (0, -1, IllegalAction, "There is no action -1: this game has 9, numbered from 0."),
    ],
)
def test_what_is_refused_changes_nothing(seat: int, what: str | int, kind: type, says: str):
    match = brique("b2", "a3")
    before = match.state, list(match.events), match.last
    with pytest.raises(kind) as caught:
        match.act(seat, what)
    assert str(caught.value) == says
    assert (match.state, match.events, match.last) == before


def test_a_finished_game_finishes_the_match():
    match = brique("b3", "a3", "b2", "a2", "b1")
    assert outcome(match).code == "joined"
    assert outcome(match).winners == (0,)
    assert str(outcome(match).sentence) == "Ann joined top and bottom with black and wins."


def test_the_number_of_players_must_be_the_number_of_seats():
    with pytest.raises(IllegalAction) as caught:
        Match(parlour.game("brique"), ("Ann",))
    assert str(caught.value) == "This game has 2 seats, not 1."


def test_a_match_may_start_from_a_position():
    match = Match(parlour.game("brique", size=2), start="1b/2 w 1 ask")
    match.act(1, "swap")
    assert match.record().last() == match.state
    assert Match.from_record(match.record()).state == match.state


def test_chance_is_drawn_and_recorded():
    match = tiny()
    for seat in range(4):
        match.act(seat, "dam c3")
    drawn = match.draw_chance(Random(1))
    assert [event.seat for event in drawn] == [CHANCE]
    assert match.state.seat != CHANCE
    match.record().check()


@pytest.mark.parametrize(
    "do",
    [
        lambda match: match.act(1, "c1"),
        lambda match: match.resign(0),
        lambda match: match.offer_draw(0),
        lambda match: match.agree(1),
        lambda match: match.decline(1),
        lambda match: match.take_back(1),
        lambda match: match.abort(),
    ],
)
@pytest.mark.parametrize(
    "ended", ["by resigning", "by time", "by a draw", "by the rules", "aborted"]
)
def test_everything_is_refused_after_the_end(do: Callable[[Match], object], ended: str):
    match = brique("b3", "a3", "b2", "a2", control=FIVE_MINUTES)
    match.offer_draw(0)
    match ended:
        case "by resigning":
            match.resign(1)
        case "by time":
            match.flag(1_000.0)
        case "by a draw":
            match.agree(1)
        case "by the rules":
            match.act(0, "b1", now=5.0)
        case _:
            match.abort()
    before = outcome(match), list(match.events)
    with pytest.raises(IllegalAction, match="The match is over"):
        do(match)
    assert match.flag(10_000.0) is None
    assert (match.outcome, match.events) == before


# ---- clocks --------------------------------------------------------------------------------------


def left(match: Match) -> list[float]:
    assert match.clock is not None
    return match.clock.left


def running(match: Match) -> tuple[int, ...]:
    assert match.clock is not None
    return match.clock.running


def test_each_pays_for_their_own_time_and_gains_the_increment():
    match = brique(control=FIVE_MINUTES)
    assert match.act(0, "b2", now=10.0).clock == 293.0
    assert match.act(1, "a1", now=30.0).clock == 283.0
    assert running(match) == (0,)


def test_the_clock_starts_when_the_match_does():
    game = parlour.game("brique", size=3)
    match = Match(game, control=FIVE_MINUTES, now=1_000.0)
    assert match.act(0, "b2", now=1_010.0).clock == 293.0


@pytest.mark.parametrize("seat", [0, 1])
def test_running_out_of_time_loses_for_any_seat(seat: int):
    match = brique(*["b2", "a1"][:seat], control=FIVE_MINUTES)
    assert match.flag(200.0) is None
    assert match.flag(400.0) == seat
    assert outcome(match).winners == (1 - seat,)
    assert outcome(match).code == "time"
    assert match.events[-1].clock == 0.0
    assert running(match) == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_an_action_after_the_time_has_run_out_is_refused_whichever_seat_it_is(seat: int):
    match = brique(*["b2", "a1"][:seat], control=FIVE_MINUTES)
    with pytest.raises(IllegalAction, match="The match is over"):
        match.act(seat, "c3", now=400.0)
    assert texts(match) == [*["b2", "a1"][:seat], "time"]
    assert outcome(match).winners == (1 - seat,)


def test_nobody_loses_by_resigning_after_the_others_time_has_run_out():
    match = brique(control=FIVE_MINUTES)
    with pytest.raises(IllegalAction, match="The match is over"):
        match.resign(1, now=400.0)
    assert outcome(match).winners == (1,)


def test_of_four_players_three_play_on_when_one_runs_out_of_time():
    match = tiny(control=FIVE_MINUTES)
    assert match.flag(400.0) == 0
    assert match.outcome is None
    assert running(match) == (1,)
    match.act(1, "west", now=401.0)
    assert left(match)[1] == pytest.approx(302.0)  # an increment for the set-up, a second gone
    match.record().check()


def test_both_clocks_run_until_each_has_deployed():
    match = hidden_deployment(TimeControl.read("5m"))
    assert running(match) == (0, 1)
    match.act(1, "P1 P2 P3 H1 H2", now=10.0)
    assert running(match) == (0,)
    match.act(0, "P1 P2 P3 H1 H2", now=25.0)
    assert left(match) == [275.0, 290.0]
    assert running(match) == (0,)


def test_several_may_run_out_of_time_in_the_set_up():
    match = Match(parlour.game("tiny"), control=FIVE_MINUTES)
    match.act(1, "hide c1", now=1.0)
    match.act(2, "hide c1", now=2.0)
    with pytest.raises(NotYourTurn):
        match.act(3, "hide c1", now=400.0)
    assert texts(match)[2:] == ["time", "time"]
    assert match.outcome is None
    assert match.state.acting() == (1,)
    match.record().check()


def test_the_next_clock_runs_after_chance_has_decided():
    match = tiny(control=FIVE_MINUTES)
    for seat in range(4):
        match.act(seat, "dam c3", now=10.0)
    assert running(match) == ()
    match.act(CHANCE, "dry", now=20.0)
    assert running(match) == (0,)
    assert match.events[-1].clock is None
    assert match.flag(1_000.0) == 0


def test_an_increment_comes_once_a_turn_not_once_an_action():
    match = tiny(control=TimeControl(100.0, 10.0))
    assert match.act(0, "west", now=5.0).clock == 105.0
    assert match.act(0, "done", now=10.0).clock == 110.0


def test_time_does_not_come_back_with_what_is_taken_back():
    match = brique("b2", control=FIVE_MINUTES)
    match.take_back(0, now=11.0)
    match.agree(1, now=31.0)
    assert left(match) == [302.0, 270.0]
    assert running(match) == (0,)


@pytest.mark.parametrize("late", ["agree", "take_back", "offer_draw", "decline", "abort"])
def test_an_agreement_after_the_flag_has_fallen_does_not_count(late: str):
    """Nobody calls `flag`: the match itself looks at the clock first."""
    match = brique("b2", "a1", control=FIVE_MINUTES)
    match.offer_draw(1, now=10.0)
    ask: Callable[..., None] = getattr(match, late)
    seat = () if late == "abort" else (0,)
    with pytest.raises(IllegalAction) as refused:
        ask(*seat, now=400.0)
    assert refused.value.sentence.id == "match.over"
    assert outcome(match).code == "time"
    assert outcome(match).winners == (1,)


def test_time_goes_on_while_an_offer_is_considered():
    match = brique("b2", "a1", control=FIVE_MINUTES)
    match.offer_draw(1, now=10.0)
    match.agree(0, now=20.0)
    assert outcome(match).code == "draw"


def test_all_clocks_stop_at_the_end():
    match = brique("b2", control=FIVE_MINUTES)
    match.resign(1, now=5.0)
    assert running(match) == ()
    assert match.events[-1].clock == 296.0


# ---- what others see, and the record -------------------------------------------------------------


def last_mark(match: Match, seat: int | None) -> list[tuple[str, ...]]:
    return [mark.sites for mark in match.view(seat).marks if mark.kind == "last"]


def test_the_last_action_is_marked_for_everybody_who_looks():
    match = brique("b2")
    assert [last_mark(match, seat) for seat in (None, 0, 1)] == [[("b2",)]] * 3


def test_a_secret_action_is_marked_for_nobody():
    match = tiny("c1 c2")
    assert [last_mark(match, seat) for seat in (None, 0, 1, 2, 3)] == [[]] * 5


def test_the_view_names_the_players():
    match = brique("b2")
    assert [panel.name for panel in match.view().panels] == ["Ann", "Bob"]
    assert str(match.view().status) == "It is Bob's turn."


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(15))
def test_the_record_checks_out_at_any_time_and_the_match_resumes_from_it(
    variant: Variant, seed: int
):
    match = played(variant, seed)
    record = match.record()
    record.check()
    again = Match.from_record(record)
    assert (again.state, again.events, again.outcome) == (
        match.state,
        match.events,
        match.outcome,
    )
    assert again.last == match.last
    if match.outcome is None:
        assert record.result is None
        rng = Random(seed)
        seat = rng.choice(again.state.acting())
        again.act(seat, choose(again.state, seat, rng))
        again.record().check()


def test_a_match_resumes_after_one_of_four_has_resigned():
    match = tiny()
    match.resign(1)
    match.act(0, "dam c1")
    again = Match.from_record(match.record())
    assert again.state == match.state
    again.act(2, "east")
    again.record().check()


def test_a_finished_match_comes_back_finished():
    match = brique("b2")
    match.resign(1)
    again = Match.from_record(match.record())
    assert again.outcome == match.outcome
    with pytest.raises(IllegalAction, match="The match is over"):
        again.act(1, "a1")


def test_a_copy_that_hides_something_cannot_be_resumed():
    match = hidden_deployment()
    match.act(0, "P1 P2 P3 H1 H2")
    with pytest.raises(BadRecord, match="Event 1 is hidden in this copy"):
        Match.from_record(match.record().seen_by(1))


def test_an_impossible_record_is_not_resumed():
    record = msgspec.structs.replace(brique("b2").record(), events=(Event(1, "b2"),))
    with pytest.raises(BadRecord):
        Match.from_record(record)


def test_the_safeguard_is_on_and_in_the_record():
    match = Match(hiding_game())
    assert match.game.safeguard.items() <= match.record().settings.items()


def test_a_record_is_replayed_as_one_match_that_goes_on():
    match = Match(parlour.game("brique", size=3), ("Ann", "Bob"))
    match.act(0, "b2")
    match.act(1, "keep")
    match.resign(1)
    seen = [(len(m.events), m.outcome is None) for m in Match.replay(match.record())]
    assert seen == [(0, True), (1, True), (2, True), (3, False)]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_around_the_pieces_for_several_at_once_is_in_the_views_one_by_one(variant: Variant):
    """Also where a seat is shown something that spectators are not, such as its dangers."""
    for seed in range(4):
        match = played(variant, seed)
        places = (None, *range(len(match.players)))
        views = {place: match.view(place) for place in places}
        assert match.views_without_pieces(places) == {
            place: msgspec.structs.replace(view, pieces=()) for place, view in views.items()
        }
