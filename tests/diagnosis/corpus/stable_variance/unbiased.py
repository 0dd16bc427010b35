"""The variance divides by n - 1.

mistakes: divides-by-n-minus-1
seen: chentt66/simulation: sample_stats_welford, m2 / (count - 1)
"""


def stable_variance(values):
    if not values:
        raise ValueError("empty")
    mean, m2 = 0.0, 0.0
    for n, x in enumerate(values, 1):
        delta = x - mean
        mean += delta / n
        m2 += delta * (x - mean)
    return mean, m2 / (n - 1) if n > 1 else 0.0
