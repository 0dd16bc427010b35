"""Run all experiments in turn and write their records: ``python -m normbook.experiments``."""

from __future__ import annotations

import argparse
import time
from importlib import import_module

import torch

from normbook.experiments import NAMES, ON_GPU
from normbook.experiments.record import add_options, regenerate


def main(arguments: list[str] | None = None) -> None:
    """Run all, as the command line says, with the time that each took."""
    parser = argparse.ArgumentParser(prog="python -m normbook.experiments")
    add_options(parser)
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    work = 0.0
    for count, name in enumerate(NAMES, start=1):
        print(f"{name} ({count} of {len(NAMES)})", flush=True)
        if name in ON_GPU and not torch.cuda.is_available():
            print("  left as it is: PyTorch finds no GPU here", flush=True)
            continue
        record = regenerate(name, import_module(f"normbook.experiments.{name}").run, options)
        work += record["seconds"]
        minutes = (time.perf_counter() - start) / 60
        print(f"  {record['seconds']:.0f} s of one core; {minutes:.1f} min so far", flush=True)
    minutes = (time.perf_counter() - start) / 60
    print(f"All: {work / 60:.1f} min of one core, in {minutes:.1f} min.")


if __name__ == "__main__":
    main()
