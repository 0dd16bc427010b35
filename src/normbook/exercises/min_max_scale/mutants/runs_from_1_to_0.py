"""Your result is turned round: you measure from the largest value, so that it becomes 0 and the
smallest 1. Measure from the smallest."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(high - value) / (high - low) for value in values]
