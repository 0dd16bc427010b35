"""LayerNorm and RMSNorm of three features, and LayerNorm's gradient."""

from typing import Any

import numpy as np

from normbook.norms import (
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    rms_norm,
    rms_norm_forward,
)
from vectors.shorten import shorten

CHOSEN: dict[str, tuple[list[float], float]] = {
    "the widget's start": ([1.9, 0.2, 1.2], 1e-5),
    "no epsilon": ([1.9, 0.2, 1.2], 0),
    "a large epsilon": ([1.9, 0.2, 1.2], 10),
    "in the plane": ([2, -0.5, -1.5], 1e-5),
    "along 1": ([2, 2, 2], 1e-5),
    "along 1 and no epsilon": ([0.1, 0.1, 0.1], 0),
    "against 1": ([-4, -4, -4], 1e-5),
    "the origin": ([0, 0, 0], 1e-5),
    "the origin and no epsilon": ([0, 0, 0], 0),
    "one feature alone": ([0, -4, 0], 0),
    "values below epsilon": ([1e-4, 2e-4, 4e-4], 1e-5),
    "squares that underflow": ([1e-200, 0, 3e-200], 0),
    "nearly along 1": ([3, 3, 3.0001], 0),
}


def cases() -> list[dict[str, Any]]:
    """Return rows, what both norms make of them, and what LayerNorm makes of a gradient."""
    rng = np.random.default_rng(2)
    chosen = dict(CHOSEN)
    for i in range(8):
        chosen[f"random {i}"] = (rng.uniform(-4, 4, 3).round(2).tolist(), 10.0 ** -rng.integers(7))
    gradients = rng.uniform(-2, 2, (len(chosen), 3)).round(2)
    return [
        case(name, *arguments, dy)
        for (name, arguments), dy in zip(chosen.items(), gradients, strict=True)
    ]


def case(name: str, x: list[float], eps: float, dy: np.ndarray) -> dict[str, Any]:
    """Return one case."""
    row = np.array(x, dtype=np.float64)
    _, cache = layer_norm_forward(row, 3, eps=eps)
    return {
        "name": name,
        "state": {"x": x, "eps": eps, "dy": dy.tolist()},
        "mean": shorten(cache.mean)[0],
        "xHat": shorten(layer_norm(row, 3, eps=eps)),
        "byRms": shorten(rms_norm(row, 3, eps=eps)),
        "rrms": shorten(rms_norm_forward(row, 3, eps=eps)[1].rrms)[0],
        "rstd": shorten(cache.rstd)[0],
        "dx": shorten(layer_norm_backward(dy, cache).dx),
    }
