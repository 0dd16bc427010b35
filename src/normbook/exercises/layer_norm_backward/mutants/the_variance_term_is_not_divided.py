"""Your variance term has x − μ where x̂ belongs, twice; or, derived step by step, σ² + ε to the
power of −1/2 where −3/2 belongs. It is then too large by σ² + ε: that does not show in rows of
unit variance, and shows clearly in all others. Divide by the deviation twice more."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=-1, keepdims=True)
    mean_gx = np.mean(g * centred, axis=-1, keepdims=True)
    dx = rstd * (g - mean_g - centred * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
