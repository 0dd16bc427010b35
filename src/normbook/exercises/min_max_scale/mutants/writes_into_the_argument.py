"""You write each result back into `values`. That is your caller's own list, and the data in it is
lost. Build a new list."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    values[:] = [(value - low) / (high - low) for value in values]
    return values
