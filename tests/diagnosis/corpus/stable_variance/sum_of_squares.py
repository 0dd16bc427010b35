"""The sum of squared deviations is returned, not divided by n.

mistakes: not-divided-by-n
seen: common error, e.g. M2 returned
"""


def stable_variance(values):
    if not values:
        raise ValueError("no values")
    mean, m2 = 0.0, 0.0
    for k, v in enumerate(values, 1):
        d = v - mean
        mean += d / k
        m2 += d * (v - mean)
    return mean, m2
