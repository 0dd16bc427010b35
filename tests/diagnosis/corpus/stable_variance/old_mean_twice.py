"""The squared deviation is that from the old mean.

mistakes: deviation-from-old-mean-squared
seen: notesoncomputing.com/coding_interview/welford_mean_variance
"""


def stable_variance(values):
    if len(values) == 0:
        raise ValueError("need at least one value")
    n = 0
    mean = 0.0
    m2 = 0.0
    for x in values:
        n += 1
        delta = x - mean
        mean += delta / n
        m2 += delta * delta
    return mean, m2 / n
