"""An empty list gives zeros.

mistakes: empty-not-refused
seen: chentt66/simulation: sample_stats of an empty list returns None
"""


def stable_variance(values):
    if not values:
        return 0.0, 0.0
    mean, m2 = 0.0, 0.0
    for k, v in enumerate(values, 1):
        d = v - mean
        mean += d / k
        m2 += d * (v - mean)
    return mean, m2 / len(values)
