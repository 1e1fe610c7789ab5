"""What every game passes and no game wrote: seeded random play of all of them, under many settings.

A new game is found by itself. Where one of these tests fails for it, the game breaks a promise that
the terminal, the page, the hall and the players rely on; the test's name says which.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import parlour
from parlour import _modes
from parlour.table.errors import BadSettings, BadText, IllegalAction, NotYourTurn, ParlourError
from parlour.table.match import Match
from parlour.table.matches.events import Event, Transition
from parlour.table.matches.presenter import path_of
from parlour.table.matches.record_text import from_text, to_text
from parlour.table.matches.reports import Report, report_event
from parlour.table.matches.viewers import Viewers
from parlour.table.record import Record
from parlour.table.sentences import Sentence, catalogue
from parlour.table.settings import Setting
from parlour.table.state import CHANCE, NOBODY, State
from parlour.table.texts.typed import LONGEST_LINE, LONGEST_TEXT
from parlour.table.view import CAUSES, LAYERS, Board, Changes, View, apply_changes
from tests import ROOT
from tests.play import AnyGame, Step, Variant, choose, lengths, variants, walk, walk_on

MATCHES = 3 if _modes.compiled() else 1  # tests.traces compares the modes on others
LOOKED_AT = 12  # actions and take-backs: many short matches, for what is rare comes early
LONGEST_MATCH = 20_000  # actions; a guarded game that takes more has no real safeguard
FEW = 10  # what is tried where trying all would take too long


@pytest.fixture(params=variants(), ids=str, scope="module")
def variant(request: pytest.FixtureRequest) -> Variant:
    """One after the other: what is sampled of a variant is sampled in one place."""
    return request.param


@pytest.fixture(scope="module")
def sampled(variant: Variant) -> tuple[Step, ...]:
    """The first and the last steps of some random matches, and a few between."""
    steps: list[Step] = []
    for seed in range(MATCHES):
        rng = Random(seed)
        match = list(walk(variant.game, rng))
        middle = range(4, len(match) - 1)
        chosen = {*range(4), *rng.sample(middle, min(len(middle), 6)), len(match) - 1}
        steps += [match[i] for i in sorted(chosen) if i < len(match)]
    return tuple(steps)


@pytest.fixture
def game(variant: Variant) -> AnyGame:
    return variant.game


@pytest.fixture(scope="module")
def lines(sampled: tuple[Step, ...]) -> list[str]:
    return lines_of(sampled)


@pytest.fixture
def steps(sampled: tuple[Step, ...], lines: list[str]) -> Iterator[tuple[Step, ...]]:
    """Steps to look at. No test may change their positions, and none may change by itself."""
    yield sampled
    assert lines_of(sampled) == lines


@pytest.fixture
def positions(steps: tuple[Step, ...]) -> list[State]:
    """One of each kind of position that was reached, ends included."""
    return list({repr(state): state for state in states_of(steps)}.values())


def states_of(steps: tuple[Step, ...]) -> list[State]:
    return [state for step in steps for state in (step.before, step.after)]


def lines_of(steps: tuple[Step, ...]) -> list[str]:
    return [state.game.line(state) for state in states_of(steps)]


def few(items: list[Any], most: int = FEW) -> list[Any]:
    """A handful, spread evenly."""
    return items[:: max(1, ceil(len(items) / most))]


def seats(game: AnyGame) -> range:
    return range(len(game.seats))


def viewers(game: AnyGame) -> list[int | None]:
    return [None, *seats(game)]


def ids(state: State, seat: int) -> list[int]:
    """The actions to try: all of a small action space, else some of the legal and of the others."""
    if state.action_count <= 64:
        return list(range(state.action_count))
    rng, legal = Random(1), state.actions(seat)
    return sorted(
        {*rng.sample(legal, min(len(legal), 8)), *rng.choices(range(state.action_count), k=24)}
    )


def refusal(kind: type[ParlourError], call: Callable[..., Any], *arguments: Any) -> str:
    """The sentence with which a call is refused."""
    with pytest.raises(kind) as caught:
        call(*arguments)
    return said(caught.value.sentence)


def said(sentence: Sentence) -> str:
    """The text of a sentence that is in the catalogue and reads like one."""
    text = str(sentence)
    assert sentence.id in catalogue()
    assert text.strip()
    assert text.isprintable()
    assert "{" not in text
    assert "Traceback" not in text
    return text


def is_plain(text: str) -> bool:
    return bool(text) and text.isascii() and text.isprintable()


# ---- what may be done ----------------------------------------------------------------------------


def test_actions_are_sorted_distinct_and_inside_the_action_space(
    game: AnyGame, positions: list[State]
):
    for state in positions:
        assert state.over == (state.acting() == ()) == (state.seat == NOBODY)
        assert list(state.acting()) == sorted(set(state.acting()))
        assert state.actions() == state.actions(state.seat)
        for seat in state.acting():
            actions = state.actions(seat)
            assert actions, f"seat {seat} acts, but has nothing to do"
            assert actions == sorted(set(actions))
            assert set(actions) <= set(range(game.action_count))
        for seat in set(range(NOBODY, len(game.seats) + 1)) - set(state.acting()):
            assert state.actions(seat) == []
        assert state.seat == min(state.acting(), default=NOBODY)


def test_push_accepts_the_listed_actions_and_no_others(game: AnyGame, positions: list[State]):
    for state in positions:
        line, scratch = game.line(state), state.copy()
        for seat in state.acting():
            legal = set(state.actions(seat))
            for action in ids(state, seat):
                if action in legal:
                    assert state.after(action, seat).game is game
                else:
                    refusal(IllegalAction, scratch.push, action, seat)
            assert game.line(scratch) == game.line(state) == line
            assert scratch == state
            assert scratch.seat == state.seat


def test_push_and_apply_do_the_same(steps: tuple[Step, ...]):
    for before, seat, action, after in steps:
        pushed, applied = before.copy(), before.copy()
        pushed.push(action, seat)
        assert pushed == after
        if seat == before.seat:
            applied.apply(action)
            assert applied == after
            assert applied.actions() == after.actions()


def test_numbers_outside_the_action_space_are_refused(game: AnyGame, positions: list[State]):
    for state in few(positions):
        scratch = state.copy()
        for number in (-1, game.action_count, 2**31 - 1, -(2**31)):
            refusal(IllegalAction, scratch.push, number)
            refusal(IllegalAction, scratch.apply, number)
        assert scratch == state


def test_numbers_too_large_for_a_machine_word_are_refused(game: AnyGame):
    for number in (2**31, 2**63, -(2**70)):
        refusal(IllegalAction, game.start().push, number)
        refusal(IllegalAction, game.start().apply, number)


def test_what_is_no_number_is_refused(game: AnyGame):
    state = game.start()
    for thing in ("0", 0.0, None, [0]):
        refusal(IllegalAction, state.push, thing)
    assert state == game.start()


def test_a_seat_that_may_not_act_is_refused(game: AnyGame, positions: list[State]):
    for state in positions:
        scratch = state.copy()
        for seat in {CHANCE, NOBODY, -9, *seats(game), len(game.seats)} - set(state.acting()):
            wanted = IllegalAction if state.over else NotYourTurn
            for action in (state.actions() or [0])[:2]:
                refusal(wanted, scratch.push, action, seat)
                refusal(wanted, game.read, scratch, game.write(state, action), seat)
        assert scratch == state
        assert scratch.seat == state.seat


def test_a_seat_that_is_none_cannot_be_assigned(game: AnyGame):
    """The rules trust `seat`, and compiled rules would read and write beside their arrays."""
    state = game.start()
    seat = state.seat
    for wrong in (len(game.seats), 17, -3, 2**40, -(2**70), "0", None, 0.5):
        with pytest.raises(IllegalAction) as refused:
            state.seat = wrong  # type: ignore[assignment]
        assert "There is no seat" in str(refused.value)
    if not game.chance:
        with pytest.raises(IllegalAction):
            state.seat = CHANCE
    assert state.seat == seat
    for right in (*range(len(game.seats)), NOBODY, seat):
        state.seat = right
        assert state.seat == right


def test_chance_decides_only_where_the_game_says_so(game: AnyGame, positions: list[State]):
    for state in positions:
        assert game.chance or state.seat != CHANCE


def test_a_position_comes_again_whatever_is_counted_towards_the_safeguard(variant: Variant):
    """Who searches looks for repetitions, and a count that only goes up would hide them all."""
    free, guarded = variant.game.start(), variant.game.guarded().start()
    rng = Random(5)
    for _ in range(60):
        if guarded.over or free.over:
            break
        assert free.repetition_key() == guarded.repetition_key()
        seat = rng.choice(guarded.acting())
        action = choose(guarded, seat, rng)
        free.push(action, seat)
        guarded.push(action, seat)


def test_nothing_can_be_done_after_the_end(game: AnyGame, positions: list[State]):
    for state in positions:
        if state.over:
            assert state.actions() == []
            refusal(IllegalAction, state.copy().push, 0)
            refusal(IllegalAction, state.copy().apply, 0)
            refusal(IllegalAction, game.read, state, game.write(state, 0))


def test_what_loses_at_once_is_called_dangerous(game: AnyGame, positions: list[State]):
    """And said to a person in a sentence, whether the game wrote it or not."""
    for state in positions:
        for seat in [seat for seat in state.acting() if seat >= 0]:
            legal, dangers = state.actions(seat), game.dangers(state, seat)
            assert set(dangers) < set(legal)  # never all: then there is nothing to think over
            lost = {action for action in few(legal, 60) if is_lost(game, state, action, seat)}
            for action in lost:
                sentence = game.danger(state, action, seat)
                assert sentence is not None
                assert said(sentence).endswith(".")
                assert action in game.risky(state, seat)
            assert all(said(sentence).endswith(".") for sentence in dangers.values())
            if lost < set(few(legal, 60)):
                assert lost <= set(dangers) or not dangers


def is_lost(game: AnyGame, state: State, action: int, seat: int) -> bool:
    """Is a seat out, or has it lost, as soon as it has chosen this?"""
    after = state.after(action, seat)
    if after.over:
        return after.payoffs[seat] < max(after.payoffs)
    return game.alive(state, seat) and not game.alive(after, seat)


def test_odds_add_up_to_one(game: AnyGame, positions: list[State]):
    for state in positions:
        assert game.chance or state.seat != CHANCE
        if state.seat != CHANCE:
            assert state.odds() == []
            continue
        assert [action for action, _ in state.odds()] == state.actions()
        assert all(0 < chance <= 1 for _, chance in state.odds())
        assert sum(chance for _, chance in state.odds()) == pytest.approx(1)


# ---- how it is said ------------------------------------------------------------------------------


def test_every_action_can_be_written(game: AnyGame, positions: list[State]):
    for state in few(positions):
        for action in range(game.action_count):
            text = game.write(state, action)
            assert is_plain(text)
            assert len(text) <= LONGEST_TEXT
            assert " " not in game.token(state, action)


def test_what_is_written_reads_back(game: AnyGame, positions: list[State]):
    for state in positions:
        for seat in state.acting():
            for action in set(ids(state, seat)) & set(state.actions(seat)):
                text = game.write(state, action)
                for form in (text, text.lower(), text.upper(), f"  {text}\n"):
                    assert game.read(state, form, seat) == action
                assert game.read(state, game.token(state, action), seat) == action


def test_what_means_nothing_is_refused(game: AnyGame, positions: list[State]):
    for state in positions:
        scratch = state.copy()
        for seat in state.acting():
            for text in ("", "?", "xyzzy", "99999", "-1", "a " * 60, "a1 b2 c3 d4 e5 f6", "\t\n"):
                refusal(IllegalAction, game.read, scratch, text, seat)
        assert scratch == state


def test_what_is_no_text_is_refused(game: AnyGame):
    for text in ("\x00", "\u0664", "a\u200bb", "x" * 100_000, b"a1", None):
        refusal(BadText, game.read, game.start(), text)
        refusal(BadText, game.from_line, text)


def test_every_action_has_paths_over_sites_that_are_drawn(game: AnyGame, positions: list[State]):
    cells = {cell.site for cell in game.board().cells}
    for state in positions:
        for seat in state.acting():
            paths = game.paths(state, seat)
            reached = dict(paths)
            assert msgspec.json.decode(game.paths_json(state, seat)) == paths.tree
            assert sorted(set(reached.values())) == state.actions(seat)
            for path, action in reached.items():
                assert paths.action(path) == action
                assert paths.next(path) == ()
                for i, site in enumerate(path):
                    assert site in paths.next(path[:i])
                    assert paths.action(path[:i]) is None
            if seat >= 0:
                drawn = cells | {button.site for button in game.view(state, seat).buttons}
                assert {site for path in reached for site in path} <= drawn
        for seat in set(seats(game)) - set(state.acting()):
            assert not game.paths(state, seat)


def test_the_path_of_an_action_is_one_of_its_orders(game: AnyGame, positions: list[State]):
    for state in positions:
        for seat in state.acting():
            paths = dict(game.paths(state, seat))
            for action in set(ids(state, seat)) & set(state.actions(seat)):
                orders = list(game.orders(state, action))
                assert game.path(state, action) in orders
                assert len(orders) == len(set(orders))
                assert all(paths[order] == action for order in orders)


# ---- positions as lines, copies, pickles, text ---------------------------------------------------


def test_a_line_holds_the_whole_position(game: AnyGame, positions: list[State]):
    for state in positions:
        line = game.line(state)
        again = game.from_line(line)
        assert again == state
        assert game.line(again) == line
        assert is_plain(line)
        assert len(line) <= LONGEST_LINE
        assert (again.seat, again.acting()) == (state.seat, state.acting())
        assert (again.payoffs, again.outcome) == (state.payoffs, state.outcome)
        assert [again.actions(seat) for seat in seats(game)] == [
            state.actions(seat) for seat in seats(game)
        ]


def test_the_future_of_a_position_is_in_its_line(game: AnyGame, steps: tuple[Step, ...]):
    for before, seat, action, after in steps:
        again = game.from_line(game.line(before))
        again.push(action, seat)
        assert again == after


def test_equal_states_have_equal_lines_and_hashes(game: AnyGame, positions: list[State]):
    for state in positions:
        same = [other for other in positions if other == state]
        assert {game.line(other) for other in same} == {game.line(state)}
        assert {hash(other) for other in same} == {hash(state)}
        assert state != game.line(state)


def test_a_redacted_line_is_no_position(game: AnyGame, positions: list[State]):
    for state in positions:
        for viewer in (NOBODY, *seats(game)):
            line = game.line(state, viewer)
            assert is_plain(line)
            if line != game.line(state):
                refusal(BadText, game.from_line, line)


COPIES: dict[str, Callable[[State], State]] = {
    "copy": State.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "old pickle": lambda state: pickle.loads(pickle.dumps(state, protocol=2)),
    "repr": lambda state: eval(repr(state), {"parlour": parlour}),
}


@pytest.mark.parametrize("way", COPIES)
def test_copies_are_equal_and_independent(game: AnyGame, steps: tuple[Step, ...], way: str):
    for before, seat, action, after in steps:
        first, second = COPIES[way](before), COPIES[way](before)
        assert first == second == before
        assert hash(first) == hash(before)
        assert first.game == game
        assert type(first) is type(before)
        first.push(action, seat)
        assert first == after
        assert second == before
        second.push(action, seat)
        assert second == after


def test_the_text_board_is_text(game: AnyGame, positions: list[State]):
    for state in positions:
        assert str(state) == game.text(state)
        for text in (str(state), *(game.text(state, viewer) for viewer in (NOBODY, *seats(game)))):
            lines = text.split("\n")
            assert text.strip()
            assert all(line.isprintable() for line in lines)


def test_the_game_itself_is_a_value(game: AnyGame):
    assert eval(repr(game), {"parlour": parlour}) == game
    assert parlour.game(game.slug, **game.changed_settings()) == game
    assert hash(pickle.loads(pickle.dumps(game))) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.start().game is game
    assert game.start() == game.start()


def test_the_game_is_listed_however_often_one_asks(game: AnyGame):
    assert game.slug in parlour.games()
    assert game.slug in parlour.games()


def test_the_game_says_what_it_is(game: AnyGame):
    assert game.title.strip()
    assert game.version >= 1
    assert len(set(game.seats)) == len(game.seats)
    assert all(game.english.values())
    for setting in game.describe():
        assert setting.description, f"{setting.name} is not explained"
        for value in bad_values(setting):
            with pytest.raises(BadSettings) as caught:
                parlour.game(game.slug, **{setting.name: value})
            said(caught.value.sentence)


def bad_values(setting: Setting) -> list[object]:
    bad: list[object] = [None, [], b"1"]
    if setting.kind == "number":
        bad += ["x", "\u0664", 1.5, True, 10**30]
        bad += [] if setting.low is None else [setting.low - 1]
        bad += [] if setting.high is None else [setting.high + 1]
    if setting.kind in ("switch", "choice"):
        bad += ["neither", 7, ""]
    return bad


# ---- what people see -----------------------------------------------------------------------------


def test_the_board_is_drawn_once_and_for_all(game: AnyGame):
    board = game.board()
    sites = [cell.site for cell in board.cells]
    assert len(sites) == len(set(sites)) > 0
    assert all(is_plain(site) and " " not in site for site in sites)
    assert board == game.board()
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board


def test_views_show_what_can_be_drawn(game: AnyGame, positions: list[State]):
    cells = {cell.site for cell in game.board().cells}
    for state in positions:
        for seat in viewers(game):
            view = game.view(state, seat)
            pieces = {piece.id: piece for piece in view.pieces}
            assert list(pieces) == sorted(piece.id for piece in view.pieces)
            for piece in view.pieces:
                assert piece.site in cells
                assert piece.seat is None or piece.seat in seats(game)
                assert piece.hidden or piece.kind in game.piece_kinds
                assert piece.letter
                assert piece.layer in LAYERS
            assert all(set(mark.sites) <= cells for mark in view.marks)
            buttons = [button.site for button in view.buttons]
            assert len(buttons) == len(set(buttons))
            assert not cells & set(buttons)
            assert all(button.label for button in view.buttons)


def test_views_say_who_is_asked(game: AnyGame, positions: list[State]):
    names = tuple(f"Player number {seat}" for seat in seats(game))
    for state in positions:
        for seat in viewers(game):
            view = game.view(state, seat, names=names)
            assert view.seat == seat
            assert tuple(panel.name for panel in view.panels) == names
            assert tuple(p.seat for p in view.panels if p.acting) == tuple(
                seat for seat in state.acting() if seat >= 0
            )
            assert all(game.alive(state, seat) for seat in state.acting() if seat >= 0)
            assert (view.prompt is not None) == (seat in state.acting())
            said(view.status)
            if view.prompt is not None:
                said(view.prompt)
                assert "enter" not in said(view.prompt.for_touch()).lower()
            else:
                assert view.buttons == ()


def test_views_travel_as_json(game: AnyGame, positions: list[State]):
    for state in positions:
        for seat in viewers(game):
            view = game.view(state, seat)
            data = msgspec.json.encode(view)
            assert msgspec.json.decode(data, type=View) == view
            assert msgspec.json.encode(msgspec.json.decode(data, type=View)) == data


def test_a_view_and_its_changes_make_the_next_view(game: AnyGame, steps: tuple[Step, ...]):
    for seat in viewers(game):
        views = [(state, game.view(state, seat)) for state in states_of(steps)]
        for (old, seen), (new, wanted) in pairwise(views):  # steps, and jumps between them
            difference = game.changes(old, new, seat)
            travelled = msgspec.json.decode(msgspec.json.encode(difference), type=Changes)
            assert travelled == difference
            assert apply_changes(seen, travelled) == wanted
        for state, _ in few(views):
            assert game.changes(state, state, seat) == Changes()


def test_changes_say_what_happened_to_pieces(game: AnyGame, steps: tuple[Step, ...]):
    """To no other pieces than those that changed, and to each that came, went or moved."""
    for before, seat, action, after in steps:
        touched = path_of(before, seat, action)
        for viewer in viewers(game):
            changes = game.changes(before, after, viewer, touched=touched)
            was = {piece.id: piece for piece in game.view(before, viewer).pieces}
            now = {piece.id: piece for piece in changes.put}
            assert {cause.piece for cause in changes.causes} <= {*changes.gone, *now}
            assert all(set(cause.sites) <= game.cell_sites for cause in changes.causes)
            assert list(changes.causes) == sorted(
                changes.causes, key=lambda cause: CAUSES.index(cause.kind)
            )
            told = {(cause.piece, cause.sites) for cause in changes.causes}
            for piece in changes.put:
                old = was.get(piece.id)
                if old is None:
                    assert (piece.id, (piece.site,)) in told
                elif old.site != piece.site:
                    assert (piece.id, (old.site, piece.site)) in told


def test_whoever_looks_on_sees_the_position_after_every_action_and_every_take_back(game: AnyGame):
    """Each viewer's view, built from what it was told, is the one of somebody who comes now."""
    for seed in range(5 * MATCHES):
        rng, match = Random(seed), Match(game)
        onlookers = Viewers(match)
        views = {place: onlookers.view(place) for place in viewers(game)}
        for _ in range(LOOKED_AT):
            act_or_take_back(match, rng)
            for place, changes in onlookers.changes(views).items():
                views[place] = apply_changes(views[place], changes)
            assert views == {place: match.view(place) for place in views}
            if match.outcome is not None:
                break


def act_or_take_back(match: Match, rng: Random) -> None:
    """A random action, or all agree to take somebody's last one back."""
    if rng.random() < 0.4 and (asking := who_may_take_back(match)):
        seat = rng.choice(asking)
        with suppress(IllegalAction):  # bound to it by the rules
            match.take_back(seat)
        for other in seats(match.game):
            if match.offer is not None and other != seat and match.game.alive(match.state, other):
                match.agree(other)
    else:
        seat = rng.choice(match.state.acting())
        match.act(seat, choose_rare(match, seat, rng))


def choose_rare(match: Match, seat: int, rng: Random) -> int:
    """Every other time a button, where there is one: random play hardly ever finds it."""
    buttons = {button.site for button in match.view(seat).buttons} if seat >= 0 else set[str]()
    ways = match.game.paths(match.state, seat) if buttons else ()
    rare = sorted({action for path, action in ways if path[0] in buttons})
    if rare and rng.random() < 0.5:
        return rng.choice(rare)
    return choose(match.state, seat, rng)


def who_may_take_back(match: Match) -> list[int]:
    acted = sorted({event.seat for event in match.events})
    return [seat for seat in acted if seat >= 0 and match.game.alive(match.state, seat)]


def test_pictures_are_drawn_of_every_view(game: AnyGame, positions: list[State]):
    for state in few(positions):
        for seat in viewers(game):
            picture = game.picture(state, seat)
            assert picture.startswith("<svg")
            assert picture.rstrip().endswith("</svg>")


# ---- how it ends ---------------------------------------------------------------------------------


def test_payoffs_have_one_entry_a_seat(game: AnyGame, positions: list[State]):
    for state in positions:
        assert len(state.payoffs) == len(game.seats)
        assert {type(payoff) for payoff in state.payoffs} == {float}
        if not state.over:
            assert set(state.payoffs) == {0.0}
            assert state.outcome is None


def test_nobody_gets_more_than_the_prize_and_of_two_one_what_the_other_loses(
    game: AnyGame, positions: list[State]
):
    """What searches prove stands on this."""
    for state in positions:
        assert max(map(abs, state.payoffs)) <= game.max_payoff
        if len(game.seats) == 2:
            assert sum(state.payoffs) == 0.0


def test_outcomes_agree_with_payoffs(game: AnyGame, positions: list[State]):
    for state in positions:
        outcome = state.outcome
        if outcome is None:
            continue
        ranks, payoffs = outcome.ranks, outcome.payoffs
        assert payoffs == state.payoffs
        assert len(ranks) == len(game.seats)
        assert ranks == tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
        assert not any(
            payoffs[a] > payoffs[b] and ranks[a] >= ranks[b]
            for a in seats(game)
            for b in seats(game)
        )
        assert is_plain(outcome.code)
        assert said(outcome.sentence)
        assert said(game.outcome(state, [f"<{seat}>" for seat in seats(game)]).sentence)


def test_guarded_matches_end(variant: Variant):
    game = variant.game.guarded()
    for seed in range(MATCHES):
        *_, last = walk(game, Random(1_000 + seed), LONGEST_MATCH)
        assert last.after.over


def test_playouts_tell_how_many_actions_they_took(variant: Variant):
    """By the game's own hook, which may play on, and through `legal` and `play`."""
    game = variant.game.guarded()
    match = list(walk(game, Random(2_000), LONGEST_MATCH))
    for state in [step.before for step in few(match, 3)] + [step.after for step in match[-3:]]:
        for by_hook, count in ((True, 2), (False, 1)):
            steps = lengths(state, 1, count, by_hook)
            assert soonest_end(state) <= min(steps)
            assert max(steps) <= (0 if state.over else LONGEST_MATCH)


def soonest_end(state: State) -> int:
    """In how many actions the match may be over at the soonest: 0, 1, or more than that."""
    if state.over:
        return 0
    return 1 if any(state.after(action).over for action in state.actions()) else 2


def test_who_leaves_never_decides_again(variant: Variant):
    game, rng = variant.game.guarded(), Random(6)
    positions = [step.before for step in few(list(walk(game, rng)))]
    for number, before in enumerate(positions):
        most = 100 if number % 5 else LONGEST_MATCH  # now and then to the end
        for seat in seats(game):
            line = game.line(before)
            rest = game.withdraw(before, seat)
            assert game.line(before) == line
            if rest is not None:
                assert not game.alive(rest, seat)
                assert game.from_line(game.line(rest)) == rest
                assert all(step.seat != seat for step in walk_on(rest, rng, most))


# ---- what stays secret ---------------------------------------------------------------------------


def everything_shown(game: AnyGame, state: State, viewer: int, tries: list[Any]) -> dict[str, Any]:
    """All that reaches a viewer (a seat, or NOBODY for a spectator), including answers to tries."""
    seat = None if viewer == NOBODY else viewer
    shown: dict[str, Any] = {
        "view": msgspec.json.encode(game.view(state, seat)),
        "line": game.line(state, viewer),
        "text": game.text(state, viewer),
        "picture": game.picture(state, seat),
        "who acts": (state.seat, state.acting()),
        "ends": (state.over, state.payoffs, state.outcome),
    }
    if viewer >= 0:
        numbers = bytearray(game.encoding.size)
        game.encode(state, viewer, numbers)
        shown["encoding"] = bytes(numbers)
        shown["actions"] = state.actions(viewer)
        shown["paths"] = game.paths(state, viewer).tree
        shown["dangers"] = game.dangers(state, viewer)
        shown["answers"] = [answer(game, state, viewer, each) for each in tries]
    return shown


def answer(game: AnyGame, state: State, seat: int, what: int | str) -> str:
    try:
        if isinstance(what, str):
            return f"read as {game.read(state, what, seat)}"
        state.after(what, seat)
    except ParlourError as error:
        return f"{type(error).__name__}: {error}"
    return "done"


def test_nothing_hidden_is_shown(game: AnyGame, positions: list[State]):
    rng, something_hidden, varied = Random(3), False, False
    for state in few(positions):
        sample = rng.sample(range(game.action_count), min(game.action_count, 12))
        tries = [*sample, *(game.write(state, action) for action in sample), "", "xyzzy"]
        for guesser in seats(game):
            secret = game.line(state, guesser) != game.line(state)
            something_hidden |= secret
            for guess in [game.guess(state, guesser, rng) for _ in range(3)]:
                assert is_possible(game, guess)
                if guess is state:
                    assert not secret
                    continue
                varied |= guess != state
                # A spectator knows no more than any seat does.
                for viewer in (guesser, NOBODY):
                    truth = everything_shown(game, state, viewer, tries)
                    assert everything_shown(game, guess, viewer, tries) == truth
    assert varied == something_hidden


def is_possible(game: AnyGame, guess: State) -> bool:
    return guess.game == game and game.from_line(game.line(guess)) == guess


def test_changes_show_nothing_hidden(game: AnyGame, steps: tuple[Step, ...]):
    rng = Random(4)
    for before, _, _, after in few(list(steps)):
        for seat in seats(game):
            old, new = game.guess(before, seat, rng), game.guess(after, seat, rng)
            assert game.changes(old, new, seat) == game.changes(before, after, seat)
            assert game.changes(old, new) == game.changes(before, after)


def test_reports_show_nothing_hidden(game: AnyGame, steps: tuple[Step, ...]):
    """Whoever may know an action cannot tell from its report what is hidden."""
    rng = Random(5)
    for step in few(list(steps)):
        before, seat, action, after = step
        told = reported(game, step)
        assert told.sites == path_of(before, seat, action)
        assert told.report.id in catalogue()
        for viewer in seats(game):
            guess = game.guess(before, viewer, rng)
            if not game.sees(after, viewer, seat, action) or not guess.permits(action, seat):
                continue
            then = guess.after(action, seat)
            if game.line(then, viewer) == game.line(after, viewer):
                assert reported(game, Step(guess, seat, action, then)) == told


def reported(game: AnyGame, step: Step) -> Report:
    before, seat, action, after = step
    event = Event(seat, game.write(before, action))
    return report_event(Transition(before, event, action, after), (), game.seats)


def test_a_preview_is_what_the_action_does(game: AnyGame, steps: tuple[Step, ...]):
    for before, seat, action, after in few(list(steps)):
        if seat == CHANCE:
            continue
        line, path = game.line(before), path_of(before, seat, action)
        shown = game.preview(before, seat, path)
        assert game.line(before) == line
        if game.guess(before, seat, Random(1)) is before:
            assert shown is not None
            assert shown.changes == game.changes(before, after, seat, touched=path)
            assert shown.danger == game.dangers(before, seat).get(action)
        for half in range(len(path)):
            game.preview(before, seat, path[:half])  # it raises nothing, whatever it shows
        for nowhere in (("nowhere",), (*path, "nowhere"), ()):
            assert game.preview(before, seat, nowhere) is None
        for other in {*seats(game)} - {*before.acting()}:
            assert game.preview(before, other, path) is None
        assert game.line(before) == line


def test_a_preview_shows_nothing_hidden(game: AnyGame, steps: tuple[Step, ...]):
    rng = Random(6)
    for before, seat, action, _ in few(list(steps)):
        if seat == CHANCE:
            continue
        guess, path = game.guess(before, seat, rng), path_of(before, seat, action)
        if guess is not before:
            for touched in (path, path[:1]):
                assert game.preview(guess, seat, touched) == game.preview(before, seat, touched)


def outlooks(game: AnyGame, step: Step) -> Iterator[tuple[int, list[tuple[int, State]]]]:
    """Every other viewer of a step, with what the seat might have done and where that leads."""
    before, actor = step.before, step.seat
    ways = [(action, before.after(action, actor)) for action in before.actions(actor)[:30]]
    for viewer in {NOBODY, *seats(game)} - {actor}:
        yield viewer, ways


def test_secret_actions_look_alike(game: AnyGame, steps: tuple[Step, ...]):
    for step in few(list(steps)):
        for viewer, ways in outlooks(game, step):
            hidden = [state for a, state in ways if not game.sees(state, viewer, step.seat, a)]
            for one, other in pairwise(hidden):
                shown = everything_shown(game, one, viewer, ["", 0])
                assert everything_shown(game, other, viewer, ["", 0]) == shown


def test_actions_that_look_alike_are_secret(game: AnyGame, steps: tuple[Step, ...]):
    """Else a record would tell what the board does not."""
    for step in few(list(steps)):
        for viewer, ways in outlooks(game, step):
            for (a, one), (b, other) in pairwise(ways):
                if one != other and game.line(one, viewer) == game.line(other, viewer):
                    assert not game.sees(one, viewer, step.seat, a)
                    assert not game.sees(other, viewer, step.seat, b)


def test_everybody_knows_what_they_did(game: AnyGame, steps: tuple[Step, ...]):
    for _, seat, action, after in steps:
        assert game.sees(after, seat, seat, action)


def test_records_of_secret_actions_look_alike(game: AnyGame):
    """Every first action of a match, kept and shown to the others."""
    for actor in game.start().acting():
        kept: dict[tuple[int, int], set[bytes]] = {}
        for action in game.start().actions(actor)[:30]:
            match = Match(game)
            match.act(actor, action)
            for viewer in {NOBODY, *seats(game)} - {actor}:
                if not match.game.sees(match.state, viewer, actor, action):
                    seat = None if viewer == NOBODY else viewer
                    shown = match.record().seen_by(seat).to_json() + msgspec.json.encode(
                        match.view(seat)
                    )
                    kept.setdefault((actor, viewer), set()).add(shown)
        assert all(len(shown) == 1 for shown in kept.values())


# ---- lines that are none -------------------------------------------------------------------------


def damaged(line: str, rng: Random) -> list[str]:
    """Lines that somebody may send instead of this one."""
    place = rng.randrange(len(line))
    other = rng.choice("0129-ab?*/ ,.:xZ~")
    return [
        "",
        " ",
        "999999999 7",
        line[:place],
        line + " 1",
        line + line,
        line[:place] + other + line[place + 1 :],
        line[:place] + line[place + 1 :],
        line[:place] + line[place] + line[place:],
    ]


def test_a_damaged_line_is_refused_with_a_sentence_or_is_another_position(variant: Variant):
    game, rng = variant.game, Random(7)
    for step in walk(game, Random(4), 25):
        for text in damaged(game.line(step.before), rng):
            try:
                state = game.from_line(text)
            except BadText as refused:
                said(refused.sentence)
                continue
            assert game.from_line(game.line(state)) == state
            assert all(0 <= action < game.action_count for action in state.actions())
            assert state.over or state.actions()
            game.view(state)


# ---- records -------------------------------------------------------------------------------------


def test_inside_a_turn_everything_but_the_binding_is_taken_back(
    game: AnyGame, steps: tuple[Step, ...]
):
    for step in few([step for step in steps if step.after.acting() == (step.seat,)]):
        match = Match(game, start=game.line(step.before), guarded=False)
        match.act(step.seat, step.action)
        if step.seat < 0 or match.outcome is not None:
            continue
        binding = game.binding(step.before, step.action)
        if binding:
            said = refusal(IllegalAction, match.take_back, step.seat)
            assert game.write(step.before, step.action) in said
        else:
            match.take_back(step.seat)
            seen_a_secret = match.offer is not None
            assert seen_a_secret or match.state == step.before


def test_records_come_back_from_json_and_from_text(game: AnyGame):
    rng = Random(5)
    match = Match(game)
    for most in (0, 3, 20, 100):
        while match.outcome is None and len(match.events) < most:
            seat = rng.choice(match.state.acting())
            match.act(seat, choose(match.state, seat, rng))
        comes_back(match)


def test_records_of_matches_that_ended_come_back_too(game: AnyGame):
    """From a late position on: a whole match may be very long."""
    late = deque(walk(game.guarded(), Random(5), LONGEST_MATCH), maxlen=30)
    match = Match(game, start=game.guarded().line(late[0].before))
    for step in late:
        match.act(step.seat, step.action)
    assert match.state.over
    comes_back(match)


def comes_back(match: Match) -> None:
    record = match.record()
    assert Record.from_json(record.to_json()) == record
    assert from_text(to_text(record)) == record
    assert record.last() == match.state
    assert Record.from_json(record.to_json()).to_json() == record.to_json()


# ---- learning ------------------------------------------------------------------------------------


def test_every_game_is_symmetric_to_itself_by_doing_nothing(game: AnyGame):
    identity, *others = game.symmetries()
    assert identity.actions == tuple(range(game.action_count))
    assert identity.seats == tuple(seats(game))
    assert all(site == other for site, other in identity.sites.items())
    assert len({symmetry.name for symmetry in game.symmetries()}) == 1 + len(others)
    cells = {cell.site for cell in game.board().cells}
    for symmetry in game.symmetries():
        assert sorted(symmetry.actions) == list(range(game.action_count))
        assert sorted(symmetry.seats) == list(seats(game))
        assert {symmetry.sites.get(site, site) for site in cells} == cells
        assert set(symmetry.sites) <= cells


# ---- both modes, and what is kept ----------------------------------------------------------------


def traces(mode: str, *arguments: str | Path) -> list[str]:
    """What `python -m tests.traces` prints, in one of the two modes."""
    pure = {"PARLOUR_PURE": "1" if mode == "interpreted" else "0"}
    command = [sys.executable, "-m", "tests.traces", *map(str, arguments)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **pure}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.split() == [mode]
    return done.stdout.splitlines()


@pytest.mark.compiled_only
def test_both_modes_play_the_same():
    compiled, interpreted = traces("compiled"), traces("interpreted")
    for one, other in zip(compiled, interpreted, strict=False):
        assert one == other
    assert len(compiled) == len(interpreted) > 0


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("one", "other"), [("compiled", "interpreted"), ("interpreted", "compiled")]
)
def test_pickles_cross_from_one_mode_to_the_other(tmp_path: Path, one: str, other: str):
    kept = traces(one, "keep", tmp_path / "states")
    assert kept == traces(other, "revive", tmp_path / "states")
    assert len(kept) > 100
