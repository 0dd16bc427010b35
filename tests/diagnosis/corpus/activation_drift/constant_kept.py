"""Constant units are not left out.

mistakes: constant-not-left-out
seen: codewithsundeep.com/discussion/solution/41430762: loops over features, std may be 0
"""

import numpy as np


def activation_drift(before, after):
    with np.errstate(all="ignore"):
        z = np.abs(after.mean(axis=0) - before.mean(axis=0)) / before.std(axis=0)
    return float(z.mean())
