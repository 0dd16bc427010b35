"""In pre-norm the sum takes the normalized x.

mistakes: pre-adds-to-normed
seen: Howuhh/faster-trajectory-transformer #3: norm_x + attn(norm_x)
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def ln(z):
        z = z - z.mean(axis=-1, keepdims=True)
        return z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)

    if placement == "pre":
        x = ln(x)
        return x + x @ w
    if placement == "post":
        return ln(x + x @ w)
    if placement == "sandwich":
        return x + ln(ln(x) @ w)
    if placement == "olmo2":
        return x + ln(x @ w)
    if placement == "deepnorm":
        return ln(alpha * x + x @ w)
    raise ValueError(placement)
