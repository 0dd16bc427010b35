import numpy as np


def activation_drift(before, after):
    """Return the units' mean distance, in their deviations before."""
    raise NotImplementedError("Not written yet: replace this line.")
