"""LayerNorm and RMSNorm of one vector."""

from typing import Any

import numpy as np

from normbook.norms import layer_norm, rms_norm
from vectors.shorten import shorten

CHOSEN: dict[str, tuple[list[float], float]] = {
    "the widget's start": ([3, 0, 2.5, 5], 1e-5),
    "one feature": ([-7], 1e-5),
    "zeros": ([0, 0, 0], 1e-5),
    "zeros and no epsilon": ([0, 0, 0], 0),
    "all equal": ([2, 2, 2], 0),
    "an offset of 1,000": ([1001, 998, 1000.5], 1e-5),
    "a large epsilon": ([1, 2, 3], 100),
}


def cases() -> list[dict[str, Any]]:
    """Return rows and both norms of each."""
    rng = np.random.default_rng(2)
    chosen = dict(CHOSEN)
    for d in range(2, 9):
        chosen[f"{d} random"] = (rng.normal(scale=4, size=d).round(3).tolist(), 1e-6)
    return [case(name, *arguments) for name, arguments in chosen.items()]


def case(name: str, x: list[float], eps: float) -> dict[str, Any]:
    """Return one case."""
    row = np.array(x, dtype=np.float64)
    return {
        "name": name,
        "x": x,
        "eps": eps,
        "layer": shorten(layer_norm(row, len(x), eps=eps)),
        "rms": shorten(rms_norm(row, len(x), eps=eps)),
    }
