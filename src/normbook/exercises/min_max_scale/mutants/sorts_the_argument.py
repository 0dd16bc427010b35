"""You sort your caller's own list, as `values.sort()` does. The caller still needs the order, and
the results come out in the wrong one. `min` and `max` need no sorting."""


def min_max_scale(values):
    if not values:
        return []
    values.sort()
    low, high = values[0], values[-1]
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
