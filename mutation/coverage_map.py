"""Which tests run which lines, and how long each test takes; measured once per test file."""

from __future__ import annotations

import hashlib
import signal
import sys
import time
from collections.abc import Generator
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from mutation.areas import EVERY_GAME
from mutation.trial import OPTIONS, Copy, no_shrinking, run_in_child

LONGEST = 1800.0
"""Wall-clock seconds for one test file."""

PATIENCE = 6.0
"""CPU seconds for one test; slower tests are not run against mutants."""


class TestCoverage(msgspec.Struct):
    """The coverage of one test file."""

    digest: str
    seconds: dict[str, float]
    """The CPU seconds of each passing test."""

    lines: dict[str, dict[int, list[str]]]
    """By source and line, the tests that run it."""


class Recorder:
    """A pytest plug-in: records each test in its own coverage context, and its CPU time."""

    def __init__(self, measure: Any) -> None:
        self.measure = measure
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        no_shrinking()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop the games under all settings: they take minutes and add little coverage."""
        items[:] = [
            item for item in items if "(" not in item.name or not item.nodeid.startswith(EVERY_GAME)
        ]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.measure.switch_context(item.nodeid)
        begun = time.process_time()
        signal.signal(signal.SIGPROF, fail_slow_test)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            self.measure.switch_context("")
            if item.nodeid not in self.failed:
                self.seconds[item.nodeid] = round(time.process_time() - begun, 3)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)
            self.seconds.pop(report.nodeid, None)


def fail_slow_test(_signal: int, frame: FrameType | None) -> None:
    """Fail the test, but only in our own code: elsewhere a lock might stay acquired."""
    if frame is not None and frame.f_code.co_filename.startswith(str(Path.cwd())):
        pytest.fail("too long for mutants")
    signal.setitimer(signal.ITIMER_PROF, 0.02)


def measure_test_file(copy: Copy, test_file: str, sources: list[str], cache: Path) -> TestCoverage:
    """The coverage of a test file, from the cache if the file has not changed."""
    digest = hashlib.sha256((copy.folder / test_file).read_bytes()).hexdigest()
    path = cache / (test_file.replace("/", ".") + ".json")
    if path.exists():
        found = msgspec.json.decode(path.read_bytes(), type=TestCoverage)
        if found.digest == digest:
            return found
    path.parent.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()

    def work() -> int:
        copy.enter()
        measure = import_module("coverage").Coverage(  # installed by `make mutate`
            data_file=None, config_file=False, include=[str(copy.folder / "src/parlour/*")]
        )
        recorder = Recorder(measure)
        measure.start()
        pytest.main([*OPTIONS, test_file], [recorder])
        measure.stop()
        data = measure.get_data()
        lines: dict[str, dict[int, list[str]]] = {}
        for source in sources:
            by_line = data.contexts_by_lineno(str(copy.folder / source))
            lines[source] = {
                line: [test for test in tests if test in recorder.seconds]
                for line, tests in by_line.items()
            }
        path.write_bytes(msgspec.json.encode(TestCoverage(digest, recorder.seconds, lines)))
        return 0

    code = run_in_child(work, LONGEST, copy.folder / "log")
    took = time.monotonic() - begun
    if code != 0:
        log = (copy.folder / "log").read_text("utf-8", "replace")[-2000:]
        print(f"{test_file} tells nothing ({code}, {took:.0f} s):\n{log}", file=sys.stderr)
        return TestCoverage(digest, {}, {})
    found = msgspec.json.decode(path.read_bytes(), type=TestCoverage)
    print(f"{test_file}: {len(found.seconds)} tests, {took:.0f} s", file=sys.stderr, flush=True)
    return found


class CoverageMap:
    """The coverage of all tests of an area."""

    def __init__(self, parts: list[TestCoverage]) -> None:
        self.parts = parts
        self.seconds = {test: took for part in parts for test, took in part.seconds.items()}

    def tests(self, source: str, line: int) -> list[str]:
        """The tests that run a line; for a line that runs at import, all tests of its file."""
        found: set[str] = set()
        for part in self.parts:
            found.update(part.lines.get(source, {}).get(line, ()))
        return sorted(found or self.any_line(source), key=self.seconds.__getitem__)

    def any_line(self, source: str) -> set[str]:
        return {
            test
            for part in self.parts
            for tests in part.lines.get(source, {}).values()
            for test in tests
        }
