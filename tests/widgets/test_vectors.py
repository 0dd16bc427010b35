"""The vectors that JavaScript is tested with are what normbook.norms says today."""

import importlib.util
import json
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "vectors.py"


def test_the_vectors_are_up_to_date():
    spec = importlib.util.spec_from_file_location("vectors", TOOL)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    stale = "the vectors are stale: run `python tools/vectors.py`"
    stored = json.loads(tool.FILE.read_text())
    fresh = tool.vectors()
    assert [case["state"] for case in stored] == [case["state"] for case in fresh], stale
    for old, new in zip(stored, fresh, strict=True):
        for step in ("mean", "variance", "rstd", "xHat", "y"):
            assert old[step] == pytest.approx(new[step], rel=1e-11, abs=1e-14), stale
