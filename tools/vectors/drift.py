"""What the record of drift says of some states."""

import json
from typing import Any

from normbook.widgets.drift.widget import Drift

STATES = (
    ("none", "layer", 4, 23, "values"),
    ("none", "layer", 4, 23, "units"),
    ("batch", "rms", 3, 12, "values"),
    ("layer", "nothing", 2, 0, "units"),
    ("rms", "rms", 1, 5, "values"),
)


def cases() -> list[dict[str, Any]]:
    """Return states, and of each run that they show the numbers."""
    return [case(*state) for state in STATES]


def case(norm: str, other: str, layer: int, step: int, measure: str) -> dict[str, Any]:
    """Return one case."""
    record = json.loads(Drift.record_path().read_text(encoding="utf-8"))
    key = {"values": "drift", "units": "unit_drift"}[measure]
    shown = [norm] if other in ("nothing", norm) else [norm, other]
    runs = [record["runs"][each] for each in shown]
    return {
        "state": {"norm": norm, "other": other, "layer": layer, "step": step, "measure": measure},
        "shown": shown,
        "drift": [run[key][step][layer - 1] for run in runs],
        "std": [run["std"][step][layer - 1] for run in runs],
        "last": [[record["steps"][-1], run[key][-1][layer - 1]] for run in runs],
        "per_mille": [[sum(counts) for counts in run["histogram"][step]] for run in runs],
    }
