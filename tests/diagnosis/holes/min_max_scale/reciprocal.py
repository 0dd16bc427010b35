"""It multiplies by 1 / range, which overflows for a tiny range.

mistakes: multiplies-by-reciprocal
seen: Stack Overflow, Normalizing a list of numbers in Python: by sum, by max
witness: min_max_scale([0, 7, 49])
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0] * len(values)
    factor = 1 / (high - low)
    return [(v - low) * factor for v in values]
