"""nanmean leaves out NaN alone, and gives NaN for nothing.

mistakes: constant-by-std-zero, no-units-gives-nan
seen: codewithsundeep.com/discussion/solution/60283097: nan_to_num after the division
"""

import numpy as np


def activation_drift(before, after):
    sigma = before.std(axis=0)
    sigma = np.where(sigma == 0, np.nan, sigma)
    return float(np.nanmean(np.abs(after.mean(axis=0) - before.mean(axis=0)) / sigma))
