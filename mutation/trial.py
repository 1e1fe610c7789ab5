"""Tries mutants in a copy of the checkout, each in a forked child process.

The parent has imported everything but Parlour, since these imports would take most of the time.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

from mutation.mutants import Mutant

MEMORY = 6 << 30
"""The memory limit of a child, in bytes: a mutant may allocate without end."""

MODULES = (
    "_pytest.assertion.rewrite", "apsw", "argon2", "asyncio", "click", "glicko2", "litestar",
    "litestar.testing", "msgspec", "numpy", "openskill", "platformdirs", "prometheus_client",
    "pytest_asyncio", "rich", "structlog", "uvicorn", "websockets",
)  # fmt: skip
"""The packages that Parlour and its tests import; a missing entry only costs time."""


class Copy:
    """A copy of a checkout without compiled modules, in which mutants are tried."""

    def __init__(self, checkout: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="parlour-mutation-"))
        self.home = self.folder / "home"
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"],
            cwd=checkout, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        for name in filter(None, listed.split("\0")):
            if (checkout / name).is_file():
                path = self.folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(checkout / name, path)
        self.home.mkdir()
        subprocess.run(
            [sys.executable, "-m", "compileall", "-q", "src", "tests"], cwd=self.folder, check=True
        )

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def enter(self) -> None:
        """In a child: import Parlour from this copy from now on."""
        os.chdir(self.folder)
        sys.path[:0] = [str(self.folder / "src"), str(self.folder)]
        temporary = self.home / "tmp"
        temporary.mkdir(exist_ok=True)
        os.environ.update(
            PARLOUR_PURE="1",
            HOME=str(self.home),
            TMPDIR=str(temporary),
            PYTHONPATH=f"{self.folder / 'src'}:{self.folder}",
            PYTHONDONTWRITEBYTECODE="1",
        )
        tempfile.tempdir = None


@contextlib.contextmanager
def mutated(copy: Copy, mutant: Mutant) -> Any:
    """The copy with the mutant in it. Cached byte code is removed: it would be used if the source
    had the same time and size."""
    path = copy.folder / mutant.file
    Path(cache_from_source(str(path))).unlink(missing_ok=True)
    path.write_text(mutant.text, "utf-8")
    try:
        yield
    finally:
        path.write_text(mutant.source, "utf-8")
        shutil.rmtree(copy.home, ignore_errors=True)
        copy.home.mkdir(exist_ok=True)


def warm_up() -> None:
    """Import the packages once, instead of in each child."""
    for name in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def run_in_child(work: Callable[[], int], limit: float, log: Path, busy: int = 0) -> int | None:
    """Run `work` in a forked process; its exit code, or None if it took too long.

    `limit` is in wall-clock seconds, `busy` in CPU seconds, if given. Processes that it leaves
    running are killed.
    """
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            if busy:
                resource.setrlimit(resource.RLIMIT_CPU, (busy, busy + 1))
            out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1)
            os.dup2(out, 2)
            code = work()
        except BaseException:  # noqa: BLE001 - a fork must not go on as its parent
            os.write(2, traceback.format_exc().encode())
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    ends = time.monotonic() + limit
    try:
        while time.monotonic() < ends:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                code = os.waitstatus_to_exitcode(status)
                return None if -code in (signal.SIGXCPU, signal.SIGKILL) else code
            time.sleep(0.02)
        return None
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)


class ChosenTests:
    """A pytest plug-in: runs only the chosen tests, in order, and notes the first failure."""

    def __init__(self, tests: Sequence[str], note: Path) -> None:
        self.order = {test: i for i, test in enumerate(tests)}
        self.note = note

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        no_shrinking()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.order]
        items.sort(key=lambda item: self.order[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.note.exists():
            self.note.write_text(report.nodeid, "utf-8")


def no_shrinking() -> None:
    """Turn off hypothesis's shrinking: any counterexample will do. The conftest has loaded the
    tests' own profile before this."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutation", settings(), phases=phases, database=None)
    settings.load_profile("mutation")


OPTIONS = [
    "-q",
    "-p",
    "no:cacheprovider",
    "--tb=line",
    "--hypothesis-seed=0",
    # The parent imports pytest's plug-ins on purpose.
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
]


def killer(copy: Copy, mutant: Mutant, tests: Sequence[str], seconds: float) -> str | None:
    """The test that killed the mutant, or the limit that stopped it; None if it survived.

    `seconds` is the CPU time of the tests without the mutant.
    """
    note = copy.folder / "killer"
    note.unlink(missing_ok=True)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))

    def work() -> int:
        copy.enter()
        return int(pytest.main(["-x", *OPTIONS, *files], plugins=[ChosenTests(tests, note)]))

    with mutated(copy, mutant):
        busy = 10 + int(3.0 * seconds)
        code = run_in_child(work, 60.0 + 10.0 * busy, copy.folder / "log", busy)
    if code is None:
        return "the time limit"
    if code == 0:
        return None
    return note.read_text("utf-8") if note.exists() else "the import"
