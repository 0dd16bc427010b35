"""The deviation is that of after.

mistakes: deviation-of-after
seen: common error, e.g. the wrong array
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    if varies.sum() == 0:
        return 0.0
    before, after = before[:, varies], after[:, varies]
    return float(np.mean(np.abs(after.mean(0) - before.mean(0)) / after.std(0)))
