"""Records of measurements, each with what it takes to repeat them."""

from __future__ import annotations

import json
import math
import os
import platform
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch

Record: TypeAlias = dict[str, Any]  # what JSON can hold

RECORDS = Path(__file__).parent.parent / "data" / "experiments"


def measured(name: str, seed: int, measure: Callable[[], Record]) -> Record:
    """Return what ``measure()`` returns, preceded by its provenance.

    Parameters
    ----------
    name : str
        The experiment's module.
    seed : int
        The first of the seeds that it uses.
    measure : callable
        Takes no arguments; its result is rounded as by :func:`rounded`.

    Returns
    -------
    dict
        ``command``, ``seed``, ``versions``, ``date``, ``machine``, ``seconds`` and the results.

    Examples
    --------
    >>> measured("drift", 0, lambda: {"loss": 2.302585})["loss"]
    2.303
    """
    start = time.perf_counter()
    results = measure()
    record = {
        "command": f"python -m normbook.experiments.{name}",
        "seed": seed,
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "numpy": np.__version__,
        },
        "date": date.today().isoformat(),
        "machine": {"cores": os.cpu_count(), "architecture": platform.machine()},
        "seconds": time.perf_counter() - start,
        **results,
    }
    return {key: rounded(value) for key, value in record.items()}


def rounded(value: Any) -> Any:
    """Return ``value`` with each float, at any depth, rounded to 4 significant digits.

    NaN and infinity, which JSON has not, become None.

    Examples
    --------
    >>> rounded({"loss": [2.302585, float("nan")], "step": 12345})
    {'loss': [2.303, None], 'step': 12345}
    """
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, float):
        return float(f"{value:.4g}") if math.isfinite(value) else None
    return value


def write_record(name: str, record: Record) -> None:
    """Write ``record`` as the record ``name``, without spaces."""
    text = json.dumps(record, separators=(",", ":"), allow_nan=False)
    RECORDS.mkdir(exist_ok=True)
    (RECORDS / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def read_record(name: str) -> Record:
    """Return the record ``name``."""
    record: Record = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    return record


def main(name: str, run: Callable[[], Record]) -> None:
    """Run an experiment on one core, so that its sums have one order, and write its record."""
    torch.set_num_threads(1)
    write_record(name, run())
