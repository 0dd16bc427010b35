import numpy as np


def new_name(x):
    """FILL IN: what it returns, in one line."""
    raise NotImplementedError("Not written yet: replace this line.")
