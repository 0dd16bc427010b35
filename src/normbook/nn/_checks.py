"""What every layer asks of its arguments and its input, and the errors it gives."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence

from torch import Tensor


def as_shape(normalized_shape: int | Sequence[int]) -> tuple[int, ...]:
    """Return ``normalized_shape`` as a tuple of positive sizes; an int means one axis."""
    sizes = normalized_shape if isinstance(normalized_shape, Sequence) else (normalized_shape,)
    try:
        shape = tuple(operator.index(size) for size in sizes)
    except TypeError:
        raise TypeError(
            f"normalized_shape is {normalized_shape!r}; expected an integer or a tuple of them. "
            "Pass the trailing sizes of the input, such as x.shape[-1]."
        ) from None
    if not shape or min(shape) < 1:
        raise ValueError(
            f"normalized_shape is {normalized_shape!r}; expected at least one size, each 1 or "
            "more. Pass the trailing sizes of the input, such as x.shape[-1]."
        )
    return shape


def check_positive(**sizes: int) -> None:
    """Refuse a size that is no integer, or below 1; the keyword is the name in the error."""
    for name, size in sizes.items():
        try:
            valid = operator.index(size) >= 1
        except TypeError:
            raise TypeError(f"{name} is {size!r}; expected an integer, 1 or more.") from None
        if not valid:
            raise ValueError(f"{name} is {size}; expected at least 1.")


def check_eps(eps: float) -> float:
    """Return ``eps`` as a float if it is finite and not negative."""
    try:
        valid = math.isfinite(eps) and eps >= 0
    except TypeError:
        raise TypeError(f"eps is {eps!r}; expected a number such as 1e-5.") from None
    except OverflowError:  # an integer beyond all floats
        valid = False
    if not valid:
        raise ValueError(f"eps is {eps}; expected a finite number, 0 or greater, such as 1e-5.")
    return float(eps)


def check_alpha0(alpha0: float) -> float:
    """Return ``alpha0`` if it is finite."""
    try:
        valid = math.isfinite(alpha0)
    except TypeError:
        raise TypeError(f"alpha0 is {alpha0!r}; expected a number such as 0.5.") from None
    if not valid:
        raise ValueError(f"alpha0 is {alpha0}; expected a finite number, such as 0.5.")
    return alpha0


def check_momentum(momentum: float | None) -> float | None:
    """Return ``momentum`` if it is None or from 0 to 1."""
    try:
        valid = momentum is None or 0 <= momentum <= 1
    except (TypeError, ValueError, RuntimeError):  # the others of an array and a tensor
        raise TypeError(
            f"momentum is {momentum!r}; expected None or a number such as 0.1."
        ) from None
    if not valid:
        raise ValueError(f"momentum is {momentum}; expected None or a number from 0 to 1.")
    return momentum


def check_tensor(value: object, name: str) -> None:
    """Refuse what is no tensor, such as a list or an array of NumPy."""
    if not isinstance(value, Tensor):
        raise TypeError(
            f"{name} is a {type(value).__name__}; expected a tensor. Convert it with "
            f"torch.as_tensor({name})."
        )


def check_floating_point(x: Tensor) -> None:
    """Refuse an ``x`` that is no tensor, or of integers, booleans or complex numbers."""
    check_tensor(x, "x")
    if not x.is_floating_point():
        fix = "Convert it with x.float()."
        if x.is_complex():
            fix = "Normalize its parts one by one: x.real, then x.imag."
        raise TypeError(f"x has dtype {x.dtype}; expected a floating-point tensor. {fix}")


def at_least_float32(x: Tensor) -> Tensor:
    """Return ``x`` in the dtype to compute in: float32 for float16 and bfloat16, else its own.

    In float16 the square of 300 overflows, and an eps of 1e-8 rounds to zero.
    """
    check_floating_point(x)
    return x.float() if x.itemsize < 4 else x


def trailing_axes(x: Tensor, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the axes ``(-len(shape), ..., -1)``, where ``x`` must have the sizes ``shape``."""
    if tuple(x.shape[-len(shape) :]) != shape:
        raise ValueError(
            f"x has shape {tuple(x.shape)}; expected its trailing sizes to be {shape}. Build the "
            "layer with the trailing sizes of x, or move the features to the end."
        )
    return tuple(range(-len(shape), 0))


def check_channels(x: Tensor, channels: int, *, min_ndim: int) -> None:
    """Refuse an ``x`` that is not ``(N, channels, ...)`` with at least ``min_ndim`` axes."""
    if x.ndim < min_ndim or x.shape[1] != channels:
        raise ValueError(
            f"x has shape {tuple(x.shape)}; expected at least {min_ndim} axes with {channels} "
            "channels on axis 1. Build the layer with the channels of x, or move them to axis 1."
        )


def along_channels(parameter: Tensor, ndim: int) -> Tensor:
    """Reshape a ``(C,)`` parameter to ``(C, 1, ...)``, which broadcasts over ``(N, C, ...)``."""
    return parameter.reshape(-1, *[1] * (ndim - 2))
