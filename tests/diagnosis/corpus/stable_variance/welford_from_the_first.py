"""It starts at the first value, and squares the distance from the old mean.

mistakes: deviation-from-old-mean-squared
seen: common error: the update of Welford read from memory
"""


def stable_variance(values):
    if len(values) == 0:
        raise ValueError("no values")
    m = float(values[0])
    s = 0.0
    n = 1
    for v in values[1:]:
        n += 1
        diff = v - m
        m += diff / n
        s += diff * diff
    return m, s / n
