"""The squared deviation is that from the new mean.

mistakes: deviation-from-new-mean-squared
seen: riccardodannibale.github.io, homework 6: incremental M2
"""


def stable_variance(values):
    if not values:
        raise ValueError("need at least one value")
    mean = 0.0
    total = 0.0
    for n, x in enumerate(values, start=1):
        mean = mean + (x - mean) / n
        total += (x - mean) ** 2
    return mean, total / len(values)
