"""You return the integer 0 where all values are equal, and floats elsewhere. The result is a list
of floats for every list: write `0.0`."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0 for _ in values]
    return [(value - low) / (high - low) for value in values]
