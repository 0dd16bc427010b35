"""The whole Jacobian of x̂, one (D, D) matrix a row, and a product with it."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    projection = np.eye(d) - 1 / d
    centred = np.einsum("ij,...j->...i", projection, x.astype(np.float64))
    rstd = (np.einsum("...i,...i->...", centred, centred) / d + eps) ** -0.5
    x_hat = np.einsum("...i,...->...i", centred, rstd)
    outer = np.einsum("...i,...j->...ij", x_hat, x_hat)
    jacobian = np.einsum("...ij,...->...ij", projection - outer / d, rstd)
    g = dy if weight is None else np.einsum("...i,i->...i", dy, weight)
    dx = np.einsum("...ij,...i->...j", jacobian, g)
    slopes, x_hat = dy.reshape(-1, d), x_hat.reshape(-1, d)
    dweight, dbias = np.einsum("ni,ni->i", slopes, x_hat), np.einsum("ni->i", slopes)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
