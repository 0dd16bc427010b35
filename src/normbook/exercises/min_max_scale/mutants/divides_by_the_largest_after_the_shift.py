"""You subtract the smallest value, but divide by the largest as it was before. The largest has
moved, too: it is now largest − smallest, and that is the divisor."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / high for value in values]
