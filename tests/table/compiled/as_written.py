"""Compiled modules, run from their sources."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import parlour


def as_written(path: str) -> Any:
    """The module from its source: compiled, its functions are for compiled callers only."""
    file = Path(parlour.__file__).parent / path
    spec = spec_from_file_location(f"{file.stem}_as_written", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
