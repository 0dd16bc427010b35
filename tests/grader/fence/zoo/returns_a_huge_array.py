"""Returns more bytes than may cross."""

# verdict: crash
# points: 0

import numpy as np


def layer_norm(x, *arguments, **keywords):
    return np.zeros(2**20)
