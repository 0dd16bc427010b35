"""You divide each value by the sum of all. The results then add up to 1, but the smallest is not 0
and the largest not 1. Subtract the smallest, and divide by the range."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [value / sum(values) for value in values]
