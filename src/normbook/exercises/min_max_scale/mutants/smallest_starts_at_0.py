"""Your search for the smallest value starts at 0. Where all values are positive none is smaller,
and 0 is taken for the smallest, though it is not in the list. Start with the first value, or use
`min`."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(0, *values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
