"""Min-max scaling of a list."""


def min_max_scale(values):
    """Return the values, mapped so that the smallest is 0 and the largest 1."""
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
