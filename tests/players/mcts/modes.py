"""What another process finds that runs interpreted, beside one that runs compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from tests import ROOT


def interpreted(module: str, function: str) -> Any:
    """What a function of a module of the tests returns there; it has to be JSON."""
    code = f"import json; from {module} import {function}; print(json.dumps({function}()))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PARLOUR_PURE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
