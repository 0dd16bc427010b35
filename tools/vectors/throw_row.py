"""LayerNorm of the row (1, 7, 7, 9), moved."""

from typing import Any

import numpy as np

from normbook.norms import layer_norm
from vectors.shorten import shorten


def cases() -> list[dict[str, Any]]:
    """Return offsets, and what LayerNorm makes of the row there."""
    return [case(offset) for offset in (0, 1, -6, 0.5, 1000, -1e6)]


def case(offset: float) -> dict[str, Any]:
    """Return one case."""
    x = np.array([1.0, 7, 7, 9]) + offset
    return {"offset": offset, "mean": x.mean(), "y": shorten(layer_norm(x, 4))}
