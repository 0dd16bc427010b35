"""You add a small number to the divisor, as a norm adds its ε. A range of 4e-9 then counts for less
than that number, and the largest value stays far below 1. Ask whether the range is 0 instead."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low + 1e-8) for value in values]
