"""You ask for the smallest or the largest value of an empty list, and `min` and `max` raise
ValueError. No values give no results: return `[]` before you ask."""


def min_max_scale(values):
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
