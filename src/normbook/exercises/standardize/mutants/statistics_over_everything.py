"""Your mean and deviation are single numbers for the whole array. A column in grams and one in
metres then share them. Give each column its own: `axis=0`."""

import numpy as np


def standardize(x):
    centred = x - x.mean()
    deviation = np.sqrt(np.mean(centred**2))
    constant = deviation == 0
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
