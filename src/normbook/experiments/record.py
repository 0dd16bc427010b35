"""Records of measurements, each with what it takes to repeat them."""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch

from normbook.data import RECORDS
from normbook.experiments.parts import Parts, Task

Record: TypeAlias = dict[str, Any]  # holds only what JSON can

KEPT = Path("_build/experiments")  # under the working directory, which is the repository's


def measured(
    name: str,
    seed: int,
    tasks: dict[str, Task],
    assemble: Callable[[dict[str, Any]], Record],
    parts: Parts | None = None,
) -> Record:
    """Compute all parts, and return the record that ``assemble`` makes of them, with provenance.

    Parameters
    ----------
    name : str
        The experiment's module.
    seed : int
        The first of the seeds that it uses.
    tasks : dict
        What computes each part, by name.
    assemble : callable
        Takes the results by name; what it returns is rounded as by :func:`rounded`.
    parts : Parts, optional
        How the parts are computed; in this process, and kept nowhere, if it is not given.

    Returns
    -------
    dict
        ``command``, ``seed``, ``versions``, ``date``, ``machine``, ``seconds`` (of one
        processor's time, for all parts) and the results.

    Examples
    --------
    >>> from functools import partial
    >>> tasks = {"a": partial(dict, loss=2.302585)}
    >>> measured("drift", 0, tasks, lambda results: results["a"])["loss"]
    2.303
    """
    parts = parts or Parts()
    results = assemble(parts.compute(tasks))
    record = {
        "command": f"python -m normbook.experiments.{name}",
        "seed": seed,
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "numpy": np.__version__,
        },
        "date": parts.date,
        "machine": {"cores": os.cpu_count(), "architecture": platform.machine()},
        "seconds": parts.seconds,
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


def write_record(name: str, record: Record, path: Path | None = None) -> None:
    """Write ``record`` as the record ``name``, or to ``path``, without spaces."""
    text = json.dumps(record, separators=(",", ":"), allow_nan=False)
    path = path or RECORDS / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part")
    beside.write_text(text + "\n", encoding="utf-8")
    beside.replace(path)  # so that a run that is stopped leaves the old file


def by_seed(runs: list[Record]) -> Record:
    """Return a list over runs for each of their keys.

    Examples
    --------
    >>> by_seed([{"loss": 0.5, "error": 0.1}, {"loss": 0.7, "error": 0.2}])
    {'loss': [0.5, 0.7], 'error': [0.1, 0.2]}
    """
    return {key: [run[key] for run in runs] for key in runs[0]}


def main(
    name: str, run: Callable[[bool, Parts], Record], arguments: list[str] | None = None
) -> None:
    """Run an experiment as its command line says, and write its record."""
    parser = argparse.ArgumentParser(prog=f"python -m normbook.experiments.{name}")
    add_options(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the record goes")
    options = parser.parse_args(arguments)
    regenerate(name, run, options, options.out)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that one experiment and all together have."""
    parser.add_argument(
        "--quick", action="store_true", help=f"in miniature, into {KEPT}, to see that it runs"
    )
    parser.add_argument("--fresh", action="store_true", help="measure again what is there already")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="parts at a time"
    )


def regenerate(
    name: str,
    run: Callable[[bool, Parts], Record],
    options: argparse.Namespace,
    out: Path | None = None,
) -> Record:
    """Run an experiment as ``options`` say, write its record and return it.

    Raises
    ------
    SystemExit
        If Ctrl+C was pressed; the parts that were done are kept.
    """
    folder = None if options.quick else KEPT / name
    if options.fresh and folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
    if options.quick and out is None:
        out = KEPT / f"{name}.quick.json"
    try:
        record = run(options.quick, Parts(folder, options.jobs, tell=True))
    except KeyboardInterrupt:
        kept = "" if folder is None else " What was measured is kept: the next run goes on from it."
        print(f"\nInterrupted.{kept}", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
    write_record(name, record, out)
    return record
