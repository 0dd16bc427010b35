"""You subtract one mean from all columns, though each is divided by its own deviation. A column
then keeps its distance from the others. Take the mean with `axis=0`, too."""

import numpy as np


def standardize(x):
    centred = x - x.mean()
    deviation = x.std(axis=0)
    constant = (x == x[0]).all(axis=0)
    return np.where(constant, 0, centred / np.where(constant, 1, deviation)).astype(x.dtype)
