"""The default of alpha is that of a paper.

mistakes: another-default-alpha
seen: common error, e.g. DeepNet's alpha
witness: residual_placement(np.array([[1., 2., 4.]]), np.ones((3, 3)) + np.diag([1., 2., 3.]), 'deepnorm')
"""

import numpy as np


def residual_placement(x, w, placement, alpha=2.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    if placement == "pre":
        return x + norm(x) @ w
    if placement == "post":
        return norm(x + x @ w)
    if placement == "sandwich":
        return x + norm(norm(x) @ w)
    if placement == "olmo2":
        return x + norm(x @ w)
    if placement == "deepnorm":
        return norm(alpha * x + x @ w)
    raise ValueError("unknown placement")
