"""You divide each value by the largest. The smallest is then 0 only if it was 0 before. Subtract it
first, and divide by what is left between the two."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [value / high for value in values]
