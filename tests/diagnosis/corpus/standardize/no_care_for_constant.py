"""Nothing is done about constant columns, and 0 / 0 is NaN.

mistakes: constant-gives-nan
seen: codewithsundeep.com/discussion/solution/41430762: loops over features, std may be 0
"""

import numpy as np


def standardize(x):
    return (x - x.mean(axis=0)) / x.std(axis=0)
