"""x is normalized in place, picture by picture.

mistakes: changes-x
seen: common error, e.g. for n, c: x[n, c] -= ...
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    for n in range(x.shape[0]):
        for c in range(x.shape[1]):
            plane = x[n, c]
            x[n, c] = (plane - plane.mean()) / np.sqrt(plane.var() + eps)
            if weight is not None:
                x[n, c] *= weight[c]
            if bias is not None:
                x[n, c] += bias[c]
    return x
