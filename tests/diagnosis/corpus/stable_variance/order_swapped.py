"""The pair is returned in the wrong order.

mistakes: variance-first
seen: common error, e.g. return variance, mean
"""


def stable_variance(values):
    if not values:
        raise ValueError("no values")
    mean, m2 = 0.0, 0.0
    for k, v in enumerate(values, 1):
        d = v - mean
        mean += d / k
        m2 += d * (v - mean)
    return m2 / k, mean
