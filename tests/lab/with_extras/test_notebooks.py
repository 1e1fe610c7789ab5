"""The notebooks run from top to bottom, and are kept without what this machine printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.lab.extras import load
from tests import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_three():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_without_outputs(path: Path):
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@pytest.mark.filterwarnings("ignore")  # of the packages that run it
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path, tmp_path: Path):
    page = load("nbformat").read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    client = load("nbclient").NotebookClient(page, timeout=300, resources=resources)
    client.execute()
    shown = {
        kind
        for cell in page.cells
        for out in cell.get("outputs", ())
        for kind in out.get("data", ())
    }
    if path.stem != "train-a-policy":
        assert "image/svg+xml" in shown
