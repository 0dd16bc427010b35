"""What every layer asks of its arguments and its input, in one wording."""

from __future__ import annotations

import math
from collections.abc import Sequence

from torch import Tensor


def as_shape(normalized_shape: int | Sequence[int]) -> tuple[int, ...]:
    """Return ``normalized_shape`` as a tuple of positive sizes; an int means one axis."""
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if not shape or any(size < 1 for size in shape):
        raise ValueError(
            f"normalized_shape is {normalized_shape!r}; expected one or more positive sizes. "
            "Pass the trailing sizes of the input, such as x.shape[-1]."
        )
    return shape


def check_positive(**sizes: int) -> None:
    """Refuse a size below 1; the keyword is the name that the error gives."""
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} is {size}; expected at least 1.")


def check_eps(eps: float) -> float:
    """Return ``eps`` if it is finite and not negative."""
    if not (math.isfinite(eps) and eps >= 0):
        raise ValueError(f"eps is {eps}; expected a finite number of at least 0, such as 1e-5.")
    return eps


def at_least_float32(x: Tensor) -> Tensor:
    """Return ``x`` in the dtype to compute in: float32 for float16 and bfloat16, else its own.

    In float16 the square of 300 overflows, and an eps of 1e-8 rounds to zero.
    """
    if not x.is_floating_point():
        raise TypeError(
            f"x has dtype {x.dtype}; expected a floating-point tensor. Convert it with x.float()."
        )
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
