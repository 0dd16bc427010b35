"""1 + scale, and no eps.

mistakes: one-plus-scale, eps-forgotten
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if len(lead) > x.ndim - 1 or x.shape[: len(lead)] != lead:
        raise ValueError("condition does not fit")
    c, wm, bm, z = (np.float64(a) for a in (condition, weight_map, bias_map, x))
    z = z - np.einsum("...d->...", z)[..., None] / z.shape[-1]
    z = z / (np.einsum("...d,...d->...", z, z)[..., None] / z.shape[-1]) ** 0.5
    spread = (slice(None),) * len(lead) + (None,) * (x.ndim - 1 - len(lead)) + (slice(None),)
    gamma = np.einsum("...k,kd->...d", c, wm)[spread]
    beta = np.einsum("...k,kd->...d", c, bm)[spread]
    return ((gamma + 1) * z + beta).astype(x.dtype)
