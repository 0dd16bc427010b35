"""The deviation divides by N - 1.

mistakes: divides-by-n-minus-1
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import numpy as np


def activation_drift(before, after):
    varies = np.ptp(before, axis=0) > 0
    if not varies.any():
        return 0.0
    before, after = before[:, varies], after[:, varies]
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return float(np.mean(shift / before.std(axis=0, ddof=1)))
