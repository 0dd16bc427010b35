"""In the sandwich the sum takes the normalized x.

mistakes: sandwich-adds-to-normed
seen: tracel-ai/burn #1056: x = norm(x); x += f(x)
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def ln(z):
        z = z - z.mean(axis=-1, keepdims=True)
        return z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)

    if placement == "pre":
        return x + ln(x) @ w
    if placement == "post":
        return ln(x + x @ w)
    if placement == "sandwich":
        h = ln(x)
        return h + ln(h @ w)
    if placement == "olmo2":
        return x + ln(x @ w)
    if placement == "deepnorm":
        return ln(alpha * x + x @ w)
    raise ValueError(placement)
