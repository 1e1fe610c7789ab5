"""Whatever a person or a program sends: a value or one sentence, and never anything else.

Every reader is fed with any text, with bytes, and with what it can read after small changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from parlour.players.player import read_player
from parlour.table.clock import TimeControl
from parlour.table.errors import BadRecord, BadSettings, BadText, IllegalAction, ParlourError
from parlour.table.matches.record_text import from_text, to_text
from parlour.table.record import Record, read_record
from parlour.table.registry import find, games
from parlour.table.settings import read_settings
from parlour.table.state import State
from parlour.terminal.seats import read_seats
from tests.matches import VARIANTS, annotated, examples, played
from tests.play import Variant, walk, walk_on

SLUGS = games()
SIGNS = ["", "-", "0", "99", "9" * 20, "?", "/", " ", '"', "\\", "{", "}", "(", ")", "[", "]", ",",
         "\x00", "\n", "٣", "é", "\ud800", "null", "-1", "1e999"]  # fmt: skip
PIECES = st.sampled_from(SIGNS) | st.text(max_size=4)
TEXTS = st.text(max_size=60) | st.text(alphabet='abchpPH12359 ,:./-?!@{}[]()"\\', max_size=40)

quickly = settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])


def changed(valid: Sequence[str]) -> st.SearchStrategy[str]:
    """A text that could be read, after some changes."""
    edits = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), PIECES), min_size=1, max_size=4)
    return st.builds(edit, st.sampled_from(valid), edits)


def edit(text: str, edits: list[tuple[float, int, str]]) -> str:
    for place, gone, new in edits:
        at = int(place * len(text))
        text = text[:at] + new + text[at + gone :]
    return text


def answered(
    kinds: type[ParlourError] | tuple[type[ParlourError], ...], call: Callable[[], Any]
) -> Any:
    """What a reader gives, or None where it refuses by a sentence."""
    refused = None
    try:
        return call()
    except kinds as error:
        refused = str(error)
    assert 0 < len(refused) < 1_000
    assert refused.isprintable()
    return None


@cache
def positions(slug: str) -> list[State]:
    steps = [
        step
        for variant in VARIANTS
        if variant.slug == slug
        for step in walk(variant.game, Random(1), 12)
    ]
    return [step.before for step in steps[::3]]


@cache
def lines(slug: str) -> list[str]:
    return [state.game.line(state) for state in positions(slug)]


@cache
def move_texts(slug: str) -> list[str]:
    states = positions(slug)
    return [state.game.write(state, action) for state in states for action in state.actions()[:5]]


@cache
def records(variant: Variant) -> list[Record]:
    return [annotated(played(variant, seed, 8).record(), Random(seed), "{x}") for seed in range(4)]


# ---- moves and positions -------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
@quickly
def test_a_move_is_read_or_refused(slug: str, data: st.DataObject):
    state = data.draw(st.sampled_from(positions(slug)))
    text = data.draw(TEXTS | changed(move_texts(slug)))
    seat = data.draw(st.none() | st.integers(-3, 5))
    kinds = (IllegalAction, BadText)
    action = answered(kinds, lambda: state.game.read(state, text, seat))
    if action is not None:
        assert action in state.actions(seat)


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
@quickly
def test_a_position_is_read_or_refused_and_can_be_played_on(slug: str, data: st.DataObject):
    game = data.draw(st.sampled_from(positions(slug))).game
    line = data.draw(TEXTS | changed(lines(slug)) | st.sampled_from(lines(slug)))
    state = answered(BadText, lambda: game.from_line(line))
    if state is not None:
        assert game.from_line(game.line(state)) == state
        assert game.view(state, 0)
        assert str(state)
        for step in walk_on(state, Random(1), 5):
            assert game.from_line(game.line(step.after)) == step.after


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("text", ["x" * 10_000_000, "1" * 10_000_000, " " * 10_000_000])
def test_ten_megabytes_are_refused_as_a_move_and_as_a_position(slug: str, text: str):
    state = parlour.game(slug).start()
    with pytest.raises(BadText, match="This text has 10000000 characters"):
        state.game.read(state, text)
    with pytest.raises(BadText, match="This text has 10000000 characters"):
        state.game.from_line(text)


# ---- records -------------------------------------------------------------------------------------


@given(st.binary(max_size=200) | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")))
@quickly
def test_bytes_are_a_record_or_refused(data: bytes):
    assert answered(BadRecord, lambda: Record.from_json(data)) is None


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(data=st.data())
@settings(quickly, max_examples=examples(20))
def test_a_changed_record_is_read_or_refused(variant: Variant, data: st.DataObject):
    jsons = [record.to_json().decode() for record in records(variant)]
    record = answered(BadRecord, lambda: Record.from_json(data.draw(changed(jsons))))
    if record is not None:
        record.check()
    texts = [to_text(record) for record in records(variant)]
    record = answered(BadRecord, lambda: from_text(data.draw(changed(texts))))
    if record is not None:
        record.check()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(data=st.data())
@settings(quickly, max_examples=examples(15))
def test_a_changed_copy_with_something_hidden_is_read_or_refused(
    variant: Variant, data: st.DataObject
):
    seen = [record.seen_by(0) for record in records(variant)]
    answered(
        BadRecord,
        lambda: Record.from_json(data.draw(changed([r.to_json().decode() for r in seen]))),
    )
    record = answered(BadRecord, lambda: from_text(data.draw(changed([to_text(r) for r in seen]))))
    if record is not None:
        record.check()


@given(text=TEXTS)
@quickly
def test_text_is_a_record_or_refused(text: str):
    assert answered(BadRecord, lambda: from_text(text)) is None
    head = '[Game "brique"]\n[Rules "1"]\n[Seat 1 "a"]\n[Seat 2 "b"]\n\n1. d8 '
    record = answered(BadRecord, lambda: from_text(head + text))
    if record is not None:
        record.check()


@given(data=st.binary(max_size=100), head=st.sampled_from([b"", b"[", b"{", b" [Game "]))
@settings(quickly, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_is_a_record_or_refused(
    data: bytes, head: bytes, tmp_path_factory: pytest.TempPathFactory
):
    file = tmp_path_factory.getbasetemp() / "record"
    file.write_bytes(head + data)
    assert answered(BadRecord, lambda: read_record(file)) is None


# ---- settings, clocks, players, seats ------------------------------------------------------------

VALUES = (
    TEXTS
    | PIECES
    | st.integers()
    | st.floats()
    | st.booleans()
    | st.none()
    | st.binary(max_size=5)
    | st.lists(st.integers(), max_size=3)
)


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
@quickly
def test_settings_are_read_or_refused(slug: str, data: st.DataObject):
    names = st.sampled_from([setting.name for setting in find(slug).describe()]) | TEXTS
    wanted = data.draw(st.dictionaries(names, VALUES, max_size=3))
    read = answered(BadSettings, lambda: read_settings(find(slug).Settings, wanted))
    if read is not None:
        game = answered(BadSettings, lambda: parlour.game(slug, **wanted))
        assert game is None or game.start() is not None


@given(TEXTS)
@quickly
def test_a_game_is_found_or_refused(slug: str):
    found = answered(BadSettings, lambda: find(slug))
    assert found is None or (slug.isascii() and slug.lower() == found.slug in SLUGS)


@pytest.mark.parametrize("slug", ["Brique", "BRIQUE", "brique"])
def test_a_game_is_found_in_any_case(slug: str):
    assert find(slug).slug == "brique"


def test_a_letter_that_only_looks_like_ours_is_none():
    with pytest.raises(BadSettings, match="There is no game called"):
        find("\u212anights")  # a Kelvin sign, whose small letter is a k


@given(TEXTS | changed(["5m+3s", "90s", "3d+1d<7d"]))
@quickly
def test_a_clock_is_read_or_refused(text: str):
    control = answered(BadSettings, lambda: TimeControl.read(text))
    assert control is None or control.start > 0


@given(TEXTS | changed(["random", "uct", "uct:1s", "uct:0.5s", "uct:5000"]))
@quickly
def test_a_player_is_read_or_refused(text: str):
    player = answered(BadSettings, lambda: read_player(text))
    assert player is None or player.name


@pytest.mark.parametrize("slug", SLUGS)
@given(
    texts=st.lists(TEXTS | changed(["1=you", "black=uct:5", "2=you:Ann", "A=random"]), max_size=3)
)
@quickly
def test_seats_are_read_or_refused(slug: str, texts: list[str]):
    game = parlour.game(slug)
    seating = answered(BadSettings, lambda: read_seats(game, texts))
    if seating is not None:
        assert len(seating) == len(game.seats)
        assert all(name.isprintable() for name, _ in seating)
