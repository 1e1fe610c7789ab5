"""The pictures of views made by hand are as they were, to the last tag."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from tests import golden
from tests.specimens import specimens


@pytest.mark.parametrize(("name", "draw"), list(specimens()))
def test_a_specimen_looks_as_it_did(name: str, draw: Callable[[], str]):
    path = golden.picture_path(name)
    assert path.exists(), golden.HINT
    assert path.read_text("utf-8") == draw(), golden.HINT
    ElementTree.fromstring(draw())
