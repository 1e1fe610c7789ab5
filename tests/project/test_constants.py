"""Constants that a .pxd and its .py both name have one value.

A C `enum` in the .pxd gives compiled code its constants; interpreted code takes them from the
module. Nothing else would notice if the two differed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from parlour import _modes
from tests import ROOT

PXDS = sorted(source.with_suffix(".pxd") for source in _modes.compilable())
READ = """
import json, sys
from importlib import import_module
print(json.dumps([getattr(import_module(name), constant, None) for name, constant in
                  json.load(sys.stdin)]))
"""


def enums(text: str) -> dict[str, int]:
    """The constants of all enums in the text of a .pxd, numbered as C numbers them."""
    found: dict[str, int] = {}
    for block in re.findall(r"^c(?:p?)def enum:\n((?:[ ]{4}.*\n|\n)*)", text, re.M):
        following = 0
        for line in block.splitlines():
            constant = re.fullmatch(r"    (\w+)(?: = (.+?))?(?:  #.*)?", line)
            if constant:
                following = eval(constant[2], {}, dict(found)) if constant[2] else following
                found[constant[1]] = following
                following += 1
            else:
                assert not line.strip() or line.strip().startswith("#"), line
    return found


def module_of(pxd: Path) -> str:
    return ".".join(pxd.relative_to(ROOT / "src").with_suffix("").parts)


def values(constants: list[tuple[str, str]]) -> list[int | None]:
    """The values of constants of modules in an interpreted process."""
    done = subprocess.run(
        [sys.executable, "-c", READ],
        input=msgspec.json.encode(constants),
        env=os.environ | {"PARLOUR_PURE": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(done.stdout)


def test_every_constant_has_one_value_in_both_modes():
    wanted = {
        (module_of(pxd), name): value
        for pxd in PXDS
        for name, value in enums(pxd.read_text("utf-8")).items()
    }
    assert len(wanted) > 100
    # A constant that only compiled code uses need not be in the module.
    pairs = zip(wanted, values(list(wanted)), strict=True)
    found = {constant: value for constant, value in pairs if value is not None}
    assert len(found) > 100
    assert found == {constant: wanted[constant] for constant in found}


@pytest.mark.parametrize(
    ("text", "constants"),
    [
        ("cdef enum:\n    A\n    B\n    C = 7  # why\n    D\n", {"A": 0, "B": 1, "C": 7, "D": 8}),
        ("cdef enum:\n    A = 1 << 4\n    B = A - 1\n", {"A": 16, "B": 15}),
        ("cpdef enum:\n    # one\n    A = -1\n\ncdef enum:\n    B = 2\n", {"A": -1, "B": 2}),
        ("cdef class A:\n    cdef int b\n", {}),
    ],
)
def test_constants_are_numbered_as_c_numbers_them(text: str, constants: dict[str, int]):
    assert enums(text) == constants
