"""The four steps of LayerNorm."""

from typing import Any

import numpy as np

from normbook.norms import layer_norm_forward
from vectors.shorten import shorten

CHOSEN: dict[str, tuple[Any, Any, Any, float]] = {
    "the widget's start": ([4, 1, 3, 8], None, None, 1e-5),
    "no epsilon": ([4, 1, 3, 8], None, None, 0),
    "a large epsilon": ([4, 1, 3, 8], None, None, 100),
    "gamma and beta": ([4, 1, 3, 8], [2, -1, 0, 0.5], [0, 1, -3, 10], 0.1),
    "one feature": ([7], None, [3], 1e-5),
    "two features": ([0, 100], None, None, 0),
    "all equal": ([0.1, 0.1, 0.1], [2, 2, 2], [1, 2, 3], 1e-5),
    "all equal and no epsilon": ([0.1, 0.1, 0.1], None, [1, 2, 3], 0),
    "a mean of 10,000": ([10000, 9997, 9999, 10004], None, None, 1e-5),
    "the largest values": ([1e6, -1e6, 1e6], [1e6, 1, 1], None, 1e-12),
    "values below epsilon": ([1e-4, 2e-4, 4e-4], None, None, 1e-5),
}


def cases() -> list[dict[str, Any]]:
    """Return named cases: the arguments, and what every step of LayerNorm makes of them."""
    rng = np.random.default_rng(0)
    chosen = dict(CHOSEN)
    for d in range(1, 13):
        x, weight, bias = rng.normal(scale=10, size=(3, d)).round(3)
        chosen[f"{d} random"] = (
            x.tolist(),
            weight.tolist(),
            bias.tolist(),
            10.0 ** -rng.integers(9),
        )
    return [case(name, *arguments) for name, arguments in chosen.items()]


def case(
    name: str,
    x: list[float],
    weight: list[float] | None,
    bias: list[float] | None,
    eps: float,
) -> dict[str, Any]:
    """Return one case."""
    weight = weight or [1] * len(x)
    bias = bias or [0] * len(x)
    as_floats = [np.array(each, dtype=np.float64) for each in (x, weight, bias)]
    y, cache = layer_norm_forward(as_floats[0], len(x), as_floats[1], as_floats[2], eps)
    return {
        "name": name,
        "state": {"x": x, "weight": weight, "bias": bias, "eps": eps},
        "mean": shorten(cache.mean)[0],
        "variance": shorten(cache.var)[0],
        "rstd": shorten(cache.rstd)[0],
        "xHat": shorten(cache.x_hat),
        "y": shorten(y),
    }
