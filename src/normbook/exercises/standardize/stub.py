import numpy as np


def standardize(x):
    """Return each column, centred and divided by its deviation."""
    raise NotImplementedError("Not written yet: replace this line.")
