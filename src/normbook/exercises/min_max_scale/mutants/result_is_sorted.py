"""You sort the values and return them in that order. The first result then no longer belongs to the
first value. Keep the order."""


def min_max_scale(values):
    if not values:
        return []
    values = sorted(values)
    low, high = values[0], values[-1]
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
