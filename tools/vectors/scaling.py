"""Points scaled in two ways, and descents down a bowl, step by step."""

from typing import Any

import numpy as np

from normbook.norms import min_max_scale, standardize
from normbook.widgets import Scaling
from vectors.shorten import shorten

ROWS: list[list[float]] = [
    [22, 5, 6, 8, 10, 19, 2],
    [189, 5, 6, 8, 10, 19, 2],
    [122, 105, 106, 108, 110, 119, 102],
    [10, 10, 10],
    [-3.3, -3.3, -3.3, -3.3],
    [0, 0],
    [-1000, 1000],
    [1000, 999.999, 1000, 1000],
    [-7, -1, -2.5, -700],
    [0.1, 0.2, 0.3],
    [1e-200, 0, -3e-200],
    [1e12, -1e12, 3e12, 4],
    [1e150, 5e149, -1e150],
    list(range(-6, 6)),
]

SHAPES = [(1, 0), (1, 0.3), (1, -0.95), (2.5, -0.5), (10, 0.3), (50, 0.95)]
RATES = [0.05, 0.7, 1, 1.9, 2, 2.2]

FALL = 1e-6
MOST_STEPS = 100_000
DRAWN_STEPS = 150


def cases() -> list[dict[str, Any]]:
    """Return rows with what they become, then bowls with the way down them."""
    return [*map(row, ROWS), *(descent(*shape, rate) for shape in SHAPES for rate in RATES)]


def row(x: list[float]) -> dict[str, Any]:
    """Return one row and its two scalings."""
    values = np.array(x, dtype=np.float64)
    return {
        "x": values.tolist(),
        "minMax": shorten(min_max_scale(values)),
        "z": shorten(standardize(values)),
    }


def descent(elongation: float, correlation: float, rate: float) -> dict[str, Any]:
    """Walk down one bowl; the steps are None where 100,000 do not bring the loss to a millionth."""
    hessian = Scaling(elongation=elongation, correlation=correlation).hessian()
    smallest, largest = np.linalg.eigvalsh(hessian)
    best = np.array([1, 2 / elongation])
    weights = np.zeros(2)
    goal = FALL * best @ hessian @ best
    path, steps = [weights.tolist()], None
    for step in range(1, MOST_STEPS + 1):
        weights = weights - rate / largest * (hessian @ (weights - best))
        if step <= DRAWN_STEPS:
            path.append(weights.tolist())
        if (weights - best) @ hessian @ (weights - best) <= goal:
            steps = step
            break
        if rate >= 2 and step == DRAWN_STEPS:
            break
    return {
        "elongation": elongation,
        "correlation": correlation,
        "rate": rate,
        "condition": shorten(largest / smallest),
        "largest": shorten(largest),
        "steps": steps,
        "path": {str(k): shorten(path[k]) for k in (0, 1, 2, 7, 40, DRAWN_STEPS) if k < len(path)},
    }
