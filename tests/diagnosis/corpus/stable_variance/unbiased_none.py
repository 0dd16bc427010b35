"""n - 1, and None for an empty list.

mistakes: divides-by-n-minus-1, empty-not-refused
seen: chentt66/simulation: sample_stats_welford, m2 / (count - 1)
"""


def stable_variance(values):
    if not values:
        return None, None
    mean, m2 = 0.0, 0.0
    for count, x in enumerate(values, 1):
        delta = x - mean
        mean += delta / count
        m2 += delta * (x - mean)
    return mean, m2 / (count - 1) if count > 1 else 0.0
