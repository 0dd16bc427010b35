"""Your search for the largest value starts at 0. Where all values are negative none is larger, and
0 is taken for the largest, though it is not in the list. Start with the first value, or use
`max`."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(0, *values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
