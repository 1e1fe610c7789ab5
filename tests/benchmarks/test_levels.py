"""The benchmark of the levels: a row for each, and sentences for what cannot be measured."""

from __future__ import annotations

import pytest

from benchmarks import levels

pytestmark = pytest.mark.compiled_only  # its matches run in processes of their own


def test_each_level_is_a_row(capsys: pytest.CaptureFixture[str]):
    levels.main(["knights", "--matches", "4", "--levels", "1-2", "--at-once", "1"])
    _, rule, *rows = capsys.readouterr().out.splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in rows]
    assert [row[:3] for row in cells] == [
        ["level:1", "wary", "4"],  # alone, from each seat
        ["level:1", "glance", "6"],  # two and two, in all arrangements
        ["level:2", "level:1", "6"],
    ]
    assert {len(row) for row in cells} == {rule.count("|") - 1}


@pytest.mark.parametrize("words", [["chess"], ["knights", "--levels", "x"]])
def test_what_cannot_be_measured_is_a_sentence(words: list[str]):
    with pytest.raises(SystemExit) as ended:
        levels.main([*words, "--matches", "4"])
    assert isinstance(ended.value.code, str)
