"""You divide by the square of σ² + ε, where its root belongs: `** 0.5`, not `** 2`. A row ten times
as large then comes out a thousand times as small."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / (var + eps) ** 2
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
