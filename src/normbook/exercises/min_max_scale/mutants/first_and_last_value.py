"""You take the first value for the smallest and the last for the largest. That holds for a sorted
list, and `values` may come in any order."""


def min_max_scale(values):
    if not values:
        return []
    low, high = values[0], values[-1]
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
