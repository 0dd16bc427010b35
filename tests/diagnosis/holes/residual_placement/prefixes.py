"""Any name that begins so is accepted.

mistakes: prefixes-accepted
seen: common error, e.g. startswith
witness: residual_placement(np.ones((1, 2)), np.eye(2), 'prenorm')
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    if placement.startswith("pre"):
        return x + norm(x) @ w
    if placement.startswith("post"):
        return norm(x + x @ w)
    if placement.startswith("sandwich"):
        return x + norm(norm(x) @ w)
    if placement.startswith("olmo"):
        return x + norm(x @ w)
    if placement.startswith("deep"):
        return norm(alpha * x + x @ w)
    raise ValueError("unknown placement")
