"""The last leading axis alone is compared."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if len(lead) > x.ndim - 1 or lead and lead[-1] != x.shape[len(lead) - 1]:
        raise ValueError("condition does not fit x")
    wide = np.result_type(x, np.float64)
    c = condition.astype(wide)
    gamma, beta = c @ weight_map.astype(wide), c @ bias_map.astype(wide)
    extra = x.ndim - 1 - len(lead)
    shape = (*lead, *(1,) * extra, x.shape[-1])
    z = x.astype(wide)
    z = z - z.mean(-1, keepdims=True)
    z = z / np.sqrt((z**2).mean(-1, keepdims=True) + eps)
    return (gamma.reshape(shape) * z + beta.reshape(shape)).astype(x.dtype)
