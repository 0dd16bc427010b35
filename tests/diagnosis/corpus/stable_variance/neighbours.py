"""A value like the one before it is skipped.

mistakes: equal-neighbours-skipped
seen: common error, e.g. a stream that is read only when it changes
"""


def stable_variance(values):
    if not values:
        raise ValueError("empty")
    n, mean, m2, last = 0, 0.0, 0.0, None
    for value in values:
        if value == last:
            continue
        last = value
        n += 1
        delta = value - mean
        mean += delta / n
        m2 += delta * (value - mean)
    return mean, m2 / n
