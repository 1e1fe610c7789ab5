"""Records that an earlier version saved are read, replayed, shown and written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.table.match import Match
from parlour.table.matches import record_text
from parlour.table.record import Record, read_record
from parlour.table.state import NOBODY
from tests import ROOT

RECORDS = ROOT / "tests/data/records"
SAVED = sorted(RECORDS.glob("*.json"))


def test_there_is_a_record_of_every_game():
    games = {file.parent.name for file in (ROOT / "src/parlour/games").glob("*/game.py")}
    assert {file.stem for file in SAVED} == games


@pytest.mark.parametrize("file", SAVED, ids=lambda file: file.stem)
def test_a_saved_record_is_read_replayed_and_written_byte_for_byte(file: Path):
    record = read_record(file)
    assert Match.from_record(record).record().check() == record.check() == record
    assert record.to_json() == file.read_bytes()
    shown = record.load_game().text(record.last(), NOBODY) + "\n"
    assert shown == file.with_suffix(".shown.txt").read_text("utf-8")


@pytest.mark.parametrize("file", SAVED, ids=lambda file: file.stem)
def test_a_record_saved_as_text_is_the_same_record(file: Path):
    text = file.with_suffix(".txt").read_text("utf-8")
    assert record_text.from_text(text).check() == Record.from_json(file.read_bytes()).check()
    assert record_text.to_text(record_text.from_text(text)) == text
