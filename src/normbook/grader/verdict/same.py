"""Compares answers: whether two are the same, but for rounding, and in which aspect they differ."""

from __future__ import annotations

import cmath
import math
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Flag, auto
from typing import Any

from .loaded import is_numpy, is_tensor, np, numpy_is_loaded
from .tolerance import Tolerance

ROUNDING = Tolerance(relative=1e-4, absolute=1e-6)
"""By how much two right answers may differ; two misconceptions differ by more."""
COARSE = 2e-3
"""In place of either part of `ROUNDING`, where numbers went through float16 or bfloat16, or where
float32 has lost the last digits of a large mean."""
FLOAT16_ROUNDING = 5e-4
"""By how much float16 rounds the number 1 at most."""
FLOAT32_SPACING = 2.4e-7
"""Twice the distance of the number 1 to its neighbour in float32."""


class Aspect(Flag):
    """What an answer has beside its numbers."""

    DTYPE = auto()
    SHAPE = auto()
    CHANGES = auto()
    """The names of the arguments that the call changed."""
    GRADIENT = auto()
    """Whether a gradient flows back from it, and which one has reached it."""


CAUSES = (
    "truth value|Boolean value of",
    "in-place|inplace",
    "axis.* is out of bounds",
    "does not require grad|not have been used in the graph",
    "does what you are to write",
    "not permitted|an attempt may not",
    "core dimension",
)
"""What the message of an exception says of its cause: one type, ValueError say, has many."""
MISFITTING_PRODUCTS = (
    r"^matmul: .*\(size (?P<rows>\d+) is different from (?P<columns>\d+)\)",
    r"\((?P<a>[\d,]+)\) and \((?P<b>[\d,]+)\) not aligned: "
    r"(?P<columns>\d+) \(dim \d+\) != (?P<rows>\d+) ",
    r"cannot be multiplied \((?P<a>\d+x(?P<columns>\d+)) and (?P<b>(?P<rows>\d+)x\d+)\)",
)
"""How NumPy's `@`, its `dot` and PyTorch say that the sizes of two factors do not fit; of the first
nobody learns the whole shapes."""
NUMPY_NAMES = {"float": "float64", "int": "int64", "complex": "complex128"}
"""The types of Python's own numbers, and NumPy's dtypes that are the same."""
NUMBERS_ALONE = Aspect.DTYPE | Aspect.SHAPE | Aspect.CHANGES | Aspect.GRADIENT
NO_ASPECT = Aspect(0)


def same_answer(
    a: dict[str, Any],
    b: dict[str, Any],
    but: Aspect = NO_ASPECT,
    tolerance: Tolerance = ROUNDING,
) -> bool:
    """Return whether two operations came to the same.

    Two exceptions do if they have the same type and cause, whatever else their messages say.

    Parameters
    ----------
    a, b
        The answers, as `host` gives them.
    but
        The aspects in which they may differ.
    tolerance
        By how much the numbers of ``a`` may differ from those of ``b``.
    """
    if "raised" in a and "raised" in b:
        return _type_and_cause(a["raised"]) == _type_and_cause(b["raised"])
    if Aspect.CHANGES not in but and changes(a) != changes(b):
        return False
    if Aspect.GRADIENT not in but and a.get("output") != b.get("output"):
        return False
    beside = "became", "changed", "output"
    a, b = ({k: v for k, v in each.items() if k not in beside} for each in (a, b))
    return same(a, b, but, tolerance)


def changes(answer: dict[str, Any]) -> dict[str, list[bool]]:
    """Return which tensors in each changed argument need a gradient now, by its name.

    What its numbers became may differ: that they were changed is one mistake, whatever to.
    """
    became = answer.get("became", {})
    return {
        name: [bool(getattr(each, "requires_grad", False)) for each in leaves(became.get(name))]
        for name in answer.get("changed", ())
    }


def tolerance_for(given: Iterable[Any]) -> Tolerance:
    """Return by how much right answers may differ, as these arguments of a call are rounded.

    Where a row or a column of float32 has the mean 10,000 and the deviation 1, its values lie up to
    1e-3 apart, so that as much is lost before anything is computed with them; a weight of 10 makes
    that ten times as much.
    """
    if not numpy_is_loaded():
        return ROUNDING
    narrow = (x for x in given if is_number(x) and aspect_of(x, Aspect.DTYPE) == "float32")
    lost = max((_mean_beside_deviation(as_array(each)) for each in narrow), default=0.0)
    absolute = min(FLOAT32_SPACING * lost, COARSE)
    if absolute <= ROUNDING.absolute:
        return ROUNDING
    return replace(ROUNDING, absolute=absolute, of_largest=absolute)


def _mean_beside_deviation(x: np.ndarray) -> float:
    """Return the largest quotient of a mean and its standard deviation along any axis."""
    most = 0.0
    for axis in range(x.ndim):
        with np.errstate(all="ignore"):
            quotients = np.abs(x.mean(axis)) / x.std(axis)
        most = max(most, float(np.max(quotients, initial=0.0, where=np.isfinite(quotients))))
    return most


def sizes_of_product(message: str) -> tuple[int, int] | None:
    """Return the columns and the rows that do not fit, if an exception is about a matrix product.

    >>> sizes_of_product("mat1 and mat2 shapes cannot be multiplied (4x6 and 18x6)")
    (6, 18)
    """
    found = _misfitting_product(message)
    return found and (int(found["columns"]), int(found["rows"]))


def may_fit_transposed(message: str) -> bool:
    """Return whether the factors of such a product may fit once one of them is transposed."""
    found = _misfitting_product(message)
    if found is None:
        return False
    shapes = found.groupdict()
    if "a" not in shapes:
        return True
    a, b = (re.findall(r"\d+", shapes[name]) for name in "ab")
    columns, rows = found["columns"], found["rows"]
    return (len(a) == 2 and a[0] == rows) or (len(b) == 2 and b[1] == columns)


def _misfitting_product(message: str) -> re.Match[str] | None:
    """Return where a message says which sizes of a product do not fit."""
    matches = (re.search(each, message) for each in MISFITTING_PRODUCTS)
    return next(filter(None, matches), None)


def _type_and_cause(raised: dict[str, str]) -> tuple[str, object]:
    """Return what tells one exception from another: `if array:` is no shape that does not fit."""
    message = raised["message"]
    causes = (cause for cause in CAUSES if re.search(cause, message))
    return raised["type"], sizes_of_product(message) or next(causes, "")


def same(a: Any, b: Any, but: Aspect = NO_ASPECT, tolerance: Tolerance = ROUNDING) -> bool:
    """Return whether two values are the same; the parameters are those of `same_answer`."""
    if isinstance(a, (tuple, list)):
        return (
            isinstance(b, (tuple, list))
            and len(a) == len(b)
            and all(same(x, y, but, tolerance) for x, y in zip(a, b, strict=True))
        )
    if isinstance(a, dict):
        return (
            isinstance(b, dict)
            and a.keys() == b.keys()
            and all(same(a[k], b[k], but, tolerance) for k in a)
        )
    if Aspect.DTYPE in but and is_number(a) and is_number(b):
        return _same_numbers(a, b, but, tolerance)
    if isinstance(a, float) and isinstance(b, float):  # as NumPy's float64 is, too
        return tolerance.agree_plain(float(a), float(b))
    if is_numpy(a):
        return is_numpy(b) and _same_arrays(np.asarray(a), np.asarray(b), but, tolerance)
    if isinstance(a, complex) and type(a) is type(b):
        return tolerance.agree_plain(a, b)
    if is_tensor(a):
        return is_tensor(b) and _same_tensors(a, b, but, tolerance)
    return type(a) is type(b) and bool(a == b)


def _same_numbers(a: Any, b: Any, but: Aspect, tolerance: Tolerance) -> bool:
    """Return whether two values have the same numbers, of whatever dtype."""
    if is_tensor(a) and is_tensor(b) and not _same_gradients(a, b, but, tolerance):
        return False
    if not numpy_is_loaded():
        return tolerance.agree_plain(within_floats(a), within_floats(b))
    x, y = as_array(a), as_array(b)
    return _shapes_agree(x, y, but) and _agree(x, y, tolerance, (a, b))


def _agree(x: np.ndarray, y: np.ndarray, tolerance: Tolerance, numbers: Iterable[Any]) -> bool:
    """Return whether arrays agree, which have these numbers.

    If one of them is in float16 or bfloat16, as far as that tells: of two large ones a digit is
    left.
    """
    if tolerance.agree(x, y):
        return True
    if not any("float16" in aspect_of(each, Aspect.DTYPE) for each in numbers):
        return False
    in_half = replace(ROUNDING, relative=COARSE, of_largest=FLOAT16_ROUNDING)
    return in_half.agree(as_array(x), as_array(y))


def _same_arrays(a: np.ndarray, b: np.ndarray, but: Aspect, tolerance: Tolerance) -> bool:
    if a.dtype != b.dtype or not _shapes_agree(a, b, but):
        return False
    if a.dtype.kind not in "fc":
        return bool(np.array_equal(a.ravel(), b.ravel()))
    return _agree(a, b, tolerance, (a,))


def _shapes_agree(a: np.ndarray, b: np.ndarray, but: Aspect) -> bool:
    return a.shape == b.shape or (Aspect.SHAPE in but and a.size == b.size)


def _same_tensors(a: Any, b: Any, but: Aspect, tolerance: Tolerance) -> bool:
    """Return whether tensors agree in their numbers, in their gradients, and in having any."""
    if a.dtype != b.dtype or not _same_gradients(a, b, but, tolerance):
        return False
    x, y = map(as_array, (a, b))
    return _shapes_agree(x, y, but) and _agree(x, y, tolerance, (a,))


def _same_gradients(a: Any, b: Any, but: Aspect, tolerance: Tolerance) -> bool:
    if Aspect.GRADIENT in but:
        return True
    x, y = (each.grad if each.is_leaf else None for each in (a, b))
    return a.requires_grad == b.requires_grad and same(x, y, but, tolerance)


def count_alike(a: Any, b: Any, other: Any, but: Aspect, tolerance: Tolerance) -> int:
    """Return how many numbers of ``b`` are those of ``a`` in the same places, and not ``other``'s.

    Each is a number, an array or a tensor. Of arrays that are not of one shape none is counted.
    """
    values = a, b, other
    if not all(map(is_number, values)) or not numpy_is_loaded():
        return int(same(a, b, but, tolerance) and not same(b, other, but, tolerance))
    x, y, z = map(as_array, values)
    if not x.shape == y.shape == z.shape:
        return 0
    return int((tolerance.agreeing(x, y) & ~tolerance.agreeing(y, z)).sum())


def distance(a: Any, b: Any) -> float:
    """Return the largest difference of two numbers in values that are the same but for rounding."""
    if isinstance(a, (tuple, list)):
        return max((distance(x, y) for x, y in zip(a, b, strict=True)), default=0.0)
    if isinstance(a, dict):
        return max((distance(a[key], b[key]) for key in a), default=0.0)
    if not is_number(a):
        return 0.0
    if not numpy_is_loaded():
        x, y = within_floats(a), within_floats(b)
        return abs(x - y) if cmath.isfinite(x) and cmath.isfinite(y) else 0.0
    x, y = as_array(a), as_array(b)
    return float(np.max(np.abs(x - y)[np.isfinite(x) & np.isfinite(y)], initial=0.0))


# ---- what values are


def plain(value: Any) -> Any:
    """Return a value; of what an attribute is answered with, ``{"plain": value}``, the value."""
    return value["plain"] if isinstance(value, dict) and value.keys() == {"plain"} else value


def leaves(value: Any) -> Iterator[Any]:
    """Yield what lists, tuples and dictionaries hold, at any depth, or the value itself."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (tuple, list)):
        yield value
        return
    for each in value:
        yield from leaves(each)


def is_number(value: Any) -> bool:
    """Return whether a value is a number, an array or a tensor of them."""
    if isinstance(value, (int, float, complex)):
        return not isinstance(value, bool)
    return value.dtype.kind in "iufc" if is_numpy(value) else is_tensor(value)


def aspect_of(number: Any, aspect: Aspect) -> Any:
    """Return the dtype of a number, an array or a tensor, as a word, or another aspect of it."""
    if aspect is Aspect.GRADIENT:
        return bool(getattr(number, "requires_grad", False))
    if aspect is Aspect.SHAPE:
        return tuple(getattr(number, "shape", ()))
    kind = str(getattr(number, "dtype", type(number).__name__)).removeprefix("torch.")
    return NUMPY_NAMES.get(kind, kind)


def size_of(number: Any) -> int:
    """Return how many numbers a number, an array or a tensor is."""
    return math.prod(aspect_of(number, Aspect.SHAPE))


def as_array(value: Any) -> np.ndarray:
    """Return a number, an array or a tensor as an array of float64 or complex numbers."""
    if is_tensor(value):
        value = value.detach().double().numpy()
    array = np.asarray(within_floats(value))
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64, copy=False)


def within_floats(value: Any) -> Any:
    """Return a whole number that is beyond all floats as infinity, and anything else as it is."""
    if isinstance(value, int) and abs(value) > sys.float_info.max:
        return math.inf if value > 0 else -math.inf
    return value
