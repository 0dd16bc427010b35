"""Compares answers: whether two are the same, but for rounding, and in which aspect they differ."""

from __future__ import annotations

import cmath
import math
import re
import sys
from collections.abc import Iterable, Iterator
from enum import Flag, auto
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

# Two right answers may round differently; two misconceptions differ by more than this.
RTOL, ATOL = 1e-4, 1e-6
COARSE = 2e-3
"""The same for what went through float16 or bfloat16."""
SINGLE = "float32"
ULPS = 2.4e-7
"""Twice the distance of neighbours in float32, beside 1."""


class Aspect(Flag):
    """What an answer has beside its numbers."""

    DTYPE = auto()
    SHAPE = auto()
    CHANGES = auto()
    """The arguments that the call changed."""


CAUSES = (
    "truth value|Boolean value of",
    "in-place|inplace",
    "axis.* is out of bounds",
    "does not require grad|not have been used in the graph",
    "does what you are to write",
)
"""What an exception's message says of its cause, where one type has many."""
PRODUCTS = (
    r"\(size (?P<rows>\d+) is different from (?P<columns>\d+)\)",
    r"not aligned: (?P<columns>\d+) \(dim \d+\) != (?P<rows>\d+) ",
    r"cannot be multiplied \(\d+x(?P<columns>\d+) and (?P<rows>\d+)x",
)
"""How NumPy's `@`, its `dot` and PyTorch say that matrices do not fit."""
PLAIN = {"float": "float64", "int": "int64", "complex": "complex128"}
"""Python's numbers, as NumPy calls them."""
NUMBERS_ALONE = Aspect.DTYPE | Aspect.SHAPE | Aspect.CHANGES
NO_ASPECT = Aspect(0)


def same_answer(
    a: dict[str, Any], b: dict[str, Any], but: Aspect = NO_ASPECT, atol: float = ATOL
) -> bool:
    """Return whether two operations came to the same: of exceptions, the kind counts alone.

    In the aspects ``but`` they may differ, and in their numbers by ``atol``.
    """
    if "raised" in a and "raised" in b:
        return _kind(a["raised"]) == _kind(b["raised"])
    if Aspect.CHANGES in but:
        a, b = ({k: v for k, v in each.items() if k != "changed"} for each in (a, b))
    return same(a, b, but, atol)


def rounding(given: Iterable[Any]) -> float:
    """Return by how much right answers may differ as float32 inputs round: an ``atol``.

    Where a row or a column has the mean 10,000 and the deviation 1, the last digits of its values
    are 1e-3 before anything is computed with them.
    """
    if "numpy" not in sys.modules:
        return ATOL
    narrow = (each for each in given if is_number(each) and aspect_of(each, Aspect.DTYPE) == SINGLE)
    lost = max((_mean_beside_deviation(as_array(each)) for each in narrow), default=0.0)
    return min(max(ATOL, ULPS * lost), COARSE)


def _mean_beside_deviation(x: np.ndarray) -> float:
    """Return how large a mean is beside its deviation at most, along any axis."""
    import numpy as np

    most = 0.0
    for axis in range(x.ndim):
        with np.errstate(all="ignore"):
            shares = np.abs(x.mean(axis)) / x.std(axis)
        most = max(most, float(np.max(shares, initial=0.0, where=np.isfinite(shares))))
    return most


def sizes_of_product(message: str) -> tuple[int, int] | None:
    """Return the columns and the rows of a product that do not fit, if an exception is of these.

    >>> sizes_of_product("mat1 and mat2 shapes cannot be multiplied (4x6 and 18x6)")
    (6, 18)
    """
    found = next(filter(None, (re.search(each, message) for each in PRODUCTS)), None)
    return found and (int(found["columns"]), int(found["rows"]))


def _kind(raised: dict[str, str]) -> tuple[str, object]:
    """Return what tells one exception from another: `if array:` is no shape that does not fit."""
    message = raised["message"]
    causes = (cause for cause in CAUSES if re.search(cause, message))
    return raised["type"], sizes_of_product(message) or next(causes, "")


def same(a: Any, b: Any, but: Aspect = NO_ASPECT, atol: float = ATOL) -> bool:
    """Return whether two values are the same, but for rounding and for some aspects."""
    if isinstance(a, (tuple, list)):
        return (
            isinstance(b, (tuple, list))
            and len(a) == len(b)
            and all(same(x, y, but, atol) for x, y in zip(a, b, strict=True))
        )
    if isinstance(a, dict):
        return (
            isinstance(b, dict)
            and a.keys() == b.keys()
            and all(same(a[k], b[k], but, atol) for k in a)
        )
    if Aspect.DTYPE in but and is_number(a) and is_number(b):
        return _same_numbers(a, b, but, atol)
    np = sys.modules.get("numpy")
    if np is not None and isinstance(a, (np.ndarray, np.generic)):
        alike = isinstance(b, (np.ndarray, np.generic))
        return alike and _same_arrays(np.asarray(a), np.asarray(b), but, atol)
    if isinstance(a, float | complex) and type(a) is type(b):
        return _same_floats(a, b, atol)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(a, torch.Tensor):
        return isinstance(b, torch.Tensor) and _same_tensors(a, b, but, atol)
    return type(a) is type(b) and bool(a == b)


def plain(value: Any) -> Any:
    """Return the value of an attribute as any other."""
    return value["plain"] if isinstance(value, dict) and value.keys() == {"plain"} else value


def leaves(value: Any) -> Iterator[Any]:
    """Yield what lists, tuples and dictionaries hold, or the value itself."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (tuple, list)):
        yield value
        return
    for each in value:
        yield from leaves(each)


def aspect_of(number: Any, aspect: Aspect) -> Any:
    """Return the dtype or the shape of a number, an array or a tensor."""
    if aspect is Aspect.SHAPE:
        return tuple(getattr(number, "shape", ()))
    kind = str(getattr(number, "dtype", type(number).__name__)).removeprefix("torch.")
    return PLAIN.get(kind, kind)


def size_of(number: Any) -> int:
    """Return how many numbers a number, an array or a tensor is."""
    return math.prod(aspect_of(number, Aspect.SHAPE))


def distance(a: Any, b: Any) -> float:
    """Return by how much two values differ at most that are the same but for rounding."""
    if isinstance(a, (tuple, list)):
        return max((distance(x, y) for x, y in zip(a, b, strict=True)), default=0.0)
    if isinstance(a, dict):
        return max((distance(a[key], b[key]) for key in a), default=0.0)
    if not is_number(a):
        return 0.0
    if "numpy" not in sys.modules:
        return abs(a - b) if a != b else 0.0
    import numpy as np

    x, y = as_array(a), as_array(b)
    return float(np.max(np.abs(x - y)[np.isfinite(x) & np.isfinite(y)], initial=0.0))


def is_number(value: Any) -> bool:
    """Return whether a value is a number, an array or a tensor of them."""
    np, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if isinstance(value, (int, float, complex)):
        return not isinstance(value, bool)
    if np is not None and isinstance(value, (np.ndarray, np.generic)):
        return value.dtype.kind in "iufc"
    return torch is not None and isinstance(value, torch.Tensor)


def as_array(value: Any) -> np.ndarray:
    """Return a number, an array or a tensor as an array of float64 or complex numbers."""
    import numpy as np

    if type(value).__name__ == "Tensor":
        value = value.detach().double().numpy()
    if isinstance(value, int) and abs(value) > sys.float_info.max:
        value = math.inf if value > 0 else -math.inf
    array = np.asarray(value)
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64, copy=False)


def _same_numbers(a: Any, b: Any, but: Aspect, atol: float) -> bool:
    """Return whether two values have the same numbers, of whatever dtype."""
    if "numpy" not in sys.modules:  # plain numbers alone
        return _same_floats(a, b, atol)
    x, y = as_array(a), as_array(b)
    if not _shapes_agree(x, y, but):
        return False
    return close(x, y, atol=atol) or (_is_coarse(a, b) and close(x, y, COARSE))


def _is_coarse(*numbers: Any) -> bool:
    return any("float16" in aspect_of(each, Aspect.DTYPE) for each in numbers)


def _shapes_agree(a: np.ndarray, b: np.ndarray, but: Aspect) -> bool:
    return a.shape == b.shape or (Aspect.SHAPE in but and a.size == b.size)


def close(a: np.ndarray, b: np.ndarray, rtol: float = RTOL, atol: float = ATOL) -> bool:
    """Return whether all numbers of two arrays are alike, whatever their shapes."""
    return bool(alike(a.ravel(), b.ravel(), rtol, atol).all())


def alike(a: np.ndarray, b: np.ndarray, rtol: float = RTOL, atol: float = ATOL) -> np.ndarray:
    """Return what `numpy.isclose` does, NaN being equal to NaN, in a fraction of its time."""
    import numpy as np

    same_numbers: np.ndarray = np.asarray(a == b)
    if not same_numbers.all():
        with np.errstate(all="ignore"):
            near = np.abs(a - b) <= atol + rtol * np.abs(b)
        same_numbers |= (near & np.isfinite(b)) | (np.isnan(a) & np.isnan(b))
    return same_numbers


def _same_floats(a: complex, b: complex, atol: float) -> bool:
    if not (cmath.isfinite(a) and cmath.isfinite(b)):
        return bool(a == b) or (cmath.isnan(a) and cmath.isnan(b))
    return bool(abs(a - b) <= atol + RTOL * abs(b))


def _same_arrays(a: np.ndarray, b: np.ndarray, but: Aspect, atol: float) -> bool:
    import numpy as np

    if a.dtype != b.dtype or not _shapes_agree(a, b, but):
        return False
    if a.dtype.kind not in "fc":
        return bool(np.array_equal(a.ravel(), b.ravel()))
    return close(a, b, atol=atol)


def _same_tensors(a: Any, b: Any, but: Aspect, atol: float) -> bool:
    if a.dtype != b.dtype or a.requires_grad != b.requires_grad:
        return False
    slopes = [each.grad if each.is_leaf else None for each in (a, b)]
    x, y = (each.detach().double().numpy() for each in (a, b))
    return same(slopes[0], slopes[1], but, atol) and _same_arrays(x, y, but, atol)
