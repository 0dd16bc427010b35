"""It returns the standard deviation.

mistakes: deviation-not-variance
seen: common error, e.g. a running standard deviation
"""


def stable_variance(values):
    if not values:
        raise ValueError("no values")
    mean, m2 = 0.0, 0.0
    for k, v in enumerate(values, 1):
        d = v - mean
        mean += d / k
        m2 += d * (v - mean)
    return mean, (m2 / len(values)) ** 0.5
