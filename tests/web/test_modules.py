"""The JavaScript unit tests, `*.test.js`, run by node's own runner."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.rglob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_module_does_what_its_tests_say(file: Path):
    done = subprocess.run(
        ["node", "--test", str(file)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
