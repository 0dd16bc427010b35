"""FILL IN: in what this right answer is unusual: loops, say, or an einsum, or float64 inside."""

import numpy as np


def new_name(x):
    return np.array([[value - sum(row) / len(row) for value in row] for row in x])
