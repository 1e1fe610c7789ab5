"""Compile every `x.py` that has an `x.pxd` beside it: all of them or none.

The rest of the packaging stands in pyproject.toml. Two variables steer this file:

PARLOUR_COMPILE   `must`: an installation that cannot be compiled is an error (`make`, CI);
                  `no`: do not compile; unset: compile where possible, else run interpreted.
PARLOUR_SANITIZE  `memory`: build with the address and bounds sanitizers;
                  `threads`: with the thread sanitizer (`make sanitize`).
"""

import importlib.util
import os
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

SOURCES = Path("src")
HEADERS = [str(header) for header in SOURCES.rglob("*.h")]
BUILD_FAILED = (BaseError, CCompilerError, OSError)
PROBE = "#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n"

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # annotations are for readers; the C types stand in the .pxd
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "wraparound": False,
}
# No recovery: a fault ends the run. An array that is the last field of its class is left to the
# address sanitizer: `bounds` takes it for one of flexible length, and bounds-strict trips over
# Python's own tuples.
SANITIZERS = {
    "memory": ["-fsanitize=address,bounds", "-fno-sanitize-recover=bounds"],
    "threads": ["-fsanitize=thread"],
}
SANITIZED = ["-fno-omit-frame-pointer", "-g", "-O1"]
# The warning is about C that Cython wrote for pickles, and nobody here can act on it.
OPTIMIZED = ["-O3", "-g0", "-Wno-maybe-uninitialized"]


def extensions() -> list[Extension]:
    """Every pair of .py and .pxd, or none where compiling is unwanted or impossible."""
    choice = os.environ.get("PARLOUR_COMPILE", "")
    if choice not in ("", "must", "no"):
        sys.exit(f"PARLOUR_COMPILE={choice}: it may be `must`, `no`, or left unset.")
    if choice == "no":
        return []
    if obstacle := why_nothing_compiles():
        go_interpreted(obstacle)
        return []
    wanted = os.environ.get("PARLOUR_SANITIZE", "")
    if wanted and wanted not in SANITIZERS:
        sys.exit(f"PARLOUR_SANITIZE={wanted}: it may be `memory`, `threads`, or left unset.")
    sanitizers = SANITIZERS.get(wanted, [])
    return [
        Extension(
            ".".join(source.relative_to(SOURCES).with_suffix("").parts),
            [str(source)],
            depends=["setup.py", *HEADERS],  # other flags, other machine code
            include_dirs=[str(SOURCES)],  # of our own headers
            extra_compile_args=[*sanitizers, *SANITIZED] if sanitizers else OPTIMIZED,
            extra_link_args=sanitizers,
        )
        for source in pairs()
    ]


def pairs() -> list[Path]:
    sources = (pxd.with_suffix(".py") for pxd in SOURCES.rglob("*.pxd"))
    return sorted(source for source in sources if source.exists())


def why_nothing_compiles() -> str:
    """Build one line that needs Python.h, and say what stood in the way, if anything did."""
    if importlib.util.find_spec("Cython") is None:
        return "Cython is not installed"
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "probe.c")
        source.write_text(PROBE)
        probe = build_ext(Distribution({"ext_modules": [Extension("probe", [str(source)])]}))
        probe.build_lib = probe.build_temp = scratch
        try:
            probe.ensure_finalized()
            probe.run()
        except BUILD_FAILED:
            return "no working C compiler with Python.h is here (Debian: gcc and python3-dev)"
    return ""


def go_interpreted(obstacle: str) -> None:
    if os.environ.get("PARLOUR_COMPILE") == "must":
        sys.exit(f"Parlour cannot be compiled, and PARLOUR_COMPILE=must forbids less: {obstacle}.")
    print(f"Parlour will run interpreted, slower with the same results: {obstacle}.", flush=True)


class AllOrNone(build_ext):
    """One module that fails takes the others with it: half-compiled classes do not fit together."""

    done = 0

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        self.remove(keep=pairs())
        try:
            self.translate()
            super().run()
        except BUILD_FAILED as failure:
            go_interpreted(f"a module did not compile ({failure})")
            self.remove(keep=[])
            self.forget_extensions()

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
        self.done += 1
        if sys.stderr.isatty():  # a minute is long where nothing happens
            end = "\n" if self.done == len(self.extensions) else ""
            count = f"\r{self.done} of {len(self.extensions)} modules"
            print(count, end=end, file=sys.stderr, flush=True)

    def translate(self) -> None:
        """From Python to C, under build/; in here so that only real builds pay for it."""
        from Cython import __version__ as version
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError

        folder = Path("build", f"cython-{version}")  # another Cython writes other C
        changed = Path("setup.py").stat().st_mtime
        written = [folder / source.with_suffix(".c") for source in pairs()]
        outdated = any(c.exists() and c.stat().st_mtime < changed for c in written)
        try:
            translated = cythonize(
                [Extension(extension.name, extension.sources) for extension in self.extensions],
                build_dir=str(folder),
                compiler_directives=DIRECTIVES,
                force=self.force or outdated,
                quiet=True,
            )
        except CompileError as failure:
            raise BaseError(f"Cython refused {failure}") from failure
        for extension, c in zip(self.extensions, translated, strict=True):
            extension.sources = c.sources

    def remove(self, keep: list[Path]) -> None:
        """Delete built modules, but not those of the sources to keep."""
        kept = {source.relative_to(SOURCES).with_suffix("") for source in keep}
        for root in [Path(self.build_lib)] + [SOURCES] * bool(self.inplace):
            for built in root.rglob("*" + EXTENSION_SUFFIXES[0]):
                if built.relative_to(root).with_name(built.name.split(".")[0]) not in kept:
                    built.unlink()

    def forget_extensions(self) -> None:
        """From here on this is a distribution of plain Python, and its wheel runs anywhere."""
        self.extensions = []
        self.distribution.ext_modules = None
        wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
        if wheel is not None:
            wheel.root_is_pure = True


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})
