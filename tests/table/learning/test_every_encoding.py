"""Positions as arrays: what every game's encoding, mask and symmetries promise to who learns."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour import _modes
from parlour.table.errors import BadBuffer, BadSettings, IllegalAction
from parlour.table.learning.symmetry import Symmetry
from parlour.table.state import CHANCE, NOBODY, State
from tests.play import AnyGame, Variant, variants, walk

MATCHES = 3 if _modes.compiled() else 1
SAMPLED = 8  # positions of a match
CHILDREN = 12  # of a position: siblings differ in little, so what is lost shows there
SHORT = 40  # matches of a few actions: they often meet in the same position


@pytest.fixture(params=variants(), ids=str, scope="module")
def variant(request: pytest.FixtureRequest) -> Variant:
    return request.param


@pytest.fixture
def game(variant: Variant) -> AnyGame:
    return variant.game


@pytest.fixture(scope="module")
def positions(variant: Variant) -> list[State]:
    """Positions of random matches with some that follow them."""
    return list(families(variant.game))


def families(game: AnyGame) -> Iterator[State]:
    for seed in range(MATCHES):
        rng = Random(seed)
        match = [step.before for step in walk(game, rng, 400)]
        for state in [match[0], *rng.sample(match, min(SAMPLED, len(match)))]:
            yield state
            yield from children(state, rng)


def children(state: State, rng: Random) -> Iterator[State]:
    for seat in state.acting():
        actions = state.actions(seat)
        for action in rng.sample(actions, min(CHILDREN, len(actions))):
            yield state.after(action, seat)


def seats(game: AnyGame) -> range:
    return range(len(game.seats))


def encoded(state: State, seat: int) -> bytes:
    out = bytearray(state.game.encoding.size)
    state.game.encode(state, seat, out)
    return bytes(out)


def masked(state: State, seat: int | None = None) -> list[int]:
    """The actions that the mask allows."""
    out = bytearray(b"\xff" * state.action_count)
    state.game.mask(state, out, seat)
    assert set(out) <= {0, 1}
    return [action for action, allowed in enumerate(out) if allowed]


# ---- encodings and masks -------------------------------------------------------------------------


def test_encodings_keep_to_their_description(game: AnyGame, positions: list[State]):
    encoding = game.encoding
    planes, rows, columns = encoding.shape
    assert encoding.size == len(encoding.most) == planes * rows * columns + len(encoding.features)
    assert all(len(row) == columns for row in encoding.sites)
    sites = [site for row in encoding.sites for site in row if site]
    assert len(set(sites)) == len(sites)
    assert set(sites) <= {cell.site for cell in game.board().cells}
    names = [channel.name for channel in (*encoding.planes, *encoding.features)]
    assert len(set(names)) == len(names)
    assert 1 <= min(encoding.most) <= max(encoding.most) <= 127
    for state in positions:
        for seat in seats(game):
            assert all(
                n <= most for n, most in zip(encoded(state, seat), encoding.most, strict=True)
            )


def test_floats_are_shares_of_the_largest_number(game: AnyGame, positions: list[State]):
    most = np.array(game.encoding.most, np.float32)
    for state in positions[::5]:
        for seat in seats(game):
            floats = array("f", [7.0]) * game.encoding.size
            game.encode(state, seat, floats)
            whole = np.frombuffer(encoded(state, seat), np.uint8)
            assert np.array_equal(np.rint(np.asarray(floats) * most), whole)
            assert np.array_equal(np.asarray(floats), whole * (np.float32(1) / most))


def test_masks_allow_what_is_legal(game: AnyGame, positions: list[State]):
    for state in positions:
        seat = state.seat
        assert masked(state) == state.actions()
        for viewer in seats(game):
            assert masked(state, viewer) == state.actions(viewer)
        floats = array("f", [7.0]) * state.action_count
        game.mask(state, floats)
        assert [
            action for action, allowed in enumerate(floats) if allowed == 1.0
        ] == state.actions()
        assert set(floats) <= {0.0, 1.0}
        assert state.seat == seat


def test_what_a_seat_can_tell_apart_is_encoded_apart(game: AnyGame, positions: list[State]):
    """The line of a position has all that the seat may know, and nothing else."""
    for seat in seats(game):
        by_line: dict[str, bytes] = {}
        by_encoding: dict[bytes, str] = {}
        for state in positions:
            line, numbers = game.line(state, seat), encoded(state, seat)
            assert by_line.setdefault(line, numbers) == numbers
            assert by_encoding.setdefault(numbers, line) == line


def meaning(state: State, viewer: int) -> object:
    """What follows from a position, in the words of the viewer: who may do what, and what it
    brings."""
    count = len(state.game.seats)
    follow = [
        (actor, action, payoffs(state.after(action, seat), viewer))
        for seat in state.acting()
        for actor in [seat if seat == CHANCE else (seat - viewer) % count]
        for action in state.actions(seat)
    ]
    return sorted(follow), payoffs(state, viewer), state.odds()


def payoffs(state: State, viewer: int) -> tuple[float, ...]:
    return state.payoffs[viewer:] + state.payoffs[:viewer]


def test_equal_encodings_mean_equal_actions_and_payoffs(variant: Variant):
    """Of any two seats, in any two positions."""
    game, met = variant.game, defaultdict[bytes, list[tuple[State, int]]](list)
    for seed in range(SHORT if _modes.compiled() else 4):
        match = [step.before for step in walk(game, Random(seed), 400)]
        for state in [*match[:6], *match[-6:]]:
            for viewer in seats(game):
                if game.line(state, viewer) == game.line(state):  # it knows everything
                    met[encoded(state, viewer)].append((state, viewer))
    for group in met.values():
        distinct = {(repr(state), viewer): (state, viewer) for state, viewer in group}
        first, *others = distinct.values()
        for other in others:
            assert meaning(*other) == meaning(*first)


# ---- buffers -------------------------------------------------------------------------------------

WRONG: list[Any] = [None, 5, "text", b"read only", [0], memoryview(b"x"), np.zeros(4)]


def test_wrong_buffers_are_refused_with_a_sentence(game: AnyGame):
    state, size = game.start(), game.encoding.size
    big_endian, every_second = np.zeros(size, ">f4"), np.zeros((size, 2), np.uint8)[:, 0]
    frozen = np.zeros(size, np.uint8)
    frozen.setflags(write=False)
    for out in [*WRONG, bytes(size), np.zeros(size), np.zeros(size, np.int32), big_endian,
                every_second, frozen]:  # fmt: skip
        with pytest.raises(BadBuffer, match="32-bit floats"):
            game.encode(state, 0, out)
        with pytest.raises(BadBuffer, match="32-bit floats"):
            game.mask(state, out)
    for count in (0, size - 1, size + 1):
        with pytest.raises(BadBuffer, match=f"{size} numbers.* not of {count}"):
            game.encode(state, 0, bytearray(count))
    with pytest.raises(BadBuffer, match=f"{game.action_count} numbers"):
        game.mask(state, bytearray(game.action_count + 1))


def test_buffers_of_many_kinds_are_filled(game: AnyGame):
    state, (planes, rows, columns) = game.start(), game.encoding.shape
    numbers = encoded(state, 0)
    for kind in (np.uint8, np.int8, np.bool_):
        out = np.ones(game.encoding.size, kind)
        game.encode(state, 0, out)
        assert out.astype(bool).tolist() == [number > 0 for number in numbers]
    rows_of_two = np.zeros((2, game.encoding.size), np.uint8)
    game.encode(state, 0, rows_of_two[1])
    assert bytes(rows_of_two) == bytes(game.encoding.size) + numbers
    shown = planes * rows * columns
    as_planes = np.asarray(game.planes(state, 0))
    assert as_planes.shape == (planes + len(game.encoding.features), rows, columns)
    assert np.array_equal(as_planes[:planes].ravel() > 0, np.frombuffer(numbers[:shown], bool))
    assert (as_planes[planes:, 0, 0] > 0).tolist() == [bool(n) for n in numbers[shown:]]


def test_strange_seats_and_positions_of_other_games_are_refused(game: AnyGame):
    state, out = game.start(), bytearray(game.encoding.size)
    for seat in (NOBODY, CHANCE, len(game.seats)):
        with pytest.raises(IllegalAction, match=f"no seat {seat}"):
            game.encode(state, seat, out)
    assert masked(state, NOBODY) == []
    for other in variants():
        if other.game != game:
            with pytest.raises(BadSettings, match="position of"):
                game.encode(other.game.start(), 0, out)
            with pytest.raises(BadSettings, match="position of"):
                game.mask(other.game.start(), bytearray(game.action_count))
            break


# ---- symmetries ----------------------------------------------------------------------------------

SYMMETRIES = [
    (variant, symmetry) for variant in variants() for symmetry in variant.game.symmetries()[1:]
]


def test_the_symmetries_that_we_know_of():
    """Eight with the identity in Feud and Knights; in Turncoat those that a map has."""
    names = {
        variant.slug: len(variant.game.symmetries()) for variant in variants() if not variant.name
    }
    assert names == {"brique": 2, "chessicle": 2, "feud": 8, "knights": 8, "tiny": 2, "turncoat": 1}
    assert any(variant.slug == "turncoat" for variant, _ in SYMMETRIES)


def naming(part: Variant | Symmetry) -> str:
    return part.name if isinstance(part, Symmetry) else str(part)


@pytest.mark.parametrize(("turned", "symmetry"), SYMMETRIES, ids=naming)
def test_symmetries_commute_with_play_encode_and_mask(turned: Variant, symmetry: Symmetry):
    game, moved = turned.game, 0
    to = game.encoding.turned(symmetry)
    assert sorted(to) == list(range(game.encoding.size))
    for state in families(game):
        image = game.turned(state, symmetry)
        moved += image != state
        assert image.over == state.over
        for seat in seats(game):
            other = symmetry.seats[seat]
            assert image.payoffs[other] == state.payoffs[seat]
            numbers, expected = encoded(state, seat), bytearray(game.encoding.size)
            for i, number in enumerate(numbers):
                expected[to[i]] = number
            assert encoded(image, other) == expected
        assert standing(image) == sorted(turned_pieces(state, symmetry))
        assert {symmetry.seats[s] if s >= 0 else s for s in state.acting()} == set(image.acting())
        for seat in state.acting():
            other = symmetry.seats[seat] if seat >= 0 else seat
            actions = {a: game.turned_action(state, symmetry, a) for a in state.actions(seat)}
            assert masked(image, other) == sorted(actions.values())
            assert dict(image.odds()) == {actions[a]: p for a, p in state.odds()}
            for action in Random(1).sample(sorted(actions), min(len(actions), 4)):
                after = game.turned(state.after(action, seat), symmetry)
                assert image.after(actions[action], other) == after
    assert moved


def standing(state: State) -> list[str]:
    return sorted(repr((p.kind, p.seat, p.site)) for p in state.game.view(state).pieces)


def turned_pieces(state: State, symmetry: Symmetry) -> Iterator[str]:
    for p in state.game.view(state).pieces:
        seat = None if p.seat is None else symmetry.seats[p.seat]
        yield repr((p.kind, seat, symmetry.sites.get(p.site, p.site)))


def test_a_position_and_its_images_differ_only_where_a_symmetry_says(game: AnyGame):
    """The identity changes nothing."""
    identity, start = game.symmetries()[0], game.start()
    assert game.turned(start, identity) == start
    assert game.encoding.turned(identity) == tuple(range(game.encoding.size))
    for seat in start.acting():
        for action in start.actions(seat):
            assert game.turned_action(start, identity, action) == action
