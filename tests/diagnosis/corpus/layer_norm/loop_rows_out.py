"""Of three axes the loop takes a whole sequence for a row, and it collects in float64.

mistakes: all-axes-of-a-sample, no-cast-back
seen: codewithsundeep.com/discussion/solution/41430762: loops over features, std may be 0
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    out = np.zeros(x.shape)
    for i in range(x.shape[0]):
        row = x[i]
        out[i] = (row - np.mean(row)) / np.sqrt(np.var(row) + eps)
        if weight is not None:
            out[i] = out[i] * weight
        if bias is not None:
            out[i] = out[i] + bias
    return out
