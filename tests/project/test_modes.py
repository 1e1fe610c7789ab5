"""Which Parlour runs: shown on a tiny package of its own, whose extensions are empty files.

Importing such a file fails, so a successful import proves that the source was taken.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from parlour import _modes

MODE = "import parlour; print(parlour._modes.mode())"
RULES = "import parlour.rules; print(parlour.rules.__file__)"


class Tiny:
    """A checkout: `src/parlour` with one pair, `rules.py` and `rules.pxd`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.package = root / "src" / "parlour"
        self.package.mkdir(parents=True)
        (root / "pyproject.toml").touch()
        self.write("_modes.py", Path(_modes.__file__).read_text())
        self.write("__init__.py", "from parlour import _modes\n\n_modes.install()\n")
        self.write("rules.py", "import cython\n")
        self.write("rules.pxd")

    def write(self, name: str, text: str = "") -> Path:
        """Every file is from the same second; only `build` and `touch` play with time."""
        file = self.package / name
        file.write_text(text)
        self.touch(name, 0)
        return file

    def touch(self, name: str, second: int) -> None:
        os.utime(self.package / name, (second, 1_000_000 + second))

    def build(self, name: str, second: int = 1) -> None:
        """Pretend to compile a module, by default one second after its source was written."""
        self.write(name + EXTENSION_SUFFIXES[0])
        self.touch(name + EXTENSION_SUFFIXES[0], second)

    def python(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("PARLOUR_", "PYTHON"))}
        return subprocess.run(
            [sys.executable, "-S", *arguments],  # -S: no site-packages, hence no Cython
            env=clean | {"PYTHONPATH": str(self.package.parent)} | variables,
            capture_output=True,
            text=True,
            check=False,
        )

    def says(self, code: str, **variables: str) -> str:
        run = self.python("-c", code, **variables)
        assert run.returncode == 0, run.stderr
        return run.stdout.strip()


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path)


def test_the_mode_is_what_the_modules_are():
    from parlour.table import state

    assert state.__file__ is not None
    assert _modes.compiled() == (not state.__file__.endswith(".py"))
    assert _modes.mode() == ("compiled" if _modes.compiled() else "interpreted")


def test_all_modules_are_of_one_mode():
    ours = {name: module for name, module in sys.modules.items() if name.startswith("parlour.")}
    for source in _modes.compilable():
        name = ".".join(source.relative_to(_modes.PACKAGE.parent).with_suffix("").parts)
        if name in ours:
            assert str(ours[name].__file__).endswith(".py") != _modes.compiled(), name


def test_without_extensions_it_runs_interpreted(tiny: Tiny):
    assert tiny.says(MODE) == "interpreted"
    assert tiny.says(RULES).endswith("rules.py")


def test_with_every_extension_it_runs_compiled(tiny: Tiny):
    tiny.build("rules")
    assert tiny.says(MODE) == "compiled"
    assert EXTENSION_SUFFIXES[0] in tiny.python("-c", RULES).stderr


def test_parlour_pure_asks_for_the_source(tiny: Tiny):
    tiny.build("rules")
    assert tiny.says(MODE, PARLOUR_PURE="1") == "interpreted"
    assert tiny.says(RULES, PARLOUR_PURE="1").endswith("rules.py")
    assert tiny.says(MODE, PARLOUR_PURE="0") == "compiled"


def test_a_half_built_installation_runs_interpreted_throughout(tiny: Tiny):
    (tiny.root / "pyproject.toml").unlink()
    tiny.write("search.py")
    tiny.write("search.pxd")
    tiny.build("rules")
    assert tiny.says(MODE) == "interpreted"
    assert tiny.says(RULES).endswith("rules.py")


@pytest.mark.parametrize("edited", ["rules.py", "rules.pxd"])
def test_an_edited_source_does_not_run_as_its_old_build(tiny: Tiny, edited: str):
    tiny.build("rules")
    tiny.touch(edited, 2)
    run = tiny.python("-c", MODE)
    assert run.returncode == 1
    assert f"ImportError: src/parlour/{edited} has changed since Parlour was compiled" in run.stderr
    assert "run `make build`" in run.stderr


def test_a_new_pair_asks_for_a_build(tiny: Tiny):
    tiny.build("rules")
    tiny.write("search.py")
    tiny.write("search.pxd")
    assert "search.py has changed" in tiny.python("-c", MODE).stderr


def test_an_extension_that_lost_its_source_asks_for_a_build(tiny: Tiny):
    tiny.build("rules")
    tiny.build("gone")
    assert f"gone{EXTENSION_SUFFIXES[0]} has changed" in tiny.python("-c", MODE).stderr


def test_at_the_command_line_an_old_build_is_one_sentence_and_exit_code_2(tiny: Tiny):
    tiny.build("rules")
    tiny.touch("rules.py", 2)
    tiny.write("__main__.py")
    script = tiny.root / "parlour"
    script.write_text("import parlour\n")
    for command in ([str(script)], ["-m", "parlour"], ["-m", "parlour.rules"]):
        run = tiny.python(*command)
        assert run.returncode == 2
        assert run.stderr.startswith("parlour: src/parlour/rules.py has changed")
        assert run.stderr.count("\n") == 1


def test_old_builds_do_not_matter_to_the_interpreted_mode(tiny: Tiny):
    tiny.build("rules", second=-1)
    assert tiny.says(MODE, PARLOUR_PURE="1") == "interpreted"


def test_an_installed_parlour_does_not_look_at_file_times(tiny: Tiny):
    (tiny.root / "pyproject.toml").unlink()
    tiny.build("rules", second=-1)
    assert tiny.says(MODE) == "compiled"


def test_interpreted_rules_need_no_cython(tiny: Tiny):
    tiny.write(
        "rules.py",
        "import cython\n"
        "assert not cython.compiled\n"
        "@cython.locals(n=int)\n"
        "def twice(n):\n"
        "    with cython.nogil, cython.gil:\n"
        "        return 2 * cython.cast(int, n)\n"
        "print(twice(21))\n",
    )
    assert tiny.says("import parlour.rules") == "42"


def test_an_installed_cython_wins_over_the_stand_in(tiny: Tiny):
    (tiny.package.parent / "cython.py").write_text("real = True\n")
    assert tiny.says("import parlour, cython; print(cython.real)") == "True"
