"""Halls with deliberate bugs: a simulation that does not notice them proves nothing."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from proofs.__main__ import main
from proofs.harness.postgresql import Server
from proofs.simulation import controls
from proofs.simulation.controls import CONTROLS, Control, caught


@pytest.mark.parametrize("name", CONTROLS)
def test_a_deliberate_bug_is_noticed(name: str, server: Server):
    said: list[str] = []
    assert caught(name, range(20), said.append, server.new_database), said
    assert "noticed by seed" in said[0]


def test_a_correct_hall_passes():
    """The controls say no because of the fault, not because they always do."""
    said: list[str] = []
    controls.CONTROLS["none"] = Control(controls.Hall, (), "")
    try:
        assert not caught("none", range(1), said.append, str)
    finally:
        del controls.CONTROLS["none"]
    assert "NOT NOTICED" in said[0]


def test_the_verb_fails_if_one_is_missed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(CONTROLS, "nothing at all", Control(controls.Hall, (), ""))
    result = CliRunner().invoke(main, ["controls", "0"])
    assert result.exit_code == 1
    assert "nothing at all: NOT NOTICED" in result.output
