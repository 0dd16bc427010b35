"""You drop what comes after the point, as `//` and `int()` do. Everything but the largest value then
becomes 0. Divide with `/`, and keep what it gives."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) // (high - low) for value in values]
