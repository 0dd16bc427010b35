"""Column by column, number by number."""

import math

import numpy as np


def standardize(x):
    y = np.zeros(x.shape, dtype=x.dtype)
    for j in range(x.shape[1]):
        column = [float(value) for value in x[:, j]]
        if min(column) == max(column):
            continue
        mean = math.fsum(column) / len(column)
        deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in column) / len(column))
        for i, value in enumerate(column):
            y[i, j] = (value - mean) / deviation
    return y
