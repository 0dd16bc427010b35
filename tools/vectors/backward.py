"""The gradient of LayerNorm with respect to x."""

from typing import Any

import numpy as np

from normbook.norms import layer_norm_backward, layer_norm_forward
from vectors.shorten import shorten

CHOSEN: dict[str, tuple[list[float], list[float], float]] = {
    "a small epsilon": ([4, 1, 3, 8], [1, 0.5, -0.5, 2], 1e-5),
    "no epsilon": ([4, 1, 3, 8], [1, 0, 0, 0], 0),
    "a large epsilon": ([4, 1, 3, 8], [1, 0, 0, 0], 100),
    "one feature": ([3], [2], 0.1),
    "all equal": ([3, 3, 3], [1, 2, 3], 1e-5),
    "all equal and no epsilon": ([3, 3, 3], [1, 2, 3], 0),
    "a large mean": ([1000, 999, 998.5], [1, -1, 2], 1e-12),
}


def cases() -> list[dict[str, Any]]:
    """Return rows, gradients and what comes out."""
    rng = np.random.default_rng(1)
    chosen = dict(CHOSEN)
    for d in range(1, 7):
        x, dy = rng.normal(scale=5, size=(2, d)).round(3)
        chosen[f"{d} random"] = (x.tolist(), dy.tolist(), 10.0 ** -rng.integers(9))
    return [case(name, *arguments) for name, arguments in chosen.items()]


def case(name: str, x: list[float], dy: list[float], eps: float) -> dict[str, Any]:
    """Return one case."""
    _, cache = layer_norm_forward(np.array(x, dtype=np.float64), len(x), eps=eps)
    dx = layer_norm_backward(np.array(dy, dtype=np.float64), cache).dx
    return {"name": name, "state": {"x": x, "dy": dy, "eps": eps}, "dx": shorten(dx)}
