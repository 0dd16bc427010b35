"""The formula alone: squares in float16, and no cast back.

mistakes: squares-in-float16, no-cast-back
seen: stanford-cs336/assignment2-systems #2: multiply or divide by rms
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = weight * y
    return y
