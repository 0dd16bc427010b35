"""x is changed, and the variance divides by N - 1.

mistakes: changes-x, divides-by-n-minus-1
seen: common error, e.g. pandas' std carried over to NumPy
"""

import numpy as np


def standardize(x):
    for j in range(x.shape[1]):
        if (x[:, j] == x[0, j]).all():
            x[:, j] = 0
            continue
        x[:, j] = (x[:, j] - x[:, j].mean()) / x[:, j].std(ddof=1)
    return x
