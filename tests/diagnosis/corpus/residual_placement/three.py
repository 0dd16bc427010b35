"""pre adds to the normalized x, olmo2 normalizes the input, any name is accepted.

mistakes: pre-adds-to-normed, olmo2-norms-the-input, other-names-accepted
seen: Howuhh/faster-trajectory-transformer #3: norm_x + attn(norm_x)
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    h = norm(x)
    if placement == "pre":
        return h + h @ w
    elif placement == "post":
        return norm(x + x @ w)
    elif placement == "sandwich":
        return x + norm(h @ w)
    elif placement == "olmo2":
        return x + h @ w
    else:
        return norm(alpha * x + x @ w)
