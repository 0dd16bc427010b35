"""n - 1, and eps outside the root.

mistakes: divides-by-n-minus-1, eps-outside-root
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    flat = x.reshape(*x.shape[:2], -1)
    y = (flat - flat.mean(-1, keepdims=True)) / (flat.std(-1, keepdims=True, ddof=1) + eps)
    if weight is not None:
        y = y * weight[:, None]
    if bias is not None:
        y = y + bias[:, None]
    return y.reshape(x.shape).astype(x.dtype)
