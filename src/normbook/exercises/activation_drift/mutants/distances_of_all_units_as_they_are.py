"""You average the distances of all units as they are. A unit that always varied by 100 then outweighs
one that varied by 1. Divide each distance by the unit's deviation in `before`, and leave out units
that were constant there, which have none."""

import numpy as np


def activation_drift(before, after):
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return float(np.mean(shift))
