"""The mean is the middle between the old one and the new value.

mistakes: half-and-half-updates
seen: common error, e.g. mean = (mean + x) / 2
"""


def stable_variance(values):
    if not values:
        raise ValueError("no values")
    mean, m2 = float(values[0]), 0.0
    for v in values[1:]:
        d = v - mean
        mean = (mean + v) / 2
        m2 += d * (v - mean)
    return mean, m2 / len(values)
