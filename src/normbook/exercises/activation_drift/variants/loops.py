"""Unit by unit, with the standard library."""

import statistics


def activation_drift(before, after):
    distances = []
    for old, new in zip(before.T.tolist(), after.T.tolist(), strict=True):
        if min(old) < max(old):
            shift = abs(statistics.fmean(new) - statistics.fmean(old))
            distances.append(shift / statistics.pstdev(old))
    return statistics.fmean(distances) if distances else 0.0
