"""One-pass variance, and no cast back.

mistakes: one-pass-variance, no-cast-back
seen: camlab-ethz/poseidon #6: E[x^2] - E[x]^2 in a layer norm
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    var = np.mean(x**2, axis=-1, keepdims=True) - mean**2
    out = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        out = out * weight
    if bias is not None:
        out = out + bias
    return out
