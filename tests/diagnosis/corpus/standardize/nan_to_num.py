"""NaN is replaced by 0 afterwards, which misses the columns whose deviation is only rounding.

mistakes: constant-by-std-zero
seen: codewithsundeep.com/discussion/solution/60283097: nan_to_num after the division
"""

import numpy as np


def standardize(x):
    with np.errstate(all="ignore"):
        y = (x - x.mean(axis=0)) / x.std(axis=0)
    return np.nan_to_num(y)
