"""The result is float64, and only a deviation of exactly 0 is caught.

mistakes: float64-result, constant-by-std-zero
seen: codewithsundeep.com/discussion/solution/41430762: loops over features, std may be 0
"""

import numpy as np


def standardize(x):
    out = np.empty(x.shape)
    for j in range(x.shape[1]):
        s = np.std(x[:, j])
        if s == 0:
            out[:, j] = 0
        else:
            out[:, j] = (x[:, j] - np.mean(x[:, j])) / s
    return out
