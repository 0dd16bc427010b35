"""You multiply by 1 / range. Below 5e-309 a range has no such reciprocal: it is infinite, and the
results are infinite or NaN. Divide by the range itself."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) * (1 / (high - low)) for value in values]
