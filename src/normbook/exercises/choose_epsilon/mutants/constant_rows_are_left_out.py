"""You never see that constant rows become 0/0 where ε is 0 in the dtype: you leave them out
altogether, or make 0 of NaN. They need no spread, but their results must be finite."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y[varied]).all() and (spread >= 0.9).all():
                return eps
    return None
