"""The RMS is a constant, and nothing is cast back.

mistakes: rms-as-constant, no-cast-back
seen: ooples/AiDotNet #695: RmsNormBackward without the gradient of rms
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    inv = 1.0 / np.sqrt((x * x).mean(-1, keepdims=True) + eps)
    dx = dy * inv
    if weight is not None:
        dx = dx * weight
    return dx, (dy * x * inv).reshape(-1, x.shape[-1]).sum(0)
