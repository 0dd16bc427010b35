"""How long LayerNorm and RMSNorm take on a GPU: what ``norm_speed`` measures, on more numbers."""

from __future__ import annotations

import torch

from normbook.experiments.norm_speed import QUICK, Settings, run_on
from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, main

ELEMENTS = 2**27
"""Numbers of each tensor: so many that a GPU is busy, and its caches hold only a part."""


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Time all; ``quick`` in miniature, to test. Returns what ``norm_speed.run_on`` does.

    Raises
    ------
    SystemExit
        Without a GPU that PyTorch finds.
    """
    if not torch.cuda.is_available():
        raise SystemExit("norm_speed_gpu: PyTorch finds no GPU here. The record stays as it is.")
    settings = QUICK if quick else Settings(elements=ELEMENTS)
    return run_on("cuda", "norm_speed_gpu", settings, parts)


if __name__ == "__main__":
    main("norm_speed_gpu", run)
