"""Compares answers: whether two are the same, but for rounding."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

# Two right answers may round differently; two misconceptions differ by more than this.
RTOL, ATOL = 1e-4, 1e-6


def same_answer(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Return whether two operations came to the same: of exceptions, the type counts alone."""
    if "raised" in a and "raised" in b:
        return bool(a["raised"]["type"] == b["raised"]["type"])
    return same(a, b)


def same(a: Any, b: Any) -> bool:
    """Return whether two values are the same, but for rounding."""
    if isinstance(a, (tuple, list)):
        return (
            isinstance(b, (tuple, list))
            and len(a) == len(b)
            and all(same(x, y) for x, y in zip(a, b, strict=True))
        )
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    np = sys.modules.get("numpy")
    if np is not None and isinstance(a, (np.ndarray, np.generic)):
        alike = isinstance(b, (np.ndarray, np.generic))
        return alike and _same_arrays(np.asarray(a), np.asarray(b))
    if isinstance(a, float) and isinstance(b, float):
        return _same_floats(a, b)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(a, torch.Tensor):
        return isinstance(b, torch.Tensor) and _same_tensors(a, b)
    return type(a) is type(b) and bool(a == b)


def _same_floats(a: float, b: float) -> bool:
    if not (math.isfinite(a) and math.isfinite(b)):
        return bool(a == b) or (math.isnan(a) and math.isnan(b))
    return bool(abs(a - b) <= ATOL + RTOL * abs(b))


def _same_arrays(a: np.ndarray, b: np.ndarray) -> bool:
    import numpy as np

    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind not in "fc":
        return bool(np.array_equal(a, b))
    with np.errstate(all="ignore"):
        return bool(np.allclose(a, b, rtol=RTOL, atol=ATOL, equal_nan=True))


def _same_tensors(a: Any, b: Any) -> bool:
    if a.dtype != b.dtype or a.requires_grad != b.requires_grad:
        return False
    gradients = [each.grad if each.is_leaf else None for each in (a, b)]
    return same(*gradients) and _same_arrays(*(x.detach().double().numpy() for x in (a, b)))
