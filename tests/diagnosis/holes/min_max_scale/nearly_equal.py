"""Values nearer than 1e-12 count as equal.

mistakes: equal-by-threshold
seen: Stack Overflow, Normalizing a list of numbers in Python: by sum, by max
witness: min_max_scale([0.0, 1e-13])
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if high - low < 1e-12:
        return [0.0] * len(values)
    return [(v - low) / (high - low) for v in values]
