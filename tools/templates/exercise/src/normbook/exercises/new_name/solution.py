"""FILL IN: what this is, in one line."""

import numpy as np


def new_name(x):
    """FILL IN: what it returns, as in stub.py."""
    return x - np.mean(x, axis=-1, keepdims=True)
