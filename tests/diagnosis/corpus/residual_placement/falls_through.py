"""Any other name is taken for deepnorm.

mistakes: other-names-accepted
seen: common error, e.g. else for the last case
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    if placement == "pre":
        return x + norm(x) @ w
    elif placement == "post":
        return norm(x + x @ w)
    elif placement == "sandwich":
        return x + norm(norm(x) @ w)
    elif placement == "olmo2":
        return x + norm(x @ w)
    else:
        return norm(alpha * x + x @ w)
