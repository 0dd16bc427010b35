"""Your function returns None for an empty list. Whoever loops over the result would have to ask
first; an empty list needs no question. Return `[]`."""


def min_max_scale(values):
    if not values:
        return None
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
