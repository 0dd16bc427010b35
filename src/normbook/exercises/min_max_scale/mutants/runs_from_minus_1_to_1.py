"""You map to the interval from −1 to 1. That is another common choice; here the smallest value
becomes 0."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [2 * (value - low) / (high - low) - 1 for value in values]
