"""keepdims is missing: the means do not broadcast against the rows.

mistakes: no-keepdims
seen: codewithsundeep.com/discussion/solution/30734174: could not be broadcast together
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1)
    var = x.var(axis=-1)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
