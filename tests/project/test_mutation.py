"""The mutation run itself: what it changes, what it leaves alone, what it counts."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from mutation.__main__ import affordable, equivalents, named, sample
from mutation.areas import AREAS
from mutation.mutants import COMPILED_ONLY, mutants
from mutation.score import interval, sentence
from mutation.trial import run_in_child
from tests import ROOT

TABLE = "".join(
    (ROOT / f"src/parlour/table/{name}.py").read_text("utf-8")
    for name in ("compiled/plain_hooks", "advice/knowledge")
)

SOURCE = '''\
"""A docstring with 1 + 1."""

LIMIT: int = 3


def reach(here: int, far: bool = True) -> int:
    """Another < one."""
    if not cython.compiled:
        out = [0] * 4
    while here < LIMIT and not far:
        here += 1
    if here == 7:
        raise ValueError("é: 7")
    return -here if far else here
'''


def faults(source: str = SOURCE) -> set[tuple[str, str]]:
    return {mutant.fault for mutant in mutants("x.py", source)}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT: int = 3", "LIMIT: int = 4"),
        ("far: bool = True", "far: bool = False"),
        ("here < LIMIT", "here <= LIMIT"),
        ("here < LIMIT", "here >= LIMIT"),
        ("LIMIT and not", "LIMIT or not"),
        ("not far", "far"),
        ("while here < LIMIT and not far", "while False"),
        ("here += 1", "here -= 1"),
        ("here += 1", "here += 2"),
        ("here += 1", "pass"),
        ("here == 7", "here != 7"),
        ("if here == 7", "if True"),
        ('raise ValueError("é: 7")', "pass"),
        ("return -here", "return here"),
        ("if far else", "if False else"),
    ],
)
def test_a_fault_is_put_into_one_place(old: str, new: str):
    line = next(line.strip() for line in SOURCE.splitlines() if old in line)
    assert (line, line.replace(old, new)) in faults()


def test_what_only_readers_and_tools_see_is_left_alone():
    changed = "\n".join(before for before, _ in faults())
    assert '"""' not in changed
    assert "cython.compiled" not in changed
    assert "out = [0] * 4" not in changed, "the compiled program has other arrays"
    assert all("é: 7" in after or after == "pass" for before, after in faults() if "é" in before)


def test_a_zero_that_is_always_returned_is_left_alone():
    always = "def hook():\n    if x:\n        return 0\n    return 0\n"
    assert ("return 0", "return 1") not in faults(always)
    sometimes = "def hook():\n    if x:\n        return 2\n    return 0\n"
    assert ("return 0", "return 1") in faults(sometimes)


def test_every_mutant_differs_from_the_source_and_from_all_others():
    found = mutants("x.py", SOURCE)
    assert len({mutant.text for mutant in found} | {SOURCE}) == len(found) + 1
    assert len({mutant.digest for mutant in found}) == len(found)
    for mutant in found:
        compile(mutant.text, "mutant", "exec")
        assert len([line for line in mutant.diff().splitlines() if line[:1] in "+-"]) == 4


def test_a_larger_sample_holds_the_smaller_one():
    found = mutants("x.py", SOURCE)
    assert sample(found, 5, 1) == sample(found, 12, 1)[:5]
    assert sample(found, 12, 1) != sample(found, 12, 2)
    assert sorted(m.start for m in sample(found, 10**6, 1)) == sorted(m.start for m in found)


def test_tests_are_asked_as_long_as_there_is_time_but_one_is_always():
    seconds = {"a": 1.0, "b": 2.0, "c": 4.0}
    assert list(affordable(["a", "b", "c"], seconds, 3.5)) == ["a", "b"]
    assert list(affordable(["c"], seconds, 0.5)) == ["c"]


def test_the_interval_is_wilsons():
    low, high = interval(85, 100)
    assert (round(low, 3), round(high, 3)) == (0.767, 0.907)  # Brown, Cai and DasGupta (2001)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(10, 10)[1] == 1.0
    assert interval(0, 10)[0] == 0.0
    assert "85 of 100 killed, 85.0%" in sentence("rules", 85, 100, 3000)


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)
def test_every_area_has_sources_and_tests(area):
    assert area.files(ROOT)
    assert area.test_files(ROOT)
    for pattern in area.tests:
        assert list(ROOT.glob(pattern)), pattern
    for file in area.never:
        assert (ROOT / file).exists()


def test_a_number_that_is_too_large_to_change_is_left_alone():
    assert faults("FAR = 1e300\n") == set()
    assert faults("NEAR = 1.5\n") == {("NEAR = 1.5", "NEAR = 2.5")}


def test_what_only_compiled_code_calls_is_left_alone():
    inside = "def {}(n: int) -> int:\n    return n + 1\n"
    assert faults(inside.format("python_legal")) == set()
    assert faults(inside.format("plain_hunt"))
    names = {name for name in COMPILED_ONLY if f"def {name}(" in TABLE}
    assert names == set(COMPILED_ONLY)


def test_what_follows_the_interpreted_way_out_of_a_function_is_left_alone():
    function = "def f(n):\n    if not cython.compiled:\n        {}\n    return n + 1\n"
    assert faults(function.format("return n + 2")) == set()
    assert faults(function.format("raise NotImplementedError")) == set()
    assert faults(function.format("n = n + 2"))
    assert faults("def f(n):\n    if not n:\n        return n\n    return n + 1\n")
    assert faults(function.format("return 2") + "def g(n):\n    return n + 5\n")


def test_equivalent_mutants_are_mutants_and_have_a_reason():
    """One whose line has changed is no longer excused."""
    files = {listed["file"] for listed in equivalents()}
    known = {
        file: {mutant.fault for mutant in mutants(file, (ROOT / file).read_text("utf-8"))}
        for file in files
    }
    for listed in equivalents():
        assert (listed["old"], listed["new"]) in known[listed["file"]], listed
        assert len(listed["why"].split()) > 3


def test_a_child_that_takes_too_long_is_ended(tmp_path: Path):
    def for_ever() -> int:
        while True:
            time.sleep(0.01)

    assert run_in_child(for_ever, 0.2, tmp_path / "log") is None
    assert run_in_child(lambda: 7, 60.0, tmp_path / "log") == 7
    assert run_in_child(lambda: 1 // 0, 60.0, tmp_path / "log") == 70
    assert "ZeroDivisionError" in (tmp_path / "log").read_text("utf-8")


def test_files_are_named_by_any_of_several_words():
    assert named("tests/table/test_clock.py", "")
    assert named("tests/table/test_clock.py", "state,clock")
    assert not named("tests/table/test_clock.py", "state,view")
