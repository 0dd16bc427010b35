"""The count starts at 0, so that the second value is divided by 1.

mistakes: counts-from-0
seen: common error, e.g. enumerate without start
"""


def stable_variance(values):
    if not values:
        raise ValueError("no values")
    mean, m2 = values[0] * 1.0, 0.0
    for k, v in enumerate(values):
        if k == 0:
            continue
        d = v - mean
        mean += d / k
        m2 += d * (v - mean)
    return mean, m2 / len(values)
