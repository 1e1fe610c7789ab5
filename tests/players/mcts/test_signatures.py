"""Searches find what they found before, in both modes: see `tests/searches.py`."""

from __future__ import annotations

import pytest

import parlour
from tests import golden
from tests.searches import Signature, signatures, written


@pytest.mark.parametrize("signature", signatures(), ids=str)
def test_a_search_finds_what_it_found(signature: Signature):
    path = golden.search_path(signature)
    assert path.exists(), golden.HINT
    assert path.read_text("utf-8") == written(signature), golden.HINT


def test_every_game_is_searched():
    searched = {signature.game.slug for signature in signatures()}
    assert searched >= set(parlour.games()) - {"tiny"}
