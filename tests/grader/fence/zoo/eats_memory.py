"""Takes more and more memory."""

# verdict: error
# points: 0

import numpy as np

KEPT = []


def layer_norm(x, *arguments, **keywords):
    KEPT.extend(np.ones(2**20) for _ in range(200))
    return x
