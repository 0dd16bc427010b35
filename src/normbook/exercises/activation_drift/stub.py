import numpy as np


def activation_drift(before, after):
    """Return the mean distance of the units' means, in deviations before."""
    raise NotImplementedError("Not written yet: replace this line.")
