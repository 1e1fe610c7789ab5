"""Whether Parlour runs compiled or interpreted; settled before any other module is imported.

Every `x.py` with an `x.pxd` beside it is compiled when Parlour is installed: all of them or none,
because a compiled class and an interpreted one do not fit together. Both modes give the same
results. `PARLOUR_PURE=1` asks for the interpreted one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path
from types import ModuleType
from typing import Literal

PACKAGE = Path(__file__).parent


def install() -> None:
    """Choose the mode. The first thing that `import parlour` does."""
    if not asked_to_be_pure() and (changed := changed_since_the_build()):
        refuse(f"{changed} has changed since Parlour was compiled: run `make build` first.")
    if not compiled():
        sys.meta_path.insert(0, SourceFinder())
    sys.meta_path.append(CythonStandIn())


def mode() -> Literal["compiled", "interpreted"]:
    return "compiled" if compiled() else "interpreted"


@cache
def compiled() -> bool:
    if asked_to_be_pure():
        return False
    sources = compilable()
    return bool(sources) and all(extension(source) for source in sources)


def asked_to_be_pure() -> bool:
    return os.environ.get("PARLOUR_PURE", "0") not in ("", "0")


@cache
def compilable() -> list[Path]:
    """The sources that have their C types beside them."""
    sources = (pxd.with_suffix(".py") for pxd in PACKAGE.rglob("*.pxd"))
    return sorted(source for source in sources if source.exists())


def extension(source: Path) -> Path | None:
    """What this interpreter would import in the place of a source, if that was built."""
    candidates = (source.with_suffix(suffix) for suffix in EXTENSION_SUFFIXES)
    return next((built for built in candidates if built.exists()), None)


def changed_since_the_build() -> str:
    """In a checkout with built modules: a file that shows they are old; else an empty string.

    Python itself would run the old build in silence. An installed Parlour is not asked: its files
    belong together, and their times say only when they were unpacked.
    """
    checkout = PACKAGE.parent.parent
    if PACKAGE.parent.name != "src" or not (checkout / "pyproject.toml").is_file():
        return ""
    left = set(PACKAGE.rglob("*" + EXTENSION_SUFFIXES[0]))
    if not left:
        return ""
    for source in compilable():
        module = extension(source)
        for file in (source, source.with_suffix(".pxd")):
            if module is None or file.stat().st_mtime > module.stat().st_mtime:
                return str(file.relative_to(checkout))
        left.discard(module)
    return str(min(left).relative_to(checkout)) if left else ""  # its source is gone


def refuse(sentence: str) -> None:
    """Speak to the person at the command line, or to the program that imports us."""
    if started_as_a_command():
        sys.stderr.write(f"parlour: {sentence}\n")
        raise SystemExit(2)
    raise ImportError(sentence, name="parlour")


def started_as_a_command() -> bool:
    """`parlour ...` or `python -m parlour ...`; of the latter, argv knows only `-m` so early."""
    script = sys.argv[0] if sys.argv else ""
    if script == "-m":
        return "parlour" in {word.split(".")[0] for word in sys.orig_argv}
    return Path(script).stem == "parlour"


class SourceFinder:
    """Finds the modules of Parlour by their source, and never by what was compiled from it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith("parlour."):
            return None
        specs = (self.folder(entry).find_spec(fullname, target) for entry in path)
        return next((spec for spec in specs if spec and spec.loader), None)

    @staticmethod
    @cache
    def folder(entry: str) -> FileFinder:
        return FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES))

    def invalidate_caches(self) -> None:
        self.folder.cache_clear()


class CythonStandIn:
    """The little of `import cython` that interpreted rules touch, so that nobody must install it.

    It stands last in the line of finders: where Cython is installed, Cython answers.
    """

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "cython":
            return None
        # A loader by its methods; the base class would cost every start 20 ms of importlib.abc.
        return ModuleSpec("cython", self, origin=__file__)  # pyright: ignore[reportArgumentType]

    def create_module(self, _spec: ModuleSpec) -> None:
        """An ordinary, empty module will do."""

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(
            compiled=False, cast=cast, declare=declare, locals=unchanged, gil=Lock(), nogil=Lock()
        )


class Lock:
    """`with cython.gil:` and `with cython.nogil:` mean nothing to an interpreter."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_failure: object) -> None:
        pass


def cast(_kind: object, value: object) -> object:
    return value


def declare(_kind: object = None, value: object = None) -> object:
    return value


def unchanged(**_kinds: object) -> Callable[[object], object]:
    return lambda function: function
