"""Deviations from the old mean, and n - 1.

mistakes: deviation-from-old-mean-squared, divides-by-n-minus-1
seen: chentt66/simulation: sample_stats_welford, m2 / (count - 1)
"""


def stable_variance(values):
    if not values:
        raise ValueError("empty list")
    n, mean, m2 = 0, 0.0, 0.0
    for x in values:
        n += 1
        delta = x - mean
        mean += delta / n
        m2 += delta**2
    return mean, m2 / max(n - 1, 1)
