"""You turn a candidate down only where a spread is below 0.9, and never ask whether the results
are finite. NaN < 0.9 is false, so that rows of NaN pass, constant or not. Require `np.isfinite`
of all results, and a spread `>= 0.9`."""

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
            if not (spread < 0.9).any():
                return eps
    return None
