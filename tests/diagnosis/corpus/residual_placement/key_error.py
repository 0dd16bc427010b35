"""Another name raises KeyError.

mistakes: other-error-raised
seen: common error, e.g. a dict of lambdas
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    return {
        "pre": lambda: x + norm(x) @ w,
        "post": lambda: norm(x + x @ w),
        "sandwich": lambda: x + norm(norm(x) @ w),
        "olmo2": lambda: x + norm(x @ w),
        "deepnorm": lambda: norm(alpha * x + x @ w),
    }[placement]()
