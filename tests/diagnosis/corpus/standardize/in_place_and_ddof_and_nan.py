"""In place, with N - 1, and a constant column is 0/0.

mistakes: changes-x, divides-by-n-minus-1, constant-gives-nan
seen: a student's attempt
"""

import numpy as np


def standardize(x):
    x -= x.mean(axis=0)
    x /= x.std(axis=0, ddof=1)
    return x
