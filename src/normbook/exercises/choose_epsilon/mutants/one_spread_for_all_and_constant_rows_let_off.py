"""You let constant rows off, but measure one standard deviation over all rows together. Constant
rows pull it down, and wide rows hide those that vanish. Measure each row on its own: `axis=1`."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y.astype(np.float64).std()
            if np.isfinite(y).all() and ((spread >= 0.9) | ~varied).all():
                return eps
    return None
