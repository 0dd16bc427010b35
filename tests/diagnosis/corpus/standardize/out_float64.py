"""The result is collected in an array of float64.

mistakes: float64-result
seen: codewithsundeep.com/discussion/solution/41430762: loops over features, std may be 0
"""

import numpy as np


def standardize(x):
    n, d = x.shape
    out = np.zeros((n, d))
    for j in range(d):
        column = x[:, j]
        if (column == column[0]).all():
            continue
        out[:, j] = (column - column.mean()) / column.std()
    return out
