"""From a checkout to a running `parlour`, as a person installs it, in clean environments.

Nothing here needs a network: the build uses the setuptools and Cython of the environment that
runs the tests, and what Parlour depends on is copied from there, without Cython.
"""

from __future__ import annotations

import fcntl
import importlib.metadata
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Collection, Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests import ROOT

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow_install]

NO_COMPILER = {"CC": "false", "CXX": "false"}
Finished = subprocess.CompletedProcess[str]


def run(*command: str | Path, cwd: Path, variables: Mapping[str, str] | None = None) -> Finished:
    """Run with none of our variables set, as in the shell of somebody who just arrived."""
    ours = ("PARLOUR_", "PYTHON", "CC", "CFLAGS", "LDSHARED")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=clean | dict(variables or {}),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def pip(*arguments: str | Path, cwd: Path, variables: Mapping[str, str] | None = None) -> Finished:
    return run(sys.executable, "-m", "pip", *arguments, cwd=cwd, variables=variables)


def wheel_of(source: Path, folder: Path, **variables: str) -> Path:
    """What `pip install SOURCE` does first."""
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder]
    done = pip("wheel", *options, source, cwd=folder.parent, variables=variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def copy_of_checkout(folder: Path) -> Path:
    """What a fresh clone holds, as far as an installation looks at it."""
    folder.mkdir()
    built = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "src", ignore=built)
    for file in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy2(ROOT / file, folder)
    return folder


def copy_of_used_checkout(folder: Path) -> Path:
    """The same with what `make build` has left: only what is newer than that is compiled."""
    copy_of_checkout(folder)
    for kind in ("cython-*", "lib.*", "temp.*"):
        for built in (ROOT / "build").glob(kind):
            shutil.copytree(built, folder / "build" / built.name)
    return folder


class CleanEnvironment:
    """A virtual environment that knows a wheel of Parlour, what it requires with some of its
    extras, and nothing else."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        self.extras = ("", *extras)
        self.folder = folder
        run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
        self.python = folder / "bin" / "python"
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        self.packages = Path(run(self.python, "-c", where, cwd=folder).stdout.strip())
        self.copy_requirements_of("parlour")
        installed = pip(
            "--python", self.python, "install", "--no-index", "--no-deps", wheel, cwd=folder
        )
        assert installed.returncode == 0, installed.stderr

    def copy_requirements_of(self, name: str, wanted: Collection[str] = ()) -> None:
        for text in importlib.metadata.requires(name) or []:
            requirement = Requirement(text)
            marker = requirement.marker
            extras = self.extras if name == "parlour" else ("", *wanted)
            if marker and not any(marker.evaluate({"extra": extra}) for extra in extras):
                continue
            for file in importlib.metadata.files(requirement.name) or []:
                if file.parts[0] != ".." and file.suffix != ".pyc":
                    target = self.packages / file
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(Path(str(file.locate())), target)
            self.copy_requirements_of(requirement.name, requirement.extras)

    def run(self, *arguments: str) -> Finished:
        return run(self.folder / "bin" / "parlour", *arguments, cwd=self.folder)

    def parlour(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once, also when several workers share these tests."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "sdist"
    with (shared / "sdist.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            source = copy_of_checkout(shared / "checkout")
            command = [sys.executable, "-m", "build", "--sdist", "--no-isolation"]
            done = run(*command, "--outdir", folder, cwd=source)
            assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.tar.gz"))


def hasty_compiler(folder: Path) -> str:
    """Compiles without optimizing, whatever else it is told: that takes a third of the time."""
    script = folder / "hasty-gcc"
    script.write_text('#!/bin/sh\nexec gcc "$@" -O0\n')
    script.chmod(0o755)
    return str(script)


def test_an_sdist_with_a_compiler_installs_compiled(sdist: Path, tmp_path: Path):
    wheel = wheel_of(sdist, tmp_path / "wheel", CC=hasty_compiler(tmp_path))
    names = names_in(wheel)
    extensions = [name for name in names if name.endswith(EXTENSION_SUFFIXES[0])]
    pairs = [name for name in names if name.replace(".pxd", ".py") in names and ".pxd" in name]
    assert len(extensions) == len(pairs) > 0
    assert not [name for name in names if name.endswith((".c", ".pyx"))]
    assert any(name.endswith("/rulebook.md") for name in names)
    assert "parlour/py.typed" in names

    version = CleanEnvironment(tmp_path / "venv", wheel).parlour("--version")
    assert version.startswith("parlour ")
    assert "(compiled, Python 3." in version


def test_an_sdist_without_a_compiler_installs_interpreted(sdist: Path, tmp_path: Path):
    wheel = wheel_of(sdist, tmp_path / "wheel", **NO_COMPILER)
    assert wheel.name.endswith("-py3-none-any.whl")

    environment = CleanEnvironment(tmp_path / "venv", wheel)
    assert not (environment.packages / "Cython").exists()
    assert "(interpreted, Python 3." in environment.parlour("--version")
    assert "brique" in environment.parlour("games").lower()

    # The base: games, players, the terminal and its client of a hall. What needs more says so.
    seats = ("--seat", "1=level:1", "--seat", "2=random")
    assert "wins" in environment.parlour("play", "brique", "--set", "size=3", *seats)
    assert "serve" in environment.parlour("--help")
    refused = environment.run("join", "http://127.0.0.1:9")
    assert refused.returncode == 2, "nobody is there, but a client is"
    assert refused.stderr.startswith("Error: The server at http://127.0.0.1:9 "), "in words"
    for words in (["serve", "--port", "8722"], ["serve", "--help"], ["hall", "backup", "x"]):
        refused = environment.run(*words)
        assert refused.returncode == 2
        assert refused.stderr == (
            f"Error: parlour {words[0]} needs an extra. "
            "Install it with: pip install 'parlour[hall]'\n"
        )
    hall = CleanEnvironment(tmp_path / "hall", wheel, "hall")
    assert "--lan" in hall.parlour("serve", "--help")


def test_pip_install_from_a_checkout(tmp_path: Path):
    source = copy_of_used_checkout(tmp_path / "checkout")
    wheel = wheel_of(source, tmp_path / "wheel", PARLOUR_COMPILE="must")
    environment = CleanEnvironment(tmp_path / "venv", wheel)
    assert "(compiled, Python 3." in environment.parlour("--version")


def test_without_a_compiler_must_is_refused_in_a_sentence(sdist: Path, tmp_path: Path):
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path / "wheel"]
    variables = {**NO_COMPILER, "PARLOUR_COMPILE": "must"}
    done = pip("wheel", *options, sdist, cwd=tmp_path, variables=variables)
    assert done.returncode != 0
    assert "Parlour cannot be compiled, and PARLOUR_COMPILE=must forbids less" in done.stderr
    assert "gcc and python3-dev" in done.stderr
    assert "Traceback" not in done.stderr


def test_one_module_that_does_not_compile_takes_the_others_with_it(tmp_path: Path):
    source = copy_of_used_checkout(tmp_path / "checkout")
    # A pair that is C enough for Cython and too little for the compiler.
    (source / "src/parlour/broken.py").write_text("")
    (source / "src/parlour/broken.pxd").write_text('cdef extern from "nowhere.h":\n    pass\n')
    wheel = wheel_of(source, tmp_path / "wheel")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "parlour/table/state.py" in names_in(wheel)
    assert not [name for name in names_in(wheel) if name.endswith(".so")]


def test_an_unknown_value_of_parlour_compile_is_refused_with_a_sentence(tmp_path: Path):
    source = copy_of_checkout(tmp_path / "checkout")
    variables = {"PARLOUR_COMPILE": "maybe"}
    done = run(sys.executable, "setup.py", "--version", cwd=source, variables=variables)
    assert done.returncode != 0
    assert done.stderr == "PARLOUR_COMPILE=maybe: it may be `must`, `no`, or left unset.\n"
