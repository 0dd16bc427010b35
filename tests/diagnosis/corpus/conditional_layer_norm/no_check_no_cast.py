"""Nothing refused, nothing cast back.

mistakes: shapes-not-checked, no-cast-back
seen: common error, e.g. the formula alone
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    xhat = x - np.mean(x, axis=-1, keepdims=True)
    xhat = xhat / np.sqrt(np.mean(xhat**2, axis=-1, keepdims=True) + eps)
    gamma, beta = condition @ weight_map, condition @ bias_map
    missing = x.ndim - gamma.ndim
    index = (...,) + (None,) * missing + (slice(None),)
    return gamma[index] * xhat + beta[index]
