"""Scale and shift, the last step that all norms share.

A parameter has one value for each position along the axes it does not share; ``shared`` names the
others: the leading axes in layer norm, all but the channels in batch, group and instance norm.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from normbook.norms._checks import FloatArray, FloatDType
from normbook.norms._normalize import blocks, quiet, sum_over


class Gradients(NamedTuple):
    """The gradients of the loss with respect to the arguments of a norm."""

    dx: FloatArray
    """Shape of x, dtype of dy."""
    dweight: FloatArray | None
    """Shape and dtype of weight; None where there is none."""
    dbias: FloatArray | None
    """Shape and dtype of bias; None where there is none."""


@quiet
def affine(
    x_hat: FloatArray,
    weight: FloatArray | None,
    bias: FloatArray | None,
    shared: tuple[int, ...],
    dtype: FloatDType,
) -> FloatArray:
    """Return ``y = weight * x_hat + bias`` in ``dtype``, in memory of its own."""
    scale, shift = spread(weight, x_hat, shared), spread(bias, x_hat, shared)
    y = np.empty_like(x_hat)
    for block in blocks(x_hat.shape, ()):
        piece = y[block]
        if scale is None:
            piece[:] = x_hat[block]
        else:
            np.multiply(x_hat[block], scale[block], out=piece)
        if shift is not None:
            piece += shift[block]
    return y.astype(dtype, copy=False)


@quiet
def affine_backward(
    dy: FloatArray,
    x_hat: FloatArray,
    weight: FloatArray | None,
    bias: FloatArray | None,
    shared: tuple[int, ...],
) -> tuple[FloatArray | None, FloatArray | None]:
    """Return ``dweight`` and ``dbias``: the sums of dy x_hat and dy over the ``shared`` axes."""
    dweight, dbias = None, None
    if weight is not None:
        dweight = sum_over(shared, dy, x_hat).reshape(weight.shape).astype(weight.dtype)
    if bias is not None:
        dbias = sum_over(shared, dy).reshape(bias.shape).astype(bias.dtype)
    return dweight, dbias


def spread(
    parameter: FloatArray | None, x_hat: FloatArray, shared: tuple[int, ...]
) -> FloatArray | None:
    """Return the parameter in the dtype and shape of x_hat, repeated along the ``shared`` axes."""
    if parameter is None:
        return None
    shape = [1 if axis in shared else size for axis, size in enumerate(x_hat.shape)]
    return np.broadcast_to(parameter.reshape(shape).astype(x_hat.dtype), x_hat.shape)
