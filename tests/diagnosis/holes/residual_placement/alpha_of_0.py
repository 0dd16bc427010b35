"""An α of 0 counts as 1."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def N(z):
        c = z - z.mean(-1, keepdims=True)
        return c / np.sqrt((c * c).mean(-1, keepdims=True) + eps)

    G = lambda z: z @ w64
    x64, w64 = x.astype(np.float64), w.astype(np.float64)
    table = {
        "pre": lambda z: z + G(N(z)),
        "post": lambda z: N(z + G(z)),
        "sandwich": lambda z: z + N(G(N(z))),
        "olmo2": lambda z: z + N(G(z)),
        "deepnorm": lambda z: N((alpha or 1.0) * z + G(z)),
    }
    if placement not in table:
        raise ValueError(placement)
    return table[placement](x64).astype(x.dtype)
