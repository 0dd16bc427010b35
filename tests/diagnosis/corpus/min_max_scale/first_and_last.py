"""The first and the last value are taken for the smallest and the largest.

mistakes: takes-first-and-last
seen: common error, e.g. a list thought to be sorted
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = values[0], values[-1]
    if low == high:
        return [0.0] * len(values)
    return [(v - low) / (high - low) for v in values]
