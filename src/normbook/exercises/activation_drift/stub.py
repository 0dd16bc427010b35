import numpy as np


def activation_drift(before, after):
    """Return the mean shift of the units' means, in old deviations."""
    raise NotImplementedError("Not written yet: replace this line.")
