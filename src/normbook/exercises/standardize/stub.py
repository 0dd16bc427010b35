import numpy as np


def standardize(x):
    """Return each column minus its mean, by its standard deviation."""
    raise NotImplementedError("Not written yet: replace this line.")
