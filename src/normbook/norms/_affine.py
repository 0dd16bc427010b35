"""Weights and biases in the shape in which they broadcast to x, and their gradients in their own.

A parameter has one value for each position along some axes of x: the normalized axes in layer norm,
the channels in batch, group and instance norm. Along the other axes of x, which ``shared`` names,
all positions share it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from normbook.norms._checks import FloatArray
from normbook.norms._normalize import quiet


class Gradients(NamedTuple):
    """The gradients of the loss with respect to the arguments of a norm."""

    dx: FloatArray
    """Shape of x, dtype of dy."""
    dweight: FloatArray | None
    """Shape and dtype of weight; None where there is none."""
    dbias: FloatArray | None
    """Shape and dtype of bias; None where there is none."""


@quiet
def broadcastable(
    parameter: FloatArray | None, x: FloatArray, shared: tuple[int, ...]
) -> FloatArray | None:
    """Return the parameter with all axes of x, size 1 along ``shared``; None where there is none.

    Its dtype is that of the computation: float32 if x is float16, else that of x.
    """
    if parameter is None:
        return None
    shape = tuple(1 if axis in shared else size for axis, size in enumerate(x.shape))
    return parameter.reshape(shape).astype(np.result_type(x.dtype, np.float32))


@quiet
def like_parameter(gradient: FloatArray, parameter: FloatArray | None) -> FloatArray | None:
    """Return the gradient in the shape and dtype of its parameter; None without a parameter."""
    if parameter is None:
        return None
    return gradient.reshape(parameter.shape).astype(parameter.dtype)
