"""Each column is scaled to 0 ... 1 instead of standardized.

mistakes: min-max-instead
seen: common error, e.g. normalization and standardization confused
"""

import numpy as np


def standardize(x):
    lo, hi = x.min(axis=0), x.max(axis=0)
    span = hi - lo
    span[span == 0] = 1
    return (x - lo) / span
