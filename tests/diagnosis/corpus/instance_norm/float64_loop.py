"""Collected in float64, and n - 1.

mistakes: no-cast-back, divides-by-n-minus-1
seen: codewithsundeep.com/discussion/solution/41430762: loops over features, std may be 0
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    out = np.zeros(x.shape)
    N, C = x.shape[0], x.shape[1]
    for n in range(N):
        for c in range(C):
            values = x[n, c]
            out[n, c] = (values - values.mean()) / np.sqrt(values.var(ddof=1) + eps)
            if weight is not None:
                out[n, c] *= weight[c]
            if bias is not None:
                out[n, c] += bias[c]
    return out
