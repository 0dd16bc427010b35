"""Constant units are not left out, and a NumPy scalar is returned.

mistakes: constant-not-left-out, numpy-scalar-not-float
seen: codewithsundeep.com/discussion/solution/41430762: loops over features, std may be 0
"""

import numpy as np


def activation_drift(before, after):
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return (shift / before.std(axis=0)).mean()
