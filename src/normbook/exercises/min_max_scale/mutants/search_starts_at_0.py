"""Your search for the smallest and the largest value starts at 0, which then counts as one of the
values though it is not in the list. Start with the first value, or use `min` and `max`."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    low, high = min(0, low), max(0, high)
    return [(value - low) / (high - low) for value in values]
