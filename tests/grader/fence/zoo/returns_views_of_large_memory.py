"""Returns forty small views, each of which lies across sixty megabytes."""

# verdict: crash
# points: 0

import numpy as np


def layer_norm(*arguments, **keywords):
    return [np.zeros(60 * 2**20, np.uint8)[::4096]] * 40
