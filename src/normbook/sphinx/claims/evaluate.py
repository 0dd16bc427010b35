"""Evaluates the claims of a chapter in its kernel; `probe` has this run there, by its path."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RECORDS = Path(__file__).parents[2] / "data" / "experiments"

Answer = dict[str, Any]
"""``value``, a number or whether it is so; or ``error``, which says why there is none."""


def record(name: str) -> dict[str, Any]:
    """Return the record of an experiment, by its name."""
    kept: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    return kept


def evaluate(expression: str, names: Mapping[str, Any]) -> Answer:
    """Return what an expression is where these names are known, and ``record``."""
    try:
        value = eval(expression, {"record": record, **names})
        value = value.item() if hasattr(value, "item") else value  # of one element
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    if isinstance(value, bool):
        return {"value": value}
    if isinstance(value, int | float) and math.isfinite(value):
        return {"value": float(value)}
    return {"error": f"{value!r:.60} is neither a number nor True or False"}


def publish(expressions: list[str], names: Mapping[str, Any]) -> None:
    """Send the answers to whoever executes the notebook."""
    from IPython.display import display

    answers = [evaluate(each, names) for each in expressions]
    display({"application/json": answers}, raw=True)
