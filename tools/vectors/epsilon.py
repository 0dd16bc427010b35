"""LayerNorm step by step in half precision, by NumPy's and torch's own arithmetic."""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from normbook.norms import layer_norm
from normbook.widgets import Epsilon
from vectors.shorten import shorten

Scalar = Any
Cast = Callable[[Scalar], Scalar]

SCALES = (3e-5, 2e-4, 1e-3, 0.7, 300.0, 4e4)
EPSILONS = (0.0, 1e-7, 1e-5)
DIGITS = 9  # as many as tell any two float32 numbers apart


def cases() -> list[dict[str, Any]]:
    """Return states, and the values and outputs of each."""
    states = product(("float32", "float16", "bfloat16"), SCALES, EPSILONS)
    return [
        case(dtype=dtype, scale=scale, eps=eps, place=place, upcast=upcast)
        for dtype, scale, eps in states
        for place, upcast in choices(dtype, eps)
    ]


def choices(dtype: str, eps: float) -> list[tuple[str, bool]]:
    """Return the combinations that differ: eps = 0 has no place, and float32 needs no upcast."""
    places = ["inside", "outside"] if eps > 0 else ["inside"]
    upcasts = [False] if dtype == "float32" else [False, True]
    return list(product(places, upcasts))


@np.errstate(all="ignore")
def case(**state: Any) -> dict[str, Any]:
    """Return one case; where a right answer exists, with that of normbook.norms."""
    x = Epsilon(**state).values()
    y = step_by_step(x, **state)
    # layer_norm computes in float32 or more, and has the epsilon inside.
    comparable = np.isfinite(x).all() and state["place"] == "inside"
    expected = shorten(layer_norm(x.astype(np.float64), 8, eps=state["eps"]).std())
    return {
        "state": state,
        "x": in_json(x),
        "y": in_json(y),
        "exact": expected if comparable else None,
    }


def step_by_step(
    x: Any, *, dtype: str, eps: float, place: str, upcast: bool, scale: float
) -> list[float]:
    """Return the outputs, computed one scalar operation after the other in the dtype."""
    store, root = library(dtype)
    cast, take_root = library("float32") if upcast else (store, root)
    values = [cast(float(value)) for value in x]
    count = cast(len(values))
    mean = total(values, cast) / count
    centred = [value - mean for value in values]
    variance = total([value * value for value in centred], cast) / count
    if place == "inside":
        divisor = take_root(variance + cast(eps))
    else:
        divisor = take_root(variance) + cast(eps)
    return [float(store(float(value / divisor))) for value in centred]


def total(values: list[Scalar], cast: Cast) -> Scalar:
    """Return the sum, added up one after the other."""
    result = cast(0)
    for value in values:
        result = result + value
    return result


def library(dtype: str) -> tuple[Cast, Cast]:
    """Return what makes a scalar of the dtype, and what takes its root."""
    if dtype != "bfloat16":
        return np.dtype(dtype).type, np.sqrt
    import torch

    # By way of float32: what is given here is a float32 number already, but for eps.
    return lambda value: torch.tensor(value, dtype=torch.float32).bfloat16(), torch.sqrt


def in_json(values: Any) -> list[float | str]:
    """Return short numbers that Math.fround restores, and words where JSON has no number."""
    texts = [f"{float(value):.{DIGITS}g}" for value in values]
    return [float(text) if np.isfinite(float(text)) else text for text in texts]
