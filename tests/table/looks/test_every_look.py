"""What every game shows is described by its looks: seeded random play of all of them.

A game need not describe anything; what it does not describe is called by its key. A game that
describes its pieces must describe all that it shows, readably.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from parlour.table.looks.look import Looks
from parlour.table.looks.standard import contrast
from parlour.table.looks.tints import ColourLook, GroundLook
from parlour.table.sentences import Sentence, known
from parlour.table.view import Piece, View
from tests.play import AnyGame, Variant, variants, walk

DESCRIBED = [variant for variant in variants() if variant.game.looks() != Looks()]
DEFAULTS = [variant for variant in DESCRIBED if not variant.name]
LARGEST_SYMBOL = 900  # characters of a path
READABLE = 4.5  # the contrast that WCAG asks of text
SIDES = ("bottom", "left", "top", "right")


def views(game: AnyGame) -> Iterator[View]:
    """What each seat sees of the beginning and the end of a random match."""
    steps = list(walk(game.guarded(), Random(11), 20_000))
    for step in [*steps[:60], *steps[60::23], *steps[-3:]]:
        for state in (step.before, step.after):
            for seat in (None, *range(len(game.seats))):
                yield game.view(state, seat)


def undescribed(looks: Looks, view: View) -> Iterator[str]:
    """Everything in a view that its looks do not describe."""
    for piece in view.pieces:
        yield from undescribed_of(looks, piece)
    for mark in view.marks:
        if mark.kind not in looks.marks:
            yield f"mark {mark.kind}"
    for button in view.buttons:
        if button.site not in looks.buttons:
            yield f"button {button.site}"
        elif button.label != str(looks.buttons[button.site].label):
            yield f"button {button.site} with another label"
    for panel in view.panels:
        yield from (f"counter {key}" for key in panel.counters if key not in looks.counters)
        if panel.colour not in looks.colours:
            yield f"colour {panel.colour}"


def undescribed_of(looks: Looks, piece: Piece) -> Iterator[str]:
    if not piece.hidden and piece.kind not in looks.pieces:
        yield f"kind {piece.kind}"
    if looks.piece(piece).layer != piece.layer:
        yield f"kind {piece.kind} in layer {piece.layer}"
    if piece.seat is None and piece.layer == "block" and not looks.piece(piece).ground:
        yield f"ground of {piece.kind}, which nobody owns"
    yield from (f"stat {key}" for key in piece.stats if key not in looks.stats)
    if piece.condition and piece.condition not in looks.conditions:
        yield f"condition {piece.condition}"
    if piece.holds and piece.holds not in looks.items:
        yield f"item {piece.holds}"
    if piece.colour and piece.colour not in looks.colours:
        yield f"colour {piece.colour}"


@pytest.mark.parametrize("variant", DESCRIBED, ids=str)
def test_everything_that_is_shown_is_described(variant: Variant):
    game, looks = variant.game, variant.game.looks()
    missing = {lack for view in views(game) for lack in undescribed(looks, view)}
    grounds = {cell.ground for cell in game.board().cells} - set(looks.grounds)
    assert missing | grounds == set()


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_every_kind_of_piece_is_described_and_no_other(variant: Variant):
    assert set(variant.game.looks().pieces) == set(variant.game.piece_kinds)


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_what_is_described_has_a_name_in_the_catalogue(variant: Variant):
    looks = variant.game.looks()
    groups = (looks.pieces, looks.stats, looks.conditions, looks.items, looks.grounds, looks.marks)
    things = [thing for group in groups for thing in group.values()]
    sentences: list[Sentence] = [
        *(thing.name for thing in (*things, *looks.colours.values())),
        *(about for thing in things if (about := getattr(thing, "about", None))),
        *(button.label for button in looks.buttons.values()),
        *looks.counters.values(),
    ]
    assert [sentence.id for sentence in sentences if not known(sentence.id)] == []
    assert all(look.about for look in looks.pieces.values())


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_every_setting_and_every_choice_has_a_label(variant: Variant):
    for setting in variant.game.describe():
        id = f"{variant.slug}.setting_{setting.name}"
        assert known(id), id
        assert all(known(f"{id}_{choice}") for choice in setting.choices), id


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_bounds_and_bars_make_sense(variant: Variant):
    stats = variant.game.looks().stats
    for key, look in stats.items():
        assert not look.most or look.most in stats, key
        assert look.show == "number" or look.most, key


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_ink_can_be_read_on_every_colour_and_ground(variant: Variant):
    looks = variant.game.looks()
    tinted: list[tuple[str, ColourLook | GroundLook]] = [
        *looks.colours.items(),
        *looks.grounds.items(),
    ]
    for name, look in tinted:
        for tint in (look.light, look.dark):
            assert contrast(tint.fill, tint.ink) >= READABLE, name


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_seat_sits_on_a_side_of_the_board(variant: Variant):
    sides = variant.game.sides()
    assert len(sides) == len(variant.game.seats)
    assert set(sides) <= set(SIDES)
