"""The mean of the squares minus the square of the mean.

mistakes: one-pass-sum-of-squares
seen: notesoncomputing.com/coding_interview/welford_mean_variance
"""


def stable_variance(values):
    if not values:
        raise ValueError("no values")
    n = len(values)
    s = 0.0
    s2 = 0.0
    for v in values:
        s += v
        s2 += v * v
    mean = s / n
    return mean, s2 / n - mean**2
