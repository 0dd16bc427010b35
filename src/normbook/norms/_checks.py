"""What every function of this package asks of its arguments, and the errors it gives."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from numbers import Complex, Number, Real
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.floating[Any]]
FloatDType: TypeAlias = np.dtype[np.floating[Any]]


def as_float(value: npt.ArrayLike, name: str) -> FloatArray:
    """Return ``value`` as an array of float16, float32 or float64, without a copy if it is one.

    Integers become float64, as in :func:`numpy.mean`.
    """
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, and the norms would count what it masks; expected a plain "
            f"array. Fill it first: {name}.filled(0.0)."
        )
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        ragged = isinstance(error, ValueError) and isinstance(value, list | tuple)
        raise (ValueError if ragged else TypeError)(
            f"{name}, of type {type(value).__name__}, is no array of NumPy; expected float16, "
            f"float32, float64 or integers. {_way_to_array(value, name, ragged) or error}"
        ) from error
    if array.dtype.kind in "iu":
        return array.astype(np.float64)
    if array.dtype.type not in (np.float16, np.float32, np.float64):
        raise TypeError(
            f"{name} {'is None' if value is None else f'has dtype {array.dtype}'}; expected "
            f"float16, float32, float64 or integers. {_way_to_float(array, name)}"
        )
    return array


def check_has_axis(array: FloatArray, name: str) -> None:
    """Raise if the array is a single number."""
    if array.ndim == 0:
        raise ValueError(
            f"{name} is a single number; expected an array with at least one axis. "
            f"Wrap it first: np.atleast_1d({name})."
        )


def _way_to_array(value: object, name: str, ragged: bool) -> str:
    """Return what makes an array of a list or tensor that NumPy refuses; nothing for others."""
    if ragged:
        return "Give all rows one length, or normalize them one by one."
    device = getattr(getattr(value, "device", None), "type", "cpu")
    if device == "meta":
        return "A tensor on the meta device has no values: make it on the CPU, device='cpu'."
    steps = ".detach()" if getattr(value, "requires_grad", False) else ""
    if device != "cpu":
        steps += ".cpu()"
    if "bfloat16" in str(getattr(value, "dtype", "")):
        steps += ".float()"
    return steps and f"Convert it first: {name}{steps}."


def _way_to_float(array: npt.NDArray[Any], name: str) -> str:
    """Return what the caller can do about an array of a dtype that is refused."""
    kind = array.dtype.kind
    if kind == "c":
        return f"Normalize its parts one by one: {name}.real, then {name}.imag."
    if kind == "O" and array.ndim == 0:
        return "Pass an array or a list of floats."
    if kind == "O":
        strangers = {type(v).__name__ for v in array.flat if not _is_real(v)}
        if strangers:
            return f"Replace what is no real number in it: {', '.join(sorted(strangers))}."
        try:
            array.astype(np.float64)
        except OverflowError:
            return "Replace what is too large for a float64 in it."
    if kind in "SU":
        return (
            f"If it holds numbers as text, convert it first: np.asarray({name}, dtype=np.float64)."
        )
    if kind in "mMV":
        return "Pass numbers."
    return f"Convert it first: np.asarray({name}, dtype=np.float64)."


def _is_real(value: object) -> bool:
    """Return whether a value is a number without an imaginary part; a Decimal is one, too."""
    return isinstance(value, Real) or (isinstance(value, Number) and not isinstance(value, Complex))


def check_cache(cache: object, expected: type, forward: str) -> None:
    """Raise unless the cache is of this norm."""
    if not isinstance(cache, expected):
        raise TypeError(
            f"cache is a {type(cache).__name__}; expected a {expected.__name__}. Pass what "
            f"{forward} returned with y: y, cache = {forward}(...)."
        )


def for_computing(x: FloatArray) -> FloatArray:
    """Return x in the dtype of the computation: float32 for float16, else its own."""
    return x.astype(np.result_type(x.dtype, np.float32), order="C", copy=False)


def check_eps(eps: float) -> float:
    """Return eps as a Python float, after checking that it is finite and 0 or greater.

    A NumPy float64 would pull a computation in float32 up to its own dtype.
    """
    try:
        valid = math.isfinite(eps) and eps >= 0
    except TypeError:
        raise TypeError(f"eps is {eps!r}; expected a number such as 1e-5.") from None
    except OverflowError:  # an integer beyond all floats
        valid = False
    if not valid:
        raise ValueError(f"eps is {eps}; expected a finite number, 0 or greater, such as 1e-5.")
    return float(eps)


def check_momentum(momentum: float) -> float:
    """Return momentum as a Python float, after checking that it is from 0 to 1."""
    try:
        valid = 0 <= momentum <= 1
    except (TypeError, ValueError):  # the second of an array
        raise TypeError(f"momentum is {momentum!r}; expected a number such as 0.1.") from None
    if not valid:
        raise ValueError(f"momentum is {momentum}; expected a number from 0 to 1, such as 0.1.")
    return float(momentum)


def check_num_groups(num_groups: int, channels: int) -> int:
    """Return num_groups as an int, after checking that it divides the channels."""
    try:
        groups = operator.index(num_groups)
    except TypeError:
        raise TypeError(f"num_groups is {num_groups!r}; expected an integer.") from None
    if groups < 1 or channels % groups:
        choices = f"a divisor of {channels}, such as 1 or {channels}" if channels > 1 else "1"
        raise ValueError(
            f"num_groups is {groups} but x has {channels} channel{'s' * (channels != 1)} on axis 1"
            f"; expected {choices}."
        )
    return groups


def trailing_axes(x: FloatArray, normalized_shape: int | Sequence[int]) -> tuple[int, ...]:
    """Return the axes of x that ``normalized_shape`` names, after checking their sizes."""
    check_has_axis(x, "x")
    sizes = normalized_shape if isinstance(normalized_shape, Sequence) else (normalized_shape,)
    try:
        shape = tuple(operator.index(size) for size in sizes)
    except TypeError:
        raise TypeError(
            f"normalized_shape is {normalized_shape!r}; expected an integer or a tuple of them."
        ) from None
    if not shape or min(shape) < 1:
        raise ValueError(
            f"normalized_shape is {normalized_shape!r}; expected at least one size, each 1 or more."
        )
    if x.shape[-len(shape) :] != shape:
        raise ValueError(
            f"normalized_shape is {shape} but x has shape {x.shape}; expected x to end in "
            f"{shape}.{_way_to_shape(x, len(shape))}"
        )
    return tuple(range(x.ndim - len(shape), x.ndim))


def _way_to_shape(x: FloatArray, count: int) -> str:
    """Return what normalizes the last ``count`` axes of x, or all; nothing if one has size 0."""
    sizes = x.shape[-count:]
    if min(sizes) < 1:
        return ""
    if count >= x.ndim:
        axes = "all of its axes"
    else:
        axes = "its last axis" if count == 1 else f"the last {count} of its axes"
    return f" To normalize {axes}, pass normalized_shape={sizes}."


def named_axes(x: FloatArray, axis: int | Sequence[int] | None) -> tuple[int, ...]:
    """Return NumPy's ``axis`` argument as a tuple of axes counted from the front."""
    check_has_axis(x, "x")
    if axis is None:
        return tuple(range(x.ndim))
    given = axis if isinstance(axis, Sequence) else (axis,)
    try:
        axes = tuple(operator.index(a) + x.ndim * (a < 0) for a in given)
    except TypeError:
        raise TypeError(
            f"axis is {axis!r}; expected None, an integer or a tuple of them."
        ) from None
    if len(set(axes)) < len(axes) or not all(0 <= a < x.ndim for a in axes):
        raise ValueError(
            f"axis is {axis}; expected different axes between {-x.ndim} and {x.ndim - 1}, "
            f"since x has shape {x.shape}."
        )
    return axes


def check_values(x: FloatArray, axes: tuple[int, ...]) -> None:
    """Raise if there is nothing to average over these axes of x."""
    if math.prod(x.shape[a] for a in axes) == 0:
        raise ValueError(
            f"x has shape {x.shape}, so there is no value to average over its axes {axes}; "
            "expected each of them to have a size of 1 or more."
        )


def channel_axes(x: FloatArray, min_ndim: int) -> tuple[int, ...]:
    """Return every axis of x but axis 1, the channels, after checking that there are enough."""
    if x.ndim < min_ndim:
        layout = ", ".join(("N", "C", "L")[:min_ndim])
        given = f"has shape {x.shape}" if x.ndim else "is a single number"
        raise ValueError(
            f"x {given}; expected at least {min_ndim} axes, ({layout}, ...), "
            "with the channels on axis 1. Reshape x, or add an axis of size 1."
        )
    return (0, *range(2, x.ndim))


FEATURES = "one for each feature that is normalized"
CHANNELS = (
    "one for each channel on axis 1 of x. If the channels are its last axis, pass "
    "np.moveaxis(x, -1, 1)"
)
"""What the numbers of a parameter are for."""


def as_required(value: npt.ArrayLike, name: str, shape: tuple[int, ...], what: str) -> FloatArray:
    """Return a copy of a parameter, after checking its shape; the error says what it is for.

    A copy, because caches keep it, and an optimizer may change the original in place.
    """
    parameter = as_float(value, name).copy()
    if parameter.shape != shape:
        way = f" Repeat it first: np.full({shape}, {name})." if parameter.ndim == 0 else ""
        raise ValueError(f"{name} has shape {parameter.shape}; expected {shape}, {what}.{way}")
    return parameter


def as_parameter(
    value: npt.ArrayLike | None, name: str, shape: tuple[int, ...], what: str = FEATURES
) -> FloatArray | None:
    """Return a copy of an optional parameter, after checking its shape."""
    return None if value is None else as_required(value, name, shape, what)


def as_gradient(dy: npt.ArrayLike, x_hat: FloatArray) -> tuple[FloatArray, FloatDType]:
    """Return dy in the dtype of the computation, and the dtype that it came in."""
    gradient = as_float(dy, "dy")
    if gradient.shape != x_hat.shape:
        raise ValueError(
            f"dy has shape {gradient.shape}; expected {x_hat.shape}, the shape of y in the "
            "forward call that made this cache."
        )
    with np.errstate(all="ignore"):  # dy may be beyond the dtype of the computation
        return gradient.astype(x_hat.dtype, order="C", copy=False), gradient.dtype
