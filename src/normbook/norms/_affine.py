"""Weights and biases in the shape to compute with, and their gradients back in their own.

A parameter has one value for each position along the axes it does not share; ``shared`` names the
others: the leading axes in layer norm, all but the channels in batch, group and instance norm.
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
def spread(
    parameter: FloatArray | None, x: FloatArray, shared: tuple[int, ...]
) -> FloatArray | None:
    """Return the parameter with all axes of x, with size 1 where ``shared``, to compute with."""
    if parameter is None:
        return None
    shape = tuple(1 if axis in shared else size for axis, size in enumerate(x.shape))
    return parameter.reshape(shape).astype(np.result_type(x.dtype, np.float32))


@quiet
def fit(gradient: FloatArray, parameter: FloatArray | None) -> FloatArray | None:
    """Return the gradient in the shape and dtype of its parameter; None where there is none."""
    if parameter is None:
        return None
    return gradient.reshape(parameter.shape).astype(parameter.dtype)
