"""One mean and one deviation are taken of the whole array.

mistakes: one-mean-for-all
seen: Stack Overflow, Normalizing a list of numbers in Python: by sum, by max
"""

import numpy as np


def standardize(x):
    same = np.ptp(x, axis=0) == 0
    z = (x - np.mean(x)) / np.std(x)
    z[:, same] = 0
    return z
