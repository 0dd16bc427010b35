"""Asks NumPy for what takes it minutes, in one call."""

# verdict: timeout
# points: 0

import numpy as np


def layer_norm(*arguments, **keywords):
    return np.correlate(np.ones(2**20), np.ones(2**20), "full")
