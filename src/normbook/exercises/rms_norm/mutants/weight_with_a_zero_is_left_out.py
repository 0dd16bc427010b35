"""You leave the whole weight out where a single 0 is in it, as a question with `.all()` does. Ask
`weight is not None`, and nothing else."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None and weight.all():
        y = y * weight
    return y.astype(x.dtype, copy=False)
