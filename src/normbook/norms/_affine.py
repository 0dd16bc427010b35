"""Scale and shift, the last step that all norms share.

A parameter has one value for each position along the axes it does not share; ``shared`` names the
others: the leading axes in layer norm, all but the channels in batch, group and instance norm.
"""

from __future__ import annotations

from typing import NamedTuple

from normbook.norms._checks import FloatArray, FloatDType
from normbook.norms._normalize import quiet, sum_of_products


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
    y = x_hat.copy() if weight is None else x_hat * _spread(weight, x_hat, shared)
    if bias is not None:
        y += _spread(bias, x_hat, shared)
    return y.astype(dtype, copy=False)


@quiet
def affine_backward(
    dy: FloatArray,
    x_hat: FloatArray,
    weight: FloatArray | None,
    bias: FloatArray | None,
    shared: tuple[int, ...],
) -> tuple[FloatArray, FloatArray | None, FloatArray | None]:
    """Return ``dx_hat = weight dy``, and ``dweight``, ``dbias``: sums over the ``shared`` axes."""
    dx_hat, dweight, dbias = dy, None, None
    if weight is not None:
        dx_hat = dy * _spread(weight, x_hat, shared)
        dweight = sum_of_products(dy, x_hat, shared).reshape(weight.shape).astype(weight.dtype)
    if bias is not None:
        dbias = dy.sum(axis=shared).reshape(bias.shape).astype(bias.dtype)
    return dx_hat, dweight, dbias


def _spread(parameter: FloatArray, x_hat: FloatArray, shared: tuple[int, ...]) -> FloatArray:
    """Return the parameter in the dtype of x_hat, with an axis of size 1 where it is shared."""
    shape = [1 if axis in shared else size for axis, size in enumerate(x_hat.shape)]
    return parameter.reshape(shape).astype(x_hat.dtype, copy=False)
