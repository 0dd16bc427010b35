"""Returns one number, as an array that claims another shape and dtype."""

# verdict: fail
# points: 0

import numpy as np


class Liar(np.ndarray):
    @property
    def shape(self):
        return self.claimed.shape

    @property
    def dtype(self):
        return self.claimed.dtype


def layer_norm(x, *arguments, **keywords):
    y = np.zeros(1).view(Liar)
    y.claimed = x
    return y
